"""The sweep and the heartbeat: what was missed is found, what is idle ends, downtime is made good."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog
from discord.ext import tasks

from soker_discord.publish.publishing import Publishing
from soker_discord.tables.service import Tables
from soker_discord.timers.turn_clock import TurnClock

log = structlog.get_logger(__name__)

SWEEP_SECONDS = 15
BEAT_SECONDS = 5


class Sweep:
    """Runs while the bot runs. Each step may fail alone; the next round tries again."""

    def __init__(
        self, tables: Tables, publishing: Publishing, clock: TurnClock, shards: Callable[[], tuple[list[int], int]]
    ) -> None:
        self._tables = tables
        self._publishing = publishing
        self._clock = clock
        self._shards = shards
        self._beaten: set[int] = set()
        self._dealt_out: set[tuple[int, int]] = set()
        self._ending: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin both rounds."""
        self._beat_round.start()
        self._sweep_round.start()

    def stop(self) -> None:
        """End both rounds."""
        self._beat_round.cancel()
        self._sweep_round.cancel()
        if self._ending is not None:
            self._ending.cancel()

    @tasks.loop(seconds=BEAT_SECONDS)
    async def _beat_round(self) -> None:
        await self._safely("heartbeat", self.beat)

    @tasks.loop(seconds=SWEEP_SECONDS)
    async def _sweep_round(self) -> None:
        for name, step in (
            ("open turns", self._arm_open_turns),
            ("idle rooms", self._close_idle_rooms),
            ("sleepers", self._begin_ending_sleepers),
            ("trainings", self._tables.housekeeping.forget_trainings),
            ("shown versions", self._publishing.store_shown),
            ("undealt games", self._deal_out),
            ("lagging messages", self._show_lagging),
            ("tokens", self._tables.screens.wipe_tokens),
            ("receipts", self._tables.housekeeping.drop_old_receipts),
        ):
            await self._safely(name, step)

    async def _safely(self, name: str, step: Callable) -> None:
        try:
            await step()
        except Exception:
            log.exception("a round of the sweep failed", step=name)

    async def beat(self) -> None:
        """Note that the shards that hear Discord do; give open turns a full clock where one had not for a while."""
        alive, count = self._shards()
        for shard in alive:
            first = shard not in self._beaten
            restored = await self._tables.housekeeping.beat(shard, count, first=first)
            self._beaten.add(shard)
            for turn in restored:
                self._clock.arm(turn)
                self._publishing.show(turn.table_id)

    async def _arm_open_turns(self) -> None:
        for turn in await self._tables.housekeeping.open_turns():
            self._clock.arm(turn)

    async def _close_idle_rooms(self) -> None:
        for table_id in await self._tables.housekeeping.close_idle_rooms():
            self._publishing.show(table_id)

    async def _begin_ending_sleepers(self) -> None:
        """System players think for seconds to play a tournament out: no round waits for that."""
        if self._ending is None or self._ending.done():
            self._ending = asyncio.create_task(self._safely("ending sleepers", self.end_sleepers))

    async def end_sleepers(self) -> None:
        """Play sleepers to their end one by one, and show each as it ends. One that fails holds up no other."""
        for game_id in await self._tables.housekeeping.sleepers():
            try:
                outcome = await self._tables.housekeeping.end_sleeper(game_id)
                if outcome is not None:
                    await self._publishing.deal_out(outcome.table_id)  # it may end games after the one that was shown
            except Exception:
                log.exception("a sleeper could not be ended", game=game_id)

    async def _deal_out(self) -> None:
        for found in await self._tables.screens.undealt():
            if found not in self._dealt_out:  # once: where the bot may not write, trying on would only cost requests
                self._dealt_out.add(found)
                await self._publishing.deal_out(found[0])

    async def _show_lagging(self) -> None:
        for table_id in await self._tables.screens.lagging():
            self._publishing.show(table_id)
