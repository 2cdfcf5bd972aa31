"""Checking the stored ladder against its events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from ratings.journal import JournalRow, Standing
from ratings.ladder import Ladder
from ratings.rating import Rating
from soker_discord.store import ladder as store
from soker_discord.store.database import Database
from soker_discord.store.ladder import StoredRow, StoredStanding
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
    silent,
)

TOLD = 10
"""Findings that are told in full."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored value that is not what the events make it. ``event`` None: of a standing. None: no such row."""

    board: str
    event: int | None
    person: int | None
    field: str
    stored: object
    wanted: object


@dataclass(frozen=True, slots=True)
class Verified:
    """What checking a board found: the first ten rows that differ, value by value, and how many there are."""

    board: str
    events: int
    rows: int
    standings: int
    different: int
    differences: tuple[Difference, ...]


async def verify(database: Database, board: str | None = None, progress: Progress = silent) -> tuple[Verified, ...]:
    """Fold a board, or every one, from its events and compare every stored value with the result, bit for bit.

    Changes nothing, and may run beside the bot. Raises UnknownBoard and Unreadable.
    """
    async with database.read() as db:
        names = await board_names(db, board)
    return tuple([await _verify(database, name, progress) for name in names])


async def _verify(database: Database, board: str, progress: Progress) -> Verified:
    differing: list[Finding] = []
    different = 0

    def report(finding: Finding) -> None:
        nonlocal different
        different += 1
        if len(differing) < TOLD:
            differing.append(finding)

    async with database.read() as db:
        await store.hold_still(db)
        state = (await store.board_states(db, [board]))[0]
        fold = Fold(Ladder(state.board), report)
        await fold_on(db, fold, state.last_position, progress)
        standings = await compare_standings(db, fold)
    differences = tuple(difference for finding in differing for difference in _differences(board, finding))
    return Verified(board, fold.events, fold.rows, standings, different, differences)


def _differences(board: str, finding: Finding) -> Iterator[Difference]:
    """The single values in which stored and wanted differ; one of the field "row" where there is only one of them."""
    match finding:
        case GroupFinding(event, stored, wanted):
            yield Difference(board, event, None, "group", stored, wanted)
        case RowFinding(event, person, stored, wanted):
            for name, was, should in _values(_row_values(stored), _row_values(wanted)):
                yield Difference(board, event, person, name, was, should)
        case StandingFinding(person, stored, wanted):
            for name, was, should in _values(_standing_values(stored), _standing_values(wanted)):
                yield Difference(board, None, person, name, was, should)


def _values(stored: dict[str, object] | None, wanted: dict[str, object] | None) -> Iterator[tuple[str, object, object]]:
    if stored is None or wanted is None:
        yield "row", stored and "there", wanted and "there"
        return
    for name, value in stored.items():
        if value != wanted[name]:
            yield name, value, wanted[name]


def _row_values(stored: StoredRow | None) -> dict[str, object] | None:
    if stored is None:
        return None
    row = {found.name: getattr(stored.row, found.name) for found in fields(JournalRow)}
    return _flat({"position": stored.position, **row})


def _standing_values(stored: StoredStanding | None) -> dict[str, object] | None:
    if stored is None:
        return None
    standing = {found.name: getattr(stored.standing, found.name) for found in fields(Standing)}
    return _flat({"rank key": stored.rank_key, "season": stored.season, **standing})


def _flat(values: dict[str, object]) -> dict[str, object]:
    """Each rating as its two numbers."""
    flat: dict[str, object] = {}
    for name, value in values.items():
        if isinstance(value, Rating):
            flat |= {f"{name} mu": value.mu, f"{name} sigma": value.sigma}
        else:
            flat[name] = value
    return flat
