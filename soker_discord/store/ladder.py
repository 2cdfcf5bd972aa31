"""The statements of the ladder: boards and their lock, events, journal rows, standings.

They go to the session's connection as plain statements on tables: whole ladders pass through here, and no row of them
needs to be an object that the session keeps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Executable, Row, Table, and_, delete, func, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import SQLModel

import soker_discord.store.ladder_models  # noqa: F401 - the tables
from ratings.display import order_key
from ratings.event import Board, Entrant, Event, Unrated
from ratings.groups import group
from ratings.journal import JournalRow, Standing, standing_after
from ratings.rating import Rating
from ratings.seasons import season_of
from soker_discord.store.database import Session, run

T = TypeVar("T")

BOARD: Table = SQLModel.metadata.tables["ladder_board"]
EVENT: Table = SQLModel.metadata.tables["ladder_event"]
JOURNAL: Table = SQLModel.metadata.tables["ladder_journal"]
STANDING: Table = SQLModel.metadata.tables["ladder_standing"]

BATCH = 1000
"""Rows a statement reads or writes at most."""


class Unreadable(Exception):
    """An event is stored in a way that makes no event: someone changed it by hand."""


@dataclass(frozen=True, slots=True)
class BoardState:
    """A board, the position of its newest event (0: none), and how often its past was mended."""

    board: Board
    last_position: int
    revision: int


@dataclass(frozen=True, slots=True)
class BoardSummary:
    """A board, how many events and people it has, and when its newest event ended (None: it has none)."""

    board: Board
    events: int
    people: int
    newest: datetime | None


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event and its place in the order of events; the name of its group as stored; what a host said about it."""

    position: int
    event: Event
    group: str
    note: str | None


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A journal row and the position of its event."""

    position: int
    row: JournalRow


@dataclass(frozen=True, slots=True)
class StoredStanding:
    """A standing, the key it is ordered by, least first, and the number of the season it was last active in."""

    standing: Standing
    rank_key: float
    season: int


def stored_standing(standing: Standing) -> StoredStanding:
    """A standing of a person who has a rated event, as it has to be stored."""
    assert standing.last_active is not None
    return StoredStanding(standing, -order_key(standing.rating), season_of(standing.last_active).number)


def upsert(db: Session, table: Table, keys: tuple[str, ...]) -> Executable:
    """An insert that overwrites the row of the same key."""
    return _upsert(db.get_bind().dialect.name, table, keys)


@cache
def _upsert(dialect: str, table: Table, keys: tuple[str, ...]) -> Executable:
    statement = (sqlite.insert if dialect == "sqlite" else postgresql.insert)(table)
    others = {column.name: statement.excluded[column.name] for column in table.c if column.name not in keys}
    return statement.on_conflict_do_update(index_elements=list(keys), set_=others)


async def hold_still(db: Session) -> None:
    """Make this reading session see one moment of the database until it ends. The first thing said in it.

    On SQLite a transaction does that by itself.
    """
    if db.get_bind().dialect.name == "postgresql":
        await (await db.connection()).exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")


# boards


async def board_states(db: Session, names: Collection[str] | None = None) -> list[BoardState]:
    """The boards of these names, or all, by name."""
    return [_board_state(row) for row in await run(db, _boards(names))]


async def lock_boards(db: Session, names: Collection[str]) -> list[BoardState]:
    """The boards of these names that there are, by name, held until the transaction ends.

    Everyone locks in the order of names, so that no two wait for each other.
    """
    return [_board_state(row) for row in await run(db, _boards(names).with_for_update())]


async def lock_or_make_boards(db: Session, boards: Iterable[Board]) -> list[BoardState]:
    """These boards by name, held until the transaction ends; new ones are made.

    A board that there is stays what it is: ``spans_servers`` counts only where it is made. New ones are made before
    any is locked: nobody who holds a board waits for one to be made.
    """
    wanted = {board.name: board for board in boards}
    known = {state.board.name for state in await board_states(db, wanted)}
    make = sqlite.insert if db.get_bind().dialect.name == "sqlite" else postgresql.insert
    for name in sorted(wanted.keys() - known):
        values = {"name": name, "spans_servers": wanted[name].spans_servers, "last_position": 0, "revision": 0}
        await run(db, make(BOARD).values(values).on_conflict_do_nothing())
    return await lock_boards(db, wanted)


async def board_summaries(db: Session) -> list[BoardSummary]:
    """All boards by name, with what is on them."""
    people = select(func.count()).where(STANDING.c.board == BOARD.c.name).scalar_subquery()
    newest = select(func.max(EVENT.c.finished_at)).where(EVENT.c.board == BOARD.c.name).scalar_subquery()
    query = _boards(None).add_columns(people.label("people"), newest.label("newest"))
    return [
        BoardSummary(Board(row.name, row.spans_servers), row.last_position, row.people, row.newest)
        for row in await run(db, query)
    ]


async def raise_revision(db: Session, board: str) -> None:
    """Note that a board's past was mended."""
    await run(db, update(BOARD).where(BOARD.c.name == board).values(revision=BOARD.c.revision + 1))


