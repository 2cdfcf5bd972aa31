"""Random finished tournaments for tests of the ladder, people to play them, and what the bare mathematics makes of
them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from sqlmodel import col, select

from ratings.event import Board, Entrant, Event, Unrated
from ratings.journal import JournalRow
from ratings.ladder import Ladder
from ratings.rating import Rating
from soker_discord.store.database import Database
from soker_discord.store.ladder_models import LadderEvent
from soker_discord.store.models import Person
from soker_discord.tables.ladder import record

START = datetime(2026, 9, 1, 12, tzinfo=UTC)
EVERYWHERE = Board("soker", spans_servers=True)
ONE_SERVER = Board("soker/77")
BOARDS = (EVERYWHERE, ONE_SERVER)
SYSTEM = {-1: Rating(20.0, 1.0), -2: Rating(27.3, 1.0 / 3.0)}
"""System players: their ids and fixed ratings."""


async def people(database: Database, count: int) -> list[int]:
    """As many new people; their ids."""
    async with database.write() as db:
        persons = [Person(name=f"Person {number}", created_at=START) for number in range(count)]
        db.add_all(persons)
        await db.flush()
        return [person.id for person in persons if person.id is not None]


def random_events(seed: int, count: int, persons: Sequence[int]) -> list[Event]:
    """Events of two to four people with shared places, unrated ones and system players among them.

    Some end at the same moment, some earlier than the one before; a few people meet over and over.
    """
    rng = random.Random(seed)
    moment, events = START, []
    for number in range(1, count + 1):
        moment += timedelta(seconds=rng.choice((0, 1, 3600, -1800, 86_400 * 3)), microseconds=rng.randrange(3))
        unrated = rng.choice((Unrated.FRIENDLY, Unrated.ENDED_EARLY)) if rng.random() < 0.1 else None
        events.append(Event(number, EVERYWHERE.name, moment, _entrants(rng, persons), unrated))
    return events


def _entrants(rng: random.Random, persons: Sequence[int]) -> tuple[Entrant, ...]:
    circle = persons[:5] if rng.random() < 0.3 else persons
    playing: list[int] = rng.sample(circle, rng.randint(2, 4))
    if len(playing) < 4 and rng.random() < 0.2:
        playing.append(rng.choice(tuple(SYSTEM)))
    scores = sorted((rng.randint(40, 50) for _ in playing), reverse=True)
    entrants = [
        Entrant(one, scores.index(score) + 1, score, SYSTEM.get(one))
        for one, score in zip(playing, scores, strict=True)
    ]
    rng.shuffle(entrants)
    return tuple(entrants)


async def finish(
    database: Database, event: Event, boards: Sequence[Board] = BOARDS
) -> dict[str, tuple[JournalRow, ...]]:
    """Finish an event in a transaction of its own."""
    async with database.write() as db:
        return await record(db, event, boards)


async def finish_at_once(database: Database, events: Iterable[Event], boards: Sequence[Board] = BOARDS) -> None:
    """Finish all of them at the same time."""
    await asyncio.gather(*(finish(database, event, boards) for event in events))


async def record_all(database: Database, events: Iterable[Event], boards: Sequence[Board] = BOARDS) -> None:
    """Record all of them, one after the other, in one transaction."""
    async with database.write() as db:
        for event in events:
            await record(db, event, boards)


async def in_order(database: Database, board: Board, events: Iterable[Event]) -> list[Event]:
    """The events as they were finished, in the order in which the board took them."""
    by_id = {event.id: event for event in events}
    query = select(LadderEvent.event).where(LadderEvent.board == board.name).order_by(col(LadderEvent.position))
    async with database.read() as db:
        return [replace(by_id[found], board=board.name) for found in (await db.exec(query)).all()]


def journal(board: Board, events: Iterable[Event]) -> list[JournalRow]:
    """What the mathematics alone makes of the events in this order."""
    ladder = Ladder(board)
    return [row for event in events for row in ladder.apply(event)]
