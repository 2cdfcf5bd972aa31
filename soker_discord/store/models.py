"""The tables of the database.

Append-only facts under unique keys carry the weight: a move is ``(game_id, seq)``, a chair ``(table_id, chair)``,
a person's one place ``(person_id) where holds``, an open room's code ``(code) where not closed``, an interaction
its id.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, Integer, UniqueConstraint, false, text
from sqlmodel import Field, SQLModel

from soker_discord.store.types import UtcDateTime

NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
SQLModel.metadata.naming_convention = NAMING


def _moment(*, nullable: bool = False) -> Any:
    return Field(default=None, sa_type=UtcDateTime, nullable=nullable)  # pyright: ignore[reportCallIssue, reportArgumentType]


def _snowflake(*, nullable: bool = True, **more: Any) -> Any:
    return Field(default=None, sa_type=BigInteger, nullable=nullable, **more)  # pyright: ignore[reportCallIssue, reportArgumentType]


def _json(*, nullable: bool = False) -> Any:
    return Field(default=None, sa_type=JSON, nullable=nullable)  # pyright: ignore[reportCallIssue, reportArgumentType]


_NEVER_AGAIN = {"sqlite_autoincrement": True}
"""Buttons name tables and games: an id that was erased is never given to another row."""


class TableStatus(StrEnum):
    """Where a table is in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    BREAK = "break"
    """Between two games of a tournament."""
    ASLEEP = "asleep"
    OVER = "over"
    CLOSED = "closed"


class Mode(StrEnum):
    """Whom one plays with at a table."""

    PEOPLE = "people"
    SYSTEM = "system"
    """Against the system (O2)."""
    TRAINING = "training"
    """With open hands, recorded nowhere (O1)."""


class MoveBy(StrEnum):
    """Who made a move: a person, the clock (T3), the table for a seat whose owner is away, or a system player."""

    PERSON = "person"
    CLOCK = "clock"
    AWAY = "away"
    SYSTEM = "system"


