"""The connection: one writer on SQLite, a pool on PostgreSQL, the same code on both."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import CursorResult, Executable, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, async_sessionmaker, create_async_engine
from sqlmodel.ext.asyncio.session import AsyncSession

from soker_discord.store.failures import lost_a_race
from soker_discord.store.sqlite_driver import DirectDialect

T = TypeVar("T")

Session = AsyncSession
"""A transaction as use cases see it."""

TRIES = 4
"""How often a transaction is tried that others were faster than."""
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")


def async_url(text: str) -> URL:
    """The URL for our drivers, from what a person or a hosting service wrote.

    ``postgres://`` and ``postgresql://`` become asyncpg, ``sqlite://`` our own; libpq's ``sslmode`` becomes ``ssl``.
    Raises ValueError for anything that is neither.
    """
    try:
        url = make_url(text)
    except ArgumentError as error:
        raise ValueError("DATABASE_URL is not a database URL; sqlite:///soker.db is one") from error
    backend = url.drivername.split("+")[0]
    if backend == "sqlite":
        if url.database in (None, "", ":memory:"):
            raise ValueError("DATABASE_URL needs a file for SQLite, for instance sqlite:///soker.db")
        return url.set(drivername=f"sqlite+{DirectDialect.driver}")
    if backend not in ("postgres", "postgresql"):
        raise ValueError("DATABASE_URL must begin with sqlite:// or postgres://")
    query: dict[str, Any] = dict(url.query)
    if (mode := query.pop("sslmode", None)) is not None:
        query["ssl"] = mode
    return url.set(drivername="postgresql+asyncpg", query=query)


def make_engine(url: URL, **options: Any) -> AsyncEngine:
    """An engine whose transactions begin as the design says. Parameters never appear in logs or errors."""
    engine = create_async_engine(url, hide_parameters=True, **options)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # the driver must not say BEGIN itself: it would say DEFERRED
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Database:
    """Sessions over one database. ``write`` is a transaction that commits at its end; ``read`` sees committed state."""

    def __init__(self, url: str) -> None:
        target = async_url(url)
        self.is_sqlite = target.drivername.startswith("sqlite")
        if self.is_sqlite:
            # SQLite has one writer, so has its pool: waiting for the pool is in turn, the busy handler's is not.
            self._writer = make_engine(target, pool_size=1, max_overflow=0)
            self._reader = make_engine(target, reading=True)
        else:
            self._writer = make_engine(target, pool_size=8, max_overflow=8, pool_pre_ping=True)
            self._reader = self._writer
        self._write = async_sessionmaker(self._writer, class_=Session, expire_on_commit=False)
        self._read = async_sessionmaker(self._reader, class_=Session, expire_on_commit=False)

    @property
    def engine(self) -> AsyncEngine:
        """The writing engine, for migrations and tests."""
        return self._writer

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Session]:
        """One writing transaction; commits when the block ends, rolls back when it raises."""
        async with self._write.begin() as session:
            yield session

    async def transact(self, work: Callable[[Session], Awaitable[T]]) -> T:
        """Run ``work`` in one writing transaction.

        Where another transaction took the same unique key first, everything is read anew and ``work`` runs again: it
        then sees what the winner did. Raises the database's error if that happens several times on end, and any
        other error at once.
        """
        for attempt in range(TRIES):
            try:
                async with self.write() as db:
                    return await work(db)
            except DBAPIError as error:
                if attempt == TRIES - 1 or not lost_a_race(error):
                    raise
        raise AssertionError("unreachable")

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Session]:
        """One reading session."""
        async with self._read() as session:
            yield session

    async def close(self) -> None:
        """Give every connection back."""
        await self._writer.dispose()
        if self._reader is not self._writer:
            await self._reader.dispose()


async def run(db: Session, statement: Executable, rows: Sequence[Mapping[str, Any]] | None = None) -> CursorResult[Any]:
    """Run a statement on the session's connection, once for each of ``rows`` where given.

    It goes past the session's models: changes to them that are not flushed yet stay so.
    """
    return await (await db.connection()).execute(statement, rows)
