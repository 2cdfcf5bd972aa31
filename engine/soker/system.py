"""Soker's system players and odds, as the protocol ``engine.system.SystemPlayers`` asks for them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from engine.soker import greedy_play, odds
from engine.soker.machine import machine
from engine.soker.moves import Move
from engine.soker.rules import apply
from engine.soker.state import State
from engine.soker.view import View, view
from engine.system import Aim, Chances, Hint, Option

__all__ = ["SOKER_PLAYERS", "SokerPlayers"]


@dataclass(frozen=True, slots=True)
class Memory:
    """What a seat saw."""

    view: View


class SokerPlayers:
    """Where the kernel does not work, everyone plays greedily and the odds come from few games."""

    strengths: tuple[str, ...] = ("amateur", "professional", "world class")

    def warm_up(self) -> str | None:
        """Compile or load everything that traffic will call: some seconds the first time, then half a second."""
        return machine().missing

    def memory(self, dealt: State, moves: Sequence[Move], seat: int) -> Memory:
        """All that a seat could see of a game."""
        state = dealt
        for move in moves:
            state, _ = apply(state, move)
        return Memory(view(state, seat))

    def choose(self, memory: Memory, strength: str, aim: Aim, rng: random.Random) -> Move:
        """A move from what the seat saw. Raises ValueError if it is not its turn, or for an unknown strength."""
        seen = memory.view
        if strength not in self.strengths:
            raise ValueError(f"there is no strength {strength}")
        if seen.legal is None:
            raise ValueError("it is not this seat's turn")
        return greedy_play.choose(seen.hand, seen.top_club, seen.legal, rng)

    def chances(self, state: State, strengths: Sequence[str | None], rng: random.Random) -> Chances:
        """How likely each seat is to win."""
        return odds.chances(state, strengths, rng)

    def options(self, state: State, strengths: Sequence[str | None], rng: random.Random) -> tuple[Option, ...]:
        """What the seat to act may do, the likeliest to win first. Raises ValueError when the game is over."""
        return odds.options(state, strengths, rng)

    def hint(self, state: State, strengths: Sequence[str | None], rng: random.Random) -> Hint:
        """The best of the options, and why. Raises ValueError when the game is over."""
        return odds.hint(state, strengths, rng)


SOKER_PLAYERS = SokerPlayers()
