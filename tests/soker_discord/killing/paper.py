"""Discord on paper: what reaches it is a line in a file, which outlives a process that is killed."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
from discord import ui

from soker_discord.publish.delivery import Delivered, Delivery
from soker_discord.tables.screens import DealtSeat, ScreenView

GUILD, CHANNEL = 10**17, 10**17 + 1
ENDING = "Final order"


class Point(StrEnum):
    """Where a process dies while it finishes a tournament, in the order of what happens."""

    IN_THE_TRANSACTION = "in the transaction"
    """The ladder has the event on one board, not yet what follows from it."""
    BEFORE_THE_COMMIT = "before the commit"
    DURING_THE_COMMIT = "during the commit"
    AFTER_THE_COMMIT = "after the commit"
    BEFORE_THE_ANSWER = "before the answer"
    AFTER_THE_ANSWER = "after the answer"
    BEFORE_PUBLISHING = "before publishing"
    ANY_MOMENT = "any moment"
    """Another process kills it, some time after the last click."""
    NEVER = "never"


@dataclass
class Death:
    """Kills this process at its point, once it is armed."""

    point: Point
    armed: bool = False

    def at(self, point: Point) -> bool:
        """True if this is the point."""
        return self.armed and point is self.point

    def reach(self, point: Point) -> None:
        """Die here if this is the point."""
        if self.at(point):
            self.strike()

    @staticmethod
    def strike() -> None:
        """Nothing runs after this: no handler, no ``finally``."""
        os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True, slots=True)
class Seen:
    """What reached Discord, a line each."""

    path: Path

    def note(self, what: str, number: int) -> None:
        """Discord has it."""
        with self.path.open("a") as file:
            file.write(f"{what} {number}\n")

    def numbers(self, what: str) -> list[int]:
        """The numbers under which it was noted, in order."""
        if not self.path.exists():
            return []
        lines = (line.rsplit(" ", 1) for line in self.path.read_text().splitlines())
        return [int(number) for name, number in lines if name == what]


class PaperDelivery(Delivery):
    """Publishing's way to Discord."""

    def __init__(self, seen: Seen, death: Death, now: Callable[[], datetime]) -> None:
        super().__init__(cast(discord.Client, None), now)
        self._seen = seen
        self._death = death
        self.ended = asyncio.Event()
        """Set when a public message has shown the end of the tournament."""

    async def edit(self, screen: ScreenView, view: ui.LayoutView) -> Delivered:
        ends = ENDING in str(view.to_components())
        if ends:
            self._death.reach(Point.BEFORE_PUBLISHING)
        self._seen.note("ending shown" if ends else "shown", screen.message_id)
        if ends and screen.owner is None:
            self.ended.set()
        return Delivered.BY_BOT

    async def delete(self, screen: ScreenView) -> None: ...

    async def follow_up(self, seat: DealtSeat, view: ui.LayoutView, *, private: bool) -> int | None:
        return time.time_ns()

    async def post(self, channel_id: int, view: ui.LayoutView) -> int | None:
        return time.time_ns()

    async def call(self, token: str | None, channel_id: int, view: ui.LayoutView, discord_id: int) -> int | None:
        return None


@dataclass
class PaperAnswer:
    """The one answer to an interaction."""

    interaction: int
    seen: Seen
    death: Death
    done: bool = False

    def is_done(self) -> bool:
        return self.done

    async def defer(self) -> None:
        self._answer()

    async def edit_message(self, **_: Any) -> None:
        self._answer()

    async def send_message(self, **_: Any) -> Any:
        self._answer()
        return SimpleNamespace(message_id=time.time_ns())

    def _answer(self) -> None:
        self.death.reach(Point.BEFORE_THE_ANSWER)
        self.seen.note("answered", self.interaction)
        self.done = True
        self.death.reach(Point.AFTER_THE_ANSWER)


class PaperFollowUps:
    """Further messages of an interaction."""

    async def send(self, **_: Any) -> Any:
        return SimpleNamespace(id=time.time_ns())


@dataclass
class PaperClick:
    """A click as a handler gets it."""

    id: int
    user: Any
    message: Any
    response: PaperAnswer
    followup: PaperFollowUps = field(default_factory=PaperFollowUps)
    created_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    guild_id: int = GUILD
    channel_id: int = CHANNEL

    @property
    def token(self) -> str:
        return f"token of {self.id}"


def paper_click(number: int, person: int, message: int, *, private: bool, seen: Seen, death: Death) -> Any:
    """A person's click on one of our messages."""
    return PaperClick(
        number,
        SimpleNamespace(id=person, display_name=f"Person {person}"),
        SimpleNamespace(id=message, flags=SimpleNamespace(ephemeral=private)),
        PaperAnswer(number, seen, death),
    )
