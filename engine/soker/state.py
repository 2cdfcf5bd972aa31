"""A game of Soker at one moment, and the draft in which the next moment is worked out."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.soker.events import Event


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a game. What is hidden from somebody stays out of ``repr`` and so out of logs.

    ``hands`` are sorted by card, so that they tell nothing of the order of drawing. The top of ``deck`` is its first
    card, the top of ``discards`` the last. ``top_club`` is the club the top counts as for a Link (L2, L3).
    ``discarded`` counts the cards each seat has discarded (G2). ``way`` is how the game ended, None while it goes on.
    """

    starter: int
    seed: bytes = field(repr=False)
    hands: tuple[tuple[int, ...], ...] = field(repr=False)
    deck: tuple[int, ...] = field(repr=False)
    discards: tuple[int, ...]
    top_club: int | None
    turn: int
    discarded: tuple[int, ...]
    drawn: bool = False
    passes: int = 0
    reshuffles: int = 0
    winner: int | None = None
    way: str | None = None

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hands)

    @property
    def top(self) -> int:
        """The top discard."""
        return self.discards[-1]

    @property
    def can_draw(self) -> bool:
        """Whether a card is left to draw, after a reshuffle if need be (P2, P3)."""
        return bool(self.deck) or len(self.discards) > 1


class Draft:
    """A state while a move is being applied: the one thing in the engine that changes. Nobody else ever sees it."""

    __slots__ = (
        "deck",
        "discarded",
        "discards",
        "drawn",
        "events",
        "hands",
        "passes",
        "reshuffles",
        "seed",
        "starter",
        "top_club",
        "turn",
        "way",
        "winner",
    )

    def __init__(self, state: State) -> None:
        self.starter = state.starter
        self.seed = state.seed
        self.hands = list(state.hands)
        self.deck = state.deck
        self.discards = state.discards
        self.top_club = state.top_club
        self.turn = state.turn
        self.discarded = list(state.discarded)
        self.drawn = state.drawn
        self.passes = state.passes
        self.reshuffles = state.reshuffles
        self.winner = state.winner
        self.way = state.way
        self.events: list[Event] = []

    def next_seat(self, steps: int = 1) -> int:
        """The seat so many places on from the one whose turn it is (D3)."""
        return (self.turn + steps) % len(self.hands)

    @property
    def can_draw(self) -> bool:
        """Whether a card is left to draw (P2, P3)."""
        return bool(self.deck) or len(self.discards) > 1

    def freeze(self) -> State:
        """The finished state."""
        return State(
            self.starter,
            self.seed,
            tuple(self.hands),
            self.deck,
            self.discards,
            self.top_club,
            self.turn,
            tuple(self.discarded),
            self.drawn,
            self.passes,
            self.reshuffles,
            self.winner,
            self.way,
        )