def _boards(names: Collection[str] | None) -> Any:
    query = select(BOARD.c.name, BOARD.c.spans_servers, BOARD.c.last_position, BOARD.c.revision).order_by(BOARD.c.name)
    return query if names is None else query.where(BOARD.c.name.in_(names))


def _board_state(row: Row[Any]) -> BoardState:
    return BoardState(Board(row.name, row.spans_servers), row.last_position, row.revision)


# events


async def append_event(
    db: Session, state: BoardState, event: Event, note: str | None, rows: Sequence[JournalRow]
) -> int:
    """Write an event, its rows and where its people stand at the end of a board that is held; returns its position."""
    position = state.last_position + 1
    await run(db, update(BOARD).where(BOARD.c.name == event.board).values(last_position=position))
    values = {
        "board": event.board,
        "event": event.id,
        "position": position,
        "finished_at": event.finished_at,
        "group_key": group_of(event),
        "entrants": [_entrant_values(entrant) for entrant in event.entrants],
        "unrated": None if event.unrated is None else event.unrated.value,
        "note": note,
    }
    await run(db, EVENT.insert(), [values])
    await run(db, JOURNAL.insert(), [_row_values(StoredRow(position, row)) for row in rows])
    if event.unrated is None:
        await write_standings(db, event.board, {row.person: standing_after(row) for row in rows})
    return position


def group_of(event: Event) -> str:
    """The name of the group of people in an event."""
    return group(entrant.person for entrant in event.people)


async def find_event(db: Session, event: int) -> list[StoredEvent]:
    """An event on every board it is on, by name."""
    found = await run(db, select(EVENT).where(EVENT.c.event == event).order_by(EVENT.c.board))
    return [_stored_event(row) for row in found]


async def is_on_board(db: Session, board: str, event: int) -> bool:
    """Whether a board has an event."""
    query = select(EVENT.c.event).where(EVENT.c.board == board, EVENT.c.event == event)
    return (await run(db, query)).first() is not None


async def events_between(db: Session, board: str, after: int, until: int) -> list[StoredEvent]:
    """A board's events at positions ``after`` < position <= ``until``, in order. Raises Unreadable."""
    query = select(EVENT).where(_span(board, after, until)).order_by(EVENT.c.position)
    return [_stored_event(row) for row in await run(db, query)]


async def earlier_meetings(db: Session, board: str, group_key: str, limit: int) -> list[datetime]:
    """When a group's rated events on a board ended: the newest ``limit`` of them, newest first."""
    query = (
        select(EVENT.c.finished_at)
        .where(EVENT.c.board == board, EVENT.c.group_key == group_key, EVENT.c.unrated.is_(None))
        .order_by(EVENT.c.finished_at.desc())
        .limit(limit)
    )
    return [row.finished_at for row in await run(db, query)]


