"""How games end that are played on from a position, the order of its deck unknown: counts, and what they say.

The kernel plays them, or without it the greedy player in plain Python. Only the position and a seed decide what is
counted: neither the order of the deck nor the seed of the game is looked at.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.soker import greedy_play, packed
from engine.soker.cards import RED
from engine.soker.dealing import MAX_SEATS
from engine.soker.legality import legal_moves
from engine.soker.machine import no_orders
from engine.soker.moves import Draw, Move, Play
from engine.soker.rules import apply
from engine.soker.state import State

Ends = list[int]
"""Games won by each seat, then games that nobody won."""


@dataclass(frozen=True, slots=True)
class Openings:
    """The positions a move leads to, each as likely. ``all``: there are no others; else they are a random sample."""

    states: tuple[State, ...]
    all: bool


@dataclass(frozen=True, slots=True)
class Estimate:
    """A chance with its standard error, from so many games: none where the rules say it."""

    chance: float
    error: float
    times: int


def ends(
    kernel: Any | None, states: Sequence[State], policies: Sequence[int], times: int, seed: int
) -> tuple[Ends, ...]:
    """Plays every state on, ``times`` each. ``policies`` are the kernel's, one a seat; without it all are greedy."""
    if kernel is None:
        rng = random.Random(seed)
        return tuple(_ends_in_python(state, times, rng) for state in states)
    return _ends_by_kernel(kernel, states, policies, times, seed)


def _ends_by_kernel(
    kernel: Any, states: Sequence[State], policies: Sequence[int], times: int, seed: int
) -> tuple[Ends, ...]:
    source, orders = packed.random_source(seed), no_orders()
    by_seat = np.zeros(MAX_SEATS, dtype=np.int64)
    by_seat[: len(policies)] = policies
    found: list[Ends] = []
    for state in states:
        twin = packed.pack(replace(state, deck=tuple(sorted(state.deck))))
        twin.position[packed.SHUFFLED] = 0
        work, work_deck = np.empty_like(twin.position), np.empty_like(twin.deck)
        counts = np.zeros(MAX_SEATS + 1, dtype=np.int64)
        kernel.play_many(twin.position, twin.deck, work, work_deck, orders, source, by_seat, times, counts)
        *wins, nobody = counts.tolist()
        found.append([*wins[: state.seats], nobody])
    return tuple(found)


def _ends_in_python(state: State, times: int, rng: random.Random) -> Ends:
    counts = [0] * (state.seats + 1)
    for _ in range(times):
        end = _played_on(shuffled(state, rng), rng)
        counts[state.seats if end.winner is None else end.winner] += 1
    return counts


def _played_on(state: State, rng: random.Random) -> State:
    while state.way is None:
        hand = state.hands[state.turn]
        state, _ = apply(state, greedy_play.choose(hand, state.top_club, legal_moves(state), rng))
    return state


def shuffled(state: State, rng: random.Random) -> State:
    """The same position with an order of the deck, and of decks to come (P2), from ``rng`` alone."""
    deck = sorted(state.deck)
    rng.shuffle(deck)
    return replace(state, deck=tuple(deck), seed=rng.randbytes(32))


def openings(state: State, move: Move, most: int, rng: random.Random) -> Openings:
    """The positions after a move: each card that can be drawn, or at most so many samples, where chance is in it."""
    if isinstance(move, Draw):
        return _after_draws(state, most, rng)
    if isinstance(move, Play) and move.cards[-1] == RED:
        return Openings(tuple(apply(shuffled(state, rng), move)[0] for _ in range(most)), all=False)
    return Openings((apply(state, move)[0],), all=True)


def _after_draws(state: State, most: int, rng: random.Random) -> Openings:
    if not state.deck:
        pile = state.discards[:-1]
        state = replace(state, deck=pile, discards=state.discards[-1:], reshuffles=state.reshuffles + 1)
    cards = sorted(state.deck)
    sample = cards if len(cards) <= most else rng.sample(cards, most)
    return Openings(tuple(_after_drawing(state, cards, card) for card in sample), all=len(sample) == len(cards))


def _after_drawing(state: State, deck: list[int], card: int) -> State:
    rest = (other for other in deck if other != card)
    return apply(replace(state, deck=(card, *rest)), Draw())[0]


def estimate(wins: Sequence[int], times: int, *, sampled: bool) -> Estimate:
    """The chance from games won of ``times`` an opening. ``sampled``: the openings are only some of those there are.

    The standard error is that of as many independent games, which is too much rather than too little where every
    opening was played (strata). Where they are a sample, it is at least that of the openings' means: games from one
    opening are alike. A game more on either side keeps the error from being nothing where few games were all won.
    """
    games = times * len(wins)
    chance = sum(wins) / games
    careful = (sum(wins) + 1) / (games + 2)
    error = math.sqrt(careful * (1 - careful) / games)
    if sampled and len(wins) > 1:
        spread = sum((won / times - chance) ** 2 for won in wins) / (len(wins) - 1)
        error = max(error, math.sqrt(spread / len(wins)))
    return Estimate(chance, error, games)


def pooled(first: Estimate, second: Estimate) -> Estimate:
    """Both together, each with the weight of its games."""
    times = first.times + second.times
    if not times:
        return first
    chance = (first.chance * first.times + second.chance * second.times) / times
    error = math.hypot(first.error * first.times, second.error * second.times) / times
    return Estimate(chance, error, times)
