"""The call for attention in a turn's last five seconds (T2): a message that mentions, gone when the turn is over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import structlog
from discord import ui

from soker_discord.locales.speech import Speech
from soker_discord.publish.delivery import Delivery
from soker_discord.screens.ids import ControlId
from soker_discord.screens.layout import Layout, button
from soker_discord.screens.table import ACCENTS, SIGNS, Phase, clock
from soker_discord.tables.housekeeping import Call, OpenTurn
from soker_discord.tables.screens import ScreenView, public
from soker_discord.tables.service import Tables

log = structlog.get_logger(__name__)


class Calling:
    """Edits never make a phone ring, a new message with a mention does."""

    def __init__(self, tables: Tables, delivery: Delivery, speech: Callable[[], Speech]) -> None:
        self._tables = tables
        self._delivery = delivery
        self._speech = speech
        self._standing: dict[int, ScreenView] = {}
        self._removals: set[asyncio.Task[None]] = set()

    async def warn(self, turn: OpenTurn) -> None:
        """At a hidden table the clock turns amber in a message of its own: a hand is not redrawn in its owner's turn.

        Once a turn and only for who wants to be called. Never raises.
        """
        if not turn.hidden:
            return
        try:
            wanted = await self._tables.housekeeping.claim_call(turn.game_id, turn.seq)
            if wanted is not None:
                await self._whisper(wanted, turn)
        except Exception:
            log.exception("could not warn", table=turn.table_id)

    async def _whisper(self, call: Call, turn: OpenTurn) -> None:
        for screen in await self._tables.screens.of_table(call.table_id):
            if screen.owner != call.discord_id or not self._delivery.token_lives(screen.token, screen.expires):
                continue
            layout = clock_screen(turn, Phase.AMBER, self._speech())
            message_id = await self._delivery.whisper(screen, layout)
            if message_id is not None:
                self._standing[call.table_id] = replace(screen, message_id=message_id, target=str(message_id))
            return

    async def call(self, turn: OpenTurn) -> None:
        """Call whoever is to move, once a turn and only who wants it. Never raises."""
        try:
            if turn.hidden:
                if (standing := self._standing.get(turn.table_id)) is not None:
                    await self._delivery.edit(standing, clock_screen(turn, Phase.RED, self._speech()))
                return
            wanted = await self._tables.housekeeping.claim_call(turn.game_id, turn.seq)
            if wanted is not None:
                await self._send(wanted)
        except Exception:
            log.exception("could not call", table=turn.table_id)

    async def _send(self, call: Call) -> None:
        screens = public(await self._tables.screens.of_table(call.table_id))
        screen = next((screen for screen in screens if screen.channel_id == call.channel_id), None)
        screen = screen or (screens[0] if screens else None)
        if screen is None:
            return
        token = screen.token if self._delivery.token_lives(screen.token, screen.expires) else None
        message_id = await self._delivery.call(
            token, screen.channel_id, call_screen(call, self._speech()), call.discord_id
        )
        if message_id is None:
            return
        self._standing[call.table_id] = ScreenView(
            message_id=message_id,
            table_id=call.table_id,
            channel_id=screen.channel_id,
            guild_id=screen.guild_id,
            owner=None,
            game_number=screen.game_number,
            token=token,
            target=str(message_id),
            expires=screen.expires,
            shown_version=0,
        )

    def over(self, table_id: int) -> None:
        """The turn is over: take the call away."""
        standing = self._standing.pop(table_id, None)
        if standing is None:
            return
        task = asyncio.create_task(self._delivery.delete(standing))
        self._removals.add(task)
        task.add_done_callback(self._removals.discard)


def clock_screen(turn: OpenTurn, phase: Phase, _: Speech) -> Layout:
    """The clock of a hidden table in its colour (T2)."""
    line = f"{SIGNS[phase]} {clock(turn.deadline, phase, _)}"
    return Layout(ui.Container(ui.TextDisplay(line), accent_colour=ACCENTS[phase]))


def call_screen(call: Call, _: Speech) -> Layout:
    """The call itself."""
    off = button(_("Don't call me"), ControlId("callsoff", call.table_id))
    text = _("⏰ <@{id}>, five seconds left for your turn!", id=call.discord_id)
    return Layout(ui.TextDisplay(text), ui.ActionRow(off))
