"""A table as it is read after every move: a few look-ups by key, built once, that bring plain rows.

A row's attributes are named like the models'. Rows cost a third of what the models themselves would; they change
nothing, so that is all there is to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, select
from sqlmodel import SQLModel

import soker_discord.store.models  # noqa: F401 - every table below
from soker_discord.store.database import Session

_TABLES = SQLModel.metadata.tables
TABLE, SEAT, PERSON, GAME = _TABLES["table"], _TABLES["seat"], _TABLES["person"], _TABLES["game"]
PLAYER, MOVE, VOTE = _TABLES["game_player"], _TABLES["move"], _TABLES["vote"]

_TABLE = select(TABLE).where(TABLE.c.id == bindparam("table_id"))
_SEATS = (
    select(SEAT, PERSON.c.discord_id, PERSON.c.name, PERSON.c.attention_call)
    .join(PERSON, PERSON.c.id == SEAT.c.person_id)
    .where(SEAT.c.table_id == bindparam("table_id"))
    .order_by(SEAT.c.chair)
)
_NEWEST_GAME = select(GAME).where(GAME.c.table_id == bindparam("table_id")).order_by(GAME.c.number.desc()).limit(1)
_GAME = select(GAME).where(GAME.c.table_id == bindparam("table_id"), GAME.c.number == bindparam("number"))
_PLAYERS = (
    select(
        PLAYER.c.position,
        PLAYER.c.person_id,
        PERSON.c.discord_id,
        PERSON.c.name,
        PERSON.c.strength,
        VOTE.c.person_id.label("vote"),
    )
    .join(PERSON, PERSON.c.id == PLAYER.c.person_id)
    .outerjoin(VOTE, (VOTE.c.game_id == PLAYER.c.game_id) & (VOTE.c.person_id == PLAYER.c.person_id))
    .where(PLAYER.c.game_id == bindparam("game_id"))
    .order_by(PLAYER.c.position)
)
_MOVES = (
    select(MOVE.c.seat, MOVE.c.by, MOVE.c.events)
    .where(MOVE.c.game_id == bindparam("game_id"))
    .order_by(MOVE.c.seq.desc())
    .limit(bindparam("count"))
)


@dataclass(frozen=True, slots=True, repr=False)
class TableRows:
    """A table; its seats with their people, by chair; its game, if it has one: who plays, by position (``vote``: the
    person, if they voted to end it), and the last moves, oldest first."""

    table: Any
    seats: Sequence[Any]
    game: Any | None = None
    players: Sequence[Any] = ()
    moves: Sequence[Any] = ()


async def table_rows(db: Session, table_id: int, *, moves: int, number: int | None = None) -> TableRows | None:
    """A table with its newest game or game ``number``, and at most so many moves. None if there is no such table."""
    connection = await db.connection()
    return await connection.run_sync(_table_rows, table_id, moves, number)


def _table_rows(connection: Connection, table_id: int, count: int, number: int | None) -> TableRows | None:
    at_table = {"table_id": table_id}
    table = connection.execute(_TABLE, at_table).first()
    if table is None:
        return None
    seats = connection.execute(_SEATS, at_table).all()
    if number is None:
        game = connection.execute(_NEWEST_GAME, at_table).first()
    else:
        game = connection.execute(_GAME, {**at_table, "number": number}).first()
    if game is None:
        return TableRows(table, seats)
    players = connection.execute(_PLAYERS, {"game_id": game.id}).all()
    moves = connection.execute(_MOVES, {"game_id": game.id, "count": count}).all()
    return TableRows(table, seats, game, players, moves[::-1])
