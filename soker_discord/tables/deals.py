"""From a room to a game: Start, and Rematch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from engine import catalogue, fairness
from engine.game import msg
from soker_discord.store.models import GamePlayer, GameRow, Person, Seat, Table, TableStatus
from soker_discord.store.queries import held_seat, keep_receipt, locked_table, newest_game, seats_of
from soker_discord.tables.house import House, Request
from soker_discord.tables.outcome import Outcome, outcome
from soker_discord.tables.refusals import AlreadyDone, Refused, SeatedElsewhere
from soker_discord.tables.rooms import SEATED, open_table, require_host

NOT_SEATED = msg("You have no seat at this table.")


@dataclass(frozen=True, slots=True)
class Deals:
    """The use cases that deal a game."""

    house: House

    async def start(self, request: Request, table_id: int) -> Outcome:
        """The host starts the first game. Raises Refused: not the host, fewer than two people, already started."""

        async def work(db: AsyncSession) -> Outcome:
            table = await open_table(db, table_id)
            if not await keep_receipt(db, request.interaction_id, request.made_at):
                raise AlreadyDone
            await require_host(db, table, request)
            if table.status != TableStatus.LOBBY:
                raise Refused(msg("The game has already started."))
            seats = [seat for seat, _ in await seats_of(db, table_id)]
            if len(seats) < catalogue.game(table.game, table.rules_version).min_seats:
                raise Refused(msg("It takes at least two people to start. Share the code and wait for one more."))
            return await self._deal(db, table, seats, number=1, started_by=request.interaction_id)

        return await self.house.transact(work)

    async def rematch(self, request: Request, table_id: int) -> Outcome | None:
        """A person is ready for another game; the last one deals it. Returns None while others are awaited.

        Raises Refused: no seat here, not over, alone; SeatedElsewhere; AlreadyDone.
        """

        async def work(db: AsyncSession) -> Outcome | None:
            table = await open_table(db, table_id)
            if not await keep_receipt(db, request.interaction_id, request.made_at):
                raise AlreadyDone
            seats = await seats_of(db, table_id)
            mine = _seat_of(seats, request)
            if table.status in (TableStatus.PLAYING, TableStatus.ASLEEP):
                raise Refused(msg("The next game has already started."))
            if table.status != TableStatus.OVER:
                raise Refused(msg("The first game has not been played yet."))
            if len(seats) < 2:
                raise Refused(msg("Nobody else is left at this table. Open a new room with /soker new."))
            await self._make_ready(db, table, mine, request)
            return await self._deal_when_ready(db, table, [seat for seat, _ in seats])

        return await self.house.transact(work)

    async def rematch_of_the_rest(self, table_id: int) -> Outcome | None:
        """After someone left a finished table: if all who stay are ready their game is dealt. None otherwise."""

        async def work(db: AsyncSession) -> Outcome | None:
            table = await locked_table(db, table_id)
            if table is None or table.status != TableStatus.OVER:
                return None
            return await self._deal_when_ready(db, table, [seat for seat, _ in await seats_of(db, table_id)])

        return await self.house.transact(work)

    async def _deal_when_ready(self, db: AsyncSession, table: Table, seats: list[Seat]) -> Outcome | None:
        assert table.id is not None
        if len(seats) < catalogue.game(table.game, table.rules_version).min_seats:
            return None
        if not all(seat.ready for seat in seats):
            return None
        last = await newest_game(db, table.id)
        assert last is not None
        return await self._deal(db, table, seats, number=last.number + 1, started_by=None)

    async def _make_ready(self, db: AsyncSession, table: Table, seat: Seat, request: Request) -> None:
        elsewhere = await held_seat(db, seat.person_id)
        if elsewhere is not None and elsewhere.table_id != table.id:
            raise SeatedElsewhere(SEATED, elsewhere.table_id)
        seat.ready, seat.holds, seat.away = True, True, False
        seat.click_id = request.interaction_id
        seat.channel_id, seat.guild_id = request.channel_id, request.guild_id
        seat.token, seat.token_expires = request.token, request.token_expires
        table.version += 1
        table.touched_at = self.house.now()
        db.add(seat)
        db.add(table)
        await db.flush()

    async def _deal(
        self, db: AsyncSession, table: Table, seats: list[Seat], *, number: int, started_by: int | None
    ) -> Outcome:
        game = catalogue.game(table.game, table.rules_version)
        salt = deal_salt(seats, started_by)
        secret = bytes.fromhex(table.secret)
        seed = fairness.seed(secret, salt)
        if number == 1:
            _draw_positions(seats, fairness.seat_order(seed, len(seats)))
            table.first_starter = fairness.first_starter(seed, len(seats))
        else:
            _close_ranks(seats)
        in_play = sorted(seats, key=lambda seat: seat.position or 0)
        starter = game.starter((table.first_starter or 0) % len(seats), number, len(seats))
        state = game.deal(len(seats), starter, seed)
        now = self.house.now()
        assert table.id is not None
        row = GameRow(
            table_id=table.id,
            number=number,
            game=table.game,
            rules_version=table.rules_version,
            seats=len(seats),
            starter=starter,
            secret=table.secret,
            commitment=table.commitment,
            salt=salt,
            state=game.dump_state(state),
            deadline=now + timedelta(seconds=game.turn_seconds),
            started_at=now,
        )
        db.add(row)
        await db.flush()
        assert row.id is not None
        for position, seat in enumerate(in_play):
            seat.ready, seat.timeouts = False, 0
            db.add(seat)
            db.add(GamePlayer(game_id=row.id, position=position, person_id=seat.person_id))
        next_secret = self.house.new_secret()
        table.secret, table.commitment = next_secret.hex(), fairness.commitment(next_secret)
        table.status = TableStatus.PLAYING.value
        table.version += 1
        table.touched_at = now
        db.add(table)
        return outcome(table, row)


def deal_salt(seats: list[Seat], started_by: int | None) -> str:
    """What the players add to the secret: the ids of their Join or Ready clicks by chair, then that of Start."""
    clicks = [seat.click_id for seat in sorted(seats, key=lambda seat: seat.chair)]
    return ",".join(str(click) for click in [*clicks, started_by] if click is not None)


def _seat_of(seats: Sequence[tuple[Seat, Person]], request: Request) -> Seat:
    mine = next((seat for seat, person in seats if person.discord_id == request.discord_id), None)
    if mine is None:
        raise Refused(NOT_SEATED)
    return mine


def _draw_positions(seats: list[Seat], order: Sequence[int]) -> None:
    by_chair = sorted(seats, key=lambda seat: seat.chair)
    for position, index in enumerate(order):
        by_chair[index].position = position


def _close_ranks(seats: list[Seat]) -> None:
    """Those who stay keep their order (D3)."""
    for position, seat in enumerate(sorted(seats, key=lambda seat: seat.position or 0)):
        seat.position = position
