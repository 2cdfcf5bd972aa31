"""The journal: a row a person and event that says what changed and why. The ladder is nothing but its sum."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ratings.event import Unrated
from ratings.parameters import STANDARD, Parameters
from ratings.rating import Rating


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a person stands on a board: the rating after their last rated event, its time, and how many they have."""

    rating: Rating
    last_active: datetime | None
    events: int


@dataclass(frozen=True, slots=True)
class JournalRow:
    """What one event did to one person on one board; ``(board, event, person)`` is its key.

    ``before`` is the rating as stored, ``aged`` the same with the time away since ``last_active`` (None: their first
    event), ``after`` the new one as stored. ``weight`` is what the event counted, ``met`` how often the group had met
    within the week (counted no further than it matters). ``events`` counts the person's rated events, this one
    included. ``engine`` names equations and parameters. An unrated event has its reason, weight 0, and three equal
    ratings; it is no activity either.
    """

    board: str
    event: int
    person: int
    place: int
    points: int
    entrants: int
    before: Rating
    aged: Rating
    after: Rating
    weight: float
    met: int
    events: int
    last_active: datetime | None
    finished_at: datetime
    engine: str
    unrated: Unrated | None


def newcomer(parameters: Parameters = STANDARD) -> Standing:
    """Where a person stands who has no row."""
    return Standing(parameters.newcomer, None, 0)


def standing_after(row: JournalRow) -> Standing:
    """Where the person of a row stands after it."""
    active = row.finished_at if row.unrated is None else row.last_active
    return Standing(row.after, active, row.events)
