"""What a game offers beside its rules so that empty chairs are filled: system players, and odds for training.

A system player is shown a memory: everything a person in its seat could have seen, and nothing else. Whatever it does
with chance comes from the source it is given, never from the game's seed. Everything here may take processor time
(``choose`` up to 0.1 s): call it off the event loop.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol, TypeVar

StateT = TypeVar("StateT", contravariant=True)


class Aim(Enum):
    """What a system player is after: the win of a single game, or a tournament's points (G2)."""

    WIN = "win"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely each seat is to win, 0 to 1, and that nobody does; they add up to 1.

    ``error`` is the largest standard error of them.
    """

    seats: tuple[float, ...]
    nobody: float
    error: float


@dataclass(frozen=True, slots=True)
class Option:
    """One thing the seat to act may do, and how likely it is to win then, with the standard error."""

    move: Any
    chance: float
    error: float


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do and why: an English sentence (the gettext message id) with ``{names}`` to be filled from ``values``.

    Values under keys that begin with ``card`` are card ids, those that begin with ``seat`` are seats.
    """

    move: Any
    why: str
    values: Mapping[str, object] = field(default_factory=dict)


class SystemPlayers(Protocol[StateT]):
    """What a game promises of its system players. Seats are numbered from 0 in playing order.

    ``strengths`` are their keys, the weakest first, also the English words for them (gettext message ids).
    Where ``strengths`` is asked for a seat, None is a person.
    """

    strengths: tuple[str, ...]

    def warm_up(self) -> str | None:
        """Load what is compiled, before traffic is accepted. Returns what is missing, in words for the host, or None.

        If something is missing, everything here still works: the play is simpler and the odds are coarser.
        """
        ...

    def memory(self, dealt: StateT, moves: Sequence[Any], seat: int) -> Any:
        """All that a seat could see of a game from the deal on. ``moves`` are all that were made, by anyone."""
        ...

    def choose(self, memory: Any, strength: str, aim: Aim, rng: random.Random) -> Any:
        """The move of a system player whose turn it is, from what it saw. Raises ValueError: not its turn."""
        ...

    def chances(self, state: StateT, strengths: Sequence[str | None], rng: random.Random) -> Chances:
        """How likely each seat is to win, all hands open; the order of the deck is used by nobody."""
        ...

    def options(self, state: StateT, strengths: Sequence[str | None], rng: random.Random) -> tuple[Option, ...]:
        """What the seat to act may do, the likeliest to win first, all hands open; of packages the sensible ones."""
        ...

    def hint(self, state: StateT, strengths: Sequence[str | None], rng: random.Random) -> Hint:
        """The best of the options, and why in one sentence."""
        ...
