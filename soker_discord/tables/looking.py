"""Reading a table for one viewer. What the viewer may not see never leaves this module."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from engine import catalogue
from engine.game import Result, msg
from engine.series import won_or_lost
from engine.system import Chances
from ratings.explanation import Explanation, explain
from ratings.journal import JournalRow
from ratings.rating import Rating
from soker_discord.store.database import Session
from soker_discord.store.games import moves_of
from soker_discord.store.ladder import find_event, journal_of_event
from soker_discord.store.messages import messages_of
from soker_discord.store.models import GameRow, Mode, MoveBy, TableStatus, Tournament
from soker_discord.store.people import person_by_discord
from soker_discord.store.reading import TableRows, table_rows
from soker_discord.store.rooms import held_seat, newest_open_table_in, newest_open_table_of
from soker_discord.store.tournaments import results_of
from soker_discord.tables.boards import boards_of
from soker_discord.tables.house import House
from soker_discord.tables.outcome import result_of
from soker_discord.tables.play import IDLE_TIMEOUTS
from soker_discord.tables.refusals import Refused
from soker_discord.tables.rooms import NO_SUCH_TABLE, NOT_SEATED, person_key
from soker_discord.tables.screens import ScreenView, screen_view
from soker_discord.tables.tournaments import standing_of
from soker_discord.tables.training import Training
from soker_discord.tables.view import GameView, SeatView, SeriesView, TableView

RECENT_MOVES = 5
SINCE_MOVES = 24


@dataclass(frozen=True, repr=False)
class Snapshot:
    """A table as it was read, hidden hands and all. ``seen_by`` is the only way out.

    What is the same for all viewers is worked out once.
    """

    _read: TableRows
    _tournament: Tournament | None = None
    _results: Sequence[Result] = ()
    _journal: Sequence[JournalRow] = ()
    _fixed: Sequence[Rating] = ()
    _chances: Chances | None = None

    @property
    def in_training(self) -> bool:
        """Whether it is a game of training that is still played."""
        row = self._read.game
        return self._read.table.mode == Mode.TRAINING and row is not None and row.result is None

    async def with_chances(self, training: Training) -> Snapshot:
        """The same with the win chances of a game of training."""
        if not self.in_training:
            return self
        strengths = [player.strength for player in self._read.players]
        return replace(self, _chances=await training.chances(self._read.game, strengths))

    def seen_by(self, discord_id: int | None) -> TableView:
        """The table as a person (None: a spectator) may see it."""
        row = self._read.game
        return self._table_view(None if row is None else self._game(row, discord_id), discord_id)

    @cached_property
    def _state(self) -> Any:
        row = self._read.game
        assert row is not None
        return catalogue.game(row.game, row.rules_version).load_state(row.state)

    @cached_property
    def _seats(self) -> tuple[SeatView, ...]:
        return tuple(_seat_view(self._read.table, seat) for seat in self._read.seats)

    @cached_property
    def _players(self) -> tuple[str, ...]:
        return tuple(player.name for player in self._read.players)

    @cached_property
    def _votes(self) -> frozenset[int]:
        return frozenset(player.vote for player in self._read.players if player.vote is not None)

    @cached_property
    def _events(self) -> tuple[tuple[Any, ...], ...]:
        """What every move brought about."""
        row = self._read.game
        assert row is not None
        load = catalogue.game(row.game, row.rules_version).load_event
        return tuple(tuple(load(event) for event in move.events) for move in self._read.moves)

    def _events_from(self, first: int) -> tuple[Any, ...]:
        return tuple(event for events in self._events[first:] for event in events)

    def _game(self, row: Any, discord_id: int | None) -> GameView:
        game = catalogue.game(row.game, row.rules_version)
        position = _position(self._read.players, discord_id)
        over = row.result is not None
        open_hands = self.in_training and position is not None
        return GameView(
            id=row.id,
            number=row.number,
            name=row.game,
            rules_version=row.rules_version,
            seq=row.seq,
            view=game.view(self._state, position),
            players=self._players,
            deadline=row.deadline,
            full_clock=row.full_clock_at is not None,
            recent=self._events_from(-RECENT_MOVES),
            since=() if position is None else self._events_from(_after_own(self._read.moves, position)),
            votes=self._votes,
            commitment=row.commitment,
            secret=row.secret if over else None,
            salt=row.salt if over else None,
            result=None if row.result is None else result_of(row.result),
            series=self._series(row, position),
            hands=game.hands(self._state) if open_hands else None,
            chances=self._chances if open_hands else None,
        )

    def _table_view(self, game: GameView | None, discord_id: int | None) -> TableView:
        table = self._read.table
        you = next((seat for seat in self._seats if _is(seat, discord_id)), None)
        closed = table.status == TableStatus.CLOSED
        return TableView(
            id=table.id,
            code=table.code,
            private=table.private,
            mode=Mode(table.mode),
            status=TableStatus(table.status),
            version=table.version,
            max_seats=catalogue.game(table.game).max_seats,
            seats=self._seats,
            host=next((seat.name for seat in self._seats if seat.is_host), "?"),
            games=table.games,
            ranked=table.ranked,
            play_for_idle=table.play_for_idle,
            commitment=table.commitment,
            secret=table.secret if closed and game is None else None,
            closed_because=table.closed_because,
            home_guild_id=table.home_guild_id,
            game=game,
            you=you,
            attention_call=next((seat.attention_call for seat in self._read.seats if _is(seat, discord_id)), True),
        )

    def _series(self, row: Any, position: int | None) -> SeriesView | None:
        tournament = self._tournament
        if tournament is None:
            return None
        assert tournament.id is not None
        now = standing_of(row, self._results)
        if tournament.games == 1 and row.result is not None:
            now = won_or_lost(now, result_of(row.result))
        goes_on = self._read.table.status == TableStatus.BREAK
        game = catalogue.game(row.game, row.rules_version)
        return SeriesView(
            id=tournament.id,
            number=tournament.number,
            games=tournament.games,
            round=row.round,
            unrated=tournament.unrated,
            scores=now.scores,
            places=now.places,
            next_starter=game.starter(tournament.first_starter, row.round + 1, row.seats) if goes_on else None,
            break_ends=self._read.table.break_ends if goes_on else None,
            finished=tournament.finished_at is not None,
            change=None if position is None else self._change(self._read.players[position].person_id),
        )

    def _change(self, person_id: int) -> Explanation | None:
        own = next((row for row in self._journal if row.person == person_id), None)
        if own is None or own.unrated is not None:
            return None
        return explain(own, [*(row.aged for row in self._journal if row is not own), *self._fixed])


@dataclass(frozen=True, slots=True)
class Looking:
    """The reading use cases."""

    house: House
    training: Training

    async def look(
        self, table_id: int, discord_id: int | None = None, *, number: int | None = None, chances: bool = False
    ) -> TableView:
        """The table as a person (None: a spectator) may see it, with its newest game or game ``number``.

        ``chances``: in training with the win chances, for which one may have to wait. Raises Refused if there is no
        such table, or if it is hidden and not the person's own.
        """
        view = (await self.snapshot(table_id, number=number, chances=chances)).seen_by(discord_id)
        if view.hidden and view.you is None and discord_id is not None and view.status is not TableStatus.CLOSED:
            raise Refused(NOT_SEATED)
        return view

    async def snapshot(self, table_id: int, *, number: int | None = None, chances: bool = False) -> Snapshot:
        """The table read once, from which every viewer's view is drawn. Raises Refused if there is no such table."""
        async with self.house.database.read() as db:
            found = await _read(db, table_id, number)
        return await found.with_chances(self.training) if chances else found

    async def with_screens(self, table_id: int) -> tuple[list[ScreenView], Snapshot]:
        """The table, in training with its chances, and every message that shows it. Raises Refused if it is gone."""
        async with self.house.database.read() as db:
            screens = [screen_view(row) for row in await messages_of(db, table_id)]
            found = await _read(db, table_id, None)
        return screens, await found.with_chances(self.training)

    async def table_of_game(self, game_id: int) -> int:
        """The table a game is played at. Raises Refused if there is no such game."""
        async with self.house.database.read() as db:
            row = await db.get(GameRow, game_id)
        if row is None:
            raise Refused(NO_SUCH_TABLE)
        return row.table_id

    async def table_of(self, discord_id: int, channel_id: int) -> int | None:
        """The table a person means: the one they sit at, else the newest open one shown in this channel."""
        async with self.house.database.read() as db:
            person = await person_by_discord(db, discord_id)
            if person is not None:
                if (seat := await held_seat(db, person_key(person))) is not None:
                    return seat.table_id
                if (found := await newest_open_table_of(db, person_key(person))) is not None:
                    return found
            return await newest_open_table_in(db, channel_id)

    async def record(self, game_id: int) -> dict[str, Any]:
        """Everything needed to check a finished game (commitment, secret, moves ...). Raises Refused before its end."""
        async with self.house.database.read() as db:
            row = await db.get(GameRow, game_id)
            if row is None or row.result is None:
                raise Refused(msg("A deal can be checked when its game is over."))
            moves = await moves_of(db, game_id)
            return {
                "game": row.game,
                "rules_version": row.rules_version,
                "number": row.number,
                "seats": row.seats,
                "starter": row.starter,
                "commitment": row.commitment,
                "secret": row.secret,
                "salt": row.salt,
                "moves": list(moves),
                "result": row.result,
            }


