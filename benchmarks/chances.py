"""Whether win chances come true: what is said of positions of training games, beside how the games ended.

    python -m benchmarks.chances [--games 600] [--seed 1]

Games of four seats, each seat a system player of a random strength or somebody like a person, who plays greedily but
for 15% random moves. Of every second position, all hands open, the chances are asked for as the product does
("shipped") and from continuations of every seat by one policy of the kernel. The expected calibration error is the
mean distance, over ten equally wide bins of what was said, between what was said and how often it came true, with the
weight of the bin. Positions of one game are alike, so the interval is of games drawn again (bootstrap), not of
positions. Chance in the games' ends makes the error too large rather than too small, the more so the fewer the games.

Fails if the shipped chances are further off than wanted, or their standard error or time is above what is wanted.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from engine.soker import SOKER, greedy_play, kernel, odds, random_play
from engine.soker.moves import Move
from engine.soker.state import State
from engine.soker.system import SOKER_PLAYERS
from engine.system import Aim, Chances

SEATS = 4
"""A person and three system players (O1)."""
BINS = 10
WANTED = 0.02
"""Expected calibration error."""
WANTED_ERROR, WANTED_SECONDS = 0.005, 0.05
"""The largest standard error of a chance, and the median time for it."""
SLIPS = 0.15
"""How often somebody like a person makes any move."""
EVERY = 2
"""Of so many positions, one is looked at."""
LESS = replace(odds.COMPILED, first=1500, chances=1500)
"""Games for what is compared with the shipped chances: enough for calibration, and quicker."""
SHIPPED = "shipped"

Said = NDArray[np.float64]
"""Rows: game, seat's kind, what was said, 1 if the seat won."""
Ask = Callable[[State, Sequence[str | None], random.Random], Chances]


@dataclass
class Found:
    """What was said by whom, and what the shipped chances took."""

    said: dict[str, list[tuple[int, int, float, float]]] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    errors: list[float] = field(default_factory=list)


def kinds() -> tuple[str | None, ...]:
    """Who may sit on a seat; None is somebody like a person."""
    return (*SOKER_PLAYERS.strengths, None)


def askers() -> dict[str, Ask]:
    """Whose chances are compared: the shipped ones first."""
    policies = {"random": kernel.RANDOM, "greedy": kernel.GREEDY, "learnt": getattr(kernel, "LEARNT", None)}
    compared = {name: _by(policy) for name, policy in policies.items() if policy is not None}
    return {SHIPPED: odds.chances, **compared}


def _by(policy: int) -> Ask:
    def ask(state: State, strengths: Sequence[str | None], rng: random.Random) -> Chances:
        return odds.chances_by(kernel, state, [policy] * state.seats, LESS, rng)

    return ask


def person_like(state: State, rng: random.Random) -> Move:
    """Greedy, but for some moves that are any."""
    legal = SOKER.legal_moves(state)
    if rng.random() < SLIPS:
        return random_play.choose(legal, rng)
    return greedy_play.choose(state.hands[state.turn], state.top_club, legal, rng)


def play(dealt: State, strengths: Sequence[str | None], rng: random.Random) -> list[State]:
    """All states of one game, from the deal to the end."""
    states, moves = [dealt], list[Move]()
    while states[-1].way is None:
        state = states[-1]
        strength = strengths[state.turn]
        if strength is None:
            move = person_like(state, rng)
        else:
            memory = SOKER_PLAYERS.memory(dealt, moves, state.turn)
            move = SOKER_PLAYERS.choose(memory, strength, Aim.WIN, rng)
        moves.append(move)
        states.append(SOKER.apply(state, move)[0])
    return states


def look_at(number: int, found: Found, asked: dict[str, Ask], rng: random.Random) -> None:
    """Plays one game and notes what is said of its positions."""
    strengths = [rng.choice(kinds()) for _ in range(SEATS)]
    dealt = SOKER.deal(SEATS, number % SEATS, rng.randbytes(32))
    *states, end = play(dealt, strengths, rng)
    for state in states[rng.randrange(EVERY) :: EVERY]:
        for name, ask in asked.items():
            began = time.perf_counter()
            said = ask(state, strengths, rng)
            if name == SHIPPED:
                found.seconds.append(time.perf_counter() - began)
                found.errors.append(said.error)
            rows = found.said.setdefault(name, [])
            for seat, chance in enumerate(said.seats):
                rows.append((number, kinds().index(strengths[seat]), chance, float(end.winner == seat)))


