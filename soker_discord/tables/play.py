"""A move is one transaction: the row of the table is the right to move, ``(game, seq)`` the net under it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from engine import catalogue
from engine.game import Game, IllegalMove, Result, msg
from soker_discord.store.database import Session
from soker_discord.store.games import add_moves, locked_game
from soker_discord.store.models import GameRow, Heartbeat, MoveBy, Person, Seat, Table, TableStatus
from soker_discord.store.receipts import keep_receipt
from soker_discord.store.rooms import seats_of
from soker_discord.tables.house import House, Request
from soker_discord.tables.outcome import Outcome, outcome
from soker_discord.tables.refusals import AlreadyDone, Illegal, Refused, Stale
from soker_discord.tables.rooms import NO_SUCH_TABLE, NOT_SEATED, keep_click
from soker_discord.tables.tournaments import Tournaments

GRACE = timedelta(seconds=1.5)
"""How long the clock waits for clicks that were made in time but are still on their way."""
IDLE_TIMEOUTS = 2
"""After so many time-outs in a row the host's option plays a seat at once."""
SLEEP_ROUNDS = 3
"""After so many rounds without a person acting the table sleeps."""
THINKS = (3.5, 6.5)
"""Seconds a system player thinks before a turn, at random between these: about five (T4)."""
GOES_ON = (1.5, 2.5)
"""Seconds before its next move where it has just made one: a turn with a draw is not twice as long."""

ASLEEP = msg("The table is asleep because nobody was there. Press Resume to go on.")
NOT_YOUR_TURN = msg("It is not your turn: {name} is to move.")


@dataclass(slots=True)
class Sitting:
    """A game in the middle of a transaction: the rows, the rules, the state that is being worked on.

    ``made`` are moves that were made and are not yet stored.
    """

    table: Table
    row: GameRow
    game: Game[Any, Any, Any, Any]
    state: Any
    seats: list[Seat]
    made: list[dict[str, Any]] = field(default_factory=list)

    def seat_at(self, position: int | None) -> Seat | None:
        """The seat of a position; None where its owner has given it up for good."""
        return next((seat for seat in self.seats if seat.position == position), None)

    def plays_itself(self, position: int) -> bool:
        """True if the table plays for this position without waiting."""
        seat = self.seat_at(position)
        return seat is None or seat.away or (self.table.play_for_idle and seat.timeouts >= IDLE_TIMEOUTS)

    @property
    def people(self) -> list[Seat]:
        """The seats of people."""
        return [seat for seat in self.seats if seat.strength is None]


