"""What a game brings to the screens, so that the table's frame knows no game by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from discord import ui

from engine.game import IllegalMove
from engine.system import Hint, Option
from soker_discord.locales.speech import Speech
from soker_discord.screens.soker.screens import SokerScreens
from soker_discord.tables.view import GameView, TableView


class GameScreens(Protocol):
    """The parts of a table's messages that only the game can draw."""

    def title(self, _: Speech) -> str:
        """The game's name for a heading."""
        ...

    def to_act(self, game: GameView) -> int | None:
        """The position whose turn it is."""
        ...

    def board(self, view: TableView, _: Speech) -> list[str]:
        """The lines that show the open cards."""
        ...

    def piles(self, game: GameView, _: Speech) -> list[str]:
        """The lines that tell how much is left to draw."""
        ...

    def open_hand(self, cards: Sequence[int], _: Speech) -> str:
        """Somebody else's cards in training, in as few letters as can be."""
        ...

    def options(self, options: Sequence[Option], _: Speech) -> list[str]:
        """What one may do and how likely one wins then, a line each, the best first."""
        ...

    def hint(self, hint: Hint, game: GameView, _: Speech) -> str:
        """What to do and why."""
        ...

    def seat(self, game: GameView, position: int, _: Speech) -> str:
        """What everybody may know of a seat: cards in hand, points."""
        ...

    def table_buttons(self, view: TableView, _: Speech) -> list[ui.Button]:
        """Turn buttons that stand on the public table."""
        ...

    def hand(self, view: TableView, _: Speech) -> list[ui.Item]:
        """The private hand of the viewer: cards, menus and turn buttons."""
        ...

    def story(self, events: Sequence[Any], game: GameView, _: Speech) -> list[str]:
        """A line for each event that a spectator would tell."""
        ...

    def ending(self, game: GameView, _: Speech) -> list[str]:
        """Who won and how, and the points."""
        ...

    def how_won(self, wins_by_way: Mapping[str, int], _: Speech) -> list[str]:
        """Lines that tell how somebody wins; none without a win."""
        ...

    def favourite(self, name: str, _: Speech) -> str:
        """What somebody likes to play most, as the engine named it."""
        ...

    def why_illegal(self, error: IllegalMove, _: Speech) -> str:
        """An illegal move in a player's words, with its rule."""
        ...


GAMES: dict[str, GameScreens] = {"soker": SokerScreens()}


def screens_of(game: str) -> GameScreens:
    """The screens of a game by its name."""
    return GAMES[game]
