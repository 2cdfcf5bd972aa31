"""The protocol every game offers, so that tables, store and publishing know no game by name.

A game is data and a few functions. States, moves and events are immutable and go to plain JSON and back.
Randomness comes only from the seed: a state is ``reduce(apply, moves, deal(seats, starter, seed))``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

Json = dict[str, Any]

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
EventT = TypeVar("EventT")
ViewT = TypeVar("ViewT", covariant=True)


def msg(text: str) -> str:
    """Mark an English sentence for translation. The sentence itself is the gettext message id."""
    return text


class IllegalMove(Exception):
    """A move the rules refuse.

    ``rule`` is the number in the rule book (``"M1"``), ``text`` an English sentence for the player with
    ``{names}`` to be filled from ``values`` after translation. Card values are card ids under keys that
    begin with ``card``; whoever shows the sentence turns them into names.
    """

    def __init__(self, rule: str, text: str, **values: object) -> None:
        super().__init__(f"{rule}: {text.format(**values)}")
        self.rule = rule
        self.text = text
        self.values: Mapping[str, object] = values


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winning seat (None: nobody won), the way in the game's own word, points a seat (G2)."""

    winner: int | None
    way: str
    points: tuple[int, ...]


ENDED_EARLY = "ended early"
"""The way of a game that everyone voted to end before its end; the other ways are the game's own."""


class Game(Protocol[StateT, MoveT, EventT, ViewT]):
    """What a game module promises. All functions are pure; seats are numbered from 0 in playing order."""

    name: str
    rules_version: int
    min_seats: int
    max_seats: int
    turn_seconds: float

    def deal(self, seats: int, starter: int, seed: bytes) -> StateT:
        """Deal a game to ``seats`` seats from a 32-byte seed. Raises ValueError for a wrong number of seats."""
        ...

    def to_act(self, state: StateT) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        ...

    def legal_moves(self, state: StateT) -> Any:
        """Every move of the seat to act, in a compact form (never an exponential list)."""
        ...

    def apply(self, state: StateT, move: MoveT) -> tuple[StateT, tuple[EventT, ...]]:
        """The next state and what happened, in order. Raises IllegalMove and changes nothing otherwise.

        Events hold nothing that a spectator may not know.
        """
        ...

    def timeout_move(self, state: StateT) -> MoveT:
        """What the clock does for the seat to act: one move, even where it draws and ends the turn (T3)."""
        ...

    def result(self, state: StateT) -> Result | None:
        """The result of a finished game, None while it goes on."""
        ...

    def points(self, state: StateT) -> tuple[int, ...]:
        """Points a seat so far (G2), a finished game's included."""
        ...

    def view(self, state: StateT, seat: int | None) -> ViewT:
        """What that seat (None: a spectator) may see. Hidden cards are absent from it, not masked."""
        ...

    def hands(self, state: StateT) -> tuple[tuple[int, ...], ...]:
        """Every seat's cards, open: for training, and after the end."""
        ...

    def starter(self, first: int, number: int, seats: int) -> int:
        """Who starts game ``number`` (from 1) of a series whose first game was started by seat ``first`` (G1)."""
        ...

    def score(self, results: Sequence[Result], seat: int) -> tuple[int, ...]:
        """What a series is ordered by, what counts most first (G3); equal in everything is a shared place."""
        ...

    def favourite(self, moves: Sequence[MoveT]) -> str | None:
        """The name of what these moves used most, as the game's people would say it (a club); None for nothing."""
        ...

    def dump_state(self, state: StateT) -> Json: ...
    def load_state(self, data: Json) -> StateT: ...
    def dump_move(self, move: MoveT) -> Json: ...
    def load_move(self, data: Json) -> MoveT:
        """Raises ValueError for anything that is not a move of this game."""
        ...

    def dump_event(self, event: EventT) -> Json: ...
    def load_event(self, data: Json) -> EventT: ...
