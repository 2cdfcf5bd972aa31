"""The rating systems that are compared, each told the same events and asked for the same chances.

Every one has its free parameters as factors of their published values, so that 1 is where a fit begins.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from typing import Any, Protocol

from openskill.models import PlackettLuce  # pyright: ignore[reportMissingImports]

from benchmarks.graded_players import BOARD
from ratings.event import Event
from ratings.inactivity import aged
from ratings.journal import newcomer
from ratings.ladder import Ladder
from ratings.odds import beats
from ratings.parameters import STANDARD, Parameters
from ratings.rating import Rating

import trueskill  # isort: skip - after ratings, which keeps its warnings quiet


class RatingSystem(Protocol):
    """What is asked of each."""

    def chance(self, one: int, other: int, now: datetime) -> float:
        """The probability that one person finishes before another."""
        ...

    def rate(self, event: Event) -> None:
        """Learn how an event ended."""
        ...


@dataclass(frozen=True, slots=True)
class Contender:
    """A system by name, the names of its free parameters, and how to make one from their factors."""

    name: str
    free: tuple[str, ...]
    make: Callable[..., RatingSystem]


class Ours:
    """The ladder as the bot runs it: with time away, seasons, repeated groups and the journal."""

    def __init__(self, parameters: Parameters = STANDARD) -> None:
        self._ladder = Ladder(BOARD, parameters)
        self._newcomer = newcomer(parameters)

    def chance(self, one: int, other: int, now: datetime) -> float:
        """As ``/ladder odds`` says it."""
        return beats(self._now(one, now), self._now(other, now), self._ladder.parameters)

    def rate(self, event: Event) -> None:
        """As the end of a tournament does it."""
        self._ladder.apply(event)

    def _now(self, person: int, now: datetime) -> Rating:
        standing = self._ladder.standings.get(person, self._newcomer)
        return aged(standing.rating, standing.last_active, now, self._ladder.parameters)


def ours(beta: float, tau: float, draw_probability: float = STANDARD.draw_probability) -> Ours:
    """Ours with factors of what Herbrich, Minka and Graepel took: sigma0 / 2 and sigma0 / 100."""
    sigma0 = STANDARD.sigma0
    return Ours(Parameters(beta=beta * sigma0 / 2, tau=tau * sigma0 / 100, draw_probability=draw_probability))


class TrueSkillDefaults:
    """The package with everything at its default."""

    def __init__(self) -> None:
        self._engine = trueskill.TrueSkill()
        self._ratings: dict[int, Any] = {}

    def chance(self, one: int, other: int, now: datetime) -> float:
        """The normal distribution of the difference of two performances."""
        mine, theirs = self._rating(one), self._rating(other)
        width = math.sqrt(2 * self._engine.beta**2 + mine.sigma**2 + theirs.sigma**2)
        return float(self._engine.cdf((mine.mu - theirs.mu) / width))

    def rate(self, event: Event) -> None:
        """The package's ``rate``."""
        groups = [(self._rating(entrant.person),) for entrant in event.entrants]
        rated = self._engine.rate(groups, [entrant.place for entrant in event.entrants])
        for entrant, (rating,) in zip(event.entrants, rated, strict=True):
            self._ratings[entrant.person] = rating

    def _rating(self, person: int) -> Any:
        return self._ratings.get(person) or self._engine.create_rating()


class OpenSkill:
    """openskill's PlackettLuce with its own ``predict_win``."""

    def __init__(self, beta: float, tau: float) -> None:
        self._model = PlackettLuce(beta=beta * 25.0 / 6.0, tau=tau * 25.0 / 300.0)
        self._ratings: dict[int, Any] = {}

    def chance(self, one: int, other: int, now: datetime) -> float:
        """The package's answer for two."""
        return self._model.predict_win([[self._rating(one)], [self._rating(other)]])[0]

    def rate(self, event: Event) -> None:
        """The package's ``rate``."""
        teams = [[self._rating(entrant.person)] for entrant in event.entrants]
        rated = self._model.rate(teams, ranks=[entrant.place for entrant in event.entrants])
        for entrant, (rating,) in zip(event.entrants, rated, strict=True):
            self._ratings[entrant.person] = rating

    def _rating(self, person: int) -> Any:
        return self._ratings.get(person) or self._model.rating()


class Elo:
    """Elo for several: everyone meets everyone, and K is shared among the opponents.

    Newcomers have a K of their own for their first 30 events, as FIDE gives them (B.02, 8.3.3: 40, later 20).
    """

    def __init__(self, k_new: float, k_settled: float) -> None:
        self._k_new, self._k_settled = 40.0 * k_new, 20.0 * k_settled
        self._ratings: dict[int, float] = {}
        self._events: dict[int, int] = {}

    def chance(self, one: int, other: int, now: datetime) -> float:
        """The logistic curve, 400 points for ten to one."""
        gap = self._ratings.get(other, 0.0) - self._ratings.get(one, 0.0)
        return 1.0 / (1.0 + 10.0 ** (gap / 400.0))

    def rate(self, event: Event) -> None:
        """All pairs at once, by the ratings before the event."""
        people = [entrant.person for entrant in event.entrants]
        changes = dict.fromkeys(people, 0.0)
        for one, other in combinations(event.entrants, 2):
            surprise = outcome(one.place, other.place) - self.chance(one.person, other.person, event.finished_at)
            changes[one.person] += surprise
            changes[other.person] -= surprise
        for person, change in changes.items():
            k = self._k_new if self._events.get(person, 0) < 30 else self._k_settled
            self._ratings[person] = self._ratings.get(person, 0.0) + k * change / (len(people) - 1)
            self._events[person] = self._events.get(person, 0) + 1


def outcome(place: int, other: int) -> float:
    """1 for the better place, 0 for the worse, a half for a shared one."""
    return 0.5 + 0.5 * ((place < other) - (place > other))


OURS = Contender("ours, fitted", ("beta", "tau"), ours)
SHIPPED = Contender("ours, as shipped", (), Ours)
PEERS = (
    Contender("trueskill defaults", (), TrueSkillDefaults),
    Contender("openskill PlackettLuce", ("beta", "tau"), OpenSkill),
    Contender("Elo", ("K of newcomers", "K"), Elo),
)
