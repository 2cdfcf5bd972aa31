"""What every use case works with: the database, one clock, one source of randomness; and who asks."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlmodel.ext.asyncio.session import AsyncSession

from soker_discord.store.database import Database

T = TypeVar("T")

TRIES = 4
TOKEN_LIFE = timedelta(minutes=14, seconds=30)
"""How long an interaction's token is used. Discord lets it live 15 minutes."""


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks for something, when and where: an interaction without its Discord types.

    ``made_at`` is the moment of the click itself, from the interaction's snowflake.
    """

    interaction_id: int
    made_at: datetime
    discord_id: int
    name: str
    guild_id: int | None
    channel_id: int
    token: str | None = field(default=None, repr=False)

    @property
    def token_expires(self) -> datetime:
        return self.made_at + TOKEN_LIFE


@dataclass(frozen=True, slots=True)
class House:
    """The database, the clock (aware UTC) and the source of randomness (cryptographic outside tests)."""

    database: Database
    now: Callable[[], datetime]
    rng: random.Random

    def new_secret(self) -> bytes:
        """A 256-bit secret for a deal."""
        return self.rng.randbytes(32)

    async def transact(self, work: Callable[[AsyncSession], Awaitable[T]]) -> T:
        """Run ``work`` in one writing transaction.

        Where another transaction took the same unique key first, everything is read anew and ``work`` runs again: it
        then sees what the winner did. Raises the database's error if that happens several times on end, and any
        other error at once.
        """
        for attempt in range(TRIES):
            try:
                async with self.database.write() as db:
                    return await work(db)
            except DBAPIError as error:
                if attempt == TRIES - 1 or not _lost_a_race(error):
                    raise
        raise AssertionError("unreachable")


def _lost_a_race(error: DBAPIError) -> bool:
    """A unique key was taken, or PostgreSQL chose this transaction to end a deadlock."""
    return isinstance(error, IntegrityError) or getattr(error.orig, "sqlstate", None) in ("40001", "40P01")
