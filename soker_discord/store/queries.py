"""Queries that several use cases share."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import SQLModel, col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from soker_discord.store.models import GamePlayer, GameRow, Person, Receipt, Seat, Table, TableStatus


async def insert_once(db: AsyncSession, model: type[SQLModel], **values: Any) -> bool:
    """Insert a row unless its key is taken. True if it was inserted."""
    make = sqlite.insert if db.get_bind().dialect.name == "sqlite" else postgresql.insert
    result = await db.exec(make(model).values(**values).on_conflict_do_nothing())
    return result.rowcount == 1


async def keep_receipt(db: AsyncSession, interaction_id: int, at: datetime) -> bool:
    """Note that an interaction did something. False if it had already."""
    return await insert_once(db, Receipt, interaction_id=interaction_id, at=at)


async def person_by_discord(db: AsyncSession, discord_id: int) -> Person | None:
    """The person behind a Discord id, if we know them."""
    return (await db.exec(select(Person).where(Person.discord_id == discord_id))).first()


async def known_person(db: AsyncSession, discord_id: int, name: str, now: datetime) -> Person:
    """The person behind a Discord id; a new one is noted, a new name is kept."""
    person = await person_by_discord(db, discord_id)
    if person is None:
        await insert_once(db, Person, discord_id=discord_id, name=name, attention_call=True, created_at=now)
        person = await person_by_discord(db, discord_id)
        assert person is not None
    if person.name != name:
        person.name = name
        db.add(person)
    return person


async def locked_table(db: AsyncSession, table_id: int) -> Table | None:
    """The table's row, held until the transaction ends."""
    return (await db.exec(select(Table).where(Table.id == table_id).with_for_update())).first()


async def locked_game(db: AsyncSession, game_id: int) -> tuple[Table, GameRow] | None:
    """A game and its table. The table's row is held, and with it the right to move."""
    query = (
        select(Table, GameRow)
        .join(GameRow, col(GameRow.table_id) == col(Table.id))
        .where(GameRow.id == game_id)
        .with_for_update()
    )
    return (await db.exec(query)).first()


async def newest_game(db: AsyncSession, table_id: int, number: int | None = None) -> GameRow | None:
    """The game of the highest number at a table, or that of a given number."""
    query = select(GameRow).where(GameRow.table_id == table_id).order_by(col(GameRow.number).desc()).limit(1)
    if number is not None:
        query = query.where(GameRow.number == number)
    return (await db.exec(query)).first()


async def seats_of(db: AsyncSession, table_id: int) -> Sequence[tuple[Seat, Person]]:
    """The seats of a table with their people, in the order of sitting down."""
    query = (
        select(Seat, Person)
        .join(Person, col(Person.id) == col(Seat.person_id))
        .where(Seat.table_id == table_id)
        .order_by(col(Seat.chair))
    )
    return (await db.exec(query)).all()


async def players_of(db: AsyncSession, game_id: int) -> Sequence[tuple[GamePlayer, Person]]:
    """Who sat in a game, by position."""
    query = (
        select(GamePlayer, Person)
        .join(Person, col(Person.id) == col(GamePlayer.person_id))
        .where(GamePlayer.game_id == game_id)
        .order_by(col(GamePlayer.position))
    )
    return (await db.exec(query)).all()


async def held_seat(db: AsyncSession, person_id: int) -> Seat | None:
    """The seat by which a person sits at a running table."""
    return (await db.exec(select(Seat).where(Seat.person_id == person_id, col(Seat.holds)))).first()


async def open_table_by_code(db: AsyncSession, code: str) -> Table | None:
    """The open room of a code."""
    query = select(Table).where(Table.code == code, Table.status != TableStatus.CLOSED.value)
    return (await db.exec(query)).first()
