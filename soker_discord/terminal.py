"""What the commands at a terminal share: the console, the settings, a database, and words for what goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NoReturn, TypeVar

import typer
from pydantic import ValidationError
from rich.console import Console
from rich.markup import escape

from soker_discord.logs import configure
from soker_discord.settings import Settings

if TYPE_CHECKING:
    from soker_discord.store.database import Database

T = TypeVar("T")

console = Console()


def fail(what: str, words: object = "", code: int = 2) -> NoReturn:
    """End the program: what went wrong, then more about it."""
    console.print(f"[red]{escape(what)}[/red] {escape(str(words))}".rstrip(), highlight=False)
    raise typer.Exit(code)


def read_settings() -> Settings:
    """The settings; ends the program with clear words where one cannot be read."""
    try:
        settings = Settings()
        configure(settings.log_level)
    except (ValidationError, ValueError) as error:
        fail("A setting cannot be read.", error)
    return settings


def with_database(work: Callable[[Database], Awaitable[T]]) -> T:
    """Do something with the database of the settings, which has to be in its newest form.

    Ends the program with clear words where that cannot be: 2 where nothing could be done, 1 where the ladder holds
    something that cannot be read.
    """
    from soker_discord.store.failures import DatabaseError
    from soker_discord.store.ladder import Unreadable
    from soker_discord.tables.refusals import Refused

    settings = read_settings()
    try:
        return asyncio.run(_do(settings.database_url.get_secret_value(), work))
    except Unreadable as error:
        fail("The ladder is damaged.", error, code=1)
    except Refused as error:
        fail(str(error))
    except ValueError as error:
        fail(str(error))
    except OSError as error:
        fail("The database cannot be reached:", error)
    except DatabaseError as error:
        fail("The database does not do it:", error.orig)


async def _do(url: str, work: Callable[[Database], Awaitable[T]]) -> T:
    from soker_discord.store.database import Database
    from soker_discord.store.migrating import is_current

    database = Database(url)
    try:
        if not await is_current(database):
            fail("The database is not up to date.", "Run `soker db upgrade` first.")
        return await work(database)
    finally:
        await database.close()
