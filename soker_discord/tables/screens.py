"""The messages that show a table: which there are, and the freshest right to edit each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from soker_discord.store.messages import (
    forget_hands_of_closed_tables,
    forget_message,
    forget_private_messages,
    games_without_message,
    hands_become_game,
    keep_message,
    lagging_tables,
    lobby_becomes_game,
    message,
    messages_of,
    note_version,
    renew_message,
    wipe_message_tokens,
)
from soker_discord.store.people import person_by_discord
from soker_discord.store.rooms import seats_of, wipe_seat_tokens
from soker_discord.tables.house import House, Request
from soker_discord.tables.rooms import person_key

DEAL_OUT_WITHIN = timedelta(seconds=10)
"""A running game whose messages are still missing after this time has lost them."""


@dataclass(frozen=True, slots=True)
class ScreenView:
    """A message of ours. ``owner`` is the Discord id of the one person who sees it, None for a public one."""

    message_id: int
    table_id: int
    channel_id: int
    guild_id: int | None
    owner: int | None
    game_number: int
    token: str | None = field(repr=False)
    target: str
    expires: datetime | None
    shown_version: int
    shown_seq: int | None = None

    @property
    def url(self) -> str:
        """Where Discord shows the message."""
        return f"https://discord.com/channels/{self.guild_id or '@me'}/{self.channel_id}/{self.message_id}"


@dataclass(frozen=True, slots=True)
class DealtSeat:
    """A seat at the deal, with the right to follow up on its owner's Join or Ready click while it lasts."""

    discord_id: int | None
    channel_id: int | None
    guild_id: int | None
    click_id: int | None
    token: str | None = field(repr=False)
    token_expires: datetime | None


