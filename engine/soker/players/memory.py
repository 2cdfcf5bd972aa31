"""What a seat could have seen of a game from the deal on: its own cards, and what everybody saw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.soker.events import Drew, Reshuffled
from engine.soker.moves import Move, Play
from engine.soker.rules import apply
from engine.soker.state import State


@dataclass(frozen=True, slots=True)
class Table:
    """What everybody sees at one moment. ``discards`` are the cards of the pile, the top included."""

    top: int
    top_club: int | None
    discards: frozenset[int]
    turn: int
    drawn: bool
    passes: int
    hand_counts: tuple[int, ...]
    deck_count: int
    discarded: tuple[int, ...]
    reshuffles: int
    over: bool


@dataclass(frozen=True, slots=True)
class Arrival:
    """A card that came into a hand; ``card`` only where it is the viewer's.

    ``deck`` is the new deck if the discards were shuffled into one just before (P2): everybody knows its cards.
    """

    seat: int
    card: int | None = field(default=None, repr=False)
    deck: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One move: what lay there, who made it (``table.turn``), and the cards that were drawn because of it."""

    table: Table
    move: Move
    arrivals: tuple[Arrival, ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """A game as one seat knows it. ``dealt`` and ``hand`` are the viewer's cards at first and now."""

    seat: int
    seats: int
    starter: int
    dealt: tuple[int, ...] = field(repr=False)
    hand: tuple[int, ...] = field(repr=False)
    steps: tuple[Step, ...]
    table: Table


def memory(dealt: State, moves: Sequence[Move], seat: int) -> Memory:
    """All that a seat could see of a game from the deal on. ``moves`` are all that were made, by anyone.

    Raises ValueError for a seat that is not in the game, IllegalMove for moves that it does not allow.
    """
    if not 0 <= seat < dealt.seats:
        raise ValueError(f"there is no seat {seat}")
    state, steps = dealt, []
    for move in moves:
        after, events = apply(state, move)
        steps.append(Step(table_of(state), _canonical(move), _arrivals(state, move, after, events, seat)))
        state = after
    return Memory(seat, dealt.seats, dealt.starter, dealt.hands[seat], state.hands[seat], tuple(steps), table_of(state))


def table_of(state: State) -> Table:
    """What everybody sees of a state."""
    return Table(
        state.top,
        state.top_club,
        frozenset(state.discards),
        state.turn,
        state.drawn,
        state.passes,
        tuple(len(hand) for hand in state.hands),
        len(state.deck),
        state.discarded,
        state.reshuffles,
        state.way is not None,
    )


def _canonical(move: Move) -> Move:
    """The move with the order of a package's cards that counts for nothing left out (M5)."""
    if not isinstance(move, Play):
        return move
    return replace(move, cards=(*sorted(move.cards[:-1]), move.cards[-1]))


def _arrivals(state: State, move: Move, after: State, events: Sequence[object], seat: int) -> tuple[Arrival, ...]:
    """Who drew in one move, in order. A seat draws once at most in one, and one that draws does not play."""
    pile = state.discards + move.cards if isinstance(move, Play) else state.discards
    found: list[Arrival] = []
    deck = None
    for event in events:
        if isinstance(event, Reshuffled):
            deck = frozenset(pile[:-1])
        elif isinstance(event, Drew):
            own = set(after.hands[seat]) - set(state.hands[seat]) if event.seat == seat else {None}
            (card,) = own
            found.append(Arrival(event.seat, card, deck))
            deck = None
    return tuple(found)
