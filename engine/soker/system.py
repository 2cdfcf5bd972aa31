"""Soker's system players and odds, as the protocol ``engine.system.SystemPlayers`` asks for them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.soker import greedy_play, odds, players
from engine.soker.cards import JOKER
from engine.soker.legality import legal_moves
from engine.soker.machine import machine
from engine.soker.moves import LegalMoves, Move
from engine.soker.players import Memory
from engine.soker.state import State
from engine.system import Aim, Chances, Hint, Option

__all__ = ["SOKER_PLAYERS", "SokerPlayers"]


class SokerPlayers:
    """Where the kernel does not work, every strength plays greedily and the odds come from few games."""

    strengths: tuple[str, ...] = players.STRENGTHS

    def warm_up(self) -> str | None:
        """Compile or load everything that traffic will call: some seconds the first time, then less than one."""
        return machine().missing

    def memory(self, dealt: State, moves: Sequence[Move], seat: int) -> Memory:
        """All that a seat could see of a game. Raises ValueError for a seat that is not in it."""
        return players.memory(dealt, moves, seat)

    def choose(self, memory: Memory, strength: str, aim: Aim, rng: random.Random) -> Move:
        """A move from what the seat saw. Raises ValueError if it is not its turn, or for an unknown strength."""
        if machine().kernel is not None:
            return players.choose(memory, strength, aim, rng)
        if strength not in self.strengths:
            raise ValueError(f"there is no strength {strength!r}")
        return greedy_play.choose(memory.hand, memory.table.top_club, open_to(memory), rng)

    def chances(self, state: State, strengths: Sequence[str | None], rng: random.Random) -> Chances:
        """How likely each seat is to win."""
        return odds.chances(state, strengths, rng)

    def options(self, state: State, strengths: Sequence[str | None], rng: random.Random) -> tuple[Option, ...]:
        """What the seat to act may do, the likeliest to win first. Raises ValueError when the game is over."""
        return odds.options(state, strengths, rng)

    def hint(self, state: State, strengths: Sequence[str | None], rng: random.Random) -> Hint:
        """The best of the options, and why. Raises ValueError when the game is over."""
        return odds.hint(state, strengths, rng)


def open_to(memory: Memory) -> LegalMoves:
    """The legal moves of a seat as it remembers the game: jokers stand for the cards it does not know.

    Raises ValueError if it is not its turn.
    """
    table = memory.table
    if table.over or table.turn != memory.seat:
        raise ValueError(f"it is not the turn of seat {memory.seat}")
    own = tuple(memory.hand if seat == memory.seat else () for seat in range(memory.seats))
    pile = sorted(table.discards - {table.top})
    return legal_moves(
        State(
            starter=memory.starter,
            seed=b"",
            hands=own,
            deck=(JOKER,) * table.deck_count,
            discards=(*pile, table.top),
            top_club=table.top_club,
            turn=table.turn,
            discarded=table.discarded,
            drawn=table.drawn,
        )
    )


SOKER_PLAYERS = SokerPlayers()
