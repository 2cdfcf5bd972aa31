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

    beta: float = 25.0 / 3.0
    """How far one tournament's performance strays from the skill, as a standard deviation.

    sigma0, twice the value of [TrueSkill]: eight games of cards tell less than the same number of console matches.
    Measured as the best of its neighbours by log-loss and calibration.
    """

    tau: float = 25.0 / 300.0
    """How far a skill drifts from one event to the next, as a standard deviation: sigma0 / 100 [TrueSkill]."""

    draw_probability: float = 0.02
    """How often two neighbours share a place (G3). Fitted so that predicted and observed ties agree.

    Never 0: a tie would then be impossible, and the equations would answer one by making people less certain.
    """

    grace_days: int = 7
    """Days without a rated event before a person counts as away."""

    idle_variance: float = (25.0 / 3.0 / 45.0) ** 2
    """By how much sigma squared grows with each further day away [Glicko].

    Chosen with ``season_variance`` so that a settled person (sigma0 / 4) is about as uncertain as one is at the end of
    the provisional time (0.6 sigma0) after a year away.
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
    """What a newcomer reads. With 200 points a beta a settled person of average skill then reads about 1450."""

    points_per_beta: float = 200.0
    """Elo's class interval: one standard deviation of performance is 200 points (Elo, "The Rating of Chessplayers")."""

    sigmas: float = 3.0
    """Ratings are ordered by mu - 3 sigma: what a person has shown beyond doubt [TrueSkill]."""

    provisional_sigma: float = 0.6 * 25.0 / 3.0
    """A rating with a wider sigma is provisional. A newcomer passes it with the fourth tournament of four people."""


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
