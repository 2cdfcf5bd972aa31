"""What a handler works with, and the few things every handler does."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

import discord
from discord import ui

from engine.game import msg
from soker_discord.locales.speech import Speech
from soker_discord.publish.delivery import NOBODY
from soker_discord.publish.publishing import Publishing
from soker_discord.publish.rendering import private_screen
from soker_discord.screens.layout import Layout, notice
from soker_discord.tables.house import Request
from soker_discord.tables.outcome import Outcome
from soker_discord.tables.refusals import Refused
from soker_discord.tables.service import Tables
from soker_discord.tables.view import TableView
from soker_discord.timers.turn_clock import TurnClock

IN_A_SERVER = msg("Soker is played in a server's channel. Go to one and try again there.")
MAY_NOT_WRITE = msg("I may not write here yet. I need these permissions in this channel: {permissions}.")


@dataclass(frozen=True, slots=True)
class NewestClicks:
    """The newest click on each private message of the ladder: an answer that took its time gives way to a later one.

    Of this process only, and of the latest messages: what is forgotten shows an older page, and harms nothing.
    """

    most: int = 1000
    _clicks: OrderedDict[int, int] = field(default_factory=OrderedDict)

    def note(self, message_id: int, interaction_id: int) -> None:
        """Somebody clicked on a message."""
        self._clicks[message_id] = interaction_id
        self._clicks.move_to_end(message_id)
        while len(self._clicks) > self.most:
            self._clicks.popitem(last=False)

    def overtaken(self, message_id: int, interaction_id: int) -> bool:
        """Whether another click on the message came after this one."""
        return self._clicks.get(message_id, interaction_id) != interaction_id


@dataclass(frozen=True, slots=True)
class App:
    """The use cases, the publishing, the clock, and the speech of an answer."""

    tables: Tables
    publishing: Publishing
    clock: TurnClock
    speech: Callable[[], Speech]
    clicks: NewestClicks = field(default_factory=NewestClicks)

    def follow(self, outcome: Outcome) -> None:
        """After a use case changed a running game: its clock, then its messages."""
        self.clock.follow(outcome)
        self.publishing.show(outcome.table_id)

    async def follow_table(self, table_id: int) -> None:
        """The same where only the table is known."""
        outcome = await self.tables.housekeeping.newest_outcome(table_id)
        if outcome is None:
            self.publishing.show(table_id)
        else:
            self.follow(outcome)

    async def acknowledge(self, itx: discord.Interaction) -> None:
        """Answer a click on a public message with nothing but "heard"; its token edits that message from now on."""
        await itx.response.defer()
        if itx.message is not None:
            await self.tables.screens.renew(request_of(itx), itx.message.id)

    async def redraw(
        self,
        itx: discord.Interaction,
        table_id: int,
        *,
        note: str = "",
        layout: Layout | None = None,
        view: TableView | None = None,
    ) -> None:
        """Answer a click on a private message by drawing that message anew (or as ``layout``, drawn from ``view``).

        In training the click is acknowledged first: win chances may have to wait their turn.
        """
        assert itx.message is not None
        if view is None:
            view = await self.tables.looking.look(table_id, itx.user.id)
            if view.trains and layout is None:
                if not itx.response.is_done():
                    await itx.response.defer()
                view = await self.tables.looking.look(table_id, itx.user.id, chances=True)
        drawn = layout or private_screen(view, self.speech(), note=note)
        if itx.response.is_done():
            await itx.edit_original_response(view=drawn, allowed_mentions=NOBODY)
        else:
            await itx.response.edit_message(view=drawn, allowed_mentions=NOBODY)
        seq = view.game.seq if view.game is not None else None
        if not await self.tables.screens.renew(request_of(itx), itx.message.id, drawn_at=seq):
            await self.tables.screens.keep_private(
                request_of(itx), table_id, itx.message.id, game_number=game_number(view)
            )
        self.publishing.answered_privately(itx.message.id, view)

    async def give_private(self, itx: discord.Interaction, table_id: int) -> None:
        """Show the asker their lobby or hand in a new private message; an older one of the same table goes."""
        view = await self.tables.looking.look(table_id, itx.user.id)
        layout = private_screen(view, self.speech())
        if itx.response.is_done():
            message = await itx.followup.send(view=layout, ephemeral=True, wait=True, allowed_mentions=NOBODY)
            message_id, target = message.id, str(message.id)
        else:
            message_id, target = await respond(itx, layout, private=True), "@original"
        older = await self.tables.screens.keep_private(
            request_of(itx), table_id, message_id, game_number=game_number(view), target=target
        )
        self.publishing.answered_privately(message_id, view)
        for screen in older:
            await self.publishing.take_away(screen)
        if view.trains:
            self.publishing.show(table_id)  # the win chances follow

    async def tell(self, itx: discord.Interaction, text: str, *rows: ui.ActionRow) -> None:
        """A short private answer, whatever was answered before."""
        layout = notice(text, *rows)
        if itx.response.is_done():
            await itx.followup.send(view=layout, ephemeral=True, allowed_mentions=NOBODY)
        else:
            await itx.response.send_message(view=layout, ephemeral=True, allowed_mentions=NOBODY)


def game_number(view: TableView) -> int:
    """The number of the table's newest game, 0 before the first."""
    return 0 if view.game is None else view.game.number


def request_of(itx: discord.Interaction) -> Request:
    """Who asks, when and where. Raises Refused outside a channel."""
    if itx.channel_id is None:
        raise Refused(IN_A_SERVER)
    return Request(
        interaction_id=itx.id,
        made_at=itx.created_at,
        discord_id=itx.user.id,
        name=itx.user.display_name,
        guild_id=itx.guild_id,
        channel_id=itx.channel_id,
        token=itx.token,
    )


async def respond(itx: discord.Interaction, layout: Layout, *, private: bool) -> int:
    """Answer with a new message; its id."""
    answer = await itx.response.send_message(view=layout, ephemeral=private, allowed_mentions=NOBODY)
    if answer.message_id is None:
        return (await itx.original_response()).id
    return answer.message_id


def on_private_message(itx: discord.Interaction) -> bool:
    """True if the click was made on a message that only its reader sees."""
    return itx.message is not None and itx.message.flags.ephemeral


def require_writing(itx: discord.Interaction, _: Speech) -> None:
    """A table needs a channel of a server in which the bot may write. Raises Refused naming what is missing."""
    if itx.guild_id is None:
        raise Refused(IN_A_SERVER)
    allowed = itx.app_permissions
    in_thread = isinstance(itx.channel, discord.Thread)
    needed = {
        _("View Channel"): allowed.view_channel,
        _("Send Messages"): allowed.send_messages_in_threads if in_thread else allowed.send_messages,
    }
    missing = [name for name, has in needed.items() if not has]
    if missing:
        raise Refused(MAY_NOT_WRITE, permissions=", ".join(missing))
