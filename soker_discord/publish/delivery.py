"""Sending, editing and deleting messages with the freshest right there is.

An interaction's token edits outside Discord's global limit; the bot's own token is the fallback for public messages.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import Enum, auto
from typing import cast

import discord
from discord import ui

from soker_discord.tables.screens import DealtSeat, ScreenView

NOBODY = discord.AllowedMentions.none()


class Delivered(Enum):
    """What became of an edit."""

    BY_TOKEN = auto()
    BY_BOT = auto()
    GONE = auto()
    """The message is gone, or nobody may edit it any more."""


class Delivery:
    """Discord's side of publishing."""

    def __init__(self, client: discord.Client, now: Callable[[], datetime]) -> None:
        self._client = client
        self._now = now

    def token_lives(self, token: str | None, expires: datetime | None) -> bool:
        """True if the token may still be used: an expired one costs towards Discord's limit of invalid requests."""
        return token is not None and expires is not None and self._now() < expires

    def _webhook(self, token: str) -> discord.Webhook:
        assert self._client.application_id is not None
        webhook = discord.Webhook.partial(self._client.application_id, token, client=self._client)
        webhook.type = discord.WebhookType.application  # only such a one may send what one person sees
        return webhook

    async def edit(self, screen: ScreenView, view: ui.LayoutView) -> Delivered:
        """Edit a message. Raises discord.HTTPException for anything that trying again later may mend."""
        if screen.token is not None and self.token_lives(screen.token, screen.expires):
            try:
                await self._webhook(screen.token).edit_message(_target(screen), view=view, allowed_mentions=NOBODY)
                return Delivered.BY_TOKEN
            except discord.NotFound as error:
                if error.code == 10008:
                    return Delivered.GONE
            except discord.HTTPException as error:
                if error.status not in (401, 403):
                    raise
        if screen.owner is not None:
            return Delivered.GONE
        return await self._edit_as_bot(screen, view)

    async def _edit_as_bot(self, screen: ScreenView, view: ui.LayoutView) -> Delivered:
        channel = self._client.get_partial_messageable(screen.channel_id)
        try:
            await channel.get_partial_message(screen.message_id).edit(view=view, allowed_mentions=NOBODY)
        except (discord.NotFound, discord.Forbidden):
            return Delivered.GONE
        return Delivered.BY_BOT

    async def delete(self, screen: ScreenView) -> None:
        """Take a message away, if there is a right to; never raises for one that is gone or out of reach."""
        try:
            if screen.token is not None and self.token_lives(screen.token, screen.expires):
                await self._webhook(screen.token).delete_message(_target(screen))
            elif screen.owner is None:
                channel = self._client.get_partial_messageable(screen.channel_id)
                await channel.get_partial_message(screen.message_id).delete()
        except discord.HTTPException:
            return

    async def follow_up(self, seat: DealtSeat, view: ui.LayoutView, *, private: bool) -> int | None:
        """A new message on a seat's last Join or Ready click; its id, or None where there is no right to any more."""
        if seat.token is None or not self.token_lives(seat.token, seat.token_expires):
            return None
        try:
            message = await self._webhook(seat.token).send(
                view=view, ephemeral=private, wait=True, allowed_mentions=NOBODY
            )
        except discord.HTTPException as error:
            if error.status not in (400, 401, 403, 404):
                raise
            return None
        return message.id

    async def whisper(self, screen: ScreenView, view: ui.LayoutView) -> int | None:
        """A new message beside a private one, for the same person; its id, or None where there is no right to."""
        if screen.token is None or not self.token_lives(screen.token, screen.expires):
            return None
        try:
            message = await self._webhook(screen.token).send(
                view=view, ephemeral=True, wait=True, allowed_mentions=NOBODY
            )
        except discord.HTTPException:
            return None
        return message.id

    async def post(self, channel_id: int, view: ui.LayoutView) -> int | None:
        """A new public message as the bot; None where it may not write."""
        try:
            message = await self._client.get_partial_messageable(channel_id).send(view=view, allowed_mentions=NOBODY)
        except (discord.NotFound, discord.Forbidden):
            return None
        return message.id

    async def call(self, token: str | None, channel_id: int, view: ui.LayoutView, discord_id: int) -> int | None:
        """A new public message that mentions one person, by a live token or as the bot; its id."""
        mention = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(discord_id)]
        )
        try:
            if token is not None:
                return (await self._webhook(token).send(view=view, wait=True, allowed_mentions=mention)).id
            channel = self._client.get_partial_messageable(channel_id)
            return (await channel.send(view=view, allowed_mentions=mention)).id
        except discord.HTTPException:
            return None


def _target(screen: ScreenView) -> int:
    """What the token calls the message. discord.py's types know ids only; ``@original`` goes into the path as well."""
    return cast(int, screen.target)
