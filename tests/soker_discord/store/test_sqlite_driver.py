"""The SQLite driver: it waits for another process without holding up the loop, and gives up cleanly."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import OperationalError

from soker_discord.store.database import Database, run
from soker_discord.store.models import Heartbeat

NOON = datetime(2026, 3, 29, 12, tzinfo=UTC)


@pytest.fixture
async def database(sqlite_url: str) -> AsyncIterator[Database]:
    database = Database(sqlite_url)
    yield database
    await database.close()


@contextmanager
def another_process_writing(database: Database) -> Iterator[None]:
    """A connection of its own that holds the right to write."""
    other = sqlite3.connect(database.engine.url.database or "", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.rollback()
        other.close()


async def beat(database: Database, shard: int) -> None:
    async with database.write() as db:
        assert await db.get(Heartbeat, shard) is None
        db.add(Heartbeat(shard_id=shard, beat_at=NOON))


async def beats(database: Database) -> int:
    async with database.read() as db:
        return (await run(db, select(func.count()).select_from(Heartbeat))).scalar_one()


async def test_the_loop_goes_on_while_another_process_writes(database: Database):
    with another_process_writing(database):
        waiting = asyncio.create_task(beat(database, 1))
        for _ in range(20):
            await asyncio.sleep(0.005)
            assert await beats(database) == 0
        assert not waiting.done()
    await waiting
    assert await beats(database) == 1


async def test_a_writer_that_is_cancelled_while_it_waits_leaves_no_lock(database: Database):
    with another_process_writing(database):
        waiting = asyncio.create_task(beat(database, 1))
        await asyncio.sleep(0.05)
        waiting.cancel()
        await asyncio.sleep(0.05)
        waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    with another_process_writing(database):
        pass
    await beat(database, 2)
    assert await beats(database) == 1


async def test_a_writer_that_is_cancelled_while_it_commits_is_whole_or_absent(database: Database):
    for shard in range(30):
        writing = asyncio.create_task(beat(database, shard))
        await asyncio.sleep(shard * 0.0001)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
    with another_process_writing(database):
        pass
    before = await beats(database)
    await beat(database, 100)
    assert await beats(database) == before + 1


async def test_waiting_has_an_end(database: Database):
    async with database.write() as db:
        driver = (await (await db.connection()).get_raw_connection()).driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.execute("PRAGMA busy_timeout=50")
    with another_process_writing(database), pytest.raises(OperationalError, match="locked"):
        await beat(database, 1)
    await beat(database, 1)
    assert await beats(database) == 1


async def test_plain_connections_of_the_asyncio_side_work(database: Database):
    await beat(database, 1)
    async with database.engine.connect() as connection:
        found = await connection.execute(select(Heartbeat.shard_id))  # pyright: ignore[reportArgumentType, reportCallIssue]
        assert found.all() == [(1,)]
        assert (await connection.exec_driver_sql("SELECT 1")).scalar_one() == 1


LONG = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000) SELECT max(i) FROM n")


async def test_the_loop_goes_on_during_a_long_query(database: Database):
    async with database.read() as db:
        asking = asyncio.create_task(run(db, LONG))
        ticks = 0
        while not asking.done():
            await asyncio.sleep(0)
            ticks += 1
        assert (await asking).scalar_one() == 2000000
    assert ticks > 20


async def test_a_long_query_in_a_writing_transaction_leaves_what_was_written(database: Database):
    async with database.write() as db:
        db.add(Heartbeat(shard_id=1, beat_at=NOON))
        await db.flush()
        assert (await run(db, LONG)).scalar_one() == 2000000
    assert await beats(database) == 1


async def test_rows_come_in_every_way_of_asking(database: Database):
    query = text("SELECT * FROM (VALUES (1), (2), (3), (4))")
    async with database.read() as db:
        assert (await run(db, query)).all() == [(1,), (2,), (3,), (4,)]
        assert (await run(db, query)).first() == (1,)
        connection = await db.connection()

        def piecemeal(sync: Any) -> list[Any]:
            result = sync.execute(query)
            return [result.fetchone(), result.fetchmany(2), result.fetchmany(2), result.fetchone()]

        assert await connection.run_sync(piecemeal) == [(1,), [(2,), (3,)], [(4,)], None]
