"""What a host does with the ladder: make it anew from its events, take an event out.

The long part, folding, happens beside the running game: it reads one moment of the database and holds nothing. Only
then is the board held, what was finished meanwhile is folded on, and what differs is written in one transaction.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from ratings.event import Unrated
from ratings.journal import Standing
from ratings.ladder import Ladder
from soker_discord.store import ladder as store
from soker_discord.store.database import Database, Session
from soker_discord.store.ladder import BoardState, StoredEvent, StoredRow
from soker_discord.tables.ladder_fold import (
    Finding,
    Fold,
    GroupFinding,
    Progress,
    RowFinding,
    StandingFinding,
    board_names,
    compare_standings,
    fold_on,
    resume,
    silent,
)
from soker_discord.tables.refusals import Refused

T = TypeVar("T")

TRIES = 3


class UnknownEvent(Refused):
    """No board has such an event, or the one that was named has not."""


class NothingToTakeOut(Refused):
    """The event changes no rating already."""


class Overtaken(Exception):
    """The board's past was mended between folding and writing."""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What rebuilding a board did: events and rows that were folded; rows and standings that were not as they are now.

    ``groups`` are events whose group was stored under a wrong name.
    """

    board: str
    events: int
    rows: int
    changed_rows: int
    changed_standings: int
    groups: int

    @property
    def changed(self) -> int:
        """Everything that was changed."""
        return self.changed_rows + self.changed_standings + self.groups


@dataclass(slots=True)
class _Changes:
    """What has to be written to mend the differences that were found."""

    rows: list[StoredRow] = field(default_factory=list)
    surplus: list[tuple[int, int]] = field(default_factory=list)
    groups: dict[int, str] = field(default_factory=dict)
    people: set[int] = field(default_factory=set)
    """Those whose standing is to be written or deleted."""

    def note(self, finding: Finding) -> None:
        """Keep what mends a difference."""
        match finding:
            case RowFinding(wanted=StoredRow() as row):
                self.rows.append(row)
            case RowFinding(event=event, person=person):
                self.surplus.append((event, person))
            case GroupFinding(event=event, wanted=group):
                self.groups[event] = group
            case StandingFinding(person=person):
                self.people.add(person)


@dataclass(frozen=True, slots=True)
class _Draft:
    """A board folded anew, what is to be written of it, and the revision of the past it was made from."""

    fold: Fold
    changes: _Changes
    revision: int


@dataclass(frozen=True, slots=True)
class _TakenOut:
    event: int
    reason: str


async def rebuild(
    database: Database, board: str | None = None, since: int | None = None, progress: Progress = silent
) -> tuple[Rebuilt, ...]:
    """Make a board, or every one, anew from its events and write what differs; one transaction a board.

    ``since``: rows of events before that one are taken as they are stored; boards without it are left out. Raises
    UnknownBoard, UnknownEvent, and Unreadable for an event that was changed by hand.
    """
    starts = await _starts(database, board, since)
    return tuple([await _rebuild(database, name, start, progress) for name, start in starts.items()])


async def void(database: Database, event: int, reason: str, progress: Progress = silent) -> tuple[Rebuilt, ...]:
    """Take an event out on all boards it counts on, and rebuild them from there, all in one transaction.

    ``reason`` is kept with the event for the people to read. Raises Refused without one, UnknownEvent, and
    NothingToTakeOut for an event that changes no rating.
    """
    if not (reason := reason.replace("\0", "").strip()):
        raise Refused("Taking an event out needs a reason that its people can read.")

    async def work() -> tuple[Rebuilt, ...]:
        starts = await _boards_it_counts_on(database, event)
        return await _mend(database, starts, progress, _TakenOut(event, reason))

    return await _undisturbed(work)


def _nothing_to_take_out(event: int, found: Sequence[StoredEvent]) -> Refused:
    if not found:
        return UnknownEvent("No board has an event {event}.", event=event)
    stored = found[0]
    assert stored.event.unrated is not None
    why = f"{stored.event.unrated.value}: {stored.note}" if stored.note else stored.event.unrated.value
    if stored.event.unrated is Unrated.TAKEN_OUT:
        return NothingToTakeOut("Event {event} was taken out before ({why}).", event=event, why=why)
    return NothingToTakeOut("Event {event} changes no rating anyway ({why}).", event=event, why=why)


async def _starts(database: Database, board: str | None, since: int | None) -> dict[str, int]:
    """The boards that are meant, by name, with the position from which on to fold."""
    async with database.read() as db:
        names = await board_names(db, board)
        if since is None:
            return dict.fromkeys(names, 1)
        positions = {found.event.board: found.position for found in await store.find_event(db, since)}
    starts = {name: positions[name] for name in names if name in positions}
    if not starts:
        text = "No board has an event {event}." if board is None else "Board {board} has no event {event}."
        raise UnknownEvent(text, event=since, board=board)
    return starts


async def _boards_it_counts_on(database: Database, event: int) -> dict[str, int]:
    async with database.read() as db:
        found = await store.find_event(db, event)
    counting = {stored.event.board: stored.position for stored in found if stored.event.unrated is None}
    if not counting:
        raise _nothing_to_take_out(event, found)
    return counting


async def _rebuild(database: Database, board: str, start: int, progress: Progress) -> Rebuilt:
    return (await _undisturbed(lambda: _mend(database, {board: start}, progress)))[0]


async def _undisturbed(work: Callable[[], Awaitable[T]]) -> T:
    """Do it again where someone else mended the same board meanwhile. Raises Refused if that happens on end."""
    for _ in range(TRIES):
        try:
            return await work()
        except Overtaken:
            continue
    raise Refused("The ladder is being mended by someone else. Please try again.")


async def _mend(
    database: Database, starts: dict[str, int], progress: Progress, taken_out: _TakenOut | None = None
) -> tuple[Rebuilt, ...]:
    """Fold boards from their positions on and write what differs, all in one transaction. Raises Overtaken."""
    event = None if taken_out is None else taken_out.event
    drafts = [await _draft(database, name, start, progress, event) for name, start in starts.items()]
    async with database.write() as db:
        states = {state.board.name: state for state in await store.lock_boards(db, starts)}
        if taken_out is not None:
            await _take_out(db, list(starts), taken_out)
        return tuple([await _write(db, draft, states[draft.fold.board], progress) for draft in drafts])


async def _draft(database: Database, board: str, start: int, progress: Progress, taken_out: int | None) -> _Draft:
    """Fold a board as it is at one moment, holding nothing."""
    async with database.read() as db:
        await store.hold_still(db)
        state = (await store.board_states(db, [board]))[0]
        changes = _Changes()
        fold = Fold(Ladder(state.board), changes.note, taken_out)
        await resume(db, fold, start - 1)
        await fold_on(db, fold, state.last_position, progress)
        await compare_standings(db, fold)
    fold.people.clear()
    return _Draft(fold, changes, state.revision)


async def _take_out(db: Session, boards: Sequence[str], what: _TakenOut) -> None:
    """Note on boards that are held that an event is taken out. Raises Overtaken where it is unrated already."""
    for board in boards:
        if not await store.set_unrated(db, board, what.event, Unrated.TAKEN_OUT, what.reason):
            raise Overtaken


async def _write(db: Session, draft: _Draft, state: BoardState, progress: Progress) -> Rebuilt:
    """Fold on what was finished meanwhile and write what differs on a board that is held. Raises Overtaken."""
    if state.revision != draft.revision:
        raise Overtaken
    fold, board, changes = draft.fold, draft.fold.board, draft.changes
    await fold_on(db, fold, state.last_position, progress)
    standings = fold.standings
    changes.people |= await _moved_meanwhile(db, board, fold.people - changes.people, standings)
    await store.set_groups(db, board, changes.groups)
    await store.delete_rows(db, board, changes.surplus)
    await store.write_rows(db, changes.rows)
    await _write_standings(db, board, changes.people, standings)
    rebuilt = _rebuilt(fold, changes)
    if rebuilt.changed:
        await store.raise_revision(db, board)
    return rebuilt


def _rebuilt(fold: Fold, changes: _Changes) -> Rebuilt:
    rows = len(changes.rows) + len(changes.surplus)
    return Rebuilt(fold.board, fold.events, fold.rows, rows, len(changes.people), len(changes.groups))


async def _moved_meanwhile(
    db: Session, board: str, people: Collection[int], standings: dict[int, Standing]
) -> set[int]:
    """Of people who finished an event after the draft was made, those who do not stand where they should."""
    stored = await store.standings_of(db, board, people)
    return {person for person in people if stored.get(person) != standings.get(person)}


async def _write_standings(db: Session, board: str, people: Collection[int], standings: dict[int, Standing]) -> None:
    await store.delete_standings(db, board, [person for person in people if person not in standings])
    await store.write_standings(db, board, {person: standings[person] for person in people if person in standings})