async def set_unrated(db: Session, board: str, event: int, reason: Unrated, note: str) -> bool:
    """Note that a rated event changes no rating, and why. False if there is no such event or it is unrated already."""
    which = and_(EVENT.c.board == board, EVENT.c.event == event, EVENT.c.unrated.is_(None))
    result = await run(db, update(EVENT).where(which).values(unrated=reason.value, note=note))
    return result.rowcount == 1


async def set_groups(db: Session, board: str, groups: Mapping[int, str]) -> None:
    """Name the groups of these events (id to name) anew."""
    for event, name in groups.items():
        which = and_(EVENT.c.board == board, EVENT.c.event == event)
        await run(db, update(EVENT).where(which).values(group_key=name))


def _span(board: str, after: int, until: int) -> Any:
    return and_(EVENT.c.board == board, EVENT.c.position > after, EVENT.c.position <= until)


def _entrant_values(entrant: Entrant) -> list[Any]:
    own: list[Any] = [entrant.person, entrant.place, entrant.points]
    return own if entrant.fixed is None else [*own, entrant.fixed.mu, entrant.fixed.sigma]


def _entrant(person: int, place: int, points: int, *fixed: float) -> Entrant:
    return Entrant(person, place, points, Rating(*fixed) if fixed else None)


def _stored_event(row: Row[Any]) -> StoredEvent:
    try:
        entrants = tuple(_entrant(*values) for values in row.entrants)
        event = Event(row.event, row.board, row.finished_at, entrants, _reason(row))
    except (TypeError, ValueError) as error:
        raise Unreadable(f"Event {row.event} on board {row.board} cannot be read: {error}.") from error
    return StoredEvent(row.position, event, row.group_key, row.note)


def _reason(row: Row[Any]) -> Unrated | None:
    """Why an event or a journal row is unrated. Raises Unreadable."""
    try:
        return None if row.unrated is None else Unrated(row.unrated)
    except ValueError as error:
        raise Unreadable(f"Event {row.event} on board {row.board} has an unknown reason: {row.unrated}.") from error


# the journal


async def journal_of_event(db: Session, board: str, event: int) -> tuple[JournalRow, ...]:
    """What an event did to its people, by place and id; nothing if the board has no such event."""
    query = (
        select(JOURNAL)
        .where(JOURNAL.c.board == board, JOURNAL.c.event == event)
        .order_by(JOURNAL.c.place, JOURNAL.c.person_id)
    )
    return tuple(_journal_row(row) for row in await run(db, query))


async def journal_between(db: Session, board: str, after: int, until: int) -> list[StoredRow]:
    """The rows of ``events_between``, an event's rows together, by place and id."""
    its_event = and_(JOURNAL.c.board == EVENT.c.board, JOURNAL.c.event == EVENT.c.event)
    query = (
        select(JOURNAL)
        .join(EVENT, its_event)
        .where(_span(board, after, until))
        .order_by(EVENT.c.position, JOURNAL.c.place, JOURNAL.c.person_id)
    )
    return [StoredRow(row.position, _journal_row(row)) for row in await run(db, query)]


async def journal_of_person(db: Session, board: str, person: int, limit: int) -> tuple[JournalRow, ...]:
    """A person's newest rows on a board, newest first."""
    query = (
        select(JOURNAL)
        .where(JOURNAL.c.board == board, JOURNAL.c.person_id == person)
        .order_by(JOURNAL.c.position.desc())
        .limit(limit)
    )
    return tuple(_journal_row(row) for row in await run(db, query))


async def write_rows(db: Session, rows: Iterable[StoredRow]) -> None:
    """Write journal rows, over those of the same key."""
    statement = upsert(db, JOURNAL, ("board", "event", "person_id"))
    for batch in batches(rows):
        await run(db, statement, [_row_values(row) for row in batch])


async def delete_rows(db: Session, board: str, keys: Iterable[tuple[int, int]]) -> None:
    """Delete the rows of these events and people."""
    for batch in batches(keys):
        key = tuple_(JOURNAL.c.event, JOURNAL.c.person_id)
        await run(db, delete(JOURNAL).where(JOURNAL.c.board == board, key.in_(batch)))


