"""A board folded anew from its events, beside what is stored of it: the ground of rebuilding and verifying."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from ratings.event import Event, Unrated
from ratings.journal import Standing
from ratings.ladder import Ladder
from soker_discord.store import ladder as store
from soker_discord.store.database import Session
from soker_discord.store.ladder import StoredEvent, StoredRow, StoredStanding
from soker_discord.tables.refusals import Refused

PAGE = 1000
"""Events read at a time."""

Progress = Callable[[str, int, int], None]
"""Told the board, how many of its events are done, and how many there are to do."""


def silent(board: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


@dataclass(frozen=True, slots=True)
class RowFinding:
    """A journal row that is not what the events make it; ``stored`` None: it is missing, ``wanted`` None: surplus."""

    event: int
    person: int
    stored: StoredRow | None
    wanted: StoredRow | None


@dataclass(frozen=True, slots=True)
class GroupFinding:
    """An event whose group is stored under a wrong name."""

    event: int
    stored: str
    wanted: str


@dataclass(frozen=True, slots=True)
class StandingFinding:
    """A standing that is not what the events make it; ``stored`` None: it is missing, ``wanted`` None: surplus."""

    person: int
    stored: StoredStanding | None
    wanted: StoredStanding | None


Finding = RowFinding | GroupFinding | StandingFinding


@dataclass(slots=True)
class Fold:
    """A ladder on its way through a board's events, and what it was told on the way.

    ``position`` is that of the last event that is in. ``taken_out`` is an event that is to count as taken out. Every
    difference from what is stored goes to ``report``.
    """

    ladder: Ladder
    report: Callable[[Finding], None]
    taken_out: int | None = None
    position: int = 0
    events: int = 0
    rows: int = 0
    people: set[int] = field(default_factory=set)
    """Those whose standing moved since it was last emptied."""

    @property
    def board(self) -> str:
        """The board's name."""
        return self.ladder.board.name

    @property
    def standings(self) -> dict[int, Standing]:
        """Where everyone with a rated event stands."""
        return {person: standing for person, standing in self.ladder.standings.items() if standing.events}


class UnknownBoard(Refused):
    """There is no such board."""


async def board_names(db: Session, board: str | None = None) -> list[str]:
    """The boards that are meant, by name: the one that is named, or all. Raises UnknownBoard."""
    names = [state.board.name for state in await store.board_states(db, None if board is None else [board])]
    if board is not None and not names:
        raise UnknownBoard("There is no board {board}.", board=board)
    return names


async def resume(db: Session, fold: Fold, until: int) -> None:
    """Start behind the events up to a position, from their rows as they are stored."""
    for after in range(0, until, PAGE):
        rows = await store.journal_between(db, fold.board, after, min(after + PAGE, until))
        fold.ladder.resume(found.row for found in rows)
    fold.position = until


async def fold_on(db: Session, fold: Fold, until: int, progress: Progress = silent) -> None:
    """Fold the events up to a position. Raises Unreadable, and what the ladder raises."""
    start, done = fold.position, fold.events
    for after in range(start, until, PAGE):
        last = min(after + PAGE, until)
        events = await store.events_between(db, fold.board, after, last)
        stored = await store.journal_between(db, fold.board, after, last)
        _fold_page(fold, events, stored)
        fold.position = last
        progress(fold.board, done + last - start, done + until - start)


async def compare_standings(db: Session, fold: Fold) -> int:
    """Hold the ladder's standings against all that are stored; returns how many there are to be."""
    missing = {person: store.stored_standing(standing) for person, standing in fold.standings.items()}
    people, last = len(missing), -1
    while page := await store.standings_after(db, fold.board, last):
        for person, stored in page.items():
            wanted = missing.pop(person, None)
            if stored != wanted:
                fold.report(StandingFinding(person, stored, wanted))
        last = max(page)
    for person, wanted in missing.items():
        fold.report(StandingFinding(person, None, wanted))
    return people


def _fold_page(fold: Fold, events: Iterable[StoredEvent], stored: Iterable[StoredRow]) -> None:
    rows = {(found.row.event, found.row.person): found for found in stored}
    for found in events:
        event = _as_it_counts(fold, found.event)
        _fold_event(fold, replace(found, event=event), rows)
    for (event, person), surplus in rows.items():
        fold.report(RowFinding(event, person, surplus, None))


def _as_it_counts(fold: Fold, event: Event) -> Event:
    return replace(event, unrated=Unrated.TAKEN_OUT) if event.id == fold.taken_out else event


def _fold_event(fold: Fold, found: StoredEvent, stored: dict[tuple[int, int], StoredRow]) -> None:
    """Rate an event; takes its rows out of ``stored``."""
    group = store.group_of(found.event)
    if group != found.group:
        fold.report(GroupFinding(found.event.id, found.group, group))
    for row in fold.ladder.apply(found.event):
        wanted, was = StoredRow(found.position, row), stored.pop((row.event, row.person), None)
        if was != wanted:
            fold.report(RowFinding(row.event, row.person, was, wanted))
        fold.people.add(row.person)
        fold.rows += 1
    fold.events += 1
