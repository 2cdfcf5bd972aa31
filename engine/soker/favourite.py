"""What somebody likes to play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.soker.cards import CLUB_OF, CLUBS
from engine.soker.moves import Move, Play


def favourite_club(moves: Iterable[Move]) -> str | None:
    """The club whose cards were discarded most in these moves, the earlier in the card list among equals."""
    clubs = Counter(club for move in moves if isinstance(move, Play) for club in map(CLUB_OF.__getitem__, move.cards))
    del clubs[None]
    if not clubs:
        return None
    return CLUBS[min(clubs, key=lambda club: (-clubs[club], club or 0)) or 0].name