async def _read(db: Session, table_id: int, number: int | None) -> Snapshot:
    found = await table_rows(db, table_id, moves=SINCE_MOVES, number=number)
    if found is None:
        raise Refused(NO_SUCH_TABLE)
    if found.game is None or found.game.tournament_id is None:
        return Snapshot(found)
    tournament_id, last = found.game.tournament_id, found.game.round
    tournament = await db.get(Tournament, tournament_id)
    results = [result_of(result) for result in await results_of(db, tournament_id, up_to=last)]
    journal: Sequence[JournalRow] = ()
    fixed: list[Rating] = []
    if tournament is not None and tournament.finished_at is not None and last == len(results):
        board, *_ = boards_of(found.table.game, Mode(found.table.mode), None)
        journal = await journal_of_event(db, board.name, tournament_id)
        events = [stored.event for stored in await find_event(db, tournament_id) if stored.event.board == board.name]
        fixed = [entrant.fixed for event in events for entrant in event.entrants if entrant.fixed is not None]
    return Snapshot(found, tournament, results, journal, fixed)


def _position(players: Sequence[Any], discord_id: int | None) -> int | None:
    if discord_id is None:
        return None
    return next((player.position for player in players if player.discord_id == discord_id), None)


def _after_own(moves: Sequence[Any], position: int) -> int:
    """Where the moves begin that came after the last one which the person at a position made."""
    own = [index for index, move in enumerate(moves) if move.seat == position and move.by == MoveBy.PERSON]
    return own[-1] + 1 if own else 0


def _is(seat: Any, discord_id: int | None) -> bool:
    return discord_id is not None and seat.discord_id == discord_id


def _seat_view(table: Any, seat: Any) -> SeatView:
    return SeatView(
        person_id=seat.person_id,
        discord_id=seat.discord_id,
        name=seat.name,
        chair=seat.chair,
        position=seat.position,
        away=seat.away,
        idle=table.play_for_idle and seat.timeouts >= IDLE_TIMEOUTS,
        ready=seat.ready,
        is_host=seat.person_id == table.host_id,
        strength=seat.strength,
    )