@dataclass(frozen=True, slots=True)
class Screens:
    """The use cases of keeping messages."""

    house: House

    async def keep_public(
        self, request: Request, table_id: int, message_id: int, *, game_number: int, version: int
    ) -> None:
        """Remember a public message that answers ``request``, and the right to edit it that came with it."""
        async with self.house.database.write() as db:
            await keep_message(
                db,
                message_id=message_id,
                table_id=table_id,
                channel_id=request.channel_id,
                guild_id=request.guild_id,
                target="@original",
                token=request.token,
                expires=request.token_expires,
                game_number=game_number,
                shown_version=version,
            )

    async def renew(self, request: Request, message_id: int, *, drawn_at: int | None = None) -> bool:
        """A message was clicked: the click's token edits it from now on. False for a message that is not known.

        ``drawn_at``: the message has been drawn anew for this turn (seq).
        """
        async with self.house.database.write() as db:
            return await renew_message(
                db, message_id, token=request.token, expires=request.token_expires, shown_seq=drawn_at
            )

    async def keep_private(
        self, request: Request, table_id: int, message_id: int, *, game_number: int, target: str = "@original"
    ) -> list[ScreenView]:
        """Remember a person's private message of a table. They have one: older ones are forgotten and returned."""
        async with self.house.database.write() as db:
            owner = await person_by_discord(db, request.discord_id)
            if owner is None:
                return []
            own = [row for row in await messages_of(db, table_id) if row.person_id == owner.id]
            await forget_private_messages(db, table_id, person_key(owner))
            await keep_message(
                db,
                message_id=message_id,
                table_id=table_id,
                channel_id=request.channel_id,
                guild_id=request.guild_id,
                person_id=owner.id,
                target=target,
                token=request.token,
                expires=request.token_expires,
                game_number=game_number,
            )
            return [screen_view(row) for row in own if row.message_id != message_id]

    async def add_public(
        self,
        table_id: int,
        message_id: int,
        seat: DealtSeat,
        *,
        game_number: int,
        version: int,
        token: str | None = None,
    ) -> None:
        """Remember a public message that was posted for a seat's channel.

        ``token``: the right to edit it, where it was a follow-up to that seat's click.
        """
        async with self.house.database.write() as db:
            await keep_message(
                db,
                message_id=message_id,
                table_id=table_id,
                channel_id=seat.channel_id,
                guild_id=seat.guild_id,
                target=str(message_id),
                token=token,
                expires=seat.token_expires if token else None,
                game_number=game_number,
                shown_version=version,
            )

    async def add_private(
        self, table_id: int, message_id: int, seat: DealtSeat, *, game_number: int, version: int
    ) -> None:
        """Remember a hand that was dealt as a follow-up to a seat's click; the person's older screens are forgotten."""
        async with self.house.database.write() as db:
            owner = await person_by_discord(db, seat.discord_id or 0)
            if owner is None:
                return
            await forget_private_messages(db, table_id, person_key(owner))
            await keep_message(
                db,
                message_id=message_id,
                table_id=table_id,
                channel_id=seat.channel_id,
                guild_id=seat.guild_id,
                person_id=owner.id,
                target=str(message_id),
                token=seat.token,
                expires=seat.token_expires,
                game_number=game_number,
                shown_version=version,
            )

    async def move_to_game(self, table_id: int, game_number: int) -> None:
        """The lobby's messages become those of the first game."""
        async with self.house.database.write() as db:
            await lobby_becomes_game(db, table_id, game_number)

    async def move_hands_to_game(self, table_id: int, game_number: int) -> None:
        """The private messages of a table become those of a later game."""
        async with self.house.database.write() as db:
            await hands_become_game(db, table_id, game_number)

    async def of_table(self, table_id: int) -> list[ScreenView]:
        """Every message that shows the table."""
        async with self.house.database.read() as db:
            return [screen_view(row) for row in await messages_of(db, table_id)]

    async def get(self, message_id: int) -> ScreenView | None:
        """One message as it is remembered now."""
        async with self.house.database.read() as db:
            row = await message(db, message_id)
            return None if row is None else screen_view(row)

    async def forget(self, message_id: int) -> None:
        """The message is gone, or nobody may edit it any more."""
        async with self.house.database.write() as db:
            await forget_message(db, message_id)

    async def note_shown(self, shown: Iterable[tuple[int, int]]) -> None:
        """Remember which version each message shows (message id, version). A version never goes back."""
        async with self.house.database.write() as db:
            for message_id, version in shown:
                await note_version(db, message_id, version)

    async def lagging(self) -> list[int]:
        """Tables with a message that may be edited and shows an older version than the table has."""
        async with self.house.database.read() as db:
            return list(await lagging_tables(db, self.house.now()))

    async def undealt(self) -> list[tuple[int, int]]:
        """Running games (table, number) that no public message shows: a crash came right after the deal."""
        async with self.house.database.read() as db:
            return list(await games_without_message(db, self.house.now() - DEAL_OUT_WITHIN))

    async def dealt(self, table_id: int) -> list[DealtSeat]:
        """The seats of a table, with their rights to follow up."""
        async with self.house.database.read() as db:
            return [
                DealtSeat(
                    person.discord_id, seat.channel_id, seat.guild_id, seat.click_id, seat.token, seat.token_expires
                )
                for seat, person in await seats_of(db, table_id)
            ]

    async def wipe_tokens(self) -> int:
        """Tokens are secrets: wipe those that are spent. Returns how many rows were wiped."""
        now = self.house.now()
        async with self.house.database.write() as db:
            wiped = await wipe_message_tokens(db, now) + await wipe_seat_tokens(db, now)
            await forget_hands_of_closed_tables(db, now)
        return wiped


def screen_view(row: Any) -> ScreenView:
    """A message as the store gives it."""
    return ScreenView(
        message_id=row.message_id,
        table_id=row.table_id,
        channel_id=row.channel_id,
        guild_id=row.guild_id,
        owner=row.owner,
        game_number=row.game_number,
        token=row.token,
        target=row.target,
        expires=row.expires,
        shown_version=row.shown_version,
        shown_seq=row.shown_seq,
    )


def public(screens: Sequence[ScreenView]) -> list[ScreenView]:
    """The public ones of some messages."""
    return [screen for screen in screens if screen.owner is None]
