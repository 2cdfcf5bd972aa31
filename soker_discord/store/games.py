"""The statements of games: their players, moves and votes. Those of every move are built once: building costs most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, insert
from sqlmodel import SQLModel, col, delete, select

from soker_discord.store.database import Session, run
from soker_discord.store.models import GamePlayer, GameRow, Mode, MoveRow, Person, Table, TableStatus, Vote
from soker_discord.store.once import insert_once

_LOCKED_GAME = (
    select(Table, GameRow)
    .join(GameRow, col(GameRow.table_id) == col(Table.id))
    .where(col(GameRow.id) == bindparam("game_id"))
    .with_for_update()
)


async def locked_game(db: Session, game_id: int) -> tuple[Table, GameRow] | None:
    """A game and its table. The table's row is held, and with it the right to move."""
    return (await db.exec(_LOCKED_GAME, params={"game_id": game_id})).first()


async def newest_game(db: Session, table_id: int, number: int | None = None) -> GameRow | None:
    """The game of the highest number at a table, or that of a given number."""
    query = select(GameRow).where(GameRow.table_id == table_id).order_by(col(GameRow.number).desc()).limit(1)
    if number is not None:
        query = query.where(GameRow.number == number)
    return (await db.exec(query)).first()


async def sleeping_games(db: Session, before: datetime) -> Sequence[int]:
    """Unfinished games that count, of tables that have been asleep since before a moment."""
    query = (
        select(GameRow.id)
        .join(Table, col(Table.id) == col(GameRow.table_id))
        .where(
            Table.status == TableStatus.ASLEEP.value,
            Table.mode != Mode.TRAINING.value,
            col(Table.touched_at) < before,
            col(GameRow.ended_at).is_(None),
        )
    )
    return [found for found in (await db.exec(query)).all() if found is not None]


async def players_of(db: Session, game_id: int) -> Sequence[tuple[GamePlayer, Person]]:
    """Who sat in a game, by position."""
    query = (
        select(GamePlayer, Person)
        .join(Person, col(Person.id) == col(GamePlayer.person_id))
        .where(GamePlayer.game_id == game_id)
        .order_by(col(GamePlayer.position))
    )
    return (await db.exec(query)).all()


_ADD_MOVES = insert(SQLModel.metadata.tables[str(MoveRow.__tablename__)])


async def add_moves(db: Session, moves: Sequence[Mapping[str, Any]]) -> None:
    """Store moves, each at its place. Raises IntegrityError where a place is taken."""
    if moves:
        await run(db, _ADD_MOVES, moves)


async def moves_of(db: Session, game_id: int) -> Sequence[Mapping[str, Any]]:
    """Every move of a game as the engine wrote it, oldest first."""
    query = select(MoveRow.move).where(MoveRow.game_id == game_id).order_by(col(MoveRow.seq))
    return (await db.exec(query)).all()


async def vote(db: Session, game_id: int, person_id: int) -> None:
    """A person votes to end a game early. Voting twice is no fault."""
    await insert_once(db, Vote, game_id=game_id, person_id=person_id)


async def take_back_vote(db: Session, game_id: int, person_id: int) -> None:
    """A person no longer votes to end a game early."""
    await db.exec(delete(Vote).where(col(Vote.game_id) == game_id, col(Vote.person_id) == person_id))


async def votes_of(db: Session, game_id: int) -> frozenset[int]:
    """The people who vote to end a game early."""
    return frozenset((await db.exec(select(Vote.person_id).where(Vote.game_id == game_id))).all())
