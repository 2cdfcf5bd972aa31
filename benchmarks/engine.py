"""Decisions per second of the readable engine in random games, beside RLCard's UNO environment.

    python -m benchmarks.engine

Both play whole games with random agents on this machine, one after the other in turns, so that whatever slows the
machine slows both. A decision is one choice of an agent among its legal moves: ours asks for the legal moves every time
and applies the move with every check and event; RLCard's are counted by its agents.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import rlcard  # pyright: ignore[reportMissingTypeStubs, reportMissingImports]
from rich.console import Console
from rich.table import Table
from rlcard.agents import RandomAgent  # pyright: ignore[reportMissingTypeStubs, reportMissingImports]

from engine.soker import SOKER
from engine.soker.random_play import choose

SEATS = 2
"""RLCard's UNO is for two."""
WANTED = 2.0


class CountingAgent:
    """RLCard's random agent, counting its decisions."""

    use_raw = False

    def __init__(self) -> None:
        self.decisions = 0

    def step(self, state: Any) -> Any:
        """One decision."""
        self.decisions += 1
        return RandomAgent.step(state)


def our_decisions(games: int, rng: random.Random) -> int:
    """Play games of Soker; returns how many decisions were made."""
    decisions = 0
    for number in range(games):
        state = SOKER.deal(SEATS, number % SEATS, rng.randbytes(32))
        while SOKER.to_act(state) is not None:
            state, _ = SOKER.apply(state, choose(SOKER.legal_moves(state), rng))
            decisions += 1
    return decisions


def uno_decisions(games: int, rng: random.Random) -> int:
    """Play games of UNO in RLCard, in its quicker mode; returns how many decisions were made."""
    env = rlcard.make("uno", config={"seed": rng.randrange(1 << 31)})
    assert env.num_players == SEATS
    agents = [CountingAgent() for _ in range(env.num_players)]
    env.set_agents(agents)
    for _ in range(games):
        env.run(is_training=True)
    return sum(agent.decisions for agent in agents)


def decisions_per_second(play: Callable[[int, random.Random], int], games: int, seed: int) -> float:
    """The speed of one run."""
    began = time.perf_counter()
    decisions = play(games, random.Random(seed))
    return decisions / (time.perf_counter() - began)


def main() -> None:
    """Measure, print, and fail if the engine is slower than it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--games", type=int, default=150)
    options = parser.parse_args()
    ours: list[float] = []
    uno: list[float] = []
    decisions_per_second(our_decisions, 10, 0)
    decisions_per_second(uno_decisions, 10, 0)
    for run in range(options.runs):
        ours.append(decisions_per_second(our_decisions, options.games, run))
        uno.append(decisions_per_second(uno_decisions, options.games, run))
    ratio = statistics.median(ours) / statistics.median(uno)
    _show(ours, uno, ratio)
    if ratio < WANTED:
        raise SystemExit(f"{ratio:.1f} times RLCard, at least {WANTED:.0f} times is wanted")


def _show(ours: list[float], uno: list[float], ratio: float) -> None:
    table = Table("", "median", "slowest", "fastest", title=f"Decisions a second, {SEATS} seats, {len(ours)} runs each")
    for name, speeds in (("Soker, engine.soker", ours), ("UNO, RLCard env.run", uno)):
        numbers = (statistics.median(speeds), min(speeds), max(speeds))
        table.add_row(name, *[f"{number:,.0f}" for number in numbers])
    Console().print(table)
    Console().print(f"[bold]{ratio:.1f}[/bold] times as many")


if __name__ == "__main__":
    main()
