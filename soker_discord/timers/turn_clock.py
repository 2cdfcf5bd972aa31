"""The turn clock (T1-T3): a deadline in the database, and a task that wakes at amber, at red, and when time is up.

A tournament's break is watched the same way, and so is a system player's time to act (T4).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime

import structlog

from soker_discord.publish.calling import Calling
from soker_discord.publish.publishing import Publishing
from soker_discord.screens.table import AMBER_LEFT, RED_LEFT
from soker_discord.tables.housekeeping import OpenTurn, open_turn
from soker_discord.tables.outcome import Outcome
from soker_discord.tables.play import GRACE
from soker_discord.tables.service import Tables

log = structlog.get_logger(__name__)
Sleep = Callable[[float], Awaitable[object]]


class TurnClock:
    """One timer a table. Arming is cheap and harmless: whether time is up is decided in the transaction that acts."""

    def __init__(
        self,
        tables: Tables,
        publishing: Publishing,
        calling: Calling,
        now: Callable[[], datetime],
        sleep: Sleep,
        shard_of: Callable[[int | None], int],
    ) -> None:
        self._tables = tables
        self._publishing = publishing
        self._calling = calling
        self._now = now
        self._sleep = sleep
        self._shard_of = shard_of
        self._armed: dict[int, OpenTurn] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def follow(self, outcome: Outcome) -> None:
        """Arm or disarm a table's timer as an outcome says."""
        if outcome.deadline is None:
            self.disarm(outcome.table_id)
            return
        self.arm(open_turn(outcome))

    def arm(self, turn: OpenTurn) -> None:
        """Wake for this turn; the table's earlier timer is dropped."""
        if self._armed.get(turn.table_id) == turn and turn.table_id in self._tasks:
            return
        self.disarm(turn.table_id)
        self._armed[turn.table_id] = turn
        watch = self._run_break if turn.on_break else self._run_system if turn.acts else self._run
        self._tasks[turn.table_id] = asyncio.create_task(watch(turn))

    def disarm(self, table_id: int) -> None:
        """Drop a table's timer."""
        task = self._tasks.pop(table_id, None)
        self._armed.pop(table_id, None)
        self._calling.over(table_id)
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def _run(self, turn: OpenTurn) -> None:
        await self._until(turn.deadline - AMBER_LEFT)
        self._publishing.show(turn.table_id)
        await self._calling.warn(turn)
        await self._until(turn.deadline - RED_LEFT)
        self._publishing.show(turn.table_id)
        await self._calling.call(turn)
        await self._until(turn.deadline + GRACE)
        if self._tasks.get(turn.table_id) is not asyncio.current_task():
            return
        self._tasks.pop(turn.table_id)  # from here on disarm() cannot cancel a transaction
        try:
            outcome = await self._tables.play.time_out(turn.game_id, turn.seq, self._shard_of(turn.guild_id))
        except Exception:
            log.exception("the clock could not act; the sweep tries again", table=turn.table_id)
            return
        if outcome is None:
            return
        self.follow(outcome)
        self._publishing.show(turn.table_id)

    async def _run_break(self, turn: OpenTurn) -> None:
        """A tournament's break: the next game is dealt when it is over, whoever is ready."""
        await self._until(turn.deadline)
        if self._tasks.get(turn.table_id) is not asyncio.current_task():
            return
        self._tasks.pop(turn.table_id)
        try:
            outcome = await self._tables.deals.after_break(turn.table_id, turn.game_id)
            if outcome is not None:
                self.follow(outcome)
                await self._publishing.deal_out(turn.table_id)
        except Exception:
            log.exception("the next game could not be dealt; the sweep tries again", table=turn.table_id)

    async def _run_system(self, turn: OpenTurn) -> None:
        """A system player thinks, then moves."""
        await self._until(turn.deadline)
        if self._tasks.get(turn.table_id) is not asyncio.current_task():
            return
        self._tasks.pop(turn.table_id)
        try:
            outcome = await self._tables.system.act(turn.game_id, turn.seq)
        except Exception:
            log.exception("a system player could not move; the sweep tries again", table=turn.table_id)
            return
        if outcome is None:
            return
        self.follow(outcome)
        self._publishing.show(turn.table_id)

    async def _until(self, moment: datetime) -> None:
        wait = (moment - self._now()).total_seconds()
        if wait > 0:
            await self._sleep(wait)

    def close(self) -> None:
        """Drop every timer."""
        for table_id in list(self._tasks):
            self.disarm(table_id)
