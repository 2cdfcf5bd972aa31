"""The ladder as screens are given it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from ratings.display import Tier
from ratings.explanation import Explanation
from ratings.journal import JournalRow
from ratings.rating import Rating
from ratings.seasons import Season
from soker_discord.tables.careers import Career


@dataclass(frozen=True, slots=True)
class TopRow:
    """A person on a leaderboard. ``tier`` None: the rating is provisional. ``events`` are rated tournaments."""

    place: int
    person: int
    name: str
    rating: Rating
    tier: Tier | None
    events: int
    own: bool = False


@dataclass(frozen=True, slots=True)
class TopView:
    """A page of a leaderboard, pages from 0. ``own`` is the viewer's row, wherever it is; None if they have none."""

    rows: tuple[TopRow, ...]
    own: TopRow | None
    page: int
    pages: int
    people: int
    season: Season | None


@dataclass(frozen=True, slots=True)
class Moment:
    """A rating after an event."""

    at: datetime
    rating: Rating


@dataclass(frozen=True, slots=True)
class ProfileView:
    """A person on a board. ``rank`` None: no rated event, or on no list; ``tier`` None: provisional, too.

    ``now`` is the rating with the time away in it, None where that changes nothing. ``moments`` are the latest rated
    events, oldest first; ``latest_only``: there may be older ones.
    """

    name: str
    own: bool
    hidden: bool
    career: Career
    rating: Rating | None
    now: Rating | None
    rank: int | None
    people: int
    tier: Tier | None
    moments: tuple[Moment, ...]
    latest_only: bool = False


@dataclass(frozen=True, slots=True)
class HistoryView:
    """A person's newest events on a board, newest first, rated or not; by event what a host said about it."""

    name: str
    rows: tuple[JournalRow, ...]
    notes: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Rival:
    """Another entrant and their rating as it stood; both None for one whose rating nobody may read.

    ``system``: no person, but a system player with a fixed rating.
    """

    name: str | None
    rating: Rating | None
    system: bool = False


@dataclass(frozen=True, slots=True)
class WhyView:
    """The newest event of a person, and the reason for its change. ``explanation`` None: it is not rated.

    ``others`` are the other entrants. ``note`` is what a host said about the event.
    """

    name: str
    row: JournalRow
    explanation: Explanation | None
    others: tuple[Rival, ...]
    note: str | None


@dataclass(frozen=True, slots=True)
class Chance:
    """What can be expected of a person among the others who were named."""

    name: str
    rating: Rating
    chance: float
    expected_place: float
