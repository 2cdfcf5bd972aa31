"""Why a rating changed, in numbers that add up to what is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from ratings.display import shown
from ratings.journal import JournalRow
from ratings.odds import expected_place, win_chances
from ratings.parameters import STANDARD, Parameters
from ratings.rating import Rating
from ratings.seasons import season_of


@dataclass(frozen=True, slots=True)
class Explanation:
    """The parts of a change, in whole points as shown: ``before`` + the three parts = ``after``.

    ``by_absence``: uncertainty that grew while the person was away (never positive). ``by_result``: the mean moved by
    the result. ``by_certainty``: sigma changed by what the event told, and by the drift between events. ``held_back``:
    what more the change would have been, had the event counted in full. ``chance`` (of winning) and ``expected_place``
    are those before the event; ``days_since`` are whole days since the last rated event, None for a first one, and
    ``seasons_since`` the changes of season since. ``was_away``: more days than are free of consequences.
    """

    before: int
    after: int
    by_absence: int
    by_result: int
    by_certainty: int
    held_back: int
    place: int
    expected_place: float
    chance: float
    days_since: int | None
    seasons_since: int
    was_away: bool

    @property
    def change(self) -> int:
        """The whole change in points."""
        return self.after - self.before


def explain(row: JournalRow, others: Sequence[Rating], parameters: Parameters = STANDARD) -> Explanation:
    """Explain one row. ``others`` are the ratings of the other entrants as they stood (``aged``; fixed ones as fixed).

    An unrated row has no parts. Raises BadEvent unless one to three others are named.
    """
    steps = (row.before, row.aged, Rating(row.after.mu, row.aged.sigma), row.after)
    before, aged, moved, after = (shown(rating, parameters) for rating in steps)
    return Explanation(
        before=before,
        after=after,
        by_absence=aged - before,
        by_result=moved - aged,
        by_certainty=after - moved,
        held_back=shown(in_full(row), parameters) - after,
        place=row.place,
        expected_place=expected_place(row.aged, others, parameters),
        chance=win_chances((row.aged, *others), parameters)[0],
        days_since=_days_since(row),
        seasons_since=_seasons_since(row),
        was_away=(_days_since(row) or 0) > parameters.grace_days,
    )


def in_full(row: JournalRow) -> Rating:
    """What the rating would have become, had the event counted in full."""
    if row.weight in (0.0, 1.0):
        return row.after
    old, new = row.aged, row.after
    variance = old.sigma**2 + (new.sigma**2 - old.sigma**2) / row.weight
    return Rating(old.mu + (new.mu - old.mu) / row.weight, max(variance, 0.0) ** 0.5)


def _seasons_since(row: JournalRow) -> int:
    if row.last_active is None:
        return 0
    return max(0, season_of(row.finished_at).number - season_of(row.last_active).number)


def _days_since(row: JournalRow) -> int | None:
    if row.last_active is None:
        return None
    return max(0, (row.finished_at - row.last_active) // timedelta(days=1))
