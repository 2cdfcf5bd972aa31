"""SQLite in the event loop's own thread: finding a row takes ten microseconds, a hop to a thread and back a hundred.

Statements run where they are asked. In a thread runs what would hold up the loop: BEGIN IMMEDIATE while another process
is writing, COMMIT (it waits for the disk), and a query that turns out to be long; that one is begun anew there.
``sqlite+direct`` is this driver's name in a URL.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import URL
from sqlalchemy.pool import AsyncAdaptedQueuePool, Pool
from sqlalchemy.util.concurrency import await_, in_greenlet

STEP = 1_000
STEPS = 50
"""A query is long from ``STEP * STEPS`` instructions of SQLite's machine on: about a millisecond."""


class DirectCursor(sqlite3.Cursor):
    """A cursor as SQLAlchemy's asyncio side asks for it, with the rows of a query already at hand."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        self._rows: deque[Any] = deque()

    def query(self, statement: str, parameters: Any) -> None:
        """Run a query to its end."""
        super().execute(statement, parameters)
        self._rows = deque(super().fetchall())

    def short_query(self, statement: str, parameters: Any) -> bool:
        """Run a query unless it is long; False if it is."""
        steps = iter(range(STEPS))
        self.connection.set_progress_handler(lambda: next(steps, None) is None, STEP)
        try:
            self.query(statement, parameters)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
                raise
            return False
        finally:
            self.connection.set_progress_handler(None, 0)
        return True

    def fetchone(self) -> Any:
        return self._rows.popleft() if self._rows else super().fetchone()

    def fetchmany(self, size: int | None = 1) -> list[Any]:
        count = min(self.arraysize if size is None else size, len(self._rows))
        return [self._rows.popleft() for _ in range(count)] or super().fetchmany(size)

    def fetchall(self) -> list[Any]:
        rows = [*self._rows, *super().fetchall()]
        self._rows.clear()
        return rows

    async def _async_soft_close(self) -> None:
        """Nothing: no statement is open any more."""


class DirectConnection(sqlite3.Connection):
    """A connection that SQLAlchemy's asyncio side accepts: it insists that every statement awaits something."""

    def cursor(self, factory: Any = DirectCursor) -> Any:
        if in_greenlet():
            await_(_nothing())
        return super().cursor(factory)


async def _nothing() -> None: ...


class DirectDialect(SQLiteDialect_pysqlite):
    """``reading``: transactions only read, so they begin without waiting for the right to write."""

    driver = "direct"
    is_async = True
    supports_statement_cache = True

    def __init__(self, reading: bool = False, **options: Any) -> None:
        super().__init__(**options)
        self._reading = reading

    @classmethod
    def get_pool_class(cls, url: URL) -> type[Pool]:
        return AsyncAdaptedQueuePool

    def create_connect_args(self, url: URL) -> Any:
        arguments, options = super().create_connect_args(url)
        return arguments, {**options, "factory": DirectConnection, "check_same_thread": False}

    def do_begin(self, dbapi_connection: Any) -> None:
        if self._reading:
            dbapi_connection.execute("BEGIN")
        elif not _begin_at_once(dbapi_connection):
            await_(_in_a_thread(lambda: dbapi_connection.execute("BEGIN IMMEDIATE")))

    def do_commit(self, dbapi_connection: Any) -> None:
        await_(_in_a_thread(dbapi_connection.commit))

    def do_execute(self, cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
        if not statement.startswith(("SELECT", "WITH")):
            cursor.execute(statement, parameters)
        elif not cursor.short_query(statement, parameters):
            await_(_in_a_thread(lambda: cursor.query(statement, parameters)))

    def get_driver_connection(self, connection: Any) -> Any:
        return connection


def _begin_at_once(connection: sqlite3.Connection) -> bool:
    """Begin a writing transaction without waiting; False where another process is writing."""
    ((patience,),) = connection.execute("PRAGMA busy_timeout")
    connection.execute("PRAGMA busy_timeout=0")
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            raise
        return False
    finally:
        connection.execute(f"PRAGMA busy_timeout={patience}")
    return True


async def _in_a_thread(act: Callable[[], object]) -> None:
    """Run something in a thread. Whoever is cancelled still waits for its end: the connection is not free before."""
    running = asyncio.get_running_loop().run_in_executor(None, act)
    try:
        await asyncio.shield(running)
    except asyncio.CancelledError:
        while not running.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait([running])
        raise


registry.register("sqlite.direct", __name__, DirectDialect.__name__)
