"""Tournaments rated a second: rebuilding the ladder with its journal, beside the bare packages.

    python -m benchmarks.ladder

All rate the same tournaments of four people, one system after the other in turns, so that whatever slows the machine
slows all of them. Ours ages and checks every rating, weighs repeated groups and returns a journal row a person; bare
``trueskill`` (its default backend, Rating objects kept) and openskill's PlackettLuce only rate. The same share of
tournaments has a shared place for all; ours then rates every order of those who share it. ``trueskill, guarded`` is
the package's own factor graph with our exact tails, without a journal: why the ladder runs on the fast path.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from openskill.models import PlackettLuce  # pyright: ignore[reportMissingImports]
from rich.console import Console
from rich.table import Table

from ratings.environment import environment
from ratings.event import Board, Entrant, Event
from ratings.ladder import Ladder
from ratings.odds import win_chances
from ratings.parameters import STANDARD

import trueskill  # isort: skip - after ratings, which keeps its warnings quiet

SEATS = 4
BOARD = Board("soker", spans_servers=True)
WANTED = 1.0
"""At least as fast as bare trueskill."""
CHANCES_WITHIN = 0.001
"""Seconds for the chances of four people."""


def tournaments(count: int, people: int, shared: float, seed: int) -> list[Event]:
    """Tournaments of four, one an hour; a share ``shared`` of them has two people in one place."""
    chance, start = random.Random(seed), datetime(2026, 1, 1, tzinfo=UTC)
    return [
        Event(number, BOARD.name, start + timedelta(hours=number), _entrants(chance, people, shared))
        for number in range(count)
    ]


def _entrants(chance: random.Random, people: int, shared: float) -> tuple[Entrant, ...]:
    places = list(range(1, SEATS + 1))
    if chance.random() < shared:
        second = chance.randrange(1, SEATS)
        places[second] = places[second - 1]
    taking_part = chance.sample(range(people), SEATS)
    taking_part.sort(key=lambda person: chance.gauss(-person / people, 0.5))
    return tuple(Entrant(person, place) for person, place in zip(taking_part, places, strict=True))


def ours(events: list[Event]) -> None:
    """Rebuild the ladder, journal and all."""
    ladder = Ladder(BOARD)
    for event in events:
        ladder.apply(event)


def with_package(engine: trueskill.TrueSkill) -> Callable[[list[Event]], None]:
    """Rate with the package's own ``rate``."""

    def rate_all(events: list[Event]) -> None:
        ratings: dict[int, Any] = {}
        for event in events:
            groups = [(ratings.get(one.person) or engine.create_rating(),) for one in event.entrants]
            rated = engine.rate(groups, [one.place for one in event.entrants])
            ratings.update(zip((one.person for one in event.entrants), (new for (new,) in rated), strict=True))

    return rate_all


def with_openskill(events: list[Event]) -> None:
    """Rate with openskill's PlackettLuce."""
    model, ratings = PlackettLuce(), {}
    for event in events:
        teams = [[ratings.get(one.person) or model.rating()] for one in event.entrants]
        rated = model.rate(teams, ranks=[one.place for one in event.entrants])
        ratings.update(zip((one.person for one in event.entrants), (new for (new,) in rated), strict=True))


def systems() -> dict[str, Callable[[list[Event]], None]]:
    """What is compared; ours first, bare trueskill second."""
    bare = trueskill.TrueSkill(beta=STANDARD.beta, draw_probability=STANDARD.draw_probability)
    return {
        "ours, with journal": ours,
        "trueskill, bare": with_package(bare),
        "trueskill, guarded": with_package(environment(STANDARD)),
        "openskill PlackettLuce": with_openskill,
    }


def seconds(act: Callable[[], object]) -> float:
    """How long it takes."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def seconds_for_chances(ratings: int) -> float:
    """The median time for the chances of four people."""
    chance = random.Random(1)
    fields = [[_random_rating(chance) for _ in range(SEATS)] for _ in range(ratings)]
    return statistics.median(seconds(lambda field=field: win_chances(field)) for field in fields)


def _random_rating(chance: random.Random) -> Any:
    newcomer = STANDARD.newcomer
    return type(newcomer)(chance.gauss(newcomer.mu, newcomer.sigma), chance.uniform(1.0, newcomer.sigma))


def main() -> None:
    """Measure, print, and fail if the ladder is slower than it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--tournaments", type=int, default=2000)
    parser.add_argument("--people", type=int, default=500)
    parser.add_argument("--shared", type=float, default=0.02, help="share of tournaments with a shared place")
    options = parser.parse_args()
    speeds: dict[str, list[float]] = {name: [] for name in systems()}
    for run in range(options.runs):
        events = tournaments(options.tournaments, options.people, options.shared, run)
        for name, rate_all in systems().items():
            speeds[name].append(len(events) / seconds(lambda rate_all=rate_all, events=events: rate_all(events)))
    chances = seconds_for_chances(200)
    _show(speeds, chances)
    ratio = _ratio(speeds, "trueskill, bare")
    if ratio < WANTED:
        raise SystemExit(f"{ratio:.2f} times bare trueskill, at least {WANTED:.0f} times is wanted")
    if chances > CHANCES_WITHIN:
        raise SystemExit(f"{chances * 1000:.2f} ms for the chances of four, at most {CHANCES_WITHIN * 1000:.0f} wanted")


def _ratio(speeds: dict[str, list[float]], other: str) -> float:
    """How many times as fast as another ours is, as the median over runs, each beside its neighbour."""
    ours_first = next(iter(speeds.values()))
    return statistics.median(mine / theirs for mine, theirs in zip(ours_first, speeds[other], strict=True))


def _show(speeds: dict[str, list[float]], chances: float) -> None:
    runs = len(next(iter(speeds.values())))
    title = f"Tournaments of {SEATS} rated a second, {runs} runs each"
    table = Table("", "median", "slowest", "fastest", "ours is", title=title)
    for name, values in speeds.items():
        numbers = (statistics.median(values), min(values), max(values))
        table.add_row(name, *[f"{number:,.0f}" for number in numbers], f"{_ratio(speeds, name):.2f} x")
    Console().print(table)
    Console().print(f"Chances of four people: {chances * 1e6:.0f} microseconds")


if __name__ == "__main__":
    main()
