"""Ratings as people read them: one number on a scale like chess's, a mark while it is provisional, a tier.

Numbers only; words around them belong to the bot.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ratings.parameters import SCALE, STANDARD, Parameters, Scale
from ratings.rating import Rating

_BEND = 200.0
"""Below this many points the scale bends, so that it comes ever closer to 0 and never falls below."""

MINUS = "−"
PROVISIONAL = "?"


@dataclass(frozen=True, slots=True)
class Tier:
    """A step of the ladder: its letter, its word (a message id for translation), and the best share it reaches to."""

    letter: str
    word: str
    reach: float


TIERS = (
    Tier("L", "Legend", 0.01),
    Tier("C", "Captain", 0.05),
    Tier("P", "Playmaker", 0.20),
    Tier("S", "Starter", 0.50),
    Tier("R", "Reserve", 0.80),
    Tier("A", "Academy", 1.00),
)
"""From the top. The letters are all different, so that a tier is told without its colour."""


def order_key(rating: Rating, scale: Scale = SCALE) -> float:
    """What the ladder is ordered by, higher first: mu - 3 sigma, what a person has shown beyond doubt."""
    return rating.mu - scale.sigmas * rating.sigma


def on_scale(rating: Rating, parameters: Parameters = STANDARD, scale: Scale = SCALE) -> float:
    """The rating in points, unrounded: 1000 for a newcomer, never negative, rising with ``order_key``."""
    above = order_key(rating, scale) - order_key(parameters.newcomer, scale)
    straight = scale.base + scale.points_per_sigma0 * above / parameters.sigma0
    return straight if straight >= _BEND else _BEND * math.exp(straight / _BEND - 1.0)


def shown(rating: Rating, parameters: Parameters = STANDARD, scale: Scale = SCALE) -> int:
    """The rating in whole points."""
    return round(on_scale(rating, parameters, scale))


def band(rating: Rating, parameters: Parameters = STANDARD, scale: Scale = SCALE) -> tuple[float, float, float]:
    """Where the skill lies, in points: two sigmas below the mean, the mean, two sigmas above it."""
    low, middle, high = (
        on_scale(Rating(rating.mu + (scale.sigmas + step) * rating.sigma, rating.sigma), parameters, scale)
        for step in (-2.0, 0.0, 2.0)
    )
    return low, middle, high


def is_provisional(rating: Rating, scale: Scale = SCALE) -> bool:
    """Whether too little is known of the person yet, or has been for too long: by sigma, not by count."""
    return rating.sigma > scale.provisional_sigma


def text(rating: Rating, parameters: Parameters = STANDARD, scale: Scale = SCALE) -> str:
    """The rating as it stands in lists: "1432", or "1432?" while it is provisional."""
    return f"{shown(rating, parameters, scale)}{PROVISIONAL if is_provisional(rating, scale) else ''}"


def signed(change: int) -> str:
    """A change in points: "+12", "−7" (with a minus sign as wide as the plus), "±0"."""
    if change == 0:
        return "±0"
    return f"+{change}" if change > 0 else f"{MINUS}{-change}"


def percent(chance: float) -> str:
    """A probability in whole per cent; what is possible never reads 0%, what is not sure never 100%."""
    if not 0.0 < chance < 1.0:
        return f"{round(100.0 * chance)}%"
    return f"{min(99, max(1, round(100.0 * chance)))}%"


def tier(rank: int, people: int) -> Tier:
    """The tier of the person at ``rank`` (from 1) among ``people`` with a rating that is not provisional.

    By the middle of the rank, (rank - 1/2) / people, so that the best of three is no legend and the best of fifty is.
    Raises ValueError for a rank that is not among them.
    """
    if not 1 <= rank <= people:
        raise ValueError(f"no rank {rank} among {people}")
    share = (rank - 0.5) / people
    return next(step for step in TIERS if share <= step.reach)
