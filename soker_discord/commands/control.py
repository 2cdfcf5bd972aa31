"""Every button and menu of ours, as one dynamic item: clicks are understood from their custom id alone.

So they work after a restart and in any process. See ``screens/ids.py`` for the ids.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import ui

from soker_discord.commands import game, ladder_messages, lobby, soker
from soker_discord.commands.app import App
from soker_discord.commands.errors import answer_error
from soker_discord.screens.ids import TEMPLATE, ControlId, parse

Handler = Callable[[App, discord.Interaction, ControlId, list[str]], Awaitable[None]]

VERBS: dict[str, Handler] = {**lobby.VERBS, **game.VERBS, **soker.VERBS, **ladder_messages.VERBS}


class Control(ui.DynamicItem[ui.Item[Any]], template=TEMPLATE):
    """A button or menu that was clicked. discord.py swallows errors in here, so ``dispatch`` answers them all."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.Item[Any], match: re.Match[str]
    ) -> Control:
        return cls(item)

    async def callback(self, interaction: discord.Interaction) -> None:
        control = parse(self.custom_id)
        values = list(getattr(self.item, "values", []))
        app: App = interaction.client.app  # pyright: ignore[reportAttributeAccessIssue]
        if control is not None:
            await dispatch(app, interaction, control, values)


async def dispatch(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Carry out a click; every error is answered."""
    try:
        await VERBS.get(control.verb, _unknown)(app, itx, control, values)
    except Exception as error:
        await answer_error(app, itx, error)


async def _unknown(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    _ = app.speech()
    await app.tell(itx, _("This button is from an older version of the bot. Use `/soker table` for a fresh one."))
