"""What a tournament of Soker is won on (G3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Result
from engine.soker.meaning import COUNTRY


def score(results: Sequence[Result], seat: int) -> tuple[int, int, int]:
    """Points, then games won, then country wins of a seat over some games (G3)."""
    won = [result for result in results if result.winner == seat]
    points = sum(result.points[seat] for result in results)
    return points, len(won), sum(result.way == COUNTRY for result in won)