@dataclass(frozen=True, slots=True)
class Play:
    """The use cases that make moves."""

    house: House
    tournaments: Tournaments

    async def move(self, request: Request, game_id: int, seq: int, move: Any) -> Outcome:
        """A person's move, made on the turn ``seq``.

        Raises Illegal with the rule; Stale if the game has moved on or the time was up when the click was made
        (the clock's move is made then); Refused: no seat, not the turn, asleep; AlreadyDone for a double delivery.
        """

        async def work(db: Session) -> Outcome | Stale | Refused:
            sitting, people = await open_sitting(db, game_id)
            if not await keep_receipt(db, request.interaction_id, request.made_at):
                raise AlreadyDone
            person = next((person for person in people if person.discord_id == request.discord_id), None)
            seat = next((seat for seat in sitting.seats if person and seat.person_id == person.id), None)
            if seat is None:
                raise Refused(NOT_SEATED)
            row = sitting.row
            assert sitting.table.id is not None
            if seat.timeouts:
                seat.timeouts = 0  # whoever clicks is there, even where this click comes too late
                db.add(seat)
            refusal = _out_of_turn(sitting, people, seat, seq)
            if refusal is not None:
                return refusal
            if row.deadline is not None and request.made_at > row.deadline:
                self._clock_acts(db, sitting, seat)
                await self.settle(db, sitting)
                return Stale(sitting.table.id, time_ran_out=True)
            try:
                self.make(sitting, move, MoveBy.PERSON)
            except IllegalMove as error:
                raise Illegal(row.game, error) from error
            await self.settle(db, sitting)
            if sitting.table.status == TableStatus.BREAK:
                keep_click(seat, request)
            return outcome(sitting.table, row)

        answer = await self.house.transact(work)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def time_out(self, game_id: int, seq: int, shard_id: int) -> Outcome | None:
        """The clock acts (T3) if the turn is still ``seq`` and its deadline and the grace have passed, else None.

        While the shard has not heard Discord lately the players could not act either: nothing happens then, and the
        next heartbeat gives open turns a full clock.
        """

        async def work(db: Session) -> Outcome | None:
            try:
                sitting, _ = await open_sitting(db, game_id)
            except Refused:
                return None
            row, now = sitting.row, self.house.now()
            if row.result is not None or row.seq != seq or sitting.table.status != TableStatus.PLAYING:
                return None
            if row.deadline is None or now < row.deadline + GRACE or not await heard_lately(db, shard_id, now):
                return None
            turn = sitting.game.to_act(sitting.state)
            self._clock_acts(db, sitting, sitting.seat_at(turn))
            await self.settle(db, sitting)
            return outcome(sitting.table, row)

        return await self.house.transact(work)

    def _clock_acts(self, db: Session, sitting: Sitting, seat: Seat | None) -> None:
        self.make(sitting, sitting.game.timeout_move(sitting.state), MoveBy.CLOCK)
        if seat is not None:
            seat.timeouts += 1
            db.add(seat)

    def make(self, sitting: Sitting, move: Any, by: MoveBy) -> None:
        """One move: the new state and the row of the move, which ``settle`` stores. Raises IllegalMove."""
        game, row = sitting.game, sitting.row
        seat = game.to_act(sitting.state)
        assert seat is not None
        sitting.state, events = game.apply(sitting.state, move)
        row.seq += 1
        if by is not MoveBy.SYSTEM:
            row.unattended = 0 if by is MoveBy.PERSON else row.unattended + 1
        if by is MoveBy.PERSON:
            sitting.table.touched_at = self.house.now()
        assert row.id is not None
        sitting.made.append(
            {
                "game_id": row.id,
                "seq": row.seq,
                "seat": seat,
                "move": game.dump_move(move),
                "events": [game.dump_event(event) for event in events],
                "by": by.value,
                "made_at": self.house.now(),
            }
        )

    async def settle(self, db: Session, sitting: Sitting) -> None:
        """After a move: play for those who are away, store it all, then stand on a deadline, asleep, or at the end."""
        game, row, table = sitting.game, sitting.row, sitting.table
        while (turn := game.to_act(sitting.state)) is not None:
            if self._nobody_is_there(sitting):
                break
            if not sitting.plays_itself(turn):
                break
            self.make(sitting, game.timeout_move(sitting.state), MoveBy.AWAY)
        goes_on = bool(sitting.made) and sitting.made[-1]["seat"] == turn
        await add_moves(db, sitting.made)
        sitting.made = []
        result = game.result(sitting.state)
        if result is not None:
            await self.finish(db, sitting, result)
        elif self._nobody_is_there(sitting):
            self.sleep(db, sitting)
        else:
            self.open_turn(sitting, goes_on=goes_on)
        row.full_clock_at = None
        self._keep(db, sitting)
        table.version += 1
        db.add(table)

    def open_turn(self, sitting: Sitting, *, goes_on: bool = False) -> None:
        """The clock of a person's turn, or a system player's time to act, for whom no clock runs (T1, T4).

        ``goes_on``: the same seat made the last move.
        """
        row, turn = sitting.row, sitting.game.to_act(sitting.state)
        seat = sitting.seat_at(turn)
        row.deadline = row.act_at = None
        if seat is None or seat.strength is None:
            row.deadline = self.house.now() + timedelta(seconds=sitting.game.turn_seconds)
        else:
            thinks = self.house.rng.uniform(*(GOES_ON if goes_on else THINKS))
            row.act_at = self.house.now() + timedelta(seconds=thinks)

    @staticmethod
    def _nobody_is_there(sitting: Sitting) -> bool:
        """Everyone left, or no person has acted for some rounds. System players count for nobody."""
        people = sitting.people
        if all(seat.away for seat in people):
            return True
        seats_of_people = sitting.row.seats - (len(sitting.seats) - len(people))
        return sitting.row.unattended >= SLEEP_ROUNDS * seats_of_people

    def sleep(self, db: Session, sitting: Sitting) -> None:
        """The clock stops; its people are free for other tables, and one click wakes it.

        How long it may sleep counts from the last move a person made: waking it to leave again puts nothing off.
        """
        sitting.table.status = TableStatus.ASLEEP.value
        sitting.row.deadline = sitting.row.act_at = None
        for seat in sitting.people:
            seat.holds = False
            db.add(seat)

    async def finish(self, db: Session, sitting: Sitting, result: Result) -> None:
        """The game is over and its result stands. Its people are free unless their tournament goes on."""
        row, table, now = sitting.row, sitting.table, self.house.now()
        row.result = {"winner": result.winner, "way": result.way, "points": list(result.points)}
        row.ended_at, row.deadline, row.act_at = now, None, None
        table.status = TableStatus.OVER.value
        table.touched_at = now
        db.add(row)
        if row.tournament_id is not None:
            await self.tournaments.game_over(db, table, row)
        for seat in sitting.seats:
            seat.holds = seat.holds and table.status == TableStatus.BREAK
            seat.ready, seat.timeouts = False, 0
            db.add(seat)

    @staticmethod
    def _keep(db: Session, sitting: Sitting) -> None:
        sitting.row.state = sitting.game.dump_state(sitting.state)
        db.add(sitting.row)

    async def wake(self, db: Session, sitting: Sitting) -> None:
        """Let a table go on whose seats have changed: away seats are played, the others get a full clock."""
        sitting.table.status = TableStatus.PLAYING.value
        sitting.row.unattended = 0
        await self.settle(db, sitting)

    async def seat_changed(self, db: Session, sitting: Sitting) -> None:
        """Someone went away: if it was their turn the table plays for them at once, and an open clock runs on."""
        row = sitting.row
        deadline, act_at, seq = row.deadline, row.act_at, row.seq
        await self.settle(db, sitting)
        if row.seq == seq and (row.deadline is not None or row.act_at is not None):
            row.deadline, row.act_at = deadline, act_at

    async def play_out(self, db: Session, sitting: Sitting, moves: Iterable[tuple[Any, MoveBy]]) -> None:
        """Play a game to its end at once by moves that were thought out before, each with who makes it."""
        for move, by in moves:
            self.make(sitting, move, by)
        await self.settle(db, sitting)


