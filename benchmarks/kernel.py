"""Random games by the kernel, beside OpenSpiel's crazy eights and RLCard's UNO: games and decisions a second.

    python -m benchmarks.kernel

One thread, one after the other in turns, so that whatever slows the machine slows all. The kernel plays fresh deals of
four seats on to their end, each many times. OpenSpiel plays fresh deals of crazy eights for four the same way in C++:
``RandomRolloutEvaluator`` as its search calls it, with a single simulation. It does not tell how many decisions a
rollout takes; that is the mean of random games counted from Python, chance nodes not counted. A decision is one choice
of a seat among its legal moves. Fails if the kernel makes fewer times as many as wanted.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyspiel  # pyright: ignore[reportMissingImports]
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.engine import uno_decisions
from engine.soker import SOKER, kernel, packed
from engine.soker.cards import DECK_SIZE

SEATS = 4
WANTED = 10.0
"""Times OpenSpiel's decisions a second."""
LENGTH_FROM = 300
"""Games of crazy eights from which the length of one is known, each with its own deal: 1% of it, one standard error."""
SOKER_TIMES, SPIEL_TIMES = 2000, 300
"""How often each deal is played on."""


@dataclass
class Speeds:
    """Games and decisions a second, a number a run."""

    games: list[float] = field(default_factory=list)
    decisions: list[float] = field(default_factory=list)


def our_games(policy: int, deals: int, rng: random.Random) -> tuple[int, float]:
    """Games and decisions of so many deals, every seat by one policy."""
    source = packed.random_source(rng.getrandbits(64))
    policies = np.full(SEATS, policy, dtype=np.int64)
    ends = np.zeros(SEATS + 1, dtype=np.int64)
    orders = np.zeros((1, DECK_SIZE), dtype=np.int8)
    decisions = 0
    for number in range(deals):
        state = SOKER.deal(SEATS, number % SEATS, rng.randbytes(32))
        twin, work = packed.pack(state), packed.pack(state)
        twin.position[packed.SHUFFLED] = 0
        arrays = (twin.position, twin.deck, work.position, work.deck)
        decisions += kernel.play_many(*arrays, orders, source, policies, SOKER_TIMES, ends)
    return deals * SOKER_TIMES, float(decisions)


def crazy_eights() -> Any:
    """OpenSpiel's game."""
    return pyspiel.load_game(f"crazy_eights(players={SEATS})")


def dealt(game: Any, rng: random.Random) -> Any:
    """A state of it at the first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(by_chance(state, rng))
    return state


def by_chance(state: Any, rng: random.Random) -> int:
    """What happens at a chance node."""
    actions, likely = zip(*state.chance_outcomes(), strict=True)
    return rng.choices(actions, likely)[0]


def decisions_a_game(rng: random.Random) -> float:
    """How many decisions a random game of crazy eights takes."""
    game, decisions = crazy_eights(), 0
    for _ in range(LENGTH_FROM):
        state = dealt(game, rng)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(by_chance(state, rng))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
    return decisions / LENGTH_FROM


def spiel_games(length: float, deals: int, rng: random.Random) -> tuple[int, float]:
    """Games and decisions of so many deals in OpenSpiel's C++."""
    game = crazy_eights()
    for _ in range(deals):
        rollouts = pyspiel.RandomRolloutEvaluator(SPIEL_TIMES, rng.randrange(1 << 31))
        search = pyspiel.MCTSBot(game, rollouts, 1.0, 1, 100, False, rng.randrange(1 << 31), False)
        search.step(dealt(game, rng))
    return deals * SPIEL_TIMES, deals * SPIEL_TIMES * length


def measure(runs: int, seed: int) -> dict[str, Speeds]:
    """Every contender in turns, as often as asked."""
    length = decisions_a_game(random.Random(seed))
    contenders: dict[str, Callable[[random.Random], tuple[int, float]]] = {
        "Soker, random, 4 seats": lambda rng: our_games(kernel.RANDOM, 100, rng),
        "Soker, greedy, 4 seats": lambda rng: our_games(kernel.GREEDY, 100, rng),
        "crazy eights, OpenSpiel in C++, 4 seats": lambda rng: spiel_games(length, 60, rng),
        "UNO, RLCard, 2 seats": lambda rng: (100, uno_decisions(100, rng)),
    }
    our_games(kernel.RANDOM, 1, random.Random(seed))
    found = {name: Speeds() for name in contenders}
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("runs", total=runs * len(contenders))
        for run in range(runs):
            for name, play in contenders.items():
                began = time.perf_counter()
                games, decisions = play(random.Random(seed + run))
                took = time.perf_counter() - began
                found[name].games.append(games / took)
                found[name].decisions.append(decisions / took)
                progress.advance(task)
    return found


def main() -> None:
    """Measure, print, and fail if the kernel is slower than it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = measure(options.runs, options.seed)
    _show(found, options.runs)
    ours, _, spiel, _ = [statistics.median(speeds.decisions) for speeds in found.values()]
    Console().print(f"[bold]{ours / spiel:.1f}[/bold] times as many random decisions as OpenSpiel")
    if ours / spiel < WANTED:
        raise SystemExit(f"{ours / spiel:.1f} times OpenSpiel, at least {WANTED:.0f} times is wanted")


def _show(found: dict[str, Speeds], runs: int) -> None:
    table = Table("", "games", "decisions", "slowest", "fastest", title=f"A second, one thread, median of {runs} runs")
    for name, speeds in found.items():
        medians = statistics.median(speeds.games), statistics.median(speeds.decisions)
        numbers = (*medians, min(speeds.decisions), max(speeds.decisions))
        table.add_row(name, *[f"{number:,.0f}" for number in numbers])
    Console().print(table)


if __name__ == "__main__":
    main()
