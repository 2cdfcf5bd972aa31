"""``serve``: the bot in a local, simulated Discord that several people play in, each in a tab of their browser."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote
from zoneinfo import available_timezones

import discord
from rich.console import Console
from rich.panel import Panel
from simcord import ChannelHandle, MemberActor

from soker_discord.playground.live_env import LiveEnv
from soker_discord.playground.live_page import LivePreview

PEOPLE = ("Ada", "Ben", "Cleo", "Dan")
FIRST = "/soker new"
"""The command that people begin with."""
TIDY_EVERY = 60.0
BotFactory = Callable[[], discord.Client]


@dataclass(frozen=True, slots=True)
class Playground:
    """A running playground."""

    env: LiveEnv
    channel: ChannelHandle
    people: tuple[MemberActor, ...]
    page: LivePreview

    @property
    def address(self) -> str:
        """Where the page is; it opens as the first person."""
        return f"{self.page._origin}/"

    def address_of(self, person: str) -> str:
        """Where the page opens as this person."""
        return f"{self.address}?viewer={quote(person)}"


@asynccontextmanager
async def running(
    bot_factory: BotFactory,
    *,
    port: int = 0,
    people: Sequence[str] = PEOPLE,
    channel: str = "table",
    first: str = FIRST,
) -> AsyncIterator[Playground]:
    """A playground while the block runs. Port 0 takes any free one; a port in use raises OSError."""
    env = LiveEnv(bot_factory())
    await env.start()
    try:
        guild = env.create_guild("Playground")
        room = guild.create_text_channel(channel)
        members = tuple(guild.add_member(env.create_user(name)) for name in people)
        page = LivePreview(env, room, members, port=port, timezone=local_timezone(), first=first)
        async with page:
            tidying = asyncio.create_task(_tidy(env))
            try:
                yield Playground(env, room, members, page)
            finally:
                tidying.cancel()
                page.end()
    finally:
        await env.shutdown()


async def serve(
    bot_factory: BotFactory,
    *,
    port: int,
    people: Sequence[str] = PEOPLE,
    first: str = FIRST,
    console: Console | None = None,
) -> None:
    """Run the playground until Ctrl-C or SIGTERM; print where it is and what to do first."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    try:
        async with running(bot_factory, port=port, people=people, first=first) as playground:
            _say(console or Console(), greeting(playground, first))
            closed = asyncio.create_task(playground.page.wait_closed())
            stopped = asyncio.create_task(stop.wait())
            await asyncio.wait((closed, stopped), return_when=asyncio.FIRST_COMPLETED)
            for task in (closed, stopped):
                task.cancel()
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)


def _say(console: Console, panel: Panel) -> None:
    """Print, and let it be seen at once where the output is a file or a pipe."""
    console.print(panel)
    console.file.flush()


def greeting(playground: Playground, first: str) -> Panel:
    """What to do first."""
    names = [person.name for person in playground.people]
    width = max(map(len, names))
    lines = [
        f"Open [bold]{playground.address}[/bold] in your browser.",
        "A tab is a person: open more tabs to play with more people.",
        "",
        *(f"  {name:<{width}}  [cyan]{playground.address_of(name)}[/cyan]" for name in names),
        "",
        f"Click into the message line, type [bold]{first}[/bold] and press Enter twice.",
        "Then press Join in another tab. Ctrl-C ends the playground.",
    ]
    return Panel("\n".join(lines), title="Playground", expand=False, padding=(1, 2))


def local_timezone() -> str:
    """The name of this machine's time zone, UTC where it cannot be told."""
    place = os.environ.get("TZ") or str(Path("/etc/localtime").resolve()).partition("zoneinfo/")[2]
    return place if place in available_timezones() else "UTC"


async def _tidy(env: LiveEnv) -> None:
    while True:
        await asyncio.sleep(TIDY_EVERY)
        env.backend.forget()
