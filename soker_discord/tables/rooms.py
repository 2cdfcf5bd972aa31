"""Rooms before and between games: open, join, leave, remove, close, the host's place and options."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from engine import catalogue, fairness
from engine.game import msg
from soker_discord.store.database import Session
from soker_discord.store.erasing import erase_play
from soker_discord.store.models import Barred, Mode, Person, Seat, Table, TableStatus, WrongCode
from soker_discord.store.people import known_person
from soker_discord.store.receipts import keep_receipt
from soker_discord.store.rooms import (
    bar,
    held_seat,
    locked_table,
    open_table_by_code,
    seats_of,
    unfinished_alone,
    wrong_codes,
)
from soker_discord.tables import codes
from soker_discord.tables.house import House, Request
from soker_discord.tables.opponents import line_up, seat_opponents
from soker_discord.tables.refusals import AlreadyDone, Refused, SeatedElsewhere

WRONG_TRIES = 10
WRONG_TRIES_WITHIN = timedelta(minutes=10)

CLOSED = msg("This room is closed. Open a new one with /soker new.")
NO_SUCH_TABLE = msg("This table does not exist any more. Open a new one with /soker new.")
SEATED = msg("You already sit at another table. Leave it first, or go back to it.")
UNFINISHED = msg(
    "You have left a game against the system that counts and is not finished. Go back to it, or give it up: it is then "
    "played to its end without you, and counts as it ends."
)
NOT_SEATED = msg("You have no seat at this table.")
SYSTEM_COUNTS = msg("Against the system every result counts. Leave the rating out, or choose training.")
TRAINING_DOES_NOT = msg("Training never counts. Leave the rating out.")
ONLY_HOST = msg("Only {host}, the host of this room, can do that.")


@dataclass(frozen=True, slots=True)
class Rooms:
    """The use cases of a room that is not playing."""

    house: House

    async def open(
        self,
        request: Request,
        *,
        game: str,
        private: bool,
        games: int = 1,
        ranked: bool | None = None,
        mode: Mode = Mode.PEOPLE,
        strength: str | None = None,
        opponents: int | None = None,
    ) -> int:
        """Open a room with its opener as host in the first chair; returns the table's id.

        ``games``: 1, or how many the tournaments here have (G1). ``ranked``: whether those are rated, which they are
        unless said otherwise; against the system every result is. ``strength`` and ``opponents``: of the system
        players, who sit down at once.

        The commitment to the first deal is made here, before anyone can join.
        Raises SeatedElsewhere if the person sits at a running table or has left a game against the system that is not
        finished, AlreadyDone for a double delivery, Refused for
        what does not go together (``opponents.line_up``).
        """
        strengths = line_up(mode, game, strength, opponents, games)
        if mode is not Mode.PEOPLE and ranked is not None:
            raise Refused(SYSTEM_COUNTS if mode is Mode.SYSTEM else TRAINING_DOES_NOT)

        async def work(db: Session) -> int:
            await _once(db, request)
            person = await known_person(db, request.discord_id, request.name, request.made_at)
            await refuse_second_seat(db, person)
            if mode is Mode.SYSTEM and (unfinished := await unfinished_alone(db, person_key(person))) is not None:
                raise SeatedElsewhere(UNFINISHED, unfinished)
            now = self.house.now()
            secret = self.house.new_secret()
            table = Table(
                code=await self._free_code(db),
                game=game,
                rules_version=catalogue.game(game).rules_version,
                private=private,
                mode=mode.value,
                games=games,
                ranked=mode is Mode.SYSTEM or (mode is Mode.PEOPLE and ranked is not False and games > 1),
                host_id=person_key(person),
                home_guild_id=request.guild_id,
                home_channel_id=request.channel_id,
                secret=secret.hex(),
                commitment=fairness.commitment(secret),
                opened_at=now,
                touched_at=now,
            )
            db.add(table)
            await db.flush()
            assert table.id is not None
            await _sit(db, table, person, request, taken=())
            await seat_opponents(db, self.house, table, strengths)
            return table.id

        return await self.house.transact(work)

    async def _free_code(self, db: Session) -> str:
        while True:
            code = codes.new_code(self.house.rng)
            if await open_table_by_code(db, code) is None:
                return code

    async def join_by_code(self, request: Request, text: str) -> int:
        """Sit down in the room of a code, upper or lower case; returns the table's id. Joining twice is no fault.

        Raises Refused: wrong code (it counts: ten in ten minutes, then a pause), closed, started or full room,
        SeatedElsewhere, or AlreadyDone.
        """

        async def work(db: Session) -> int | Refused:
            person = await known_person(db, request.discord_id, request.name, request.made_at)
            since = self.house.now() - WRONG_TRIES_WITHIN
            if await wrong_codes(db, person_key(person), since) >= WRONG_TRIES:
                return Refused(msg("That were ten wrong codes in ten minutes. Ask for the code and try again later."))
            found = await open_table_by_code(db, codes.normalise(text))
            if found is None:
                await _once(db, request)
                db.add(WrongCode(person_id=person_key(person), at=self.house.now()))
                return Refused(msg("There is no open room with that code. Check the six characters and try again."))
            assert found.id is not None
            return await self._join(db, request, found.id)

        answer = await self.house.transact(work)
        if isinstance(answer, Refused):
            raise answer
        return answer

    async def join(self, request: Request, table_id: int) -> int:
        """Sit down at a table whose Join button was pressed. Raises as ``join_by_code`` does, but for the code."""
        return await self.house.transact(lambda db: self._join(db, request, table_id))

    async def _join(self, db: Session, request: Request, table_id: int) -> int:
        table = await open_table(db, table_id)
        await _once(db, request)
        seats = await seats_of(db, table_id)
        mine = next((seat for seat, owner in seats if owner.discord_id == request.discord_id), None)
        if mine is not None:
            keep_click(mine, request)
            db.add(mine)
            return table_id
        if table.mode != Mode.PEOPLE:
            raise Refused(msg("Here one plays alone with the system. Open a room of your own with /soker new."))
        if table.status != TableStatus.LOBBY:
            raise Refused(msg("This game has already started. Open a room of your own with /soker new."))
        if len(seats) >= catalogue.game(table.game).max_seats:
            raise Refused(msg("This room is full. Open another one with /soker new."))
        person = await known_person(db, request.discord_id, request.name, request.made_at)
        if await db.get(Barred, (table_id, person.id)) is not None:
            raise Refused(msg("The host has removed you from this room. You can open your own with /soker new."))
        await refuse_second_seat(db, person)
        await _sit(db, table, person, request, taken=[seat.chair for seat, _ in seats])
        self._touch(db, table)
        return table_id

    async def leave(self, request: Request, table_id: int) -> int:
        """Give up one's seat in a room that is not playing. The host's place passes on; an empty room closes."""

        async def work(db: Session) -> int:
            table = await open_table(db, table_id)
            await _once(db, request)
            seats = await seats_of(db, table_id)
            mine = next((seat for seat, owner in seats if owner.discord_id == request.discord_id), None)
            if mine is None:
                raise Refused(msg("You do not sit in this room."))
            await self._stand_up(db, table, mine, [seat for seat, _ in seats])
            return table_id

        return await self.house.transact(work)

    async def remove(self, request: Request, table_id: int, person_id: int) -> int:
        """The host removes a person from a room that is not playing; they cannot come back into it."""

        async def work(db: Session) -> int:
            table = await open_table(db, table_id)
            await _once(db, request)
            await require_host(db, table, request)
            if table.status not in (TableStatus.LOBBY, TableStatus.OVER):
                raise Refused(msg("Nobody can be removed while a game is on."))
            seats = [seat for seat, _ in await seats_of(db, table_id)]
            seat = next((seat for seat in seats if seat.person_id == person_id), None)
            if seat is None or seat.strength is not None:
                raise Refused(msg("That person does not sit in this room any more."))
            if person_id == table.host_id:
                raise Refused(msg("You cannot remove yourself. Use Leave or Close."))
            await bar(db, table_id, person_id)
            await self._stand_up(db, table, seat, seats)
            return table_id

        return await self.house.transact(work)

    async def close(self, request: Request, table_id: int) -> int:
        """The host closes a room that is not playing. The secret of the deal that never was is shown then."""

        async def work(db: Session) -> int:
            table = await open_table(db, table_id)
            await _once(db, request)
            await require_host(db, table, request)
            if table.status not in (TableStatus.LOBBY, TableStatus.OVER):
                raise Refused(msg("A game is on. It ends by itself, or early when everyone votes for it."))
            await close_table(db, table, "host", self.house.now())
            return table_id

        return await self.house.transact(work)

    async def set_play_for_idle(self, request: Request, table_id: int, value: bool) -> int:
        """The host's option: a seat that ran out of time twice in a row is played at once until its owner clicks."""

        async def work(db: Session) -> int:
            table = await open_table(db, table_id)
            await _once(db, request)
            await require_host(db, table, request)
            table.play_for_idle = value
            self._touch(db, table)
            return table_id

        return await self.house.transact(work)

    async def _stand_up(self, db: Session, table: Table, seat: Seat, seats: list[Seat]) -> None:
        if table.status in (TableStatus.PLAYING, TableStatus.BREAK, TableStatus.ASLEEP):
            raise Refused(msg("A game is on: leave it with the Leave button of the table."))
        await db.delete(seat)
        rest = [other for other in seats if other is not seat and other.strength is None]
        if not rest:
            return await close_table(db, table, "empty", self.house.now())
        if table.host_id == seat.person_id:
            table.host_id = rest[0].person_id
        self._touch(db, table)
        return None

    def _touch(self, db: Session, table: Table) -> None:
        table.version += 1
        table.touched_at = self.house.now()
        db.add(table)


