"""What a screen is drawn from: a table as one viewer may see it. Plain frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.game import Result
from engine.system import Chances
from ratings.explanation import Explanation
from soker_discord.store.models import Mode, TableStatus


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: who, where, and whether they are there. ``position`` is the seat number in play, None before.

    ``strength`` is that of a system player, None for a person.
    """

    person_id: int
    discord_id: int | None
    name: str
    chair: int
    position: int | None
    away: bool
    idle: bool
    ready: bool
    is_host: bool
    strength: str | None = None


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as the viewer may see it. ``view`` is the engine's own for that seat; ``players`` are names by position.

    ``recent`` and ``since`` hold events (by position) that everybody may know, oldest first: the last few, and those
    since the viewer's own last move. ``secret`` and ``salt`` appear when the game is over. In training its person has
    ``hands`` (every seat's, open) and ``chances``.
    """

    id: int
    number: int
    name: str
    rules_version: int
    seq: int
    view: Any
    players: tuple[str, ...]
    deadline: datetime | None
    full_clock: bool
    recent: tuple[Any, ...]
    since: tuple[Any, ...]
    votes: frozenset[int]
    commitment: str
    secret: str | None
    salt: str | None
    result: Result | None
    series: SeriesView | None = None
    hands: tuple[tuple[int, ...], ...] | None = None
    chances: Chances | None = None


@dataclass(frozen=True, slots=True)
class SeriesView:
    """The tournament that a game belongs to. By position: ``scores`` (points, games won, country wins) and ``places``
    after the games that are over. ``next_starter`` is the position that starts the next game, None after the last.
    ``change`` is what it did to the viewer's own rating, nobody else's.
    """

    id: int
    number: int
    games: int
    round: int
    unrated: str | None
    scores: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    next_starter: int | None
    break_ends: datetime | None
    finished: bool
    change: Explanation | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """A table for one viewer. ``you`` is the viewer's seat, None for a spectator.

    ``commitment`` belongs to the next deal; ``secret`` is that deal's, shown only when the table has closed.
    """

    id: int
    code: str
    private: bool
    mode: Mode
    status: TableStatus
    version: int
    max_seats: int
    seats: tuple[SeatView, ...]
    host: str
    games: int
    ranked: bool
    play_for_idle: bool
    commitment: str
    secret: str | None
    closed_because: str | None
    home_guild_id: int | None
    game: GameView | None
    you: SeatView | None
    attention_call: bool

    @property
    def present(self) -> tuple[SeatView, ...]:
        """The seats of people who have not left."""
        return tuple(seat for seat in self.seats if not seat.away and seat.strength is None)

    @property
    def hidden(self) -> bool:
        """Whether one person alone sees the table: a private one with the system. The others never see a message."""
        return self.private and self.mode is not Mode.PEOPLE

    @property
    def trains(self) -> bool:
        """Whether the viewer is shown open hands and win chances now."""
        return self.game is not None and self.game.hands is not None

    @property
    def strength(self) -> str | None:
        """The strength of the table's system players, None where there are none."""
        return next((seat.strength for seat in self.seats if seat.strength is not None), None)

    def name_at(self, position: int) -> str:
        """The name of the player at a position in the newest game."""
        if self.game is None or position >= len(self.game.players):
            return "?"
        return self.game.players[position]
