"""Reading a ladder of a million rated people: a page, a deep page, one's own place, on SQLite and PostgreSQL.

    python -m benchmarks.leaderboard

Times are those of the whole use case, as a command calls it. The histogram that places rest on is taken in the
background and at most a minute old; taking it is timed by itself. Ends with 1 where something takes longer than wanted.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime, timedelta

from rich.console import Console
from rich.progress import track
from rich.table import Table
from sqlalchemy import text

from benchmarks.databases import postgres, sqlite_full
from ratings.event import Board
from ratings.journal import Standing
from ratings.rating import Rating
from ratings.seasons import season_of
from soker_discord.store import ladder as store
from soker_discord.store.database import Database, run
from soker_discord.store.leaderboard import PERSON
from soker_discord.tables.house import House
from soker_discord.tables.leaderboard import Leaderboards

BOARD = Board("soker", spans_servers=True)
NOW = datetime(2026, 12, 1, tzinfo=UTC)
BATCH = 20_000
HIDDEN = 0.01
"""The share of people who are hidden."""
HISTOGRAM = "a new histogram"
WANTED = 10.0
"""Milliseconds a page or a place may take."""
MISSED = "no"


async def fill(database: Database, people: int, seed: int) -> None:
    """People on the board in no order: provisional and settled ones, active within the last months."""
    chance = random.Random(seed)
    persons = list(range(1, people + 1))
    chance.shuffle(persons)
    async with database.write() as db:
        await store.lock_or_make_boards(db, [BOARD])
        for first in track(range(0, people, BATCH), "filling"):
            batch = persons[first : first + BATCH]
            await run(db, PERSON.insert(), [_person(chance, person) for person in sorted(batch)])
            await store.write_standings(db, BOARD.name, {person: _standing(chance) for person in batch})
    await _tidy(database)


async def _tidy(database: Database) -> None:
    """What a database does by itself in time: SQLite needs its statistics, PostgreSQL a vacuum too."""
    if database.is_sqlite:
        async with database.engine.begin() as connection:
            await connection.execute(text("ANALYZE"))
        return
    async with database.engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.execute(text("VACUUM ANALYZE"))


def _person(chance: random.Random, person: int) -> dict[str, object]:
    return {
        "id": person,
        "name": f"Person {person}",
        "attention_call": True,
        "hidden_from_ladder": chance.random() < HIDDEN,
        "created_at": NOW,
    }


def _standing(chance: random.Random) -> Standing:
    away = timedelta(days=chance.expovariate(1 / 60))
    return Standing(Rating(chance.gauss(25.0, 5.0), chance.uniform(1.2, 8.0)), NOW - away, chance.randint(1, 200))


async def timed(work: Callable[[], Awaitable[object]], times: int) -> list[float]:
    """Milliseconds each time."""
    taken: list[float] = []
    for _ in range(times):
        began = time.perf_counter()
        await work()
        taken.append(1000.0 * (time.perf_counter() - began))
    return taken


async def measure(database: Database, people: int, times: int, seed: int) -> dict[str, list[float]]:
    """What each way of reading takes."""
    chance, season = random.Random(seed), season_of(NOW)
    boards = Leaderboards(House(database, lambda: NOW, chance))
    fresh = [await timed(lambda: Leaderboards(boards.house).place_of(BOARD.name, 1), 1) for _ in range(3)]
    await boards.top(BOARD.name, 0, 10)
    await boards.top(BOARD.name, 0, 10, season=season)
    own = [chance.randrange(1, people + 1) for _ in range(times)]
    pages = [chance.randrange(people // 2) for _ in range(times)]
    return {
        HISTOGRAM: [found for run in fresh for found in run],
        "the first page": await timed(lambda: boards.top(BOARD.name, 0, 10), times),
        "the first page of the season": await timed(lambda: boards.top(BOARD.name, 0, 10, season=season), times),
        "any page": await timed(lambda: boards.top(BOARD.name, pages.pop(), 10), times),
        "one's own place": await timed(lambda: boards.place_of(BOARD.name, own[-1]), times),
        "anyone's place": await timed(lambda: boards.place_of(BOARD.name, own.pop()), times),
    }


async def within(kind: Callable[[], AbstractAsyncContextManager[Database]], people: int, times: int, seed: int) -> bool:
    """Measure on one kind of database and print; True if nothing took longer than wanted."""
    async with kind() as database:
        await fill(database, people, seed)
        found = await measure(database, people, times, seed)
        name = "SQLite" if database.is_sqlite else "PostgreSQL"
    table = Table(f"{people:,} people, {name}", "median ms", "95% within", f"wanted {WANTED:g}")
    for what, taken in found.items():
        table.add_row(what, f"{statistics.median(taken):.2f}", f"{_most(taken):.2f}", _verdict(what, taken))
    Console().print(table)
    return all(_verdict(what, taken) != MISSED for what, taken in found.items())


def _most(taken: list[float]) -> float:
    return sorted(taken)[int(0.95 * (len(taken) - 1))]


def _verdict(what: str, taken: list[float]) -> str:
    if what == HISTOGRAM:
        return "in the background"
    return "yes" if _most(taken) <= WANTED else MISSED


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=1_000_000)
    parser.add_argument("--times", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    kinds = (sqlite_full, postgres)
    met = [asyncio.run(within(kind, wanted.people, wanted.times, wanted.seed)) for kind in kinds]
    sys.exit(0 if all(met) else 1)


if __name__ == "__main__":
    main()
