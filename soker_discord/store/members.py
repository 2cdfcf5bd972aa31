"""The statements of who is still a member of the server whose ladder they stand on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import and_, delete, or_, select
from sqlmodel import SQLModel

import soker_discord.store.ladder_models
import soker_discord.store.models  # noqa: F401 - every table below
from soker_discord.store.database import Session, run
from soker_discord.store.ladder import upsert

MEMBER, PERSON = SQLModel.metadata.tables["ladder_member"], SQLModel.metadata.tables["person"]


async def unchecked(db: Session, board: str, persons: Collection[int], before: datetime) -> Sequence[tuple[int, int]]:
    """Which of these people nobody asked Discord about since a moment, and their Discord ids."""
    query = (
        select(PERSON.c.id, PERSON.c.discord_id)
        .outerjoin(MEMBER, and_(MEMBER.c.board == board, MEMBER.c.person_id == PERSON.c.id))
        .where(
            PERSON.c.id.in_(persons),
            PERSON.c.discord_id.is_not(None),
            or_(MEMBER.c.checked_at.is_(None), MEMBER.c.checked_at < before),
        )
        .order_by(PERSON.c.id)
    )
    return [(row.id, row.discord_id) for row in await run(db, query)]


async def is_gone(db: Session, board: str, person: int) -> bool:
    """Whether Discord said of a person that they left the server of a board, and nobody saw them there since."""
    query = select(MEMBER.c.person_id).where(MEMBER.c.board == board, MEMBER.c.person_id == person, MEMBER.c.gone)
    return (await run(db, query)).first() is not None


async def note_members(db: Session, board: str, gone: Mapping[int, bool], at: datetime) -> None:
    """Note what Discord said of people."""
    rows = [{"board": board, "person_id": person, "gone": left, "checked_at": at} for person, left in gone.items()]
    await run(db, upsert(db, MEMBER, ("board", "person_id")), rows)


async def are_here(db: Session, boards: Collection[str], persons: Collection[int]) -> None:
    """People who were seen there are gone from none of these boards."""
    await run(db, delete(MEMBER).where(MEMBER.c.board.in_(boards), MEMBER.c.person_id.in_(persons), MEMBER.c.gone))