def _row_values(stored: StoredRow) -> dict[str, Any]:
    row = stored.row
    return {
        "board": row.board,
        "event": row.event,
        "person_id": row.person,
        "position": stored.position,
        "place": row.place,
        "points": row.points,
        "entrants": row.entrants,
        "before_mu": row.before.mu,
        "before_sigma": row.before.sigma,
        "aged_mu": row.aged.mu,
        "aged_sigma": row.aged.sigma,
        "after_mu": row.after.mu,
        "after_sigma": row.after.sigma,
        "weight": row.weight,
        "met": row.met,
        "events": row.events,
        "last_active": row.last_active,
        "finished_at": row.finished_at,
        "engine": row.engine,
        "unrated": None if row.unrated is None else row.unrated.value,
    }


def _journal_row(row: Row[Any]) -> JournalRow:
    return JournalRow(
        board=row.board,
        event=row.event,
        person=row.person_id,
        place=row.place,
        points=row.points,
        entrants=row.entrants,
        before=Rating(row.before_mu, row.before_sigma),
        aged=Rating(row.aged_mu, row.aged_sigma),
        after=Rating(row.after_mu, row.after_sigma),
        weight=row.weight,
        met=row.met,
        events=row.events,
        last_active=row.last_active,
        finished_at=row.finished_at,
        engine=row.engine,
        unrated=_reason(row),
    )


# standings


async def standings_of(db: Session, board: str, persons: Collection[int]) -> dict[int, Standing]:
    """Where these people stand on a board; those without a rated event are missing."""
    found: dict[int, Standing] = {}
    for batch in batches(persons):
        query = select(STANDING).where(STANDING.c.board == board, STANDING.c.person_id.in_(batch))
        found |= {row.person_id: standing_from(row) for row in await run(db, query)}
    return found


async def standing_of(db: Session, board: str, person: int) -> StoredStanding | None:
    """Where a person stands on a board; None without a rated event."""
    query = select(STANDING).where(STANDING.c.board == board, STANDING.c.person_id == person)
    row = (await run(db, query)).first()
    return None if row is None else _stored_standing(row)


async def standings_after(db: Session, board: str, person: int) -> dict[int, StoredStanding]:
    """The next thousand standings of a board by person id, after that of ``person``."""
    query = (
        select(STANDING)
        .where(STANDING.c.board == board, STANDING.c.person_id > person)
        .order_by(STANDING.c.person_id)
        .limit(BATCH)
    )
    return {row.person_id: _stored_standing(row) for row in await run(db, query)}


async def write_standings(db: Session, board: str, standings: Mapping[int, Standing]) -> None:
    """Write where people stand, over what was there. They have a rated event each."""
    statement = upsert(db, STANDING, ("board", "person_id"))
    for batch in batches(standings.items()):
        await run(db, statement, [_standing_values(board, person, standing) for person, standing in batch])


async def delete_standings(db: Session, board: str, persons: Iterable[int]) -> None:
    """Take people off a board."""
    for batch in batches(persons):
        await run(db, delete(STANDING).where(STANDING.c.board == board, STANDING.c.person_id.in_(batch)))


def standing_from(row: Row[Any]) -> Standing:
    """The standing in a row of ``STANDING``, or in one with its columns."""
    return Standing(Rating(row.mu, row.sigma), row.last_active, row.events)


def _stored_standing(row: Row[Any]) -> StoredStanding:
    return StoredStanding(standing_from(row), row.rank_key, row.season)


def _standing_values(board: str, person: int, standing: Standing) -> dict[str, Any]:
    stored = stored_standing(standing)
    return {
        "board": board,
        "person_id": person,
        "mu": standing.rating.mu,
        "sigma": standing.rating.sigma,
        "rank_key": stored.rank_key,
        "events": standing.events,
        "last_active": standing.last_active,
        "season": stored.season,
    }


def batches(items: Iterable[T]) -> Iterator[list[T]]:
    """The items in lists as long as a statement takes."""
    rest = iter(items)
    while batch := list(islice(rest, BATCH)):
        yield batch
