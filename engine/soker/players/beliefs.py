"""What a memory says about the hidden cards, as arrays: which card may lie where, and what each opponent has decided.

Every card that came out of a deck unseen is an element, and every place it may have gone to a slot: a hand at a time,
or what is left of the deck. One element lies in each slot. All arrangements in which every card that was played lay in
the hand it was played from are equally likely before it is asked why somebody played as they did. After a reshuffle
the cards of the new deck are known, so each deck has its own elements and slots, next to each other in the arrays.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.soker.cards import DECK_SIZE
from engine.soker.dealing import MAX_SEATS
from engine.soker.moves import Play, TimeOut
from engine.soker.packed import PLAYERS, POSITION_SIZE, SPECIALS, masks, pack_move
from engine.soker.players.memory import Memory, Table

NEVER = 1 << 30
"""When a card leaves a hand that has not been played."""
DEALT = -1
"""When dealt cards came. Moves are numbered from 0; what comes in one is there from the next on."""
IN_DECK = -1
"""The seat of a slot that is left in the deck."""

Numbers = NDArray[np.int64]


class Evidence(NamedTuple):
    """A memory for the search. Elements and slots are numbered alike, deck by deck; ``content`` is one arrangement.

    ``first`` and ``last`` of a slot bound the slots of its deck. ``leaver`` and ``leaves`` of an element: who played it
    and in which move. A decision is what an opponent chose in a move: its ``situations`` row is the position without
    the hand to act, the other hands being any cards of the right number; ``choices`` are the arguments of a move.
    """

    position: Numbers
    cards: Numbers
    leaver: Numbers
    leaves: Numbers
    seat: Numbers
    time: Numbers
    first: Numbers
    last: Numbers
    content: Numbers
    situations: Numbers
    choices: Numbers
    when: Numbers


@dataclass
class _Deck:
    """One deck from its first card to its last: what came out of it unseen, and to whom."""

    cards: list[int]
    leaver: dict[int, tuple[int, int]]
    slots: list[tuple[int, int]]


def evidence(memory: Memory, rng: random.Random) -> Evidence:
    """The arrays of a memory, with a random arrangement that is possible."""
    decks = _decks(memory)
    columns: list[list[int]] = [[] for _ in range(8)]
    for deck in decks:
        start = len(columns[0])
        end = start + len(deck.cards)
        for card, (seat, time) in zip(deck.cards, deck.slots, strict=True):
            leaver, leaves = deck.leaver.get(card, (IN_DECK, NEVER))
            for column, number in zip(columns, (card, leaver, leaves, seat, time, start, end), strict=False):
                column.append(number)
        columns[7].extend(start + place for place in _arrangement(deck, rng))
    situations, choices, when = _decisions(memory)
    position = np.array(situation(memory.table, memory), dtype=np.int64)
    position[PLAYERS + memory.seat], position[SPECIALS + memory.seat] = masks(memory.hand)
    arrays = [np.array(column, dtype=np.int64) for column in columns]
    return Evidence._make((position, *arrays, situations, choices, when))


def _decks(memory: Memory) -> list[_Deck]:
    """Every deck of the game so far."""
    unseen = set(range(DECK_SIZE)) - set(memory.dealt) - _at_first(memory).discards
    decks = [_Deck(sorted(unseen), {}, list(_dealt(memory)))]
    for time, step in enumerate(memory.steps):
        if isinstance(step.move, Play) and step.table.turn != memory.seat:
            for card in step.move.cards:
                source = next(deck for deck in reversed(decks) if card in deck.cards)
                source.leaver[card] = (step.table.turn, time)
        for arrival in step.arrivals:
            if arrival.deck is not None:
                decks.append(_Deck(sorted(arrival.deck), {}, []))
            if arrival.card is None:
                decks[-1].slots.append((arrival.seat, time))
            else:
                decks[-1].cards.remove(arrival.card)
    decks[-1].slots.extend([(IN_DECK, NEVER)] * memory.table.deck_count)
    return decks


def _at_first(memory: Memory) -> Table:
    return memory.steps[0].table if memory.steps else memory.table


def _dealt(memory: Memory) -> Iterator[tuple[int, int]]:
    for seat, count in enumerate(_at_first(memory).hand_counts):
        if seat != memory.seat:
            yield from [(seat, DEALT)] * count


def _arrangement(deck: _Deck, rng: random.Random) -> list[int]:
    """For every slot of a deck the element in it, at random but possible.

    Cards that were played, the first first, take any slot of their hand that was filled by then: those that suit one
    suit all that come after it, so none is left without.
    """
    content = [-1] * len(deck.slots)
    free = list(range(len(deck.slots)))
    for card, (seat, leaves) in sorted(deck.leaver.items(), key=lambda item: item[1][1]):
        fit = [slot for slot in free if deck.slots[slot][0] == seat and deck.slots[slot][1] < leaves]
        slot = rng.choice(fit)
        content[slot] = deck.cards.index(card)
        free.remove(slot)
    rest = [place for place, card in enumerate(deck.cards) if card not in deck.leaver]
    rng.shuffle(rest)
    for slot, place in zip(free, rest, strict=True):
        content[slot] = place
    return content


def _decisions(memory: Memory) -> tuple[Numbers, Numbers, Numbers]:
    """What the opponents chose, but for what the clock did (T3)."""
    rows: list[list[int]] = []
    choices: list[tuple[int, int, int, int]] = []
    when: list[int] = []
    for time, step in enumerate(memory.steps):
        if step.table.turn == memory.seat or isinstance(step.move, TimeOut):
            continue
        move = pack_move(step.move)
        rows.append(situation(step.table, memory))
        rows[-1][PLAYERS + step.table.turn] = 0
        choices.append((move.kind, move.players, move.specials, move.top))
        when.append(time)
    return (
        np.array(rows, dtype=np.int64).reshape(-1, POSITION_SIZE),
        np.array(choices, dtype=np.int64).reshape(-1, 4),
        np.array(when, dtype=np.int64),
    )


def situation(table: Table, memory: Memory) -> list[int]:
    """The numbers of a position (``packed.py``) in which every hand is any players of the right number."""
    empty = [0] * (MAX_SEATS - memory.seats)
    return [
        *[(1 << count) - 1 for count in table.hand_counts],
        *empty,
        *[0] * MAX_SEATS,
        *masks(table.discards),
        table.top,
        -1 if table.top_club is None else table.top_club,
        table.turn,
        int(table.drawn),
        table.passes,
        memory.seats,
        table.deck_count,
        *table.discarded,
        *empty,
        -1,
        0,
        table.reshuffles,
        1,
    ]
