"""The statements that erase what training leaves behind (O1): first the play, then the table itself."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import col, delete, select

from soker_discord.store.database import Session
from soker_discord.store.models import (
    Barred,
    GamePlayer,
    GameRow,
    Mode,
    MoveRow,
    Screen,
    Seat,
    Table,
    TableStatus,
    Tournament,
    Vote,
)


async def erase_play(db: Session, table_id: int) -> None:
    """Erase a table's games with all that belongs to them, and its seats."""
    games = select(GameRow.id).where(GameRow.table_id == table_id)
    for model in (Vote, MoveRow, GamePlayer):
        await db.exec(delete(model).where(col(model.game_id).in_(games)))
    for model in (GameRow, Tournament, Seat, Barred):
        await db.exec(delete(model).where(col(model.table_id) == table_id))


async def closed_trainings(db: Session, before: datetime) -> Sequence[int]:
    """Training tables that have been closed since before a moment."""
    query = select(Table.id).where(
        Table.mode == Mode.TRAINING.value,
        Table.status == TableStatus.CLOSED.value,
        col(Table.touched_at) < before,
    )
    return [found for found in (await db.exec(query)).all() if found is not None]


async def erase_table(db: Session, table_id: int) -> None:
    """Erase a table whose play is erased, and the memory of its messages."""
    await db.exec(delete(Screen).where(col(Screen.table_id) == table_id))
    await db.exec(delete(Table).where(col(Table.id) == table_id))
