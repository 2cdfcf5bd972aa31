"""The statements of receipts: interactions that did something."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, delete

from soker_discord.store.database import Session
from soker_discord.store.models import Receipt
from soker_discord.store.once import insert_once


async def keep_receipt(db: Session, interaction_id: int, at: datetime) -> bool:
    """Note that an interaction did something. False if it had already."""
    return await insert_once(db, Receipt, interaction_id=interaction_id, at=at)


async def drop_receipts(db: Session, before: datetime) -> None:
    """Forget the interactions before a moment."""
    await db.exec(delete(Receipt).where(col(Receipt.at) < before))
