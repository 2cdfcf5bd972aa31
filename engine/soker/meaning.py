"""What a play means: the club it stands for, whether it links, whether it wins. Shared by the rules and the views."""

from __future__ import annotations

from engine.soker.cards import CLUB_OF, COUNTRY_OF, JOKER

EMPTY_HAND = "empty hand"
COUNTRY = "country"
DEADLOCK = "deadlock"


def club_of_play(cards: tuple[int, ...]) -> int | None:
    """The club a play stands for; a lone special stands for none (L3)."""
    for card in cards:
        if CLUB_OF[card] is not None:
            return CLUB_OF[card]
    return None


def is_link(top_club: int | None, cards: tuple[int, ...]) -> bool:
    """Whether a play is a Link: a package (L1), or a card of the club the top counts as (L2)."""
    if len(cards) != 1:
        return True
    club = CLUB_OF[cards[0]]
    return club is not None and club == top_club


def without(hand: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """The hand after a play of these cards. Raises ValueError for a card it does not hold."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def winning_way(hand: tuple[int, ...]) -> str | None:
    """How a hand wins that a play has just left: empty (W1), or four of one country (W2)."""
    if not hand:
        return EMPTY_HAND
    if len(hand) == 4 and _is_country_set(hand):
        return COUNTRY
    return None


def _is_country_set(hand: tuple[int, ...]) -> bool:
    countries = {COUNTRY_OF[card] for card in hand if card != JOKER}
    return len(countries) == 1 and None not in countries
