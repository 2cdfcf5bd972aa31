"""Bringing the database to the newest form."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

import migrations
from soker_discord.store.database import Database


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, over an open connection."""
    found = Config()
    found.set_main_option("script_location", str(Path(migrations.__file__).parent))
    found.attributes["connection"] = connection
    return found


async def upgrade(database: Database) -> None:
    """Run every migration that has not been run, all in one transaction."""

    def run(connection: Connection) -> None:
        command.upgrade(config(connection), "head")

    async with database.engine.connect() as connection:
        if database.is_sqlite:
            async with _foreign_keys_at_rest(connection), connection.begin():
                await connection.run_sync(run)
                await _check_foreign_keys(connection)
        else:
            async with connection.begin():
                await connection.run_sync(run)


@asynccontextmanager
async def _foreign_keys_at_rest(connection: AsyncConnection) -> AsyncIterator[None]:
    """SQLite changes a column by making the table anew, and dropping the old one counts as deleting its rows.

    The pragma does nothing inside a transaction, so it goes to the driver before one begins.
    """
    driver: Any = (await connection.get_raw_connection()).driver_connection
    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


async def _check_foreign_keys(connection: AsyncConnection) -> None:
    """Raise RuntimeError, and so undo the migration, if it left a row that refers to nothing."""
    lost = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all()
    if lost:
        raise RuntimeError(f"the migration left rows of {sorted({row[0] for row in lost})} that refer to nothing")


async def is_current(database: Database) -> bool:
    """True if the database has the newest form."""

    def run(connection: Connection) -> bool:
        here = MigrationContext.configure(connection).get_current_revision()
        return here == ScriptDirectory.from_config(config()).get_current_head()

    async with database.engine.connect() as connection:
        return await connection.run_sync(run)