async def open_sitting(db: Session, game_id: int) -> tuple[Sitting, Sequence[Person]]:
    """A game with the right to move in it, and its people. Raises Refused if it is gone."""
    found = await locked_game(db, game_id)
    if found is None:
        raise Refused(NO_SUCH_TABLE)
    table, row = found
    assert table.id is not None
    pairs = await seats_of(db, table.id)
    game = catalogue.game(row.game, row.rules_version)
    sitting = Sitting(table, row, game, game.load_state(row.state), [seat for seat, _ in pairs])
    return sitting, [person for _, person in pairs]


def _out_of_turn(sitting: Sitting, people: Sequence[Person], seat: Seat, seq: int) -> Stale | Refused | None:
    assert sitting.table.id is not None
    if sitting.row.result is not None or sitting.row.seq != seq:
        return Stale(sitting.table.id)
    if sitting.table.status == TableStatus.ASLEEP:
        return Refused(ASLEEP)
    turn = sitting.game.to_act(sitting.state)
    if turn != seat.position:
        return Refused(NOT_YOUR_TURN, name=_name_at(sitting, people, turn))
    return None


HEARD_WITHIN = timedelta(seconds=15)
"""A shard that has not heard Discord for longer is down, whatever the reason."""


async def heard_lately(db: Session, shard_id: int, now: datetime) -> bool:
    """True unless the shard's last heartbeat is old. A shard that never beat (a one-off command) counts as heard."""
    beat = await db.get(Heartbeat, shard_id)
    return beat is None or now - beat.beat_at <= HEARD_WITHIN


def _name_at(sitting: Sitting, people: Sequence[Person], position: int | None) -> str:
    seat = sitting.seat_at(position)
    return next((person.name for person in people if seat and person.id == seat.person_id), "?")
