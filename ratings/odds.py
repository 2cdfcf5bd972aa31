"""Who wins: the chances of two to four people before they play.

A person's performance is normal around their skill, with variance sigma squared + beta squared; the best performance
wins. The chance of person i is the integral over all performances x of the density of i at x times the probability
that each other stays below x (the definition of the greatest of independent variables): one dimension, however many
play. Shared places are left out, so that the chances add up to 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ratings.errors import BadEvent
from ratings.parameters import STANDARD, Parameters
from ratings.rating import Rating, check
from ratings.update import FEWEST, MOST

_REACH = 6.5
"""Standard deviations that are looked at; what lies beyond is less than 1e-9."""

_SQRT_HALF = math.sqrt(0.5)
_DENSITY = 1.0 / math.sqrt(2.0 * math.pi)

_Performance = tuple[float, float]


def win_chances(ratings: Sequence[Rating], parameters: Parameters = STANDARD) -> tuple[float, ...]:
    """The probability that each wins, in the order of the arguments; the sum is 1, the error at most 1e-6.

    Equal ratings have equal chances, bit for bit, and the order of the arguments changes none. Ratings of very unequal
    sigma take longer, in proportion. Raises BadRating and BadEvent.
    """
    if not FEWEST <= len(ratings) <= MOST:
        raise BadEvent(f"chances are for {FEWEST} to {MOST} people, not {len(ratings)}")
    for rating in ratings:
        check(rating)
    performances = [_performance(rating, parameters) for rating in ratings]
    masses = _masses(sorted(performances))
    chances = [masses[performance] for performance in performances]
    total = math.fsum(chances)
    return tuple(chance / total for chance in chances)


def beats(one: Rating, other: Rating, parameters: Parameters = STANDARD) -> float:
    """The probability that one person performs better than another."""
    (mean, width), (mean2, width2) = _performance(one, parameters), _performance(other, parameters)
    return 0.5 * math.erfc((mean2 - mean) / math.hypot(width, width2) * _SQRT_HALF)


def expected_place(one: Rating, others: Sequence[Rating], parameters: Parameters = STANDARD) -> float:
    """The place a person can expect, from 1: one more than the expected number of those who perform better."""
    return 1.0 + math.fsum(beats(other, one, parameters) for other in others)


def _performance(rating: Rating, parameters: Parameters) -> _Performance:
    return rating.mu, math.hypot(rating.sigma, parameters.beta)


def _masses(performances: Sequence[_Performance]) -> dict[_Performance, float]:
    """The integral of each by the trapezium rule, in units of the common step.

    For normal densities the rule is exact to about exp(-2 pi**2 (s / step)**2), s being the width of the narrowest
    factor, here that of all of them multiplied.
    """
    low = max(mean - _REACH * width for mean, width in performances)
    high = max(mean + _REACH * width for mean, width in performances)
    step = 1.0 / math.sqrt(math.fsum(1.0 / (width * width) for _, width in performances))
    masses = dict.fromkeys(performances, 0.0)
    for k in range(math.ceil((high - low) / step) + 1):
        _add(masses, performances, low + k * step)
    return masses


def _add(masses: dict[_Performance, float], performances: Sequence[_Performance], x: float) -> None:
    """Add each one's density of being the best at performance ``x``."""
    all_below = 1.0
    for mean, width in performances:
        all_below *= 0.5 * math.erfc((mean - x) / width * _SQRT_HALF)
    for performance in masses:
        mean, width = performance
        z = (x - mean) / width
        density = _DENSITY * math.exp(-0.5 * z * z) / width
        masses[performance] += all_below * density / (0.5 * math.erfc(-z * _SQRT_HALF))
