"""The statements of turns whose clock runs, and of those on which a system player thinks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import or_
from sqlmodel import col, select, update

from soker_discord.store.database import Session
from soker_discord.store.models import GameRow, Table, TableStatus


async def running_turns(db: Session) -> Sequence[tuple[Table, GameRow]]:
    """Every game whose clock runs or whose system player has a time to act, and its table."""
    query = (
        select(Table, GameRow)
        .join(GameRow, col(GameRow.table_id) == col(Table.id))
        .where(
            Table.status == TableStatus.PLAYING.value,
            or_(col(GameRow.deadline).is_not(None), col(GameRow.act_at).is_not(None)),
        )
    )
    return (await db.exec(query)).all()


async def locked_turns(db: Session, after: datetime) -> Sequence[tuple[Table, GameRow]]:
    """Games whose clock ends after a moment, and their tables, all held: in one order, so that none deadlock."""
    query = (
        select(Table, GameRow)
        .join(GameRow, col(GameRow.table_id) == col(Table.id))
        .where(Table.status == TableStatus.PLAYING.value, col(GameRow.deadline) > after)
        .order_by(col(Table.id))
        .with_for_update()
    )
    return (await db.exec(query)).all()


async def claim_turn_call(db: Session, game_id: int, seq: int) -> bool:
    """Note that somebody is called on this turn. False if that was noted already or the game has moved on."""
    claimed = await db.exec(
        update(GameRow)
        .where(
            col(GameRow.id) == game_id,
            col(GameRow.seq) == seq,
            or_(col(GameRow.called_seq).is_(None), col(GameRow.called_seq) < seq),
        )
        .values(called_seq=seq)
    )
    return claimed.rowcount == 1
