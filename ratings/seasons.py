"""Seasons: three calendar months in UTC, named like "2026-Q4"."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from ratings.errors import BadEvent

MONTHS = 3
PER_YEAR = 12 // MONTHS


@dataclass(frozen=True, slots=True, order=True)
class Season:
    """A quarter of a year; quarters are numbered from 1. Seasons are ordered by time."""

    year: int
    quarter: int

    @property
    def name(self) -> str:
        """For instance "2026-Q4": sorts as text in order of time."""
        return f"{self.year:04}-Q{self.quarter}"

    @property
    def number(self) -> int:
        """Seasons counted without a gap: the next season's number is one more."""
        return self.year * PER_YEAR + self.quarter - 1

    @property
    def start(self) -> datetime:
        """The first moment of the season, in UTC."""
        return datetime(self.year, (self.quarter - 1) * MONTHS + 1, 1, tzinfo=UTC)

    @property
    def end(self) -> datetime:
        """The first moment of the next season, in UTC."""
        return season_number(self.number + 1).start


def season_number(number: int) -> Season:
    """The season with this number."""
    year, before = divmod(number, PER_YEAR)
    return Season(year, before + 1)


def season_named(name: str) -> Season:
    """The season with this name. Raises ValueError for a text that names none."""
    year, found, quarter = name.partition("-Q")
    if not (found and year.isdecimal() and quarter in ("1", "2", "3", "4")):
        raise ValueError(f"not a season: {name!r}")
    return Season(int(year), int(quarter))


def season_of(moment: datetime) -> Season:
    """The season a moment lies in. Raises BadEvent for a moment without a time zone."""
    if moment.tzinfo is None:
        raise BadEvent(f"a time without a zone: {moment}")
    utc = moment.astimezone(UTC)
    return Season(utc.year, (utc.month - 1) // MONTHS + 1)


def changes(since: datetime, until: datetime) -> int:
    """How many times the season changed from one moment to another; 0 if they stand in the wrong order."""
    return max(0, season_of(until).number - season_of(since).number)
