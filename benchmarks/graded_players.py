"""People whose real skill is known, and the tournaments they play: what a rating system is measured against.

Two experiments over the same lives. *Soker*: a tournament is eight games of the engine itself, the first move by G1
and the order by G3; a person's skill is how often they make the greedy player's move instead of any legal one, from
never to always. *Synthetic*: skills are normal and a tournament is the sum of eight normal performances, the experiment
the ladder's first parameters came from. People come and go all the time, and a third of them get better as they play.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import exp

from engine import series
from engine.game import Result
from engine.soker import SOKER, greedy_play, random_play
from ratings.event import Board, Entrant, Event

BOARD = Board("soker", spans_servers=True)
GAMES = 8
"""Games a tournament (G1)."""
SEATS, SEATS_WEIGHTS = (2, 3, 4), (15, 15, 70)
APART = timedelta(minutes=20)
"""From one tournament to the next: 20,000 of them take nine months, three seasons and a person's life of three."""
LIFE = 1 / 3
"""The part of the whole time a person plays in."""
IMPROVING = 1 / 3
"""The part of the people who get better."""
PRACTICE = 30.0
"""Tournaments after which 63% of the improvement is done."""


@dataclass(frozen=True, slots=True)
class Life:
    """A person: when they come and go (in tournaments of the world), and their skill in the beginning and in the end.

    Skills are normal deviates: 0 is average, 1 the standard deviation of all who come.
    """

    person: int
    comes: float
    goes: float
    first: float
    last: float

    def skill(self, played: int) -> float:
        """The skill after so many tournaments of their own."""
        return self.last + (self.first - self.last) * exp(-played / PRACTICE)


@dataclass(frozen=True, slots=True)
class Pairing:
    """A tournament about to be played: its people by seat, their skills, and the seed of whatever happens in it."""

    number: int
    people: tuple[int, ...]
    skills: tuple[float, ...]
    seed: int

    @property
    def finished_at(self) -> datetime:
        """When it ends."""
        return datetime(2026, 1, 1, tzinfo=UTC) + self.number * APART

    def event(self, places: tuple[int, ...]) -> Event:
        """What the ladder is told when it has ended in these places."""
        entrants = tuple(Entrant(person, place) for person, place in zip(self.people, places, strict=True))
        return Event(self.number, BOARD.name, self.finished_at, entrants)


Play = Callable[[Pairing], Event]


def pairings(tournaments: int, people: int, seed: int) -> list[Pairing]:
    """Who meets whom: seats drawn at random among those who are around, whatever their skill."""
    chance = random.Random(seed)
    lives = [_life(person, tournaments, chance) for person in range(people)]
    played = [0] * people
    return [_pairing(number, lives, played, chance) for number in range(tournaments)]


def _life(person: int, tournaments: int, chance: random.Random) -> Life:
    length = tournaments * LIFE
    comes = chance.uniform(-length, tournaments)
    first = chance.gauss(0.0, 1.0)
    better = chance.uniform(0.5, 2.0) if chance.random() < IMPROVING else 0.0
    return Life(person, comes, comes + length, first, first + better)


def _pairing(number: int, lives: list[Life], played: list[int], chance: random.Random) -> Pairing:
    around = [life for life in lives if life.comes <= number <= life.goes]
    (seats,) = chance.choices(SEATS, SEATS_WEIGHTS)
    seated = chance.sample(around, seats)
    skills = tuple(life.skill(played[life.person]) for life in seated)
    for life in seated:
        played[life.person] += 1
    return Pairing(number, tuple(life.person for life in seated), skills, chance.getrandbits(64))


def play_soker(pairing: Pairing) -> Event:
    """Eight games of Soker by the rules."""
    chance = random.Random(pairing.seed)
    care = [carefulness(skill) for skill in pairing.skills]
    seats = len(care)
    first = chance.randrange(seats)
    results = [play_game(care, SOKER.starter(first, number, seats), chance) for number in range(1, GAMES + 1)]
    return pairing.event(series.standing(SOKER, results, seats).places)


def carefulness(skill: float) -> float:
    """How often somebody of this skill makes the greedy player's move: never at -2, always from 2 on."""
    return min(1.0, max(0.0, 0.5 + skill / 4.0))


def play_game(care: list[float], starter: int, chance: random.Random) -> Result:
    """One game between people as careful as this."""
    state = SOKER.deal(len(care), starter, chance.randbytes(32))
    while (result := SOKER.result(state)) is None:
        legal = SOKER.legal_moves(state)
        if chance.random() < care[state.turn]:
            move = greedy_play.choose(state.hands[state.turn], state.top_club, legal, chance)
        else:
            move = random_play.choose(legal, chance)
        state, _ = SOKER.apply(state, move)
    return result


def play_synthetic(pairing: Pairing) -> Event:
    """Eight performances each; one strays from the skill by sqrt(8) times what skills stray from each other."""
    chance = random.Random(pairing.seed)
    strays = GAMES**0.5
    scores = [(sum(chance.gauss(skill, strays) for _ in range(GAMES)),) for skill in pairing.skills]
    # Scores are compared as the series compares them: a tuple a seat, the highest first.
    return pairing.event(series.places(scores))  # pyright: ignore[reportArgumentType]


def play_all(play: Play, upcoming: list[Pairing], processes: int, played: Callable[[], object]) -> list[Event]:
    """The tournaments in their order, played on so many processes; ``played`` is called after each."""
    return list(_playing(play, upcoming, processes, played))


def _playing(play: Play, upcoming: list[Pairing], processes: int, played: Callable[[], object]) -> Iterator[Event]:
    with ProcessPoolExecutor(processes) as pool:
        for event in pool.map(play, upcoming, chunksize=50):
            played()
            yield event