def calibration_error(said: Said) -> float:
    """The expected calibration error of what was said."""
    return sum(len(rows) * abs(rows[:, 2].mean() - rows[:, 3].mean()) for rows in in_bins(said)) / len(said)


def in_bins(said: Said) -> list[Said]:
    """The rows of every bin that has any, from low to high."""
    numbers = np.minimum((said[:, 2] * BINS).astype(int), BINS - 1)
    return [said[numbers == number] for number in range(BINS) if (numbers == number).any()]


def interval(said: Said, rng: random.Random, times: int = 200) -> tuple[float, float]:
    """95% of the calibration errors of as many games, drawn again."""
    source = np.random.default_rng(rng.getrandbits(64))
    games, starts = np.unique(said[:, 0], return_index=True)
    parts = np.split(said, starts[1:])
    errors = [
        calibration_error(np.concatenate([parts[game] for game in source.integers(len(games), size=len(games))]))
        for _ in range(times)
    ]
    low, high = np.quantile(errors, [0.025, 0.975])
    return float(low), float(high)


def measure(games: int, seed: int) -> Found:
    """So many games."""
    SOKER_PLAYERS.warm_up()
    found, asked, rng = Found(), askers(), random.Random(seed)
    with Progress(console=Console(stderr=True)) as progress:
        for number in progress.track(range(games), description="games"):
            look_at(number, found, asked, rng)
    return found


def main() -> None:
    """Measure, print, and fail if the shipped chances are not what they have to be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = measure(options.games, options.seed)
    said = {name: np.array(rows) for name, rows in found.said.items()}
    _show_errors(said, options.games, random.Random(options.seed))
    _show_bins(said[SHIPPED])
    _show_kinds(said)
    seconds, error = float(np.median(found.seconds)), max(found.errors)
    slow = float(np.quantile(found.seconds, 0.95))
    Console().print(
        f"shipped: [bold]{seconds * 1000:.1f} ms[/bold] for the chances of a position, median of {len(found.seconds)} "
        f"(95% within {slow * 1000:.1f} ms); standard error at most [bold]{error:.4f}[/bold]"
    )
    _judge(calibration_error(said[SHIPPED]), seconds, error)


def _judge(off: float, seconds: float, error: float) -> None:
    if off > WANTED:
        raise SystemExit(f"chances are off by {off:.4f}, at most {WANTED} is wanted")
    if seconds > WANTED_SECONDS or error > WANTED_ERROR:
        raise SystemExit(f"at most {WANTED_ERROR} within {WANTED_SECONDS * 1000:.0f} ms is wanted")


def _show_errors(said: dict[str, Said], games: int, rng: random.Random) -> None:
    positions = len(said[SHIPPED]) // SEATS
    table = Table("continuations", "calibration error", "95%, by games", "Brier score")
    table.title = f"{games} games, {positions} positions of them, {SEATS} seats"
    for name, rows in said.items():
        low, high = interval(rows, rng)
        brier = float(((rows[:, 2] - rows[:, 3]) ** 2).mean())
        table.add_row(name, f"{calibration_error(rows):.4f}", f"{low:.4f} to {high:.4f}", f"{brier:.4f}")
    Console().print(table)


def _show_bins(said: Said) -> None:
    table = Table("chances", "said", "came true", title="Shipped, by what was said")
    for rows in in_bins(said):
        table.add_row(f"{len(rows):,}", f"{rows[:, 2].mean():.3f}", f"{rows[:, 3].mean():.3f}")
    Console().print(table)


def _show_kinds(said: dict[str, Said]) -> None:
    table = Table("seat", "came true", *said, title="Mean chance, by who sits there")
    for number, kind in enumerate(kinds()):
        rows = {name: all_rows[all_rows[:, 1] == number] for name, all_rows in said.items()}
        means = [f"{one[:, 2].mean():.3f}" for one in rows.values()]
        table.add_row(kind or "like a person", f"{rows[SHIPPED][:, 3].mean():.3f}", *means)
    Console().print(table)


if __name__ == "__main__":
    main()
