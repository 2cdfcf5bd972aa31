"""A small bot with every mechanism of the real one, for the tests of the harness and the playground.

One dynamic item, stopped layouts and modals, ephemeral follow-ups, edits by token in the background, a clock.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import discord
from discord import app_commands, ui

CUSTOM_ID = re.compile(r"toy:(?P<verb>[a-z]+)(?::(?P<rev>\d+))?")
CARDS = ("Goalkeeper", "Defender", "Midfielder", "Striker", "Captain")
CLOCK_SECONDS = 60.0
Sleep = Callable[[float], Awaitable[object]]
Clock = Callable[[], datetime]


@dataclass
class Ball:
    """What survives a restart: who joined, what was played, and the rights to edit."""

    title: str = ""
    joined: list[int] = field(default_factory=list)
    story: list[str] = field(default_factory=list)
    deadline: datetime | None = None
    revision: int = 0
    table_token: str | None = None
    table: tuple[int, int] | None = None
    """Channel and message of the table."""
    seen: list[tuple[str, datetime, datetime, datetime]] = field(default_factory=list)
    """Every click: verb, the interaction's time, Discord's helper's time, the injected clock's time."""
    locales: dict[int, str] = field(default_factory=dict)


class Layout(ui.LayoutView):
    """Sent once, never listened to."""

    def __init__(self, *items: ui.Item[Any]) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)
        self.stop()


class Control(ui.DynamicItem[ui.Item[Any]], template=CUSTOM_ID):
    """Every button and menu."""

    def __init__(self, item: ui.Item[Any], verb: str) -> None:
        super().__init__(item)
        self.verb = verb

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Control:
        return cls(item, match["verb"])

    async def callback(self, interaction: discord.Interaction) -> None:
        client = interaction.client
        assert isinstance(client, ToyBot)
        await client.act(interaction, self.verb, list(getattr(self.item, "values", [])))


def table(ball: Ball) -> Layout:
    """The public message."""
    due = "no clock" if ball.deadline is None else f"until <t:{int(ball.deadline.timestamp())}:R>"
    people = ", ".join(f"<@{person}>" for person in ball.joined) or "nobody"
    story = "\n".join(f"-# {line}" for line in ball.story[-5:])
    row: ui.ActionRow[Layout] = ui.ActionRow(
        ui.Button(label="Join", custom_id="toy:join", style=discord.ButtonStyle.success),
        ui.Button(label="My hand", custom_id="toy:hand", style=discord.ButtonStyle.primary),
        ui.Button(label="Say", custom_id="toy:say"),
        ui.Button(label="Clock", custom_id="toy:clock", emoji="⏱"),
        ui.Button(label="Closed", custom_id="toy:closed", disabled=True),
    )
    section = ui.Section(
        ui.TextDisplay(f"Joined ({len(ball.joined)}): {people}"),
        accessory=ui.Button(label="Count", custom_id="toy:count"),
    )
    parts: list[ui.Item[Any]] = [ui.TextDisplay(f"## {ball.title}\n{due}"), section]
    if story:
        parts.append(ui.TextDisplay(story))
    return Layout(ui.Container(*parts, row, accent_colour=0x2E7D32))


def hand(ball: Ball, person: int) -> Layout:
    """The private message of one person."""
    cards = [*CARDS, f"Secret of {person}"]
    options = [discord.SelectOption(label=card, value=str(i), emoji="⚽") for i, card in enumerate(cards)]
    pick = ui.Select(custom_id=f"toy:play:{ball.revision}", placeholder="Play a card", options=options)
    some = ui.Select(
        custom_id=f"toy:package:{ball.revision}", placeholder="Build a package", options=options, max_values=3
    )
    return Layout(
        ui.Container(ui.TextDisplay(f"Your hand, <@{person}>: {', '.join(cards)}"), ui.ActionRow(pick)),
        ui.ActionRow(some),
    )


class Say(ui.Modal):
    """A form; its answer comes to on_interaction."""

    def __init__(self) -> None:
        super().__init__(title="Say something", custom_id="toy:said", timeout=None)
        self.add_item(ui.Label(text="Words", component=ui.TextInput(custom_id="words")))
        moods = [discord.SelectOption(label=mood) for mood in ("calm", "loud")]
        self.add_item(ui.Label(text="Mood", component=ui.Select(custom_id="mood", options=moods)))
        self.stop()


def modal_values(components: list[dict[str, Any]]) -> dict[str, Any]:
    """The answers of a form by custom id."""
    values: dict[str, Any] = {}
    for component in components:
        inner = component.get("component") or {}
        if "custom_id" in inner:
            values[inner["custom_id"]] = inner.get("values", inner.get("value"))
    return values


class ToyBot(discord.Client):
    """See the module."""

    def __init__(self, ball: Ball, *, sleep: Sleep, clock: Clock) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.ball = ball
        self.sleep = sleep
        self.clock = clock
        self.tasks: set[asyncio.Task[None]] = set()
        self.closed_cleanly = False

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Control)
        group = app_commands.Group(name="toy", description="A toy")

        @group.command(name="new", description="Open a table")
        @app_commands.describe(title="What it is called", colour="What it looks like")
        @app_commands.choices(colour=[app_commands.Choice(name=name, value=name) for name in ("green", "red")])
        async def new(interaction: discord.Interaction, title: str, colour: str = "green") -> None:
            self.ball.title = f"{title} ({colour})"
            await interaction.response.send_message(view=table(self.ball))
            message = await interaction.original_response()
            assert interaction.channel_id is not None
            self.ball.table = (interaction.channel_id, message.id)
            self.ball.table_token = interaction.token

        @group.command(name="whisper", description="A private answer")
        async def whisper(interaction: discord.Interaction) -> None:
            await interaction.response.send_message(f"psst, {interaction.user.name}", ephemeral=True)

        self.tree.add_command(group)
        await self.tree.sync()

    async def close(self) -> None:
        self.closed_cleanly = True
        for task in self.tasks:
            task.cancel()
        await super().close()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.modal_submit and data["custom_id"] == "toy:said":
            said = modal_values(data["components"])
            self.ball.story.append(f"{interaction.user.name} says {said['words']} ({said['mood'][0]})")
            await interaction.response.edit_message(view=table(self.ball))

    async def act(self, interaction: discord.Interaction, verb: str, values: list[str]) -> None:
        """What a click does."""
        ball, person = self.ball, interaction.user.id
        ball.seen.append((verb, interaction.created_at, discord.utils.utcnow(), self.clock()))
        ball.locales[person] = str(interaction.locale)
        await asyncio.sleep(0)
        if verb == "say":
            await interaction.response.send_modal(Say())
        elif verb == "hand":
            await interaction.response.defer()
            ball.table_token = interaction.token
            await interaction.followup.send(view=hand(ball, person), ephemeral=True, wait=True)
        elif verb in ("play", "package"):
            ball.revision += 1
            ball.story.append(f"{interaction.user.name} plays {'+'.join(values)}")
            await interaction.response.edit_message(view=hand(ball, person))
            self.background(self.show())
        else:
            if verb == "join" and person not in ball.joined:
                ball.joined.append(person)
            elif verb == "clock":
                ball.deadline = self.clock() + timedelta(seconds=CLOCK_SECONDS)
                self.background(self.ring())
            ball.table_token = interaction.token
            await interaction.response.edit_message(view=table(ball))

    def background(self, work: Any) -> None:
        """Run beside the answer."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def show(self) -> None:
        """Edit the table by token, by the bot's own right where the token is dead."""
        assert self.application_id is not None and self.ball.table is not None
        channel_id, message_id = self.ball.table
        if self.ball.table_token is not None:
            hook = discord.Webhook.partial(self.application_id, self.ball.table_token, client=self)
            try:
                await hook.edit_message("@original", view=table(self.ball))  # pyright: ignore[reportArgumentType, reportCallIssue]
                return
            except discord.HTTPException as error:
                if error.status not in (401, 404):
                    raise
        channel = self.get_partial_messageable(channel_id)
        await channel.get_partial_message(message_id).edit(view=table(self.ball))

    async def ring(self) -> None:
        """The clock: one sleep, one edit."""
        await self.sleep(CLOCK_SECONDS)
        self.ball.deadline = None
        self.ball.story.append("time is up")
        await self.show()


def make_toy_bot(ball: Ball, *, sleep: Sleep = asyncio.sleep, clock: Clock = lambda: discord.utils.utcnow()) -> ToyBot:
    """A bot over a state that outlives it."""
    return ToyBot(ball, sleep=sleep, clock=clock)
