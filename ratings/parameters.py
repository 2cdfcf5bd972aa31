"""Every number the ladder rests on, with its source.

[TrueSkill] is Herbrich, Minka and Graepel, "TrueSkill: A Bayesian Skill Rating System", NIPS 2006; [Glicko] is
Glickman, "Parameter estimation in large dynamic paired comparison experiments", Applied Statistics 48, 1999.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import lru_cache

from ratings.errors import RatingError
from ratings.rating import Rating

REVISION = 1
"""Raised whenever the equations change so that the same events give other numbers."""


class BadParameters(RatingError):
    """Parameters under which the equations mean nothing."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """What decides the numbers of an update. Raises BadParameters where the equations would break down."""

    mu0: float = 25.0
    """The mean of a newcomer [TrueSkill]."""

    sigma0: float = 25.0 / 3.0
    """The uncertainty of a newcomer, and the most that being away can make of it [TrueSkill]."""

    beta: float = 25.0 / 2.0
    """How far one tournament's performance strays from the skill, as a standard deviation: 1.5 sigma0.

    Three times the value of [TrueSkill]: eight games of cards tell less than a console match. Fitted together with
    ``tau`` to 10,000 tournaments of real Soker by ``benchmarks/ladder_accuracy.py`` (3.03 and 4.01 times the published
    values) and scored on 10,000 more: log-loss 0.6283 while one of a pair is new and 0.5940 later; twice the published
    beta with the published tau 0.6338 and 0.5951, with both published 0.6622 and 0.5994.
    """

    tau: float = 25.0 / 75.0
    """How far a skill drifts from one event to the next, as a standard deviation: sigma0 / 25, by the same fit."""

    draw_probability: float = 0.0125
    """How often two neighbours share a place (G3): 0.0124 of them did in the same tournaments.

    Never 0: a tie would then be impossible, and the equations would answer one by making people less certain.
    """

    grace_days: int = 7
    """Days without a rated event before a person counts as away."""

    idle_variance: float = (25.0 / 3.0 / 32.0) ** 2
    """By how much sigma squared grows with each further day away [Glicko].

    Chosen with ``season_variance`` so that a settled person (sigma0 / 3) is about as uncertain as one is at the end of
    the provisional time (0.75 sigma0) after a year away.
    """

    season_variance: float = (25.0 / 3.0 / 6.0) ** 2
    """By how much sigma squared grows with each change of season, so that every season the order is played out anew."""

    repeat_weights: tuple[float, ...] = (1.0, 0.5, 0.25)
    """What the first, second, third event of one group within a week counts; further ones count as the last.

    Playing the same few people again and again tells less about one's place among all, and is how ratings are farmed.
    """

    def __post_init__(self) -> None:
        positive = (self.sigma0, self.beta, *self.repeat_weights)
        if not (all(value > 0.0 for value in positive) and max(self.repeat_weights, default=2.0) <= 1.0):
            raise BadParameters("sigma0 and beta are positive, weights are more than 0 and at most 1")
        if not min(self.tau, self.grace_days, self.idle_variance, self.season_variance) >= 0:
            raise BadParameters("tau and what being away adds are not negative")
        if not 0.001 <= self.draw_probability <= 0.9:
            raise BadParameters("the draw probability lies between 0.001 and 0.9")

    @property
    def newcomer(self) -> Rating:
        """The rating of a person before their first event."""
        return Rating(self.mu0, self.sigma0)


@dataclass(frozen=True, slots=True)
class Scale:
    """How ratings are shown. Changes no rating."""

    base: float = 1000.0
    """What a newcomer reads."""

    points_per_sigma0: float = 250.0
    """Points for a newcomer's sigma. A settled person (sigma0 / 3) of average skill reads 1500, as in [Glicko]."""

    sigmas: float = 3.0
    """Ratings are ordered by mu - 3 sigma: what a person has shown beyond doubt [TrueSkill]."""

    provisional_sigma: float = 0.75 * 25.0 / 3.0
    """A rating with a wider sigma is provisional. Newcomers pass it with the fourth or fifth tournament
    of four people, the fifth or sixth of three, the ninth or tenth of two."""


STANDARD = Parameters()
"""The ladder's own parameters."""

SCALE = Scale()
"""The ladder's own scale."""


@lru_cache(maxsize=64)
def engine_version(parameters: Parameters) -> str:
    """A short name of equations and parameters: two events rated under the same name were rated alike."""
    return f"{REVISION}-{zlib.crc32(repr(parameters).encode()):08x}"


ENGINE_VERSION = engine_version(STANDARD)
"""The name of what rates now; every journal row keeps the name it was rated under."""
