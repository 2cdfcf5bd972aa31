"""What a use case on a running game tells its caller."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from soker_discord.store.models import GameRow, Table


@dataclass(frozen=True, slots=True)
class Outcome:
    """The table and game as they stand after the transaction. ``deadline`` None: no clock runs."""

    table_id: int
    game_id: int
    seq: int
    deadline: datetime | None
    home_guild_id: int | None
    finished: bool = False


def outcome(table: Table, game: GameRow) -> Outcome:
    """The outcome as the rows say it."""
    assert table.id is not None
    assert game.id is not None
    return Outcome(table.id, game.id, game.seq, game.deadline, table.home_guild_id, finished=game.result is not None)
