"""Which ratings the system players' strengths stand for: measured in tournaments, and in single games.

    python -m benchmarks.system_ratings

Two of one strength meet two of another in tournaments of eight games (G1, G3). How often one stands above another
gives the distance of their ratings by the ladder's own model: p = Phi(d / (sqrt(2) beta)). The weakest strength is
given the rating of a newcomer, 25.

A single game says less than a tournament. The same strengths play duels, and the spread (sigma) of a fixed rating in
single games is what makes the ladder expect as many wins as there were: p = Phi(d / sqrt(2 beta^2 + sigma^2)). So a
person is led to one rating, whatever they play. Prints what ``soker_discord/tables/system_ratings.py`` holds and fails
where the two differ by more than the measurement's own error allows.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from engine.game import Result
from engine.series import standing
from engine.soker import SOKER
from engine.soker.system import SOKER_PLAYERS
from engine.system import Aim
from ratings.parameters import STANDARD
from soker_discord.tables.system_ratings import FIXED, SPREAD

GAMES = 8
NORMAL = NormalDist()
NEWCOMER = 25.0


@dataclass(frozen=True, slots=True)
class Share:
    """How often the stronger came out above, a shared place counting half, of so many comparisons."""

    above: float
    of: int

    @property
    def value(self) -> float:
        """The share, kept half a comparison away from never and always."""
        return min(max(self.above, 0.5), self.of - 0.5) / self.of

    @property
    def error(self) -> float:
        """Its standard error in tournaments, of whose four comparisons two count, for they hang together."""
        return math.sqrt(self.value * (1 - self.value) / (self.of / 2))


def play_game(strengths: Sequence[str], starter: int, aim: Aim, rng: random.Random) -> Result:
    """A whole game by the rules; every seat sees what it may see."""
    dealt = state = SOKER.deal(len(strengths), starter, rng.randbytes(32))
    moves: list = []
    while (seat := SOKER.to_act(state)) is not None:
        move = SOKER_PLAYERS.choose(SOKER_PLAYERS.memory(dealt, moves, seat), strengths[seat], aim, rng)
        state, _ = SOKER.apply(state, move)
        moves.append(move)
    result = SOKER.result(state)
    assert result is not None
    return result


def tournaments(weaker: str, stronger: str, times: int, rng: random.Random, progress: Progress) -> Share:
    """How often the stronger stands above the weaker at the end."""
    task = progress.add_task(f"{stronger} and {weaker}, tournaments", total=times)
    above = 0.0
    for _ in range(times):
        seats = [weaker, weaker, stronger, stronger]
        rng.shuffle(seats)
        results = [play_game(seats, SOKER.starter(0, game + 1, 4), Aim.POINTS, rng) for game in range(GAMES)]
        places = standing(SOKER, results, 4).places
        for one, other in combinations(range(4), 2):
            if seats[one] != seats[other]:
                high, low = (one, other) if seats[one] == stronger else (other, one)
                above += (places[high] < places[low]) + (places[high] == places[low]) / 2
        progress.advance(task)
    return Share(above, 4 * times)


def duels(weaker: str, stronger: str, times: int, rng: random.Random, progress: Progress) -> Share:
    """How often the stronger wins a single game of two."""
    task = progress.add_task(f"{stronger} and {weaker}, duels", total=times)
    won = 0.0
    for game in range(times):
        result = play_game((weaker, stronger), game % 2, Aim.WIN, rng)
        won += 0.5 if result.winner is None else float(result.winner == 1)
        progress.advance(task)
    return Share(won, times)


def distance(share: Share) -> tuple[float, float]:
    """The distance of two ratings, and its standard error."""
    wide = math.sqrt(2.0) * STANDARD.beta
    slope = NORMAL.pdf(NORMAL.inv_cdf(share.value))
    return wide * NORMAL.inv_cdf(share.value), wide * share.error / slope


def spread(apart: float, share: Share) -> float:
    """The spread that makes duels of ratings so far apart end as they did."""
    whole = apart / NORMAL.inv_cdf(share.value) if share.value > 0.5 else math.inf
    return math.sqrt(max(0.0, whole * whole - 2.0 * STANDARD.beta**2))


def main() -> None:
    """Measure, print, and fail where what is shipped is not what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tournaments", type=int, default=100)
    parser.add_argument("--duels", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    SOKER_PLAYERS.warm_up()
    table = Table("", "above", "apart", "±", "shipped", "duels", "spread", title="Strengths against the one below")
    wrong, rating = [], NEWCOMER
    pairs = list(zip(SOKER_PLAYERS.strengths, SOKER_PLAYERS.strengths[1:], strict=False))
    with Progress(console=Console(stderr=True)) as progress:
        for weaker, stronger in pairs:
            long = tournaments(weaker, stronger, options.tournaments, rng, progress)
            short = duels(weaker, stronger, options.duels, rng, progress)
            (apart, error), shipped = distance(long), FIXED[stronger].mu - FIXED[weaker].mu
            rating += apart
            numbers = (100 * long.value, apart, 1.96 * error, shipped, 100 * short.value, spread(apart, short))
            table.add_row(f"{stronger} ({rating:.1f})", *[f"{number:.1f}" for number in numbers])
            if abs(apart - shipped) > 3 * error:
                wrong.append(f"{stronger} stands {apart:.1f} above {weaker}, {shipped:.1f} is shipped")
    Console().print(table)
    Console().print(f"Spread shipped for single games: {SPREAD:.1f}; beta {STANDARD.beta:.1f}")
    if wrong:
        raise SystemExit("; ".join(wrong))


if __name__ == "__main__":
    main()
