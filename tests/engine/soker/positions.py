"""Positions written in card codes: ``position(["MIL-DEF JOKER", "RED"], top="INT-GKP")``."""

from __future__ import annotations

from engine.soker.cards import CARDS, CLUB_OF, CLUBS
from engine.soker.events import Event
from engine.soker.moves import Play
from engine.soker.rules import apply
from engine.soker.state import State

_IDS = {card.code: card.id for card in CARDS}
SEED = bytes(range(32))


def card(code: str) -> int:
    """The card of a code."""
    return _IDS[code]


def cards(codes: str) -> tuple[int, ...]:
    """The cards of codes, in that order."""
    return tuple(_IDS[code] for code in codes.split())


def club(code: str) -> int:
    """The club of a code."""
    return next(club.index for club in CLUBS if club.code == code)


def position(
    hands: list[str],
    top: str,
    *,
    under: str = "",
    deck: str | None = None,
    turn: int = 0,
    drawn: bool = False,
    passes: int = 0,
    joker_as: str | None = None,
) -> State:
    """A state. Without ``deck`` every card not named lies there; ``joker_as`` is the club a joker on top stands for."""
    dealt = [cards(hand) for hand in hands]
    discards = cards(under) + cards(top)
    used = {*discards, *(held for hand in dealt for held in hand)}
    rest = tuple(other.id for other in CARDS if other.id not in used)
    return State(
        starter=0,
        seed=SEED,
        hands=tuple(tuple(sorted(hand)) for hand in dealt),
        deck=rest if deck is None else cards(deck),
        discards=discards,
        top_club=club(joker_as) if joker_as else CLUB_OF[discards[-1]],
        turn=turn,
        discarded=(0,) * len(hands),
        drawn=drawn,
        passes=passes,
    )


def play(state: State, codes: str) -> tuple[State, tuple[Event, ...]]:
    """Play cards by code."""
    return apply(state, Play(cards(codes)))


def after(state: State, *plays: str) -> State:
    """The state after plays by code, one after the other."""
    for codes in plays:
        state, _ = play(state, codes)
    return state
