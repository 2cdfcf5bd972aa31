"""A state as arrays of numbers, the form in which ``kernel.py`` plays, and back to what two forms have in common.

A position is an array of 64-bit numbers, the deck an array of cards; the names below are places in the first. A set of
player cards is a mask with bit ``card``: a country is 16 bits next to each other, a club four, a position every fourth.
Specials are a mask of their own, in the order of the cards. Needs numpy and nothing that compiles.

numba looks for changes in ``kernel.py`` alone, which therefore holds a digest of this file (``BUILT_WITH``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.soker.cards import DECK_SIZE, JOKER
from engine.soker.dealing import MAX_SEATS
from engine.soker.meaning import COUNTRY, DEADLOCK, EMPTY_HAND
from engine.soker.moves import Draw, EndTurn, LegalMoves, Move, Play, TimeOut
from engine.soker.state import State

PLAYERS = 0
"""Four masks of player cards, one a seat."""
SPECIALS = 4
"""Four masks of specials, one a seat."""
DISCARDED_PLAYERS, DISCARDED_SPECIALS = 8, 9
"""What lies on the discard pile, the top included."""
TOP, TOP_CLUB = 10, 11
"""The top discard and the club it counts as for a Link (L2, L3); -1 for none."""
TURN, DRAWN, PASSES, SEATS = 12, 13, 14, 15
DECK = 16
"""Cards left in the deck. The next to be drawn is the last of that many in the deck's array."""
COUNTS = 17
"""Four counts of cards discarded (G2), one a seat."""
WINNER, WAY = 21, 22
"""The seat that won, -1 for none, and how the game ended, a place in ``WAYS``."""
RESHUFFLES = 23
SHUFFLED = 24
"""1: draws come in the deck's order and reshuffles in given ones. 0: every draw is a random card of the deck."""
POSITION_SIZE = 25

WAYS = (None, EMPTY_HAND, COUNTRY, DEADLOCK)

PLAY, DRAW, END, TIME_OUT = 0, 1, 2, 3
"""Kinds of moves."""

CARDS, LONE_SPECIALS, MAY_DRAW, MAY_END = 0, 1, 2, 3
"""Places in a list of the legal moves: masks of what may be played alone, and whether to draw or end is open."""
PACKAGE_CARDS, PACKAGE_LEGAL = 4, 20
"""A number a club each: a bit for each of its four cards, then one for the joker; 0 where there is no package."""
LEGAL_SIZE = 36

Numbers = NDArray[np.int64]
"""A position, or a list of the legal moves."""
Cards = NDArray[np.int8]
"""Cards in an order."""

_SIGN = 1 << 63


@dataclass(frozen=True, slots=True)
class Packed:
    """A state for the kernel, which changes both arrays in place."""

    position: Numbers
    deck: Cards


@dataclass(frozen=True, slots=True)
class PackedMove:
    """A move for the kernel: masks of the cards of a play and the one that ends on top (M5), -1 without a play."""

    kind: int
    players: int = 0
    specials: int = 0
    top: int = -1


@dataclass(frozen=True, slots=True)
class Facts:
    """All of a state that a packed one keeps: not who started, the seed, nor how the cards under the top lie."""

    hands: tuple[frozenset[int], ...]
    deck: tuple[int, ...]
    discards: frozenset[int]
    top: int
    top_club: int | None
    turn: int
    drawn: bool
    passes: int
    discarded: tuple[int, ...]
    winner: int | None
    way: str | None
    reshuffles: int


def pack(state: State) -> Packed:
    """The arrays of a state. Draws follow the order of its deck; unused seats and the deck's rest are zero."""
    return Packed(np.array(numbers(state), dtype=np.int64), pack_deck(state.deck))


def numbers(state: State) -> list[int]:
    """The position of a state, place by place."""
    empty = [0] * (MAX_SEATS - state.seats)
    hands = [masks(hand) for hand in state.hands]
    return [
        *[players for players, _ in hands],
        *empty,
        *[specials for _, specials in hands],
        *empty,
        *masks(state.discards),
        state.top,
        _number(state.top_club),
        state.turn,
        int(state.drawn),
        state.passes,
        state.seats,
        len(state.deck),
        *state.discarded,
        *empty,
        _number(state.winner),
        WAYS.index(state.way),
        state.reshuffles,
        1,
    ]


