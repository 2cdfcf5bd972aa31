"""Reading a table for one viewer. What the viewer may not see never leaves this module."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from engine import catalogue
from engine.game import Result, msg
from ratings.explanation import Explanation, explain
from ratings.journal import JournalRow
from soker_discord.store.games import moves_of, newest_game, newest_moves, players_of, votes_of
from soker_discord.store.ladder import journal_of_event
from soker_discord.store.models import (
    GamePlayer,
    GameRow,
    MoveBy,
    MoveRow,
    Person,
    Seat,
    Table,
    TableStatus,
    Tournament,
)
from soker_discord.store.people import person_by_discord
from soker_discord.store.rooms import held_seat, newest_open_table_in, newest_open_table_of, seats_of
from soker_discord.store.tournaments import results_of
from soker_discord.tables.house import House
from soker_discord.tables.outcome import result_of
from soker_discord.tables.play import IDLE_TIMEOUTS
from soker_discord.tables.refusals import Refused
from soker_discord.tables.rooms import NO_SUCH_TABLE, person_key
from soker_discord.tables.tournaments import standing_of
from soker_discord.tables.view import GameView, SeatView, SeriesView, TableView

RECENT_MOVES = 5
SINCE_MOVES = 24


@dataclass(frozen=True)
class Snapshot:
    """A table as it was read, hidden hands and all. ``seen_by`` is the only way out."""

    _table: Table
    _seats: Sequence[tuple[Seat, Person]]
    _row: GameRow | None
    _players: Sequence[tuple[GamePlayer, Person]]
    _moves: Sequence[MoveRow]
    _votes: frozenset[int]
    _tournament: Tournament | None = None
    _results: Sequence[Result] = ()
    _journal: Sequence[JournalRow] = ()

    def seen_by(self, discord_id: int | None) -> TableView:
        """The table as a person (None: a spectator) may see it."""
        game = None if self._row is None else self._game(self._row, discord_id)
        return _table_view(self._table, self._seats, game, discord_id)

    @cached_property
    def _state(self) -> Any:
        assert self._row is not None
        return catalogue.game(self._row.game, self._row.rules_version).load_state(self._row.state)

    def _game(self, row: GameRow, discord_id: int | None) -> GameView:
        assert row.id is not None
        game = catalogue.game(row.game, row.rules_version)
        position = _position(self._players, discord_id)
        over = row.result is not None
        return GameView(
            id=row.id,
            number=row.number,
            name=row.game,
            rules_version=row.rules_version,
            seq=row.seq,
            view=game.view(self._state, position),
            players=tuple(person.name for _, person in self._players),
            deadline=row.deadline,
            full_clock=row.full_clock_at is not None,
            recent=_events(game, self._moves[-RECENT_MOVES:]),
            since=() if position is None else _events(game, _after_own(self._moves, position)),
            votes=self._votes,
            commitment=row.commitment,
            secret=row.secret if over else None,
            salt=row.salt if over else None,
            result=None if row.result is None else result_of(row.result),
            series=self._series(row, position),
        )

    def _series(self, row: GameRow, position: int | None) -> SeriesView | None:
        tournament = self._tournament
        if tournament is None:
            return None
        assert tournament.id is not None
        now = standing_of(row, self._results)
        goes_on = self._table.status == TableStatus.BREAK
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
            break_ends=self._table.break_ends if goes_on else None,
            finished=tournament.finished_at is not None,
            change=None if position is None else self._change(self._players[position][0].person_id),
        )

    def _change(self, person_id: int) -> Explanation | None:
        own = next((row for row in self._journal if row.person == person_id), None)
        if own is None or own.unrated is not None:
            return None
        return explain(own, [row.aged for row in self._journal if row is not own])


@dataclass(frozen=True, slots=True)
class Looking:
    """The reading use cases."""

    house: House

    async def look(self, table_id: int, discord_id: int | None = None, *, number: int | None = None) -> TableView:
        """The table as a person (None: a spectator) may see it, with its newest game or game ``number``.

        Raises Refused if there is no such table.
        """
        return (await self.snapshot(table_id, number=number)).seen_by(discord_id)

    async def snapshot(self, table_id: int, *, number: int | None = None) -> Snapshot:
        """The table read once, from which every viewer's view is drawn. Raises Refused if there is no such table."""
        async with self.house.database.read() as db:
            table = await db.get(Table, table_id)
            if table is None:
                raise Refused(NO_SUCH_TABLE)
            seats = await seats_of(db, table_id)
            row = await newest_game(db, table_id, number)
            if row is None:
                return Snapshot(table, seats, None, (), (), frozenset())
            assert row.id is not None
            players = await players_of(db, row.id)
            moves = await newest_moves(db, row.id, SINCE_MOVES)
            seen = Snapshot(table, seats, row, players, moves, await votes_of(db, row.id))
            if row.tournament_id is None:
                return seen
            tournament = await db.get(Tournament, row.tournament_id)
            results = [result_of(found) for found in await results_of(db, row.tournament_id, up_to=row.round)]
            journal: Sequence[JournalRow] = ()
            if tournament is not None and tournament.finished_at is not None and row.round == len(results):
                journal = await journal_of_event(db, table.game, row.tournament_id)
            return replace(seen, _tournament=tournament, _results=results, _journal=journal)

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


def _position(players: Sequence[tuple[GamePlayer, Person]], discord_id: int | None) -> int | None:
    if discord_id is None:
        return None
    return next((player.position for player, person in players if person.discord_id == discord_id), None)


def _events(game: Any, moves: Sequence[MoveRow]) -> tuple[Any, ...]:
    return tuple(game.load_event(event) for move in moves for event in move.events)


def _after_own(moves: Sequence[MoveRow], position: int) -> Sequence[MoveRow]:
    own = [index for index, move in enumerate(moves) if move.seat == position and move.by == MoveBy.PERSON]
    return moves[own[-1] + 1 :] if own else moves


def _table_view(
    table: Table, pairs: Sequence[tuple[Seat, Person]], game: GameView | None, discord_id: int | None
) -> TableView:
    assert table.id is not None
    seats = tuple(_seat_view(table, seat, person) for seat, person in pairs)
    you = next((seat for seat in seats if discord_id is not None and seat.discord_id == discord_id), None)
    viewer = next((person for _, person in pairs if discord_id is not None and person.discord_id == discord_id), None)
    closed = table.status == TableStatus.CLOSED
    return TableView(
        id=table.id,
        code=table.code,
        private=table.private,
        status=TableStatus(table.status),
        version=table.version,
        max_seats=catalogue.game(table.game).max_seats,
        seats=seats,
        host=next((seat.name for seat in seats if seat.is_host), "?"),
        games=table.games,
        ranked=table.ranked,
        play_for_idle=table.play_for_idle,
        commitment=table.commitment,
        secret=table.secret if closed and game is None else None,
        closed_because=table.closed_because,
        home_guild_id=table.home_guild_id,
        game=game,
        you=you,
        attention_call=viewer.attention_call if viewer else True,
    )


def _seat_view(table: Table, seat: Seat, person: Person) -> SeatView:
    return SeatView(
        person_id=seat.person_id,
        discord_id=person.discord_id,
        name=person.name,
        chair=seat.chair,
        position=seat.position,
        away=seat.away,
        idle=table.play_for_idle and seat.timeouts >= IDLE_TIMEOUTS,
        ready=seat.ready,
        is_host=seat.person_id == table.host_id,
    )
