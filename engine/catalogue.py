"""Finds a game by its name and the version of its rules. Versions that were ever played stay here for good."""

from __future__ import annotations

from typing import Any

from engine.game import Game
from engine.soker import SOKER
from engine.soker.system import SOKER_PLAYERS
from engine.system import SystemPlayers

AnyGame = Game[Any, Any, Any, Any]

_GAMES: tuple[AnyGame, ...] = (SOKER,)
_BY_VERSION: dict[tuple[str, int], AnyGame] = {(game.name, game.rules_version): game for game in _GAMES}
_NEWEST: dict[str, AnyGame] = {
    game.name: game for game in sorted(_GAMES, key=lambda game: (game.name, game.rules_version))
}
_SYSTEMS: dict[str, SystemPlayers[Any]] = {SOKER.name: SOKER_PLAYERS}


def game(name: str, version: int | None = None) -> AnyGame:
    """The game of that name, by its newest rules or by those of a version. Raises LookupError for one unknown."""
    if version is None:
        return _NEWEST[name]
    return _BY_VERSION[name, version]


def names() -> tuple[str, ...]:
    """The games there are."""
    return tuple(_NEWEST)


def system(name: str) -> SystemPlayers[Any] | None:
    """The system players of the game of that name; None if it has none. Raises LookupError for an unknown game."""
    return _SYSTEMS.get(game(name).name)
