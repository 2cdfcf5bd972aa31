"""Keeps every message of a table at the table's newest state."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from datetime import datetime

import structlog

from soker_discord.locales.speech import Speech
from soker_discord.publish.delivery import Delivered, Delivery
from soker_discord.publish.newest_only import NewestOnly
from soker_discord.publish.rendering import private_mark, private_screen, public_mark, public_screen
from soker_discord.screens.layout import Layout
from soker_discord.screens.table import ending_screen
from soker_discord.tables.house import Request
from soker_discord.tables.looking import Snapshot
from soker_discord.tables.refusals import Refused
from soker_discord.tables.screens import DealtSeat, ScreenView, public
from soker_discord.tables.service import Tables
from soker_discord.tables.view import TableStatus, TableView

log = structlog.get_logger(__name__)


class Publishing:
    """Shows tables. ``show`` never waits; everything is drawn fresh from the database when its turn comes."""

    def __init__(
        self, tables: Tables, delivery: Delivery, now: Callable[[], datetime], speech: Callable[[], Speech]
    ) -> None:
        self._tables = tables
        self._delivery = delivery
        self._now = now
        self._speech = speech
        self._messages = NewestOnly[int](self._write)
        self._whole_tables = NewestOnly[int](self._spread)
        self._marks: dict[int, Hashable] = {}
        self._versions: dict[int, int] = {}
        self._stored: dict[int, int] = {}
        self._pending: dict[int, tuple[ScreenView, Snapshot]] = {}

    def now(self) -> datetime:
        """The clock by which screens are drawn."""
        return self._now()

    def show(self, table_id: int) -> None:
        """Bring every message of a table up to date soon."""
        self._whole_tables.show(table_id)

    async def _spread(self, table_id: int) -> None:
        """Read the table once, and have each of its messages drawn from that."""
        screens, snapshot = await self._tables.looking.with_screens(table_id)
        for screen in screens:
            self._pending[screen.message_id] = screen, snapshot
            self._messages.show(screen.message_id)

    async def _write(self, message_id: int) -> None:
        pending = self._pending.pop(message_id, None) or await self._look_up(message_id)
        if pending is None:
            self._drop(message_id)
            return
        screen, snapshot = pending
        view = snapshot.seen_by(screen.owner)
        if screen.owner is None and view.game is not None and 0 < screen.game_number < view.game.number:
            return  # an earlier game's message: it keeps its ending
        if view.version < self._versions.get(message_id, 0):
            return  # a newer state was drawn by another road
        mark = self._mark(screen, view)
        if message_id not in self._marks and _drawn_this_turn(screen, view) and not _clock_is_new(view):
            self._marks[message_id] = mark  # drawn by its owner's click before this process began
        if self._marks.get(message_id) == mark or self._only_a_tint(screen, view, mark):
            self._versions[message_id] = view.version
            return
        done = await self._delivery.edit(screen, self._draw(screen, view))
        if done is Delivered.GONE:
            self._drop(message_id)
            await self._tables.screens.forget(message_id)
            return
        self._note(message_id, mark, view.version)

    async def _look_up(self, message_id: int) -> tuple[ScreenView, Snapshot] | None:
        screen = await self._tables.screens.get(message_id)
        return None if screen is None else (screen, await self._tables.looking.snapshot(screen.table_id, chances=True))

    def _only_a_tint(self, screen: ScreenView, view: TableView, mark: Hashable) -> bool:
        """A new clock colour alone is not worth a request that counts towards the global limit."""
        shown = self._marks.get(screen.message_id)
        if screen.owner is not None or self._delivery.token_lives(screen.token, screen.expires):
            return False
        return isinstance(shown, tuple) and isinstance(mark, tuple) and shown[0] == mark[0]

    def _draw(self, screen: ScreenView, view: TableView) -> Layout:
        if screen.owner is None:
            return public_screen(view, self._now(), self._speech())
        return private_screen(view, self._speech())

    def _mark(self, screen: ScreenView, view: TableView) -> Hashable:
        return public_mark(view, self._now()) if screen.owner is None else private_mark(view)

    def _note(self, message_id: int, mark: Hashable, version: int) -> None:
        self._marks[message_id] = mark
        self._versions[message_id] = version

    def _drop(self, message_id: int) -> None:
        self._marks.pop(message_id, None)
        self._versions.pop(message_id, None)
        self._stored.pop(message_id, None)

    def answered_privately(self, message_id: int, view: TableView) -> None:
        """A private message was drawn from ``view`` in answer to its own click."""
        self._note(message_id, private_mark(view), view.version)
        self._messages.answered(message_id)

    def answered_publicly(self, message_id: int, view: TableView) -> None:
        """A public message was drawn from ``view`` just now."""
        self._note(message_id, public_mark(view, self._now()), view.version)
        self._messages.answered(message_id)

    async def has_open_hand(self, table_id: int, discord_id: int) -> bool:
        """True if the person has a private message of this table that can still be brought up to date."""
        screens = await self._tables.screens.of_table(table_id)
        return any(
            screen.owner == discord_id and self._delivery.token_lives(screen.token, screen.expires)
            for screen in screens
        )

    async def take_away(self, screen: ScreenView) -> None:
        """Delete a message that another one has replaced."""
        self._drop(screen.message_id)
        await self._delivery.delete(screen)

    async def store_shown(self) -> None:
        """Store which version each message shows, so that a restart mends only those that lag."""
        shown = {key: version for key, version in self._versions.items() if self._stored.get(key) != version}
        if shown:
            await self._tables.screens.note_shown(shown.items())
            self._stored |= shown

    async def deal_out(self, table_id: int, *, first_right: Request | None = None) -> None:
        """After a deal: a table in every channel where someone joined, a hand for everyone who can be given one.

        A hidden table is shown by its person's hand alone, which goes from game to game.

        ``first_right``: a click just made, whose token posts the table in its channel.
        """
        view = await self._tables.looking.look(table_id)
        if view.game is None:
            return
        number = view.game.number
        if view.hidden:
            await self._deal_out_hidden(table_id, number)
            return
        if number == 1:
            await self._tables.screens.move_to_game(table_id, number)
        screens = await self._tables.screens.of_table(table_id)
        await self._close_earlier(table_id, screens, number)
        seats = await self._tables.screens.dealt(table_id)
        seats.sort(key=lambda seat: seat.click_id or 0, reverse=True)  # the freshest click has the longest right
        if first_right is not None:
            seats = [_freshened(seat, first_right) for seat in seats]
        shown_in = {screen.channel_id for screen in public(screens) if screen.game_number == number}
        for seat in seats:
            if seat.channel_id is not None and seat.channel_id not in shown_in:
                shown_in.add(seat.channel_id)
                await self._post_table(table_id, seat, number)
        have_hand = {screen.owner for screen in screens if screen.owner is not None and screen.game_number == number}
        for seat in seats:
            if seat.discord_id not in have_hand:
                await self.deal_hand(table_id, seat)
        self.show(table_id)

    async def _deal_out_hidden(self, table_id: int, number: int) -> None:
        """The message that the person has becomes that of the new game; where its right has run out, another one."""
        await self._tables.screens.move_hands_to_game(table_id, number)
        screens = await self._tables.screens.of_table(table_id)
        if not any(self._delivery.token_lives(screen.token, screen.expires) for screen in screens):
            for seat in await self._tables.screens.dealt(table_id):
                await self.deal_hand(table_id, seat)
        self.show(table_id)

    async def _close_earlier(self, table_id: int, screens: list[ScreenView], number: int) -> None:
        """The message of an earlier game keeps its ending, without Rematch; earlier hands go."""
        for screen in screens:
            if screen.game_number >= number or (screen.owner is not None and number == 1):
                continue
            if screen.owner is not None:
                await self.take_away(screen)
            else:
                old = await self._tables.looking.look(table_id, number=screen.game_number)
                await self._delivery.edit(screen, ending_screen(old, self._speech()))
            await self._tables.screens.forget(screen.message_id)
            self._drop(screen.message_id)

    async def _post_table(self, table_id: int, seat: DealtSeat, number: int) -> None:
        view = await self._tables.looking.look(table_id)
        layout = public_screen(view, self._now(), self._speech())
        token = seat.token
        message_id = await self._delivery.follow_up(seat, layout, private=False)
        if message_id is None:
            token = None
            assert seat.channel_id is not None
            message_id = await self._delivery.post(seat.channel_id, public_screen(view, self._now(), self._speech()))
        if message_id is None:
            log.warning("no table could be posted", table=table_id, channel=seat.channel_id)
            return
        await self._tables.screens.add_public(
            table_id, message_id, seat, game_number=number, version=view.version, token=token
        )
        self.answered_publicly(message_id, view)

    async def deal_hand(self, table_id: int, seat: DealtSeat) -> bool:
        """Give a seat its hand as a follow-up to its owner's click. False where that click is too old."""
        if seat.discord_id is None:
            return False
        try:
            view = await self._tables.looking.look(table_id, seat.discord_id, chances=True)
        except Refused:
            return False
        if view.game is None or view.status != TableStatus.PLAYING:
            return False
        message_id = await self._delivery.follow_up(seat, private_screen(view, self._speech()), private=True)
        if message_id is None:
            return False
        await self._tables.screens.add_private(
            table_id, message_id, seat, game_number=view.game.number, version=view.version
        )
        self.answered_privately(message_id, view)
        return True

    def close(self) -> None:
        """Stop publishing."""
        self._whole_tables.close()
        self._messages.close()


def _drawn_this_turn(screen: ScreenView, view: TableView) -> bool:
    """A private message that its owner's own click has drawn for the turn that is still open."""
    game = view.game
    if screen.owner is None or game is None or game.result is not None or view.status != TableStatus.PLAYING:
        return False
    return screen.game_number == game.number and screen.shown_seq == game.seq


def _clock_is_new(view: TableView) -> bool:
    """The clock of a hidden table begins anew, which nothing else than its person's hand can say."""
    return view.hidden and view.game is not None and view.game.full_clock


def _freshened(seat: DealtSeat, click: Request) -> DealtSeat:
    """The seat of whoever made the click, with that click's right."""
    if seat.discord_id != click.discord_id or seat.channel_id != click.channel_id:
        return seat
    return replace(seat, token=click.token, token_expires=click.token_expires)
