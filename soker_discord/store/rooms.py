"""The statements of rooms: tables, their seats, their codes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import and_, bindparam, func, or_
from sqlmodel import col, select, update

from soker_discord.store.database import Session
from soker_discord.store.models import Barred, Mode, Person, Screen, Seat, Table, TableStatus, WrongCode
from soker_discord.store.once import insert_once


async def locked_table(db: Session, table_id: int) -> Table | None:
    """The table's row, held until the transaction ends."""
    return (await db.exec(select(Table).where(Table.id == table_id).with_for_update())).first()


async def open_table_by_code(db: Session, code: str) -> Table | None:
    """The open room of a code."""
    query = select(Table).where(Table.code == code, Table.status != TableStatus.CLOSED.value)
    return (await db.exec(query)).first()


async def newest_open_table_of(db: Session, person_id: int) -> int | None:
    """The open table a person has a seat at, of several the one touched last."""
    query = (
        select(Table.id)
        .join(Seat, col(Seat.table_id) == col(Table.id))
        .where(Seat.person_id == person_id, Table.status != TableStatus.CLOSED.value)
        .order_by(col(Table.touched_at).desc())
        .limit(1)
    )
    return (await db.exec(query)).first()


async def newest_open_table_in(db: Session, channel_id: int) -> int | None:
    """The open table that a public message in a channel shows, of several the one touched last."""
    query = (
        select(Table.id)
        .join(Screen, col(Screen.table_id) == col(Table.id))
        .where(
            Screen.channel_id == channel_id,
            col(Screen.person_id).is_(None),
            Table.status != TableStatus.CLOSED.value,
        )
        .order_by(col(Table.touched_at).desc())
        .limit(1)
    )
    return (await db.exec(query)).first()


async def idle_rooms(db: Session, before: datetime) -> Sequence[int]:
    """Lobbies, finished tables and sleeping trainings that nobody has touched since a moment."""
    waiting = col(Table.status).in_((TableStatus.LOBBY.value, TableStatus.OVER.value))
    training = and_(col(Table.status) == TableStatus.ASLEEP.value, col(Table.mode) == Mode.TRAINING.value)
    query = select(Table.id).where(or_(waiting, training), col(Table.touched_at) < before)
    return [found for found in (await db.exec(query)).all() if found is not None]


_SEATS = (
    select(Seat, Person)
    .join(Person, col(Person.id) == col(Seat.person_id))
    .where(col(Seat.table_id) == bindparam("table_id"))
    .order_by(col(Seat.chair))
)


async def seats_of(db: Session, table_id: int) -> Sequence[tuple[Seat, Person]]:
    """The seats of a table with their people, in the order of sitting down."""
    return (await db.exec(_SEATS, params={"table_id": table_id})).all()


async def held_seat(db: Session, person_id: int) -> Seat | None:
    """The seat by which a person sits at a running table."""
    return (await db.exec(select(Seat).where(Seat.person_id == person_id, col(Seat.holds)))).first()


async def unfinished_alone(db: Session, person_id: int) -> int | None:
    """The table at which a person has left a game against the system that is not finished."""
    query = select(Table.id).where(
        Table.host_id == person_id, Table.mode == Mode.SYSTEM.value, Table.status == TableStatus.ASLEEP.value
    )
    return (await db.exec(query)).first()


async def wipe_seat_tokens(db: Session, now: datetime) -> int:
    """Wipe the spent tokens of Join and Ready clicks. Returns how many there were."""
    result = await db.exec(
        update(Seat).where(col(Seat.token_expires) < now, col(Seat.token).is_not(None)).values(token=None)
    )
    return result.rowcount


async def bar(db: Session, table_id: int, person_id: int) -> None:
    """Keep a person out of a room from now on."""
    await insert_once(db, Barred, table_id=table_id, person_id=person_id)


async def wrong_codes(db: Session, person_id: int, since: datetime) -> int:
    """How many wrong codes a person has tried since a moment."""
    query = (
        select(func.count()).select_from(WrongCode).where(WrongCode.person_id == person_id, col(WrongCode.at) > since)
    )
    return (await db.exec(query)).one()
