"""Being there: leave a running game, take the seat back, resume a sleeping table, end early by a vote of all."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Result, msg
from soker_discord.store.database import Session
from soker_discord.store.games import newest_game, take_back_vote, vote, votes_of
from soker_discord.store.models import Mode, Seat, Table, TableStatus
from soker_discord.store.people import person_by_discord
from soker_discord.store.receipts import keep_receipt
from soker_discord.store.rooms import held_seat, seats_of
from soker_discord.tables.house import House, Request
from soker_discord.tables.outcome import ENDED_EARLY, Outcome, outcome
from soker_discord.tables.play import Play, Sitting, open_sitting
from soker_discord.tables.refusals import AlreadyDone, Refused, SeatedElsewhere
from soker_discord.tables.rooms import NOT_SEATED, SEATED, close_table, open_table, person_key

NO_GAME = msg("No game is on at this table.")
COUNTS = msg("A game against the system counts and is played to its end. You may leave it and come back within a day.")


@dataclass(frozen=True, slots=True)
class Attendance:
    """The use cases of coming and going while a game is on."""

    house: House
    play: Play

    async def leave(self, request: Request, table_id: int) -> Outcome:
        """Leave a running game. The table plays on for the seat at once and its owner is free for other tables.

        The host's place passes on. When everyone has left, the table sleeps; training closes then. When everyone who
        stays has voted for it, the game ends. Leaving twice is no fault.
        """

        async def work(db: Session) -> Outcome:
            sitting, seat = await self._at_game(db, request, table_id)
            if sitting.table.mode == Mode.TRAINING:
                sitting.row.deadline = sitting.row.act_at = None
                left = outcome(sitting.table, sitting.row)
                await close_table(db, sitting.table, "left", self.house.now())
                return left
            if not seat.away:
                seat.away, seat.holds = True, False
                db.add(seat)
                if sitting.table.host_id == seat.person_id:
                    self._pass_host(sitting, seat)
                if not await self._end_if_all_voted(db, sitting) and sitting.table.status == TableStatus.PLAYING:
                    await self.play.seat_changed(db, sitting)
                sitting.table.version += 1
                db.add(sitting.table)
            return outcome(sitting.table, sitting.row)

        return await self.house.transact(work)

    @staticmethod
    def _pass_host(sitting: Sitting, leaving: Seat) -> None:
        staying = [seat for seat in sitting.people if not seat.away and seat is not leaving]
        if staying:
            sitting.table.host_id = min(staying, key=lambda seat: seat.chair).person_id

    async def attend(self, request: Request, table_id: int) -> Outcome | None:
        """A seated person is here: a seat that was left is theirs again, an idle one is no longer played for them.

        Returns None where nothing had to change. Raises Refused without a seat here, SeatedElsewhere if the seat was
        left and the person now sits at another running table.
        """
        if not await self._must_return(request, table_id):
            return None

        async def work(db: Session) -> Outcome:
            sitting, seat = await self._at_game(db, request, table_id)
            await self._return(db, sitting, seat)
            sitting.table.version += 1
            db.add(sitting.table)
            return outcome(sitting.table, sitting.row)

        return await self.house.transact(work)

    async def _must_return(self, request: Request, table_id: int) -> bool:
        """Whether a click says something new. Who looks at a sleeping table wakes nobody; Resume does."""
        async with self.house.database.read() as db:
            table = await db.get(Table, table_id)
            asleep = table is not None and table.status == TableStatus.ASLEEP
            for seat, person in await seats_of(db, table_id):
                if person.discord_id == request.discord_id:
                    return not asleep and (seat.away or seat.timeouts > 0)
        raise Refused(NOT_SEATED)

    async def resume(self, request: Request, table_id: int) -> Outcome:
        """Wake a sleeping table: whoever asks has their seat back, the others if they are at no other table.

        Raises Refused: no seat here, not asleep; SeatedElsewhere.
        """

        async def work(db: Session) -> Outcome:
            sitting, seat = await self._at_game(db, request, table_id)
            if sitting.table.status != TableStatus.ASLEEP:
                raise Refused(msg("This table is awake already."))
            await self._return(db, sitting, seat)
            for other in sitting.people:
                if other is seat or other.away:
                    continue
                busy = await held_seat(db, other.person_id) is not None
                other.away, other.holds, other.timeouts = busy, not busy, 0
                db.add(other)
            await db.flush()
            await self.play.wake(db, sitting)
            return outcome(sitting.table, sitting.row)

        return await self.house.transact(work)

    async def vote_to_end(self, request: Request, table_id: int) -> Outcome:
        """Vote for ending the running game; when everyone present has voted it ends with no winner.

        Points for discards stand (G2).
        """

        async def work(db: Session) -> Outcome:
            sitting, seat = await self._at_game(db, request, table_id)
            _refuse_on_a_break(sitting)
            if sitting.table.mode == Mode.SYSTEM:
                raise Refused(COUNTS)
            if seat.away:
                raise Refused(msg("You have left this game. Take your seat back first with My hand."))
            assert sitting.row.id is not None
            await vote(db, sitting.row.id, seat.person_id)
            await self._end_if_all_voted(db, sitting)
            sitting.table.version += 1
            db.add(sitting.table)
            return outcome(sitting.table, sitting.row)

        return await self.house.transact(work)

    async def _end_if_all_voted(self, db: Session, sitting: Sitting) -> bool:
        """End the game early if everyone present has voted for it. An empty table cannot vote.

        In a ranked tournament it takes everyone who sat down: who stays could else undo what leavers have lost.
        """
        if sitting.row.result is not None:
            return False
        assert sitting.row.id is not None
        votes = await votes_of(db, sitting.row.id)
        ranked = sitting.table.ranked and sitting.row.tournament_id is not None
        present = {seat.person_id for seat in sitting.people if ranked or not seat.away}
        if not present or not present <= votes:
            return False
        await self.play.finish(db, sitting, Result(None, ENDED_EARLY, sitting.game.points(sitting.state)))
        db.add(sitting.row)
        return True

    async def take_vote_back(self, request: Request, table_id: int) -> Outcome:
        """Take back one's vote for ending the game."""

        async def work(db: Session) -> Outcome:
            sitting, seat = await self._at_game(db, request, table_id)
            assert sitting.row.id is not None
            await take_back_vote(db, sitting.row.id, seat.person_id)
            sitting.table.version += 1
            db.add(sitting.table)
            return outcome(sitting.table, sitting.row)

        return await self.house.transact(work)

    async def _at_game(self, db: Session, request: Request, table_id: int) -> tuple[Sitting, Seat]:
        """The running game of a table and the seat of whoever asks. Raises Refused, AlreadyDone."""
        table = await open_table(db, table_id)
        if not await keep_receipt(db, request.interaction_id, request.made_at):
            raise AlreadyDone
        game = await newest_game(db, table_id)
        if game is None or (game.result is not None and table.status != TableStatus.BREAK):
            raise Refused(NO_GAME)
        assert game.id is not None
        assert table.id is not None
        sitting, people = await open_sitting(db, game.id)
        person = next((person for person in people if person.discord_id == request.discord_id), None)
        seat = next((seat for seat in sitting.seats if person and seat.person_id == person_key(person)), None)
        if seat is None:
            raise Refused(NOT_SEATED)
        return sitting, seat

    async def _return(self, db: Session, sitting: Sitting, seat: Seat) -> None:
        elsewhere = await held_seat(db, seat.person_id)
        if elsewhere is not None and elsewhere.table_id != sitting.table.id:
            raise SeatedElsewhere(SEATED, elsewhere.table_id)
        seat.away, seat.timeouts = False, 0
        seat.holds = True
        db.add(seat)
        await db.flush()

    async def set_attention_call(self, request: Request, value: bool) -> None:
        """Turn the call at five seconds on or off for a person."""

        async def work(db: Session) -> None:
            person = await person_by_discord(db, request.discord_id)
            if person is None:
                raise Refused(NOT_SEATED)
            person.attention_call = value
            db.add(person)

        await self.house.transact(work)


def _refuse_on_a_break(sitting: Sitting) -> None:
    if sitting.row.result is not None:
        raise Refused(msg("This game is over; the next one of the tournament begins in a moment."))
