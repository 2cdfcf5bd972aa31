"""What the ladder is told: a board, and an event on it with the final order of its people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from ratings.errors import BadEvent
from ratings.rating import Rating
from ratings.update import FEWEST, MOST, check_places


class Unrated(StrEnum):
    """Why an event changes no rating. The codes stand in the journal; the words for them belong to the bot."""

    FRIENDLY = "friendly"
    """The host asked for a friendly one."""
    TRAINING = "training"
    """Training is never recorded (O1)."""
    SINGLE_GAME = "single_game"
    """A single game where only tournaments are rated."""
    ENDED_EARLY = "ended_early"
    """Everyone voted to end it before its last game."""
    TOO_FEW = "too_few"
    """Fewer than two took part."""
    VOIDED_BY_HOST = "voided_by_host"
    """The host's ruling, with a reason."""
    TAKEN_OUT = "taken_out"
    """Taken out afterwards by those who run the ladder, with a reason."""
    FAULT = "fault"
    """A fault of ours."""


@dataclass(frozen=True, slots=True)
class Board:
    """A list of ratings of its own. ``spans_servers``: the same group meeting again and again counts less on it."""

    name: str
    spans_servers: bool = False


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who took part: an id unique within the event, the place (shared ones allowed, G3) and the points (G2).

    ``fixed`` is the rating of a system player: others are measured by it, it never changes and has no journal.
    """

    person: int
    place: int
    points: int = 0
    fixed: Rating | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """A finished tournament or game. Raises BadEvent for one that cannot have happened.

    ``finished_at`` is aware. ``unrated`` None: it is rated, and then two to four took part, one of them a person.
    """

    id: int
    board: str
    finished_at: datetime
    entrants: tuple[Entrant, ...]
    unrated: Unrated | None = None

    def __post_init__(self) -> None:
        if self.finished_at.tzinfo is None:
            raise BadEvent(f"event {self.id} ended at a time without a zone")
        fewest = FEWEST if self.unrated is None else 1
        if not fewest <= len(self.entrants) <= MOST:
            raise BadEvent(f"event {self.id} has {len(self.entrants)} people instead of {fewest} to {MOST}")
        if len({entrant.person for entrant in self.entrants}) != len(self.entrants):
            raise BadEvent(f"event {self.id} names a person twice")
        if all(entrant.fixed is not None for entrant in self.entrants):
            raise BadEvent(f"event {self.id} has no person to rate")
        check_places(entrant.place for entrant in self.entrants)

    @property
    def people(self) -> tuple[Entrant, ...]:
        """Those who have a rating to change, without system players."""
        return tuple(entrant for entrant in self.entrants if entrant.fixed is None)
