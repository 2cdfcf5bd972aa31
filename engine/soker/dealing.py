"""The deal (D1, D2). Every step is part of the procedure in ``docs/fair-deals.md``."""

from __future__ import annotations

from engine.fairness import Stream
from engine.soker.cards import CLUB_OF, DECK_SIZE, IS_PLAYER
from engine.soker.state import State

MIN_SEATS = 2
MAX_SEATS = 4
HAND_SIZE = 7


def deal(seats: int, starter: int, seed: bytes) -> State:
    """A new game. Raises ValueError for a number of seats, a starter or a seed that cannot be."""
    _check(seats, starter, seed)
    stream = Stream(seed, "deal")
    deck = stream.shuffled(range(DECK_SIZE))
    hands = _hands(deck, seats, starter)
    first = _turn_up(deck, stream)
    return State(
        starter=starter,
        seed=seed,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        deck=tuple(deck),
        discards=(first,),
        top_club=CLUB_OF[first],
        turn=starter,
        discarded=(0,) * seats,
    )


def _check(seats: int, starter: int, seed: bytes) -> None:
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise ValueError(f"Soker is for {MIN_SEATS} to {MAX_SEATS} seats, not {seats}")
    if not 0 <= starter < seats:
        raise ValueError(f"there is no seat {starter}")
    if len(seed) != 32:
        raise ValueError("a seed has 32 bytes")


def _hands(deck: list[int], seats: int, starter: int) -> list[list[int]]:
    """Seven rounds of one card a seat, from the starter on, then one more for the starter (D1)."""
    hands: list[list[int]] = [[] for _ in range(seats)]
    for _ in range(HAND_SIZE):
        for step in range(seats):
            hands[(starter + step) % seats].append(deck.pop(0))
    hands[starter].append(deck.pop(0))
    return hands


def _turn_up(deck: list[int], stream: Stream) -> int:
    """The first discard, always a player card: a special goes back to a random place (D2)."""
    while True:
        card = deck.pop(0)
        if IS_PLAYER[card]:
            return card
        deck.insert(stream.below(len(deck) + 1), card)
