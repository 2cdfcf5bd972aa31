"""The tables of the ladder.

A board's row is its lock: whoever adds an event or mends the ladder holds it until the transaction ends, and the
position it hands out is the order of events. ``ladder_event`` says what happened and is never derived from anything;
``ladder_journal`` and ``ladder_standing`` follow from it and can be made anew at any time. Ratings are double
precision on both databases: what is read is bit for bit what was written.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Float, ForeignKeyConstraint, Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel

import soker_discord.store.models  # noqa: F401 - people, and how keys are named
from soker_discord.store.types import UtcDateTime


def _moment(*, nullable: bool = False) -> Any:
    return Field(default=None, sa_type=UtcDateTime, nullable=nullable)  # pyright: ignore[reportCallIssue, reportArgumentType]


def _double() -> Any:
    return Field(sa_column=Column(Float, nullable=False))


def _event_key() -> Any:
    return Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))


class LadderBoard(SQLModel, table=True):
    """A list of ratings. ``last_position`` is that of its newest event; ``revision`` rises when the past is mended."""

    __tablename__ = "ladder_board"  # pyright: ignore[reportAssignmentType]

    name: str = Field(primary_key=True)
    spans_servers: bool
    last_position: int = Field(default=0)
    revision: int = Field(default=0)


class LadderEvent(SQLModel, table=True):
    """A finished tournament on a board, in full.

    ``position`` is its place in the order of events. ``entrants`` is the final order, system players included.
    ``group_key`` names the people, for finding their earlier meetings. ``unrated`` is the reason (a code of
    ``ratings.event.Unrated``) why it changes no rating, ``note`` what a host said about it.
    """

    __tablename__ = "ladder_event"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        UniqueConstraint("board", "position"),
        Index("ix_ladder_event_group", "board", "group_key", "finished_at"),
        Index("ix_ladder_event_event", "event"),
    )

    board: str = Field(foreign_key="ladder_board.name", primary_key=True)
    event: int = _event_key()
    position: int
    finished_at: datetime = _moment()
    group_key: str
    entrants: list[list[Any]] = Field(sa_column=Column(JSON, nullable=False))
    unrated: str | None = None
    note: str | None = None


class LadderJournal(SQLModel, table=True):
    """What an event did to a person on a board: the fields of ``ratings.journal.JournalRow``, and its position."""

    __tablename__ = "ladder_journal"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        ForeignKeyConstraint(["board", "event"], ["ladder_event.board", "ladder_event.event"]),
        Index("ix_ladder_journal_person", "board", "person_id", "position"),
    )

    board: str = Field(primary_key=True)
    event: int = _event_key()
    person_id: int = Field(foreign_key="person.id", primary_key=True)
    position: int
    place: int
    points: int
    entrants: int
    before_mu: float = _double()
    before_sigma: float = _double()
    aged_mu: float = _double()
    aged_sigma: float = _double()
    after_mu: float = _double()
    after_sigma: float = _double()
    weight: float = _double()
    met: int
    events: int
    last_active: datetime | None = _moment(nullable=True)
    finished_at: datetime = _moment()
    engine: str
    unrated: str | None = None


class LadderStanding(SQLModel, table=True):
    """Where a person with a rated event stands on a board.

    ``rank_key`` is minus ``ratings.display.order_key``: the best come first in plain ascending order, equal ones by
    person, so that one ordinary index serves pages, places and what lies between two of them. It holds sigma too, which
    tells whether a rating is provisional, so that counting never leaves the index. ``season`` is the number of the
    season of the last rated event.
    """

    __tablename__ = "ladder_standing"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        Index("ix_ladder_standing_order", "board", "rank_key", "person_id", "sigma"),
        Index("ix_ladder_standing_season", "board", "season", "rank_key", "person_id", "sigma"),
    )

    board: str = Field(foreign_key="ladder_board.name", primary_key=True)
    person_id: int = Field(foreign_key="person.id", primary_key=True)
    mu: float = _double()
    sigma: float = _double()
    rank_key: float = _double()
    events: int
    last_active: datetime = _moment()
    season: int


class LadderMember(SQLModel, table=True):
    """Whether a person on a server's own board is still a member there, as Discord said at ``checked_at``."""

    __tablename__ = "ladder_member"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        Index("ix_ladder_member_gone", "board", sqlite_where=text("gone = 1"), postgresql_where=text("gone")),
    )

    board: str = Field(foreign_key="ladder_board.name", primary_key=True)
    person_id: int = Field(foreign_key="person.id", primary_key=True)
    gone: bool
    checked_at: datetime = _moment()
