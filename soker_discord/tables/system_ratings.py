"""What the system players stand for on the ladder. Their ratings never change; people are measured by them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import NormalDist

from ratings.parameters import STANDARD
from ratings.rating import Rating

FIXED: Mapping[str, Rating] = {
    "amateur": Rating(25.0, 1.0),
    "professional": Rating(28.0, 1.0),
    "world class": Rating(31.0, 1.0),
}
"""In a tournament, by strength. The weakest is rated like a newcomer; how far they stand apart was measured by
``benchmarks/system_ratings.py``."""

SPREAD = 10.0
"""The spread (sigma) of a strength in a single game, which says less than a tournament: with it the ladder expects as
many wins in duels as the same benchmark counted."""

_WIDE = math.hypot(math.sqrt(2.0) * STANDARD.beta, SPREAD)


def best_of(strength: str, opponents: int) -> Rating:
    """The best of so many system players, in a single game that the person against them wins or does not.

    One as strong as they are wins one game in ``opponents`` + 1. So the best of them stands above each of them by what
    makes that the expectation: the game is a duel with whoever turns out to be the best of the others.
    """
    above = _WIDE * NormalDist().inv_cdf(opponents / (opponents + 1.0))
    return Rating(FIXED[strength].mu + above, SPREAD)
