"""The statements of leaderboards: pages, places, and what it takes to find either quickly among a million."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Select, Table, and_, case, cast, func, or_, select, tuple_
from sqlmodel import SQLModel

import soker_discord.store.models  # noqa: F401 - people
from ratings.journal import Standing
from ratings.parameters import SCALE
from soker_discord.store.database import Session, run
from soker_discord.store.ladder import STANDING, batches, standing_from
from soker_discord.store.members import MEMBER

PERSON: Table = SQLModel.metadata.tables["person"]

FINENESS = 200
"""Steps of a histogram to one unit of mu."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Whom a leaderboard lists: everyone on a board, or those who were last active in a season (by its number)."""

    board: str
    season: int | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """A number of people, and how many of them have a rating that is not provisional as it is stored."""

    people: int = 0
    settled: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """Those of a listing whose rank keys lie from ``start`` on and before the next step."""

    start: float
    count: Count


class Key(NamedTuple):
    """What decides a place: the rank key, least first, and among equals the person."""

    rank_key: float
    person: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A person on a leaderboard."""

    person: int
    name: str
    standing: Standing


async def histogram(db: Session, listing: Listing) -> list[Step]:
    """How many people of a listing, hidden ones too, stand in each step, from the top; empty steps are missing."""
    step = cast(STANDING.c.rank_key * FINENESS, BigInteger).label("step")
    query = (
        select(step, func.min(STANDING.c.rank_key).label("start"), *_counts())
        .where(_of(listing))
        .group_by(step)
        .order_by(step)
    )
    return [Step(row.start, Count(row.people, row.settled)) for row in await run(db, query)]


async def hidden(db: Session, listing: Listing, *, small: bool) -> list[tuple[Key, bool]]:
    """Those of a listing who are hidden or gone from its server, from the top, and whether each is settled.

    Of a small listing its own people are looked at. Of a large one those who hide come first, in a statement of their
    own: they are fewer, and SQLite would begin with the board.
    """
    found: list[tuple[Key, bool]] = []
    if small:
        query = (
            select(STANDING)
            .join(PERSON, PERSON.c.id == STANDING.c.person_id)
            .where(_of(listing), or_(PERSON.c.hidden_from_ladder, STANDING.c.person_id.in_(_gone(listing))))
        )
        return sorted(_hidden_key(row) for row in await run(db, query))
    who = select(PERSON.c.id).where(PERSON.c.hidden_from_ladder).union(_gone(listing))
    for batch in batches([row.id for row in await run(db, who)]):
        query = select(STANDING).where(_of(listing), STANDING.c.person_id.in_(batch))
        found += [_hidden_key(row) for row in await run(db, query)]
    return sorted(found)


def _hidden_key(row: Any) -> tuple[Key, bool]:
    return Key(row.rank_key, row.person_id), row.sigma <= SCALE.provisional_sigma


async def ahead(db: Session, listing: Listing, start: float, key: Key) -> Count:
    """How many people of a listing, hidden ones too, stand from ``start`` on and before a key.

    That the rank key is at most the key's follows from the rest; PostgreSQL guesses far too many rows without it.
    """
    step = STANDING.c.rank_key.between(start, key.rank_key)
    before = tuple_(STANDING.c.rank_key, STANDING.c.person_id) < tuple_(*key)
    row = (await run(db, select(*_counts()).where(_of(listing), step, before))).one()
    return Count(row.people, row.settled)


async def page(db: Session, listing: Listing, start: float, skip: int, limit: int) -> list[Listed]:
    """People of a listing, without hidden and gone ones, in order: from ``start`` on, after the first ``skip``."""
    query = (
        select(STANDING, PERSON.c.name)
        .join(PERSON, PERSON.c.id == STANDING.c.person_id)
        .where(
            _of(listing),
            STANDING.c.rank_key >= start,
            ~PERSON.c.hidden_from_ladder,
            STANDING.c.person_id.not_in(_gone(listing)),
        )
        .order_by(STANDING.c.rank_key, STANDING.c.person_id)
        .offset(skip)
        .limit(limit)
    )
    return [Listed(row.person_id, row.name, standing_from(row)) for row in await run(db, query)]


def _gone(listing: Listing) -> Select[Any]:
    return select(MEMBER.c.person_id).where(MEMBER.c.board == listing.board, MEMBER.c.gone)


def _of(listing: Listing) -> Any:
    on_board = STANDING.c.board == listing.board
    return on_board if listing.season is None else and_(on_board, STANDING.c.season == listing.season)


def _counts() -> tuple[Any, Any]:
    settled = func.sum(case((STANDING.c.sigma <= SCALE.provisional_sigma, 1), else_=0))
    return func.count().label("people"), func.coalesce(settled, 0).label("settled")