async def _once(db: Session, request: Request) -> None:
    if not await keep_receipt(db, request.interaction_id, request.made_at):
        raise AlreadyDone


async def _sit(db: Session, table: Table, person: Person, request: Request, *, taken: Collection[int]) -> None:
    assert table.id is not None
    chair = next(number for number in range(len(taken) + 1) if number not in taken)
    seat = Seat(table_id=table.id, person_id=person_key(person), chair=chair, joined_at=request.made_at)
    keep_click(seat, request)
    db.add(seat)
    await db.flush()


def keep_click(seat: Seat, request: Request) -> None:
    """The click goes into the next deal's salt, and its token deals the hand."""
    seat.click_id = request.interaction_id
    seat.channel_id = request.channel_id
    seat.guild_id = request.guild_id
    seat.token = request.token
    seat.token_expires = request.token_expires


def person_key(person: Person) -> int:
    """The id of a person who is in the database."""
    assert person.id is not None
    return person.id


async def open_table(db: Session, table_id: int) -> Table:
    """The table, held for this transaction. Raises Refused if it is gone or closed."""
    table = await locked_table(db, table_id)
    if table is None:
        raise Refused(NO_SUCH_TABLE)
    if table.status == TableStatus.CLOSED:
        raise Refused(CLOSED)
    return table


async def require_host(db: Session, table: Table, request: Request) -> None:
    """Raises Refused unless the host asks."""
    host = await db.get(Person, table.host_id)
    if host is None or host.discord_id != request.discord_id:
        raise Refused(ONLY_HOST, host=host.name if host else "?")


async def refuse_second_seat(db: Session, person: Person) -> None:
    """A person sits at one running table at a time. Raises SeatedElsewhere."""
    seat = await held_seat(db, person_key(person))
    if seat is not None:
        raise SeatedElsewhere(SEATED, seat.table_id)


async def close_table(db: Session, table: Table, why: str, now: datetime) -> None:
    """Close a table: its people are free, its code too. ``why``: host, empty, idle or left.

    Of training nothing is left then but the messages that say so (O1).
    """
    assert table.id is not None
    table.status = TableStatus.CLOSED.value
    table.closed_because = why
    table.touched_at = now
    table.version += 1
    db.add(table)
    for seat, _ in await seats_of(db, table.id):
        seat.holds = False
        seat.token = None
        db.add(seat)
    if table.mode == Mode.TRAINING:
        await db.flush()
        await erase_play(db, table.id)
