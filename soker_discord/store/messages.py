"""The statements of messages that show a table, and of the rights to edit them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sql
from sqlalchemy.orm import aliased
from sqlmodel import SQLModel, col, delete, or_, select, update

from soker_discord.store.database import Session
from soker_discord.store.models import GameRow, Mode, Screen, Table, TableStatus
from soker_discord.store.once import insert_once


async def keep_message(db: Session, **values: Any) -> None:
    """Remember a message unless it is remembered already."""
    await insert_once(db, Screen, **values)


async def renew_message(
    db: Session, message_id: int, *, token: str | None, expires: datetime | None, shown_seq: int | None
) -> bool:
    """A fresh right to edit the message a click came from. False for a message that is not known."""
    result = await db.exec(
        update(Screen)
        .where(col(Screen.message_id) == message_id)
        .values(token=token, target="@original", expires=expires, shown_seq=shown_seq)
    )
    return result.rowcount == 1


_SCREEN, _PERSON = SQLModel.metadata.tables["screen"], SQLModel.metadata.tables["person"]
_MESSAGES = sql.select(_SCREEN, _PERSON.c.discord_id.label("owner")).outerjoin(
    _PERSON, _PERSON.c.id == _SCREEN.c.person_id
)
_MESSAGES_OF_TABLE = _MESSAGES.where(_SCREEN.c.table_id == sql.bindparam("table_id"))
_MESSAGE = _MESSAGES.where(_SCREEN.c.message_id == sql.bindparam("message_id"))


async def messages_of(db: Session, table_id: int) -> Sequence[Any]:
    """Every message that shows a table, as plain rows; ``owner`` is the Discord id of the one person who sees it."""
    connection = await db.connection()
    return (await connection.execute(_MESSAGES_OF_TABLE, {"table_id": table_id})).all()


async def message(db: Session, message_id: int) -> Any | None:
    """One message as ``messages_of`` gives it, None if it is not known."""
    connection = await db.connection()
    return (await connection.execute(_MESSAGE, {"message_id": message_id})).first()


async def forget_private_messages(db: Session, table_id: int, person_id: int) -> None:
    """Forget the messages of a table that only one person sees."""
    await db.exec(delete(Screen).where(col(Screen.table_id) == table_id, col(Screen.person_id) == person_id))


async def forget_message(db: Session, message_id: int) -> None:
    """Forget one message."""
    await db.exec(delete(Screen).where(col(Screen.message_id) == message_id))


async def lobby_becomes_game(db: Session, table_id: int, game_number: int) -> None:
    """The messages of a table's lobby become those of a game."""
    await db.exec(
        update(Screen)
        .where(col(Screen.table_id) == table_id, col(Screen.game_number) == 0)
        .values(game_number=game_number)
    )


async def hands_become_game(db: Session, table_id: int, game_number: int) -> None:
    """The messages of a table that only one person sees become those of a game."""
    await db.exec(
        update(Screen)
        .where(col(Screen.table_id) == table_id, col(Screen.person_id).is_not(None))
        .values(game_number=game_number)
    )


async def note_version(db: Session, message_id: int, version: int) -> None:
    """A message shows this version of its table, unless it shows a newer one."""
    await db.exec(
        update(Screen)
        .where(col(Screen.message_id) == message_id, col(Screen.shown_version) < version)
        .values(shown_version=version)
    )


async def lagging_tables(db: Session, now: datetime) -> Sequence[int]:
    """Tables with a message that may be edited and shows an older version than the table has."""
    query = (
        select(Screen.table_id)
        .join(Table, col(Table.id) == col(Screen.table_id))
        .where(
            col(Screen.shown_version) < col(Table.version),
            (col(Screen.person_id).is_(None)) | (col(Screen.expires) > now),
        )
        .distinct()
    )
    return (await db.exec(query)).all()


async def games_without_message(db: Session, before: datetime) -> Sequence[tuple[int, int]]:
    """The newest games (table, number), dealt before a moment, that no public message shows although one should.

    Over ones too: a table that slept is played to its end, and a crash may come right after.
    """
    shown = (
        select(Screen.message_id)
        .where(
            Screen.table_id == GameRow.table_id,
            Screen.game_number == GameRow.number,
            col(Screen.person_id).is_(None),
        )
        .exists()
    )
    other = aliased(GameRow)
    later = select(other.id).where(other.table_id == GameRow.table_id, col(other.number) > GameRow.number).exists()
    query = (
        select(GameRow.table_id, GameRow.number)
        .join(Table, col(Table.id) == col(GameRow.table_id))
        .where(
            col(Table.status).in_((TableStatus.PLAYING.value, TableStatus.BREAK.value, TableStatus.OVER.value)),
            col(GameRow.started_at) < before,
            ~later,
            or_(col(Table.mode) == Mode.PEOPLE.value, ~col(Table.private)),
            ~shown,
        )
    )
    return (await db.exec(query)).all()


async def wipe_message_tokens(db: Session, now: datetime) -> int:
    """Wipe the spent tokens of messages. Returns how many there were."""
    result = await db.exec(
        update(Screen).where(col(Screen.expires) < now, col(Screen.token).is_not(None)).values(token=None)
    )
    return result.rowcount


async def forget_hands_of_closed_tables(db: Session, now: datetime) -> None:
    """Forget private messages of closed tables that nobody may edit any more."""
    closed = select(Table.id).where(Table.status == TableStatus.CLOSED.value)
    await db.exec(
        delete(Screen).where(
            col(Screen.table_id).in_(closed), col(Screen.person_id).is_not(None), col(Screen.expires) < now
        )
    )
