"""Which ladders there are: a family of boards, everywhere and in every server."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import msg
from ratings.event import Board
from soker_discord.store.models import Mode


@dataclass(frozen=True, slots=True)
class Family:
    """Boards on which the same is played. ``key`` begins their names; ``title`` is a message id."""

    key: str
    game: str
    mode: Mode
    title: str


WITH_PEOPLE = Family("soker", "soker", Mode.PEOPLE, msg("Soker with people"))
AGAINST_THE_SYSTEM = Family("system", "soker", Mode.SYSTEM, msg("Soker against the system"))
FAMILIES = {family.key: family for family in (WITH_PEOPLE, AGAINST_THE_SYSTEM)}


def board_everywhere(key: str) -> Board:
    """A family's board that spans all servers.

    Against the system the same opponents are met again and again by design: there every result counts in full.
    """
    return Board(key, spans_servers=FAMILIES[key].mode is Mode.PEOPLE)


def board_of_server(key: str, guild_id: int) -> Board:
    """A server's own board of a family."""
    return Board(f"{key}:{guild_id}")


def board_of(key: str, guild_id: int | None) -> Board:
    """A family's board of a server, or of everywhere."""
    return board_everywhere(key) if guild_id is None else board_of_server(key, guild_id)


def boards_of(game: str, mode: Mode, home_guild_id: int | None) -> tuple[Board, ...]:
    """The ladders that what is played in a mode counts on: everywhere, and the server the room was opened in."""
    key = next(family.key for family in FAMILIES.values() if family.game == game and family.mode is mode)
    everywhere = board_everywhere(key)
    return (everywhere,) if home_guild_id is None else (everywhere, board_of_server(key, home_guild_id))
