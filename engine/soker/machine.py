"""The compiled kernel if there is one: without numba, or with one that does not work, everything here plays on."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from engine.soker import packed, players
from engine.soker.cards import DECK_SIZE
from engine.soker.dealing import MAX_SEATS
from engine.soker.moves import Draw, EndTurn
from engine.soker.rules import apply, deal
from engine.system import Aim

NOTHING_KEPT = (
    "The system players' machine code cannot be kept: neither the folder of the program nor that of the user's caches "
    "can be written to. They play as strongly as ever, but starting takes some seconds longer each time."
)


@dataclass(frozen=True, slots=True)
class Machine:
    """``kernel`` is ``engine.soker.kernel``, None where it does not work; ``missing`` says to the host what is not."""

    kernel: Any | None
    missing: str | None


@cache
def machine() -> Machine:
    """The kernel, after a trial. It is looked for once in a process: the first call may take seconds."""
    try:
        from engine.soker import kernel

        _try(kernel)
    except Exception as problem:  # whatever numba, llvmlite or the system's loader have to say
        return Machine(None, _missing(problem))
    return Machine(kernel, None if kernel.KEPT else NOTHING_KEPT)


def _try(kernel: Any) -> None:
    """Plays a game on as ``continuations.py`` does, and lets every system player choose in two moments of another.

    What is compiled by that is all that is needed later. Raises anything.
    """
    twin, work = packed.pack(deal(2, 0, bytes(32))), packed.pack(deal(2, 0, bytes(32)))
    arrays = (twin.position, twin.deck, work.position, work.deck)
    ends = np.zeros(MAX_SEATS + 1, dtype=np.int64)
    policies = np.full(MAX_SEATS, kernel.LEARNT, dtype=np.int64)
    kernel.play_many(*arrays, no_orders(), packed.random_source(1), policies, 1, ends)
    if ends.sum() != 1:
        raise RuntimeError("a game was played on and did not end")
    for moves in ((), (Draw(), EndTurn())):
        state = deal(4, 0, bytes(32))
        for move in moves:
            state, _ = apply(state, move)
        memory = players.memory(deal(4, 0, bytes(32)), moves, state.turn)
        for strength in players.STRENGTHS:
            apply(state, players.choose(memory, strength, Aim.WIN, random.Random(1)))


def no_orders() -> packed.Cards:
    """What stands where the kernel takes orders of cards but the position says that none are given."""
    return np.zeros((1, DECK_SIZE), dtype=np.int8)


def _missing(problem: Exception) -> str:
    why = " ".join(str(problem).split())[:200]
    return (
        "The system players run without machine code, because numba does not work here "
        f"({type(problem).__name__}: {why}). They play more simply, and win chances are coarser."
    )
