"""Win chances of an open position: all hands are known, of the deck only which cards lie in it, not their order."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engine.soker import greedy_play
from engine.soker.cards import JOKER, PLAYS_AGAIN
from engine.soker.continuations import Estimate, ends, estimate, openings, pooled
from engine.soker.hints import reason
from engine.soker.legality import legal_moves
from engine.soker.machine import machine
from engine.soker.meaning import is_link, winning_way, without
from engine.soker.moves import Draw, EndTurn, LegalMoves, Move, PackageOption, Play
from engine.soker.players import policy_of
from engine.soker.state import State
from engine.system import Chances, Hint, Option


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is played: games for the chances, at first and at most; how many options are compared at most; games
    for each of them, and so many more for some of the best; openings of one move at most, where chance is in it."""

    first: int
    chances: int
    options: int
    each: int
    more: int
    best: int
    openings: int


COMPILED = Effort(first=1_500, chances=10_000, options=25, each=1_500, more=3_500, best=5, openings=68)
PLAIN = Effort(first=60, chances=60, options=8, each=10, more=0, best=0, openings=10)
"""About 50 ms in Python, which holds the interpreter's lock all the while."""
WANTED_ERROR = 0.005
"""The standard error of chances at which no more games are played; 10,000 games always reach it."""


def chances(state: State, strengths: Sequence[str | None], rng: random.Random) -> Chances:
    """How likely each seat is to win; of a finished game 1 and 0. Strengths are one a seat, None is a person."""
    if state.way is not None:
        seats = tuple(float(seat == state.winner) for seat in range(state.seats))
        return Chances(seats, float(state.winner is None), 0.0)
    kernel = machine().kernel
    return chances_by(kernel, state, policies_of(kernel, strengths), COMPILED if kernel else PLAIN, rng)


def chances_by(
    kernel: Any | None, state: State, policies: Sequence[int], effort: Effort, rng: random.Random
) -> Chances:
    """The chances if every seat plays on by a policy of the kernel.

    From the games so far it is reckoned how many there have to be.
    """
    found = _counted(kernel, state, policies, effort.first, rng)
    while more := _missing(found, effort):
        again = _counted(kernel, state, policies, more, rng)
        found = [pooled(*both) for both in zip(found, again, strict=True)]
    *seats, nobody = [one.chance for one in found]
    return Chances(tuple(seats), nobody, max(one.error for one in found))


def _counted(
    kernel: Any | None, state: State, policies: Sequence[int], times: int, rng: random.Random
) -> list[Estimate]:
    """How likely each seat is to win, and that nobody does."""
    (counts,) = ends(kernel, (state,), policies, times, rng.getrandbits(64))
    return [estimate([count], times, sampled=False) for count in counts]


def _missing(found: Sequence[Estimate], effort: Effort) -> int:
    """How many games more the wanted standard error takes."""
    worst = max(found, key=lambda one: one.error)
    if worst.error <= WANTED_ERROR:
        return 0
    needed = math.ceil(worst.times * (worst.error / WANTED_ERROR) ** 2)
    return min(needed + effort.first // 50, effort.chances) - worst.times


def policies_of(kernel: Any | None, strengths: Sequence[str | None]) -> tuple[int, ...]:
    """How the kernel plays on for each seat: a person greedily, a system player as its strength does.

    ``benchmarks/chances.py`` compares what that says with how games end.
    """
    if kernel is None:
        return ()
    return tuple(kernel.GREEDY if strength is None else policy_of(strength) for strength in strengths)


def options(state: State, strengths: Sequence[str | None], rng: random.Random) -> tuple[Option, ...]:
    """What the seat to act may do, the likeliest to win first. Raises ValueError when the game is over.

    All are played on with the same random numbers, and the best of them some more.
    """
    kernel = machine().kernel
    effort = COMPILED if kernel else PLAIN
    compare = Comparison(kernel, state, policies_of(kernel, strengths), effort)
    found = compare.all(candidates(state, effort.options), effort.each, rng)
    best = sorted(found, key=lambda move: -found[move].chance)[: effort.best]
    if effort.more:
        again = compare.all([move for move in best if found[move].times], effort.more, rng)
        found |= {move: pooled(found[move], more) for move, more in again.items()}
    ordered = sorted(found.items(), key=lambda item: -item[1].chance)
    return tuple(Option(move, one.chance, one.error) for move, one in ordered)


def hint(state: State, strengths: Sequence[str | None], rng: random.Random) -> Hint:
    """The best of the options, and why in one sentence. Raises ValueError when the game is over."""
    return reason(state, options(state, strengths, rng)[0].move)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Moves of one position, told apart by games played on."""

    kernel: Any | None
    state: State
    policies: tuple[int, ...]
    effort: Effort

    def all(self, moves: Sequence[Move], times: int, rng: random.Random) -> dict[Move, Estimate]:
        """The chance of the seat to act after each move, from about so many games each."""
        seed = rng.getrandbits(64)
        return {move: self._after(move, times, seed) for move in moves}

    def _after(self, move: Move, times: int, seed: int) -> Estimate:
        seat = self.state.turn
        leads_to = openings(self.state, move, self.effort.openings, random.Random(seed))
        first = leads_to.states[0]
        if first.way is not None:
            return Estimate(float(first.winner == seat), 0.0, 0)
        each = -(-times // len(leads_to.states))
        counts = ends(self.kernel, leads_to.states, self.policies, each, seed)
        return estimate([count[seat] for count in counts], each, sampled=not leads_to.all)


def candidates(state: State, most: int) -> tuple[Move, ...]:
    """What is worth comparing, at most so many: a draw or the end of the turn, every card, packages of every size.

    Of too many plays those stay that win, special cards alone, then what leaves the hand closest to a win.
    """
    legal = legal_moves(state)
    hand = state.hands[legal.seat]
    plays = sorted(_plays(legal), key=lambda cards: _promise(hand, state.top_club, cards), reverse=True)
    rest = Draw() if legal.draw else EndTurn()
    return (*[Play(cards) for cards in plays[: most - 1]], rest)


def _plays(legal: LegalMoves) -> Iterator[tuple[int, ...]]:
    for card in legal.plays:
        yield (card,)
    for option in legal.packages:
        yield from _packages(option)


def _packages(option: PackageOption) -> Iterator[tuple[int, ...]]:
    """Every package of a club, with every card on top (M5, M6)."""
    for size in range(2, len(option.cards) + 1):
        for cards in combinations(option.cards, size):
            if not set(cards).isdisjoint(option.legal):
                for top in cards:
                    yield (*[card for card in cards if card != top], top)


def _promise(hand: tuple[int, ...], top_club: int | None, cards: tuple[int, ...]) -> tuple[bool, bool, int, int, bool]:
    left = without(hand, cards)
    alone = len(cards) == 1 and cards[0] >= JOKER
    skips = PLAYS_AGAIN[cards[-1]] or is_link(top_club, cards)
    return winning_way(left) is not None, alone, -greedy_play.distance(left), len(cards), skips
