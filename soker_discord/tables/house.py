"""What every use case works with: the database, one clock, one source of randomness; and who asks."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TypeVar

from soker_discord.store.database import Database, Session

T = TypeVar("T")

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

    async def transact(self, work: Callable[[Session], Awaitable[T]]) -> T:
        """Run ``work`` in one writing transaction, again where another one was faster (``Database.transact``)."""
        return await self.database.transact(work)