class Person(SQLModel, table=True):
    """A person, under an id of our own. Discord's id stands here and nowhere else.

    A system player stands here too, with its ``strength`` and without a Discord id.
    """

    __table_args__ = (
        Index("uq_person_strength_name", "strength", "name", unique=True),
        Index(
            "ix_person_hidden",
            "id",
            sqlite_where=text("hidden_from_ladder = 1"),
            postgresql_where=text("hidden_from_ladder"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    discord_id: int | None = _snowflake(unique=True)
    name: str
    strength: str | None = None
    attention_call: bool = Field(default=True)
    hidden_from_ladder: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    created_at: datetime = _moment()


class Table(SQLModel, table=True):
    """A room and the table in it. ``secret`` is that of the next game; ``version`` rises with every visible change.

    ``games`` is 1, or how many a tournament here has; ``ranked``: whether tournaments here are rated. ``break_ends``
    is when the next game of a tournament is dealt, whoever is ready.
    """

    __table_args__ = (
        Index(
            "uq_table_code_open",
            "code",
            unique=True,
            sqlite_where=text("status != 'closed'"),
            postgresql_where=text("status != 'closed'"),
        ),
        Index("ix_table_status", "status"),
        _NEVER_AGAIN,
    )

    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(max_length=6)
    game: str
    rules_version: int
    private: bool
    mode: str = Field(default=Mode.PEOPLE.value, sa_column_kwargs={"server_default": Mode.PEOPLE.value})
    games: int = Field(default=1)
    ranked: bool = Field(default=False)
    status: str = Field(default=TableStatus.LOBBY.value)
    host_id: int = Field(foreign_key="person.id")
    home_guild_id: int | None = _snowflake()
    home_channel_id: int | None = _snowflake()
    play_for_idle: bool = Field(default=False)
    secret: str
    commitment: str
    first_starter: int | None = None
    break_ends: datetime | None = _moment(nullable=True)
    version: int = Field(default=1)
    opened_at: datetime = _moment()
    touched_at: datetime = _moment()
    closed_because: str | None = None


class Seat(SQLModel, table=True):
    """A seat at a table: a person's, or with a ``strength`` that of a system player, which holds no table.

    ``chair`` is the order of sitting down, ``position`` the seat number in play (D3). ``holds``: this is the one
    running table the person sits at. ``away``: the owner left, the table plays on for the seat.
    ``click_id`` is the Join or Ready click that goes into the next deal's salt; its token deals the hand.
    """

    __table_args__ = (
        UniqueConstraint("table_id", "person_id"),
        UniqueConstraint("table_id", "chair"),
        Index(
            "uq_seat_person_holds", "person_id", unique=True, sqlite_where=text("holds"), postgresql_where=text("holds")
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="table.id", index=True)
    person_id: int = Field(foreign_key="person.id", index=True)
    chair: int
    strength: str | None = None
    position: int | None = None
    holds: bool = Field(default=True)
    away: bool = Field(default=False)
    ready: bool = Field(default=False)
    timeouts: int = Field(default=0)
    click_id: int | None = _snowflake()
    channel_id: int | None = _snowflake()
    guild_id: int | None = _snowflake()
    token: str | None = None
    token_expires: datetime | None = _moment(nullable=True)
    joined_at: datetime = _moment()


class Tournament(SQLModel, table=True):
    """A series of games with the same seats (G1). ``unrated``: why it changes no rating, None for a ranked one.

    A single game against the system is a series of one, because its result counts (O2).
    ``result`` holds, once it is finished, the scores and places by position (G3).
    """

    __table_args__ = (UniqueConstraint("table_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="table.id")
    number: int
    games: int
    seats: int
    first_starter: int
    unrated: str | None = None
    note: str | None = None
    result: dict[str, Any] | None = _json(nullable=True)
    started_at: datetime = _moment()
    finished_at: datetime | None = _moment(nullable=True)


class GameRow(SQLModel, table=True):
    """One game at a table: the deal, the newest state, the deadline of the open turn.

    ``act_at`` is when a system player whose turn it is makes its move; no clock runs then (T4).
    """

    __tablename__ = "game"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        UniqueConstraint("table_id", "number"),
        Index("ix_game_deadline", "deadline"),
        Index("ix_game_act_at", "act_at"),
        _NEVER_AGAIN,
    )

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="table.id")
    number: int
    tournament_id: int | None = Field(default=None, foreign_key="tournament.id", index=True)
    round: int = Field(default=1)
    game: str
    rules_version: int
    seats: int
    starter: int
    secret: str
    commitment: str
    salt: str
    seq: int = Field(default=0)
    state: dict[str, Any] = _json()
    deadline: datetime | None = _moment(nullable=True)
    act_at: datetime | None = _moment(nullable=True)
    full_clock_at: datetime | None = _moment(nullable=True)
    unattended: int = Field(default=0)
    called_seq: int | None = None
    result: dict[str, Any] | None = _json(nullable=True)
    started_at: datetime = _moment()
    ended_at: datetime | None = _moment(nullable=True)


class GamePlayer(SQLModel, table=True):
    """Who sat where in a game. Append-only: seats may be given up, a played game keeps its people."""

    __tablename__ = "game_player"  # pyright: ignore[reportAssignmentType]

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    position: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    person_id: int = Field(foreign_key="person.id", index=True)


class Barred(SQLModel, table=True):
    """A person whom the host removed from a room; they cannot come back into it."""

    table_id: int = Field(foreign_key="table.id", primary_key=True)
    person_id: int = Field(foreign_key="person.id", primary_key=True)


class MoveRow(SQLModel, table=True):
    """A move that was made. Append-only; the primary key lets exactly one move have each place."""

    __tablename__ = "move"  # pyright: ignore[reportAssignmentType]

    game_id: int = Field(sa_column=Column(Integer, ForeignKey("game.id"), primary_key=True, autoincrement=False))
    seq: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    seat: int
    move: dict[str, Any] = _json()
    events: list[dict[str, Any]] = _json()
    by: str
    made_at: datetime = _moment()


class Vote(SQLModel, table=True):
    """A person's vote to end a game early."""

    game_id: int = Field(foreign_key="game.id", primary_key=True)
    person_id: int = Field(foreign_key="person.id", primary_key=True)


class Receipt(SQLModel, table=True):
    """An interaction that did something. A second delivery finds it and stays silent."""

    interaction_id: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    at: datetime = _moment()


class Screen(SQLModel, table=True):
    """A message of ours and the freshest right to edit it. ``person_id`` None: the public table."""

    message_id: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    table_id: int = Field(foreign_key="table.id", index=True)
    channel_id: int = _snowflake(nullable=False)
    guild_id: int | None = _snowflake()
    person_id: int | None = Field(default=None, foreign_key="person.id")
    game_number: int = Field(default=0)
    token: str | None = None
    target: str = Field(default="@original")
    expires: datetime | None = _moment(nullable=True)
    shown_version: int = Field(default=0)
    shown_seq: int | None = None


class WrongCode(SQLModel, table=True):
    """A wrong try at a room's code."""

    id: int | None = Field(default=None, primary_key=True)
    person_id: int = Field(foreign_key="person.id", index=True)
    at: datetime = _moment()


class Heartbeat(SQLModel, table=True):
    """When a shard was last known to hear Discord: it tells downtime of ours from a slow player."""

    shard_id: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    beat_at: datetime = _moment()


class Fact(SQLModel, table=True):
    """A remembered fact about the installation, for instance the digest of the commands last synced."""

    key: str = Field(primary_key=True)
    value: str
