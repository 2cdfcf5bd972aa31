"""The bot: where the parts are put together."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from collections.abc import Awaitable, Callable
from datetime import datetime

import discord
import structlog
from discord import app_commands

from soker_discord.commands.app import App
from soker_discord.commands.control import Control
from soker_discord.commands.errors import answer_error
from soker_discord.commands.ladder import LadderCommands
from soker_discord.commands.slash import SokerCommands
from soker_discord.locales.speech import speech
from soker_discord.publish.calling import Calling
from soker_discord.publish.delivery import Delivery
from soker_discord.publish.publishing import Publishing
from soker_discord.settings import Settings
from soker_discord.store.database import Database
from soker_discord.tables.house import House
from soker_discord.tables.service import make_tables
from soker_discord.timers.sweep import Sweep
from soker_discord.timers.turn_clock import TurnClock

log = structlog.get_logger(__name__)

Sleep = Callable[[float], Awaitable[object]]
SYNCED = "commands"


class CommandTree(app_commands.CommandTree):
    """Commands whose errors all go one way."""

    async def on_error(self, interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        await answer_error(interaction.client.app, interaction, error)  # pyright: ignore[reportAttributeAccessIssue]


class SokerBot(discord.Client):
    """Soker on Discord. It needs the guilds intent only."""

    def __init__(
        self, settings: Settings, *, sleep: Sleep, clock: Callable[[], datetime], rng: random.Random | None = None
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
        )
        self.settings = settings
        self.database = Database(settings.database_url.get_secret_value())
        self.tables = make_tables(House(self.database, clock, rng or random.SystemRandom()))
        delivery = Delivery(self, clock)
        self.publishing = Publishing(self.tables, delivery, clock, speech)
        calling = Calling(self.tables, delivery, speech)
        self.clock = TurnClock(self.tables, self.publishing, calling, clock, sleep, self._shard_of)
        self.sweep = Sweep(self.tables, self.publishing, self.clock, self._hearing_shards)
        self.app = App(self.tables, self.publishing, self.clock, speech)
        self.tree = CommandTree(self)
        self.tree.add_command(SokerCommands(self.app))
        self.tree.add_command(LadderCommands(self.app))
        self._hears = False

    def _shard_of(self, guild_id: int | None) -> int:
        return ((guild_id or 0) >> 22) % (self.shard_count or 1)

    def _hearing_shards(self) -> tuple[list[int], int]:
        return ([self.shard_id or 0] if self._hears else []), self.shard_count or 1

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Control)
        for missing in await self.tables.system.warm_up():
            log.warning("system players are simpler here", missing=missing)
        await self._sync_if_changed()

    async def _sync_if_changed(self) -> None:
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        known = f"{SYNCED}:{self.application_id}"
        if await self.tables.housekeeping.remembered(known) == digest:
            return
        await self.tree.sync()
        await self.tables.housekeeping.remember(known, digest)

    async def on_ready(self) -> None:
        self._hears = True
        self.sweep.start()
        log.info("ready", guilds=len(self.guilds))

    async def on_resumed(self) -> None:
        self._hears = True

    async def on_disconnect(self) -> None:
        self._hears = False

    async def close(self) -> None:
        """Stop the timers, leave Discord, give the database back. Everything that matters is stored already."""
        self.sweep.stop()
        self.clock.close()
        self.publishing.close()
        await super().close()
        self.tables.thinking.close()
        await self.database.close()


def make_bot(
    settings: Settings,
    *,
    sleep: Sleep = asyncio.sleep,
    clock: Callable[[], datetime] = lambda: discord.utils.utcnow(),
    rng: random.Random | None = None,
) -> SokerBot:
    """A bot that is not yet connected. ``sleep`` (seconds) and ``clock`` (aware UTC) can be replaced by tests."""
    return SokerBot(settings, sleep=sleep, clock=clock, rng=rng)
