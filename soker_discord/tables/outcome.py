"""What a use case on a running game tells its caller, and results by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.game import Result
from soker_discord.store.models import GameRow, Mode, Table, TableStatus

ENDED_EARLY = "ended early"
"""The way of a game that everyone voted to end; the other ways are the game's own."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The table and game as they stand after the transaction. ``deadline`` None: no clock runs.

    ``on_break``: the deadline is the end of a tournament's break, not of a turn. ``acts``: it is when a system player
    makes its move. ``hidden``: one person alone sees the table.
    """

    table_id: int
    game_id: int
    seq: int
    deadline: datetime | None
    home_guild_id: int | None
    finished: bool = False
    on_break: bool = False
    acts: bool = False
    hidden: bool = False


def outcome(table: Table, game: GameRow) -> Outcome:
    """The outcome as the rows say it."""
    assert table.id is not None
    assert game.id is not None
    on_break = table.status == TableStatus.BREAK
    return Outcome(
        table_id=table.id,
        game_id=game.id,
        seq=game.seq,
        deadline=table.break_ends if on_break else game.act_at or game.deadline,
        home_guild_id=table.home_guild_id,
        finished=game.result is not None,
        on_break=on_break,
        acts=not on_break and game.act_at is not None,
        hidden=table.private and table.mode != Mode.PEOPLE,
    )


def result_of(stored: Mapping[str, Any]) -> Result:
    """A game's result as it is stored."""
    return Result(stored["winner"], stored["way"], tuple(stored["points"]))
