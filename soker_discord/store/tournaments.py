"""The statements of tournaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import func
from sqlmodel import col, select

from soker_discord.store.database import Session
from soker_discord.store.models import GameRow, Table, TableStatus, Tournament


async def tournaments_at(db: Session, table_id: int) -> int:
    """How many tournaments were begun at a table."""
    query = select(func.count()).select_from(Tournament).where(Tournament.table_id == table_id)
    return (await db.exec(query)).one()


async def results_of(db: Session, tournament_id: int, *, up_to: int | None = None) -> Sequence[Mapping[str, Any]]:
    """The results of a tournament's finished games in their order, all or those of the rounds up to one."""
    query = (
        select(GameRow.result)
        .where(GameRow.tournament_id == tournament_id, col(GameRow.ended_at).is_not(None))
        .order_by(col(GameRow.round))
    )
    if up_to is not None:
        query = query.where(col(GameRow.round) <= up_to)
    return [result for result in (await db.exec(query)).all() if result is not None]


async def tables_on_a_break(db: Session) -> Sequence[int]:
    """The tables that stand between two games of a tournament."""
    query = select(Table.id).where(Table.status == TableStatus.BREAK.value)
    return [found for found in (await db.exec(query)).all() if found is not None]
