"""From a room to a game: Start, and Rematch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import catalogue, fairness
from engine.game import msg
from soker_discord.store.database import Session
from soker_discord.store.games import newest_game
from soker_discord.store.models import GamePlayer, GameRow, Mode, Person, Seat, Table, TableStatus, Tournament
from soker_discord.store.receipts import keep_receipt
from soker_discord.store.rooms import held_seat, locked_table, seats_of
from soker_discord.tables.house import House, Request
from soker_discord.tables.outcome import Outcome, outcome
from soker_discord.tables.play import Play, Sitting
from soker_discord.tables.refusals import AlreadyDone, Refused, SeatedElsewhere
from soker_discord.tables.rooms import NOT_SEATED, SEATED, open_table, require_host


@dataclass(frozen=True, slots=True)
class Series:
    """Where a deal stands in its series: the seat that started the first game, and the game's turn in it, from 1."""

    tournament_id: int | None
    first_starter: int
    turn: int


@dataclass(frozen=True, slots=True)
class Deals:
    """The use cases that deal a game."""

    house: House
    play: Play

    async def start(self, request: Request, table_id: int) -> Outcome:
        """The host starts the first game. Raises Refused: not the host, fewer than two people, already started."""

        async def work(db: Session) -> Outcome:
            table = await open_table(db, table_id)
            if not await keep_receipt(db, request.interaction_id, request.made_at):
                raise AlreadyDone
            await require_host(db, table, request)
            if table.status != TableStatus.LOBBY:
                raise Refused(msg("The game has already started."))
            seats = [seat for seat, _ in await seats_of(db, table_id)]
            if len(seats) < catalogue.game(table.game, table.rules_version).min_seats:
                raise Refused(msg("It takes at least two people to start. Share the code and wait for one more."))
            return await self._deal_first(db, table, seats, started_by=request.interaction_id)

        return await self.house.transact(work)

    async def rematch(self, request: Request, table_id: int) -> Outcome | None:
        """A person is ready for the next game, of the tournament or a rematch; the last one deals it.

        Returns None while others are awaited. Nobody waits for who has left a tournament.

        Raises Refused: no seat here, not over, alone; SeatedElsewhere; AlreadyDone.
        """

        async def work(db: Session) -> Outcome | None:
            table = await open_table(db, table_id)
            if not await keep_receipt(db, request.interaction_id, request.made_at):
                raise AlreadyDone
            seats = await seats_of(db, table_id)
            mine = _seat_of(seats, request)
            if table.status in (TableStatus.PLAYING, TableStatus.ASLEEP):
                raise Refused(msg("The next game has already started."))
            if table.status == TableStatus.BREAK:
                await self._make_ready(db, table, mine, request)
                return await self._deal_when_ready(db, table, [seat for seat, _ in seats])
            if table.status != TableStatus.OVER:
                raise Refused(msg("The first game has not been played yet."))
            if sum(not seat.away for seat, _ in seats if seat is not mine) < 1:
                raise Refused(msg("Nobody else is left at this table. Open a new room with /soker new."))
            await self._make_ready(db, table, mine, request)
            return await self._deal_when_ready(db, table, [seat for seat, _ in seats])

        return await self.house.transact(work)

    async def rematch_of_the_rest(self, table_id: int) -> Outcome | None:
        """After someone left between games: if all who stay are ready their game is dealt. None otherwise."""

        async def work(db: Session) -> Outcome | None:
            table = await locked_table(db, table_id)
            if table is None or table.status not in (TableStatus.OVER, TableStatus.BREAK):
                return None
            return await self._deal_when_ready(db, table, [seat for seat, _ in await seats_of(db, table_id)])

        return await self.house.transact(work)

    async def _deal_when_ready(self, db: Session, table: Table, seats: list[Seat]) -> Outcome | None:
        assert table.id is not None
        staying = [seat for seat in seats if not seat.away]
        awaited = [seat for seat in staying if seat.strength is None]
        if not awaited or not all(seat.ready for seat in awaited):
            return None
        if table.status == TableStatus.BREAK:
            return await self._deal_next(db, table, seats)
        if len(staying) < catalogue.game(table.game, table.rules_version).min_seats:
            return None
        for seat in seats:
            if seat.away:
                await db.delete(seat)
        return await self._deal_first(db, table, staying, started_by=None)

    async def after_break(self, table_id: int, game_id: int) -> Outcome | None:
        """A tournament's break is over: the next game is dealt to whoever is there. None if that was done already."""

        async def work(db: Session) -> Outcome | None:
            table = await locked_table(db, table_id)
            if table is None or table.status != TableStatus.BREAK:
                return None
            last = await newest_game(db, table_id)
            if last is None or last.id != game_id or table.break_ends is None or self.house.now() < table.break_ends:
                return None
            return await self._deal_next(db, table, [seat for seat, _ in await seats_of(db, table_id)])

        return await self.house.transact(work)

    async def _deal_first(self, db: Session, table: Table, seats: list[Seat], *, started_by: int | None) -> Outcome:
        """A single game, or the first one of a tournament. The start rotates from one to the next (G1)."""
        assert table.id is not None
        last = await newest_game(db, table.id)
        seed = fairness.seed(bytes.fromhex(table.secret), deal_salt(seats, started_by))
        if last is None:
            _draw_positions(seats, fairness.seat_order(seed, len(seats)))
            table.first_starter = fairness.first_starter(seed, len(seats))
        else:
            _close_ranks(seats)
        number = 1 if last is None else last.number + 1
        if table.games == 1 and table.mode != Mode.SYSTEM:
            series = Series(None, (table.first_starter or 0) % len(seats), turn=number)
        else:
            tournament = await self.play.tournaments.begin(db, table, len(seats))
            series = Series(tournament.id, tournament.first_starter, turn=1)
        sitting = await self._deal(db, table, seats, number=number, series=series, started_by=started_by)
        return outcome(table, sitting.row)

    async def _deal_next(self, db: Session, table: Table, seats: list[Seat]) -> Outcome:
        """The next game of a table's tournament, with the same seats."""
        assert table.id is not None
        last = await newest_game(db, table.id)
        assert last is not None
        sitting = await self._next(db, table, last, seats)
        if any(seat.away for seat in seats):
            await self.play.settle(db, sitting)
        return outcome(table, sitting.row)

    async def next_sitting(self, db: Session, finished: Sitting) -> Sitting:
        """The next game of a tournament that nobody plays any more, dealt and not begun."""
        return await self._next(db, finished.table, finished.row, finished.seats)

    async def _next(self, db: Session, table: Table, last: GameRow, seats: list[Seat]) -> Sitting:
        tournament = await db.get(Tournament, last.tournament_id)
        assert tournament is not None
        series = Series(tournament.id, tournament.first_starter, turn=last.round + 1)
        unattended = 0 if any(seat.ready for seat in seats) else last.unattended
        sitting = await self._deal(db, table, seats, number=last.number + 1, series=series, started_by=None)
        sitting.row.unattended = unattended
        return sitting

    async def _make_ready(self, db: Session, table: Table, seat: Seat, request: Request) -> None:
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
        self, db: Session, table: Table, seats: list[Seat], *, number: int, series: Series, started_by: int | None
    ) -> Sitting:
        game = catalogue.game(table.game, table.rules_version)
        in_play = sorted(seats, key=lambda seat: seat.position or 0)
        salt = deal_salt(seats, started_by)
        starter = game.starter(series.first_starter, series.turn, len(seats))
        state = game.deal(len(seats), starter, fairness.seed(bytes.fromhex(table.secret), salt))
        now = self.house.now()
        assert table.id is not None
        row = GameRow(
            table_id=table.id,
            number=number,
            tournament_id=series.tournament_id,
            round=1 if series.tournament_id is None else series.turn,
            game=table.game,
            rules_version=table.rules_version,
            seats=len(seats),
            starter=starter,
            secret=table.secret,
            commitment=table.commitment,
            salt=salt,
            state=game.dump_state(state),
            started_at=now,
        )
        db.add(row)
        await db.flush()
        assert row.id is not None
        for position, seat in enumerate(in_play):
            seat.ready, seat.timeouts = False, 0
            db.add(seat)
            db.add(GamePlayer(game_id=row.id, position=position, person_id=seat.person_id))
        self._open_play(db, table)
        sitting = Sitting(table, row, game, state, seats)
        self.play.open_turn(sitting)
        return sitting

    def _open_play(self, db: Session, table: Table) -> None:
        """The table plays, and the commitment to the deal after this one is made."""
        next_secret = self.house.new_secret()
        table.secret, table.commitment = next_secret.hex(), fairness.commitment(next_secret)
        table.status = TableStatus.PLAYING.value
        table.break_ends = None
        table.version += 1
        table.touched_at = self.house.now()
        db.add(table)


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
