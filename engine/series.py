"""A series: several games with the same seats, and the order they lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import Game, Result


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the seats of a series stand.

    ``scores`` holds a tuple a seat, what counts most first (the game says what: ``Game.score``); ``places`` from 1,
    shared where the scores are equal in everything: 1 1 3 4, 1 2 2 4.
    """

    scores: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]


def standing(game: Game[Any, Any, Any, Any], results: Sequence[Result], seats: int) -> Standing:
    """The standing of ``seats`` seats after some games of a series."""
    scores = tuple(game.score(results, seat) for seat in range(seats))
    return Standing(scores, places(scores))


def won_or_lost(now: Standing, result: Result) -> Standing:
    """The standing of a game that stands for itself: won or lost, whatever the points. Nobody won: all shared."""
    seats = range(len(now.scores))
    return Standing(now.scores, tuple(1 if result.winner in (None, seat) else 2 for seat in seats))


def places(scores: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """A place a seat: one more than the number of seats with a higher score."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
