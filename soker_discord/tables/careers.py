"""A person's record (O4): games, wins and how, tournaments, streak, what they like to play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import catalogue
from soker_discord.store import careers as store
from soker_discord.tables.boards import FAMILIES, board_everywhere
from soker_discord.tables.house import House

LATEST = 500
"""How many games back a streak is looked for."""
LIKED_IN = 50
"""The latest games that the favourite is found in."""


@dataclass(frozen=True, slots=True)
class Career:
    """A person's record. A tournament's games count singly, one without a winner too (O4).

    ``wins_by_way`` counts the ways, in the game's own words. ``streak``: so many games won on end, or if negative, so
    many without a win. ``favourite``: the name of what they play most, None before their first card.
    """

    games: int
    wins: int
    wins_by_way: Mapping[str, int]
    tournaments: int
    tournaments_won: int
    streak: int
    favourite: str | None

    @property
    def win_rate(self) -> float:
        """The share of games won, 0 without any."""
        return self.wins / self.games if self.games else 0.0


@dataclass(frozen=True, slots=True)
class Careers:
    """Reading records."""

    house: House

    async def career(self, person: int, family: str) -> Career:
        """A person's record in what a family of boards is about."""
        game, mode = FAMILIES[family].game, FAMILIES[family].mode
        async with self.house.database.read() as db:
            ways = await store.games_by_way(db, person, game, mode)
            latest = await store.latest_wins(db, person, game, mode, LATEST)
            tournaments, won = await store.tournaments_of(db, person, board_everywhere(family).name)
            moves = await store.latest_moves(db, person, game, mode, LIKED_IN)
        return Career(
            games=sum(games for _, games, _ in ways),
            wins=sum(wins for _, _, wins in ways),
            wins_by_way={way: wins for way, _, wins in ways if wins},
            tournaments=tournaments,
            tournaments_won=won,
            streak=streak(latest),
            favourite=_favourite(game, moves),
        )


def streak(latest: Sequence[bool]) -> int:
    """How often the newest outcome (first) stands on end; negative where it is no win; 0 without any."""
    if not latest:
        return 0
    length = next((index for index, won in enumerate(latest) if won is not latest[0]), len(latest))
    return length if latest[0] else -length


def _favourite(game: str, moves: Sequence[tuple[int, dict[str, object]]]) -> str | None:
    return catalogue.game(game).favourite([catalogue.game(game, version).load_move(move) for version, move in moves])
