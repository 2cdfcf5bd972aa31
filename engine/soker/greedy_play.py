"""A player who thinks one play ahead: it wins if it can, and otherwise comes as close to winning as one play brings it.

It looks at nothing but its own hand, the club the top counts as and its legal moves, all of which ``view`` shows it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.soker.cards import COUNTRIES, COUNTRY_OF, JOKER, PLAYS_AGAIN
from engine.soker.meaning import is_link, without
from engine.soker.moves import Draw, EndTurn, LegalMoves, Move, PackageOption, Play

SET_SIZE = 4
"""Cards of one country that win (W2)."""

_COUNTRY_INDEX = tuple(None if country is None else COUNTRIES.index(country) for country in COUNTRY_OF)


def choose(hand: tuple[int, ...], top_club: int | None, legal: LegalMoves, rng: random.Random) -> Move:
    """The play that leaves the hand closest to a win; without a play a draw, without a draw the end of the turn.

    Equally close plays are told apart by cards discarded (G2), then by whether others skip (L1, S1), then by chance.
    """
    best, plays = None, []
    for cards in candidates(legal):
        worth = _worth(hand, top_club, cards)
        if best is None or worth > best:
            best, plays = worth, [cards]
        elif worth == best:
            plays.append(cards)
    if plays:
        return Play(plays[int(rng.random() * len(plays))])
    return Draw() if legal.draw else EndTurn()


def candidates(legal: LegalMoves) -> Iterator[tuple[int, ...]]:
    """Every single card, and of every club a package of each size that leaves the joker in hand as long as it can."""
    for card in legal.plays:
        yield (card,)
    for option in legal.packages:
        yield from _packages(option)


def _packages(option: PackageOption) -> Iterator[tuple[int, ...]]:
    first = option.legal[0]
    others = [card for card in option.cards if card != first]
    for size in range(1, len(others) + 1):
        yield (*others[:size], first)


def _worth(hand: tuple[int, ...], top_club: int | None, cards: tuple[int, ...]) -> tuple[int, int, int]:
    left = without(hand, cards)
    skips = PLAYS_AGAIN[cards[-1]] or is_link(top_club, cards)
    return -distance(left), len(cards), int(skips)


def distance(hand: tuple[int, ...]) -> int:
    """How many cards have to be discarded or drawn until the hand wins by the shorter of the two ways (W1, W2)."""
    return min(len(hand), *_distances_to_a_set(hand))


def _distances_to_a_set(hand: tuple[int, ...]) -> list[int]:
    held = [0] * len(COUNTRIES)
    for card in hand:
        country = _COUNTRY_INDEX[card]
        if country is not None:
            held[country] += 1
    jokers = JOKER in hand
    return [len(hand) - count - jokers + abs(SET_SIZE - count - jokers) for count in held]
