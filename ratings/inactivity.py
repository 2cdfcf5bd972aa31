"""What being away does to a rating: uncertainty grows, the mean never moves.

A rating is stored as it was after the person's last rated event and is aged when it is read or updated, always from
that event in one step. The growth of sigma squared is a sum over days and seasons, so that the same two moments give
the same bits and a way in between can be had too: growth from a to c is growth from a to b plus growth from b to c.
Only days that are over count, so that a rating changes at most once a day.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from ratings import seasons
from ratings.parameters import STANDARD, Parameters
from ratings.rating import Rating

_DAY = timedelta(days=1)


def days_away(last_active: datetime, now: datetime, parameters: Parameters = STANDARD) -> int:
    """Whole days away beyond the days of grace; 0 before that, and 0 where ``now`` is the earlier moment."""
    return max(0, (now - last_active) // _DAY - parameters.grace_days)


def growth(last_active: datetime, since: datetime, until: datetime, parameters: Parameters = STANDARD) -> float:
    """By how much sigma squared grew from ``since`` to ``until`` for a person last active at ``last_active``."""
    days = days_away(last_active, until, parameters) - days_away(last_active, since, parameters)
    return days * parameters.idle_variance + seasons.changes(since, until) * parameters.season_variance


def aged(rating: Rating, last_active: datetime | None, now: datetime, parameters: Parameters = STANDARD) -> Rating:
    """The rating as it stands now. None: never active, nothing to age.

    Sigma grows to sigma0 at most, and one that is wider already stays as it is. The mean stays. All moments are aware.
    """
    if last_active is None or rating.sigma >= parameters.sigma0:
        return rating
    grown = growth(last_active, last_active, now, parameters)
    if not grown > 0.0:
        return rating
    return Rating(rating.mu, min(parameters.sigma0, math.sqrt(rating.sigma**2 + grown)))
