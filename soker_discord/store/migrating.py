"""Bringing the database to the newest form."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

import migrations
from soker_discord.store.database import Database


def config(connection: Connection | None = None) -> Config:
    """Alembic's configuration, over an open connection."""
    found = Config()
    found.set_main_option("script_location", str(Path(migrations.__file__).parent))
    found.attributes["connection"] = connection
    return found


async def upgrade(database: Database) -> None:
    """Run every migration that has not been run."""

    def run(connection: Connection) -> None:
        command.upgrade(config(connection), "head")

    async with database.engine.begin() as connection:
        await connection.run_sync(run)


async def is_current(database: Database) -> bool:
    """True if the database has the newest form."""

    def run(connection: Connection) -> bool:
        here = MigrationContext.configure(connection).get_current_revision()
        return here == ScriptDirectory.from_config(config()).get_current_head()

    async with database.engine.connect() as connection:
        return await connection.run_sync(run)
