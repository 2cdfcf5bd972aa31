"""The migrations make what the models say, on both databases, and can be run again."""

from __future__ import annotations

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text
from sqlmodel import SQLModel

from soker_discord.store.database import Database
from soker_discord.store.migrating import config, is_current, upgrade


def _differences(connection: Connection) -> list:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return compare_metadata(context, SQLModel.metadata)


async def test_the_migrated_database_is_what_the_models_say(any_url: str):
    database = Database(any_url)
    async with database.engine.connect() as connection:
        assert await connection.run_sync(_differences) == []
    await database.close()


async def test_partial_unique_keys_are_there(any_url: str):
    """What autogenerate does not compare: the conditions of the partial keys."""
    database = Database(any_url)
    async with database.engine.connect() as connection:
        names = await connection.run_sync(
            lambda sync: {
                index["name"]
                for table in ("seat", "table")
                for index in inspect(sync).get_indexes(table)
                if index["unique"]
            }
        )
        if database.is_sqlite:
            rows = await connection.execute(
                text("SELECT sql FROM sqlite_master WHERE name LIKE 'uq_%' AND sql LIKE '%WHERE%'")
            )
            conditions = [row[0] for row in rows]
        else:
            rows = await connection.execute(
                text("SELECT indexdef FROM pg_indexes WHERE indexname LIKE 'uq_%' AND indexdef LIKE '%WHERE%'")
            )
            conditions = [row[0] for row in rows]
    await database.close()
    assert {"uq_table_code_open", "uq_seat_person_holds"} <= names
    assert len(conditions) == 2


async def test_upgrading_again_changes_nothing(any_url: str):
    database = Database(any_url)
    assert await is_current(database)
    await upgrade(database)
    assert await is_current(database)
    await database.close()


async def test_an_empty_database_is_not_current(tmp_path):
    database = Database(f"sqlite:///{tmp_path / 'empty.db'}")
    assert not await is_current(database)
    await upgrade(database)
    assert await is_current(database)
    await database.close()


FIRST_ROOM = (
    "INSERT INTO person (id, name, attention_call, created_at) VALUES (1, 'Ann', true, '2026-01-01 00:00:00')",
    'INSERT INTO "table" (id, code, game, rules_version, private, status, host_id, play_for_idle, secret, commitment,'
    " version, opened_at, touched_at) VALUES (1, 'ABCDEF', 'soker', 1, true, 'lobby', 1, false, 's', 'c', 1,"
    " '2026-01-01 00:00:00', '2026-01-01 00:00:00')",
    "INSERT INTO seat (id, table_id, person_id, chair, holds, away, ready, timeouts, joined_at)"
    " VALUES (1, 1, 1, 1, true, false, false, 0, '2026-01-01 00:00:00')",
)
"""A room as the first form of the database held it."""


async def test_an_upgrade_keeps_what_was_there_and_keys_are_checked_again(any_url: str):
    """From the first form, with rows that refer to each other, to the newest."""
    database = Database(any_url)
    async with database.engine.begin() as connection:
        await connection.run_sync(lambda sync: command.downgrade(config(sync), "base"))
        await connection.run_sync(lambda sync: command.upgrade(config(sync), "0001"))
        for statement in FIRST_ROOM:
            await connection.execute(text(statement))
    await upgrade(database)
    async with database.engine.connect() as connection:
        rows = await connection.execute(
            text(
                'SELECT p.name, t.code, s.chair FROM seat s JOIN person p ON p.id = s.person_id JOIN "table" t ON true'
            )
        )
        assert rows.all() == [("Ann", "ABCDEF", 1)]
        if database.is_sqlite:
            assert (await connection.execute(text("PRAGMA foreign_keys"))).scalar_one() == 1
    assert await is_current(database)
    await database.close()
