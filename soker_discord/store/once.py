"""Inserting under a unique key, where being second is no fault."""

from __future__ import annotations

from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import SQLModel

from soker_discord.store.database import Session


async def insert_once(db: Session, model: type[SQLModel], **values: Any) -> bool:
    """Insert a row unless its key is taken. True if it was inserted."""
    make = sqlite.insert if db.get_bind().dialect.name == "sqlite" else postgresql.insert
    result = await db.exec(make(model).values(**values).on_conflict_do_nothing())
    return result.rowcount == 1
