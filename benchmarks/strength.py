"""How strong the system players are: won games with 95% intervals, and processor time a decision.

    python -m benchmarks.strength [--games N] [--seed S]

Every strength plays duels against each weaker player, and with four seats, one of it against three of the other. The
strongest also meets opponents that are not among those it reckons with: ones that play at random one time in four, and
ones that keep their specials. The rules are the referee, each player chooses from its memory alone. Every deal is
played once from each seat, and who starts goes round. Wilson's intervals take the games for independent. Fails if the
share of games won is below what is wanted, or the time above; the shares are compared as they are, not their intervals.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from engine.soker import SOKER, greedy_play, random_play
from engine.soker.moves import LegalMoves, Move
from engine.soker.players import STRENGTHS, Memory, choose, memory
from engine.soker.state import State
from engine.system import Aim

AMATEUR, PROFESSIONAL, WORLD_CLASS = STRENGTHS
MILLISECONDS = 100.0
"""Wanted: at most so much processor time a decision, 99 times in 100."""

Player = Callable[[Memory, State, random.Random], Move]
"""Chooses from a memory; of the state it may use what the memory tells too."""


@dataclass(frozen=True)
class Match:
    """One of a player against one or three of another. ``wanted`` is the share of games to be won."""

    player: str
    other: str
    seats: int
    wanted: float | None = None
    weight: float = 1.0


@dataclass
class Score:
    """What a match has brought so far. Milliseconds are the player's, a number a decision."""

    games: int = 0
    wins: int = 0
    milliseconds: list[float] = field(default_factory=list)


def matches() -> Iterator[Match]:
    """All of them. Those of the strongest are played as often as asked, the others five times as often."""
    for seats in (2, 4):
        for place, strength in enumerate(STRENGTHS):
            weight = 1.0 if strength == WORLD_CLASS else 5.0
            yield Match(strength, "random", seats, weight=weight)
            for other in STRENGTHS[:place]:
                yield Match(strength, other, seats, _wanted(strength, other, seats), weight)
        for other in ("careless", "hoarding"):
            yield Match(WORLD_CLASS, other, seats)


def _wanted(strength: str, other: str, seats: int) -> float | None:
    if seats == 4:
        return 0.5 if (strength, other) == (WORLD_CLASS, AMATEUR) else None
    return 0.75 if (strength, other) == (WORLD_CLASS, AMATEUR) else 0.6


def of_strength(strength: str) -> Player:
    """A system player after the win of a single game."""
    return lambda known, state, rng: choose(known, strength, Aim.WIN, rng)


def at_random(known: Memory, state: State, rng: random.Random) -> Move:
    """Anything legal."""
    return random_play.choose(SOKER.legal_moves(state), rng)


def careless(known: Memory, state: State, rng: random.Random) -> Move:
    """Greedy, but one move in four is anything legal."""
    return at_random(known, state, rng) if rng.random() < 0.25 else _greedy(state, SOKER.legal_moves(state), rng)


def hoarding(known: Memory, state: State, rng: random.Random) -> Move:
    """Greedy, but a special is played only where nothing else can be."""
    legal = SOKER.legal_moves(state)
    players = tuple(card for card in legal.plays if card < 64)
    if not players and not legal.packages:
        return _greedy(state, legal, rng)
    return _greedy(state, LegalMoves(legal.seat, players, legal.packages, legal.draw, legal.end), rng)


def _greedy(state: State, legal: LegalMoves, rng: random.Random) -> Move:
    return greedy_play.choose(state.hands[state.turn], state.top_club, legal, rng)


PLAYERS: dict[str, Player] = {
    **{strength: of_strength(strength) for strength in STRENGTHS},
    "random": at_random,
    "careless": careless,
    "hoarding": hoarding,
}


def play(match: Match, number: int, seed: int, score: Score) -> None:
    """One game, by the rules."""
    deal = number // match.seats
    rng = random.Random(f"{seed} {match.seats} {number}")
    dealt = state = SOKER.deal(match.seats, deal % match.seats, random.Random(f"{seed} {deal}").randbytes(32))
    seat, moves = number % match.seats, list[Move]()
    while state.way is None:
        own = state.turn == seat
        began = time.thread_time()
        known = memory(dealt, moves, state.turn)
        move = PLAYERS[match.player if own else match.other](known, state, rng)
        if own:
            score.milliseconds.append(1000 * (time.thread_time() - began))
        moves.append(move)
        state, _ = SOKER.apply(state, move)
    score.games += 1
    score.wins += state.winner == seat


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95% interval of a share [Wilson 1927]."""
    z = 1.959964
    share, spread = wins / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return middle - half, middle + half


def measure(games: int, seed: int) -> dict[Match, Score]:
    """Every match."""
    found = {match: Score() for match in matches()}
    play(Match(WORLD_CLASS, PROFESSIONAL, 2), 0, seed, Score())
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("games", total=sum(int(games * match.weight) for match in found))
        for match, score in found.items():
            for number in range(int(games * match.weight)):
                play(match, number, seed, score)
                progress.advance(task)
    return found


def failures(found: dict[Match, Score]) -> list[str]:
    """What is below what is wanted, in words."""
    missed = []
    for match, score in found.items():
        share = score.wins / score.games
        if match.wanted is not None and share < match.wanted:
            named = f"{match.player} against {match.other}, {match.seats} seats"
            missed.append(f"{named}: {share:.1%}, wanted {match.wanted:.0%}")
        late = float(np.quantile(score.milliseconds, 0.99))
        if late > MILLISECONDS:
            missed.append(f"{match.player}: {late:.0f} ms a decision at p99, wanted {MILLISECONDS:.0f}")
    return missed


def main() -> None:
    """Measure, print, and fail if anything is below what is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = measure(options.games, options.seed)
    _show(found)
    missed = failures(found)
    if missed:
        raise SystemExit("Below what is wanted:\n" + "\n".join(missed))


def _show(found: dict[Match, Score]) -> None:
    columns = ("", "against", "seats", "games", "won", "95%", "wanted", "ms, mean", "ms, p99")
    table = Table(*columns, title="One of the first against one or three of the second")
    for match, score in found.items():
        low, high = wilson(score.wins, score.games)
        table.add_row(
            match.player,
            match.other,
            str(match.seats),
            str(score.games),
            f"{score.wins / score.games:.1%}",
            f"{low:.1%} to {high:.1%}",
            "" if match.wanted is None else f"{match.wanted:.0%}",
            f"{np.mean(score.milliseconds):.1f}",
            f"{np.quantile(score.milliseconds, 0.99):.1f}",
        )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