def pack_deck(deck: tuple[int, ...]) -> Cards:
    """A deck as an array: its first card, the next to be drawn, stands last, then zeros to the size of a whole deck."""
    packed = np.zeros(DECK_SIZE, dtype=np.int8)
    packed[: len(deck)] = deck[::-1]
    return packed


def masks(cards: Iterable[int]) -> tuple[int, int]:
    """Different cards as a mask of players, signed as 64 bits are, and a mask of specials."""
    both = 0
    for card in cards:
        both |= 1 << card
    players = both & (2 * _SIGN - 1)
    return players - 2 * _SIGN if players & _SIGN else players, both >> JOKER


def cards_of(players: int, specials: int) -> frozenset[int]:
    """The cards of two masks."""
    both = (players & (2 * _SIGN - 1)) | (specials << JOKER)
    return frozenset(card for card in range(DECK_SIZE) if both >> card & 1)


def pack_move(move: Move) -> PackedMove:
    """A move for the kernel."""
    if isinstance(move, Play):
        return PackedMove(PLAY, *masks(move.cards), move.cards[-1])
    kinds: dict[type[Any], int] = {Draw: DRAW, EndTurn: END, TimeOut: TIME_OUT}
    return PackedMove(kinds[type(move)])


def unpack_move(move: PackedMove) -> Move:
    """The move again. Of a package only the last card keeps its place (M5); the others come sorted."""
    if move.kind == PLAY:
        under = cards_of(move.players, move.specials) - {move.top}
        return Play((*sorted(under), move.top))
    return (Draw(), EndTurn(), TimeOut())[move.kind - DRAW]


def pack_legal(legal: LegalMoves) -> list[int]:
    """The legal moves as the kernel lists them, place by place."""
    listed = [0] * LEGAL_SIZE
    listed[CARDS], listed[LONE_SPECIALS] = masks(legal.plays)
    listed[MAY_DRAW], listed[MAY_END] = int(legal.draw), int(legal.end)
    for option in legal.packages:
        listed[PACKAGE_CARDS + option.club] = _of_club(option.cards)
        listed[PACKAGE_LEGAL + option.club] = _of_club(option.legal)
    return listed


def facts(state: State) -> Facts:
    """A state in the form in which it can be compared with a packed one."""
    return Facts(
        tuple(frozenset(hand) for hand in state.hands),
        state.deck,
        frozenset(state.discards),
        state.top,
        state.top_club,
        state.turn,
        state.drawn,
        state.passes,
        state.discarded,
        state.winner,
        state.way,
        state.reshuffles,
    )


def facts_of(packed: Packed) -> Facts:
    """A packed state in the form in which it can be compared with a state."""
    s = packed.position.tolist()
    seats = range(s[SEATS])
    return Facts(
        tuple(cards_of(s[PLAYERS + seat], s[SPECIALS + seat]) for seat in seats),
        tuple(packed.deck[: s[DECK]][::-1].tolist()),
        cards_of(s[DISCARDED_PLAYERS], s[DISCARDED_SPECIALS]),
        s[TOP],
        _something(s[TOP_CLUB]),
        s[TURN],
        bool(s[DRAWN]),
        s[PASSES],
        tuple(s[COUNTS + seat] for seat in seats),
        _something(s[WINNER]),
        WAYS[s[WAY]],
        s[RESHUFFLES],
    )


def random_source(seed: int) -> NDArray[np.uint64]:
    """The random numbers of one thread, by a step of splitmix64 from the seed: seeds 1, 2, 3 give unlike streams.

    Its number is never zero, which xorshift would keep for ever.
    """
    word = (seed + 0x9E3779B97F4A7C15) % (1 << 64)
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % (1 << 64)
    word = (word ^ word >> 27) * 0x94D049BB133111EB % (1 << 64)
    return np.array([(word ^ word >> 31) or 1], dtype=np.uint64)


def _number(value: int | None) -> int:
    return -1 if value is None else value


def _something(number: int) -> int | None:
    return None if number < 0 else number


def _of_club(cards: tuple[int, ...]) -> int:
    """Cards of one club, a bit each, and the joker's."""
    return sum(1 << (4 if card == JOKER else card & 3) for card in cards)
