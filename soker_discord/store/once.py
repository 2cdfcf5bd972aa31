"""Inserting under a unique key, where being second is no fault."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import SQLModel

from soker_discord.store.database import Session


async def insert_once(db: Session, model: type[SQLModel], **values: Any) -> bool:
    """Insert a row unless its key is taken. True if it was inserted."""
    result = await db.exec(_insertion(str(model.__tablename__), db.get_bind().dialect.name), params=values)
    return result.rowcount == 1


@lru_cache
def _insertion(table: str, dialect: str) -> Any:
    make = sqlite.insert if dialect == "sqlite" else postgresql.insert
    return make(SQLModel.metadata.tables[table]).on_conflict_do_nothing()
