"""How much an event counts, by how often the same people met.

On a board that spans servers, people who mostly play each other say little about their place among all the others,
and a few friends could lift one of them by playing on and on. So the first event of one group within a week counts in
full, the second half, every further one a quarter: never nothing, so that playing on is never a waste. A board of one
server, where everyone plays the same few, counts everything in full.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from ratings.parameters import STANDARD, Parameters

WEEK = timedelta(days=7)


def group(persons: Iterable[int]) -> str:
    """The name of a set of people, whatever the order: their ids, ascending, joined by "-"."""
    return "-".join(map(str, sorted(persons)))


def meetings(earlier: Iterable[datetime], now: datetime) -> int:
    """How many of a group's earlier rated events on the board ended less than a week before ``now``."""
    since = now - WEEK
    return sum(moment > since for moment in earlier)


def weight(met: int, parameters: Parameters = STANDARD) -> float:
    """What an event counts whose group has met ``met`` times within the week before it."""
    weights = parameters.repeat_weights
    return weights[min(met, len(weights) - 1)]


def newest(earlier: Iterable[datetime], parameters: Parameters = STANDARD) -> tuple[datetime, ...]:
    """Of a group's events the newest that can still matter to a weight, newest first: two, with three weights."""
    return tuple(sorted(earlier, reverse=True)[: len(parameters.repeat_weights) - 1])
