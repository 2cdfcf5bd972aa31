"""The system players' choices. Only here the kernel is loaded, and not before it is needed."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.soker import packed
from engine.soker.cards import DECK_SIZE
from engine.soker.moves import Move
from engine.soker.packed import PackedMove, masks, unpack_move
from engine.soker.players.beliefs import Evidence, evidence, situation
from engine.soker.players.memory import Memory
from engine.system import Aim

AMATEUR, PROFESSIONAL, WORLD_CLASS = "amateur", "professional", "world class"
STRENGTHS = (AMATEUR, PROFESSIONAL, WORLD_CLASS)
"""The weakest first, in football's words."""

GREEDY, LEARNT = 1, 2
"""Policies of the kernel, which has names for them too but is not loaded here."""

MOST_LISTED = 96
"""Moves that the search looks at; a hand that has more of them is rare, and its last packages are left out."""
HEAT = 0.13
"""By how much worse the logarithm of the odds is for the professional to choose a move less often by a factor e."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much the search does: arrangements, exchanges before the first and between two, games, moves tried."""

    arrangements: int = 300
    warm: int = 2000
    apart: int = 20
    games: int = 9000
    moves: int = 12


FULL = Effort()


class Work(NamedTuple):
    """What the search writes in (``search.py``)."""

    positions: NDArray[np.int64]
    decks: NDArray[np.int8]
    guessed: NDArray[np.int64]
    kinds: NDArray[np.int64]
    likely: NDArray[np.float64]
    fresh: NDArray[np.float64]
    changed: NDArray[np.int64]
    unused: NDArray[np.int64]
    hidden: NDArray[np.int64]
    hidden_count: NDArray[np.int64]
    moves: NDArray[np.int64]
    worths: NDArray[np.float32]
    sums: NDArray[np.float64]
    s: NDArray[np.int64]
    deck: NDArray[np.int8]
    orders: NDArray[np.int8]


def policy_of(strength: str | None) -> int:
    """The kernel's policy that comes closest to how a strength, or a person (None), plays on."""
    return GREEDY if strength == AMATEUR else LEARNT


def choose(memory: Memory, strength: str, aim: Aim, rng: random.Random, effort: Effort = FULL) -> Move:
    """The move of a system player whose turn it is, from what it saw. ``effort`` is the search's, of the strongest.

    The amateur is greedy, whatever the aim; the professional, whatever the aim too, knows what is likely to win and
    errs by a little; world class searches. Raises ValueError: not its turn, no such strength.
    """
    if memory.table.over or memory.table.turn != memory.seat:
        raise ValueError(f"it is not the turn of seat {memory.seat}")
    if strength not in STRENGTHS:
        raise ValueError(f"there is no strength {strength!r}")
    if strength == WORLD_CLASS:
        return _searched(memory, aim, rng, effort)
    s = np.array(situation(memory.table, memory), dtype=np.int64)
    s[packed.PLAYERS + memory.seat], s[packed.SPECIALS + memory.seat] = masks(memory.hand)
    if strength == PROFESSIONAL:
        return _warmly(s, rng)
    move = machine()[0].choose(s, packed.random_source(rng.getrandbits(64)), GREEDY)
    return unpack_move(PackedMove(*map(int, move)))


def _warmly(s: packed.Numbers, rng: random.Random) -> Move:
    """A move by how likely the learnt player thinks it wins, the nearly best nearly as often as the best."""
    kernel, _ = machine()
    moves = np.zeros((MOST_LISTED, 4), dtype=np.int64)
    worths = np.zeros(MOST_LISTED, dtype=np.float32)
    count = min(kernel.list_moves(s, kernel.LEARNT_ROWS, kernel.LEARNT_UNITS, moves, worths), MOST_LISTED)
    best = float(worths[:count].max())
    weights = [math.exp((worth - best) / HEAT) for worth in worths[:count].tolist()]
    (place,) = rng.choices(range(count), weights)
    return unpack_move(PackedMove(*moves[place].tolist()))


@cache
def machine() -> tuple[Any, Any]:
    """The kernel and the search: the one place where they are loaded. Raises whatever numba fails with."""
    from engine.soker import kernel
    from engine.soker.players import search

    return kernel, search


def _searched(memory: Memory, aim: Aim, rng: random.Random, effort: Effort) -> Move:
    _, search = machine()
    known = evidence(memory, rng)
    source = packed.random_source(rng.getrandbits(64))
    work = work_for(effort, known, rng)
    search.imagine(known, work, source, effort.warm, effort.apart)
    search.compare(work, source, effort.games, effort.moves, aim is Aim.POINTS)
    return unpack_move(PackedMove(*work.moves[0].tolist()))


def work_for(effort: Effort, known: Evidence, rng: random.Random) -> Work:
    """Room for the search, with the orders of cards for reshuffles yet to come."""
    slots, decisions = len(known.content), len(known.when)

    def zeros(*shape: int) -> NDArray[np.int64]:
        return np.zeros(shape, dtype=np.int64)

    orders = [rng.sample(range(DECK_SIZE), DECK_SIZE) for _ in range(4)]
    return Work(
        zeros(effort.arrangements, packed.POSITION_SIZE),
        np.zeros((effort.arrangements, DECK_SIZE), dtype=np.int8),
        zeros(effort.arrangements, 4),
        zeros(4),
        np.zeros((decisions, 2)),
        np.zeros((decisions, 2)),
        zeros(decisions),
        zeros(decisions),
        zeros(slots),
        zeros(1),
        zeros(MOST_LISTED, 4),
        np.zeros(MOST_LISTED, dtype=np.float32),
        np.zeros(MOST_LISTED),
        zeros(packed.POSITION_SIZE),
        np.zeros(DECK_SIZE, dtype=np.int8),
        np.array(orders, dtype=np.int8),
    )
