"""The connection and its transactions, on both databases."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import col, select, update

from soker_discord.store.database import Database, async_url
from soker_discord.store.models import Heartbeat, MoveRow, Person
from soker_discord.store.once import insert_once
from soker_discord.store.people import known_person
from soker_discord.store.receipts import keep_receipt

NOON = datetime(2026, 3, 29, 12, 0, 0, 123456, tzinfo=UTC)


@pytest.fixture
async def database(any_url: str):
    database = Database(any_url)
    yield database
    await database.close()


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("sqlite:///soker.db", "sqlite+direct"),
        ("sqlite:////var/lib/soker.db", "sqlite+direct"),
        ("postgres://u:p@h:5432/n", "postgresql+asyncpg"),
        ("postgresql://u:p@h/n", "postgresql+asyncpg"),
        ("postgresql+psycopg2://u:p@h/n", "postgresql+asyncpg"),
    ],
)
def test_urls_as_hosts_hand_them_out(given: str, driver: str):
    assert async_url(given).drivername == driver


def test_sslmode_becomes_what_the_driver_knows():
    url = async_url("postgres://u:p@h/n?sslmode=require")
    assert dict(url.query) == {"ssl": "require"}
    assert url.password == "p"


@pytest.mark.parametrize("given", ["", "nonsense", "mysql://u:p@h/n", "sqlite://", "sqlite:///:memory:"])
def test_a_url_that_cannot_be_used_is_named(given: str):
    with pytest.raises(ValueError, match="DATABASE_URL"):
        async_url(given)


async def test_sqlite_is_as_safe_as_the_design_says(sqlite_url: str):
    database = Database(sqlite_url)
    async with database.write() as db:
        found = {
            name: (await db.exec(text(f"PRAGMA {name}"))).scalar_one()  # pyright: ignore[reportCallIssue, reportArgumentType]
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    await database.close()
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


async def test_times_are_utc_and_aware_when_read(database: Database):
    east = NOON.astimezone(timezone(timedelta(hours=5)))
    async with database.write() as db:
        db.add(Heartbeat(shard_id=1, beat_at=east))
    async with database.read() as db:
        beat = await db.get(Heartbeat, 1)
    assert beat is not None
    assert beat.beat_at == NOON
    assert beat.beat_at.utcoffset() == timedelta(0)


async def test_a_naive_time_is_refused(database: Database):
    with pytest.raises((StatementError, ValueError)):
        async with database.write() as db:
            db.add(Heartbeat(shard_id=1, beat_at=NOON.replace(tzinfo=None)))


async def test_what_raises_is_rolled_back(database: Database):
    with pytest.raises(RuntimeError):
        async with database.write() as db:
            db.add(Heartbeat(shard_id=1, beat_at=NOON))
            await db.flush()
            raise RuntimeError
    async with database.read() as db:
        assert await db.get(Heartbeat, 1) is None


async def test_a_thousand_writers_at_once_lose_nothing(database: Database):
    async with database.write() as db:
        db.add(Person(id=1, discord_id=5, name="0", created_at=NOON))

    async def add_one() -> None:
        async with database.write() as db:
            person = (await db.exec(select(Person).where(Person.id == 1).with_for_update())).one()
            person.name = str(int(person.name) + 1)
            db.add(person)

    await asyncio.gather(*(add_one() for _ in range(1000)))
    async with database.read() as db:
        person = await db.get(Person, 1)
    assert person is not None
    assert person.name == "1000"


async def test_a_reader_is_not_held_up_by_a_writer(database: Database):
    async with database.write() as db:
        db.add(Heartbeat(shard_id=1, beat_at=NOON))
    async with database.write() as writer:
        await writer.exec(update(Heartbeat).where(col(Heartbeat.shard_id) == 1).values(beat_at=NOON + timedelta(1)))
        async with asyncio.timeout(2), database.read() as reader:
            beat = await reader.get(Heartbeat, 1)
        assert beat is not None
        assert beat.beat_at == NOON


async def test_an_interaction_has_one_receipt(database: Database):
    async with database.write() as db:
        assert await keep_receipt(db, 2**62, NOON)
        assert not await keep_receipt(db, 2**62, NOON)


async def test_a_person_is_known_once_under_an_id_of_our_own(database: Database):
    async def meet(name: str) -> int | None:
        async with database.write() as db:
            return (await known_person(db, 2**63 - 1, name, NOON)).id

    ids = await asyncio.gather(*(meet("Ada") for _ in range(20)))
    assert len(set(ids)) == 1
    assert await meet("Ada Lovelace") == ids[0]
    async with database.read() as db:
        (person,) = (await db.exec(select(Person))).all()
    assert person.name == "Ada Lovelace"


async def test_a_move_has_its_place_once(database: Database):
    async with database.write() as db:
        if not database.is_sqlite:
            await db.exec(text("SET session_replication_role = replica"))  # pyright: ignore[reportCallIssue, reportArgumentType]
        else:
            await db.exec(text("PRAGMA defer_foreign_keys = ON"))  # pyright: ignore[reportCallIssue, reportArgumentType]
        row = {"game_id": 1, "seq": 1, "seat": 0, "move": {}, "events": [], "by": "person", "made_at": NOON}
        assert await insert_once(db, MoveRow, **row)
        assert not await insert_once(db, MoveRow, **row)
        await db.rollback()


async def test_foreign_keys_hold(database: Database):
    with pytest.raises(IntegrityError):
        async with database.write() as db:
            db.add(MoveRow(game_id=9, seq=1, seat=0, move={}, events=[], by="person", made_at=NOON))
