"""The ladder's messages: from what is asked to what is sent. Pictures are drawn in a thread."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import discord
import structlog

from engine.game import msg
from soker_discord.commands.app import App
from soker_discord.publish.delivery import NOBODY
from soker_discord.screens.ids import ControlId
from soker_discord.screens.ladder.ask import LadderAsk, read_ask
from soker_discord.screens.ladder.history import history_screen
from soker_discord.screens.ladder.profile import profile_screen
from soker_discord.screens.ladder.screen import LadderScreen
from soker_discord.screens.ladder.top import top_screen
from soker_discord.screens.layout import Layout
from soker_discord.tables.boards import FAMILIES, board_of_server
from soker_discord.tables.ladder_reading import Subject, Viewer
from soker_discord.tables.ladder_view import TopView
from soker_discord.tables.refusals import Refused

log = structlog.get_logger(__name__)

OLD_BUTTON = msg("This button is from an older version of the bot. Ask for the ladder again with `/ladder top`.")
NO_PROFILE = msg("This profile is not there any more.")
HIDDEN_NOW = msg("You are hidden, so this is not shown to everybody. `/ladder hide` changes it.")
MAY_NOT_POST = msg("I may not write in this channel, so I cannot show it to everybody here.")

NO_MEMBER = frozenset({10007, 10013})
"""Discord's codes for somebody who is no member, or no user any more."""
LONGEST_ASKING = timedelta(seconds=5)


async def show(app: App, itx: discord.Interaction, ask: LadderAsk, subject: Subject | None = None) -> None:
    """Answer a command privately with what it asks for; ``subject``: about whom, where it is about somebody."""
    await _seen_here(app, itx, ask)
    if subject is None:
        await _show_top(app, itx, ask)
        return
    await _take_time(app, itx, ask)
    screen, ask = await _about_somebody(app, itx, ask, subject)
    await send(itx, screen, picture=ask.picture)


async def turn(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """A button that shows something else in the same message."""
    ask = _read(control)
    if itx.message is not None:
        app.clicks.note(itx.message.id, itx.id)
    await _seen_here(app, itx, ask)
    if ask.kind == "top":
        await _show_top(app, itx, ask)
        return
    await _take_time(app, itx, ask)
    screen, ask = await _about_somebody(app, itx, ask, await _subject(app, ask))
    await _edit(app, itx, screen, picture=ask.picture)


async def post(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Show what a private message holds to everybody in the channel."""
    if itx.guild_id is not None and not _may_write(itx):
        raise Refused(MAY_NOT_POST)
    ask = _read(control)
    await _take_time(app, itx, ask)
    if ask.kind == "top":
        screen = top_screen(await _top(app, itx, ask, viewer=None), ask, app.speech(), public=True)
    else:
        screen, ask = await _about_somebody(app, itx, ask, await _subject(app, ask), public=True)
    await send(itx, screen, picture=ask.picture, private=False)


VERBS = {"ladder": turn, "ladpost": post}


async def send(itx: discord.Interaction, screen: LadderScreen, *, picture: bool, private: bool = True) -> None:
    """Answer with a message of its own."""
    layout, files = await _drawn(itx, screen, picture)
    if itx.response.is_done():
        await itx.followup.send(view=layout, files=files, ephemeral=private, wait=True, allowed_mentions=NOBODY)
    else:
        await itx.response.send_message(view=layout, files=files, ephemeral=private, allowed_mentions=NOBODY)


async def _edit(app: App, itx: discord.Interaction, screen: LadderScreen, *, picture: bool) -> None:
    """Answer a click in the message it was made on, unless a later click on it is answered already."""
    layout, files = await _drawn(itx, screen, picture)
    if not itx.response.is_done():
        await itx.response.edit_message(view=layout, attachments=files, allowed_mentions=NOBODY)
    elif itx.message is None or not app.clicks.overtaken(itx.message.id, itx.id):
        await itx.edit_original_response(view=layout, attachments=files, allowed_mentions=NOBODY)


async def _take_time(app: App, itx: discord.Interaction, ask: LadderAsk) -> None:
    """Tell Discord that the answer comes, where a large board has to be counted first."""
    if not app.tables.ladder.is_quick(ask.family, guild_of(itx, ask.here), this_season=ask.season):
        await _defer(itx)


async def _defer(itx: discord.Interaction) -> None:
    if itx.response.is_done():
        return
    if itx.type is discord.InteractionType.component:
        await itx.response.defer()
    else:
        await itx.response.defer(ephemeral=True, thinking=True)


async def _drawn(itx: discord.Interaction, screen: LadderScreen, picture: bool) -> tuple[Layout, list[discord.File]]:
    if not picture or screen.draw is None or not _may_attach(itx):
        return screen.layout(picture=False), []
    drawing = await asyncio.to_thread(screen.draw)
    return screen.layout(picture=True), [discord.File(io.BytesIO(drawing), filename=screen.name)]


# leaderboards


async def _show_top(app: App, itx: discord.Interaction, ask: LadderAsk) -> None:
    """Show a page without those on it of whom Discord says that they left the server."""
    await _take_time(app, itx, ask)
    view = await _top(app, itx, ask, viewer_of(itx))
    if itx.guild is not None and ask.here:
        board = board_of_server(ask.family, itx.guild.id).name
        asked = await app.tables.members.unchecked(board, [row.person for row in view.rows])
        if asked:
            await _defer(itx)
            if await _somebody_left(app, itx.guild, board, asked):
                view = await _top(app, itx, ask, viewer_of(itx))
    screen = top_screen(view, ask, app.speech(), here_too=itx.guild_id is not None)
    if itx.type is discord.InteractionType.component:
        await _edit(app, itx, screen, picture=ask.picture)
    else:
        await send(itx, screen, picture=ask.picture)


async def _top(app: App, itx: discord.Interaction, ask: LadderAsk, viewer: Viewer | None) -> TopView:
    guild_id = guild_of(itx, ask.here)
    return await app.tables.ladder.top(ask.family, guild_id, ask.number, this_season=ask.season, viewer=viewer)


async def _seen_here(app: App, itx: discord.Interaction, ask: LadderAsk) -> None:
    """Who asks in a server is a member of it, whatever was noted."""
    if itx.guild_id is not None and ask.here:
        await app.tables.members.is_here(board_of_server(ask.family, itx.guild_id).name, itx.user.id)


async def _somebody_left(app: App, guild: discord.Guild, board: str, asked: Sequence[tuple[int, int]]) -> bool:
    """Ask Discord about people, all at once; whether somebody left. What it does not say in time is asked later."""
    answers = await asyncio.gather(*(_is_member(guild, discord_id) for _, discord_id in asked))
    people = [person for person, _ in asked]
    gone = {person: not member for person, member in zip(people, answers, strict=True) if member is not None}
    await app.tables.members.note(board, gone)
    return True in gone.values()


async def _is_member(guild: discord.Guild, discord_id: int) -> bool | None:
    """Whether somebody is a member; None where Discord does not say."""
    try:
        async with asyncio.timeout(LONGEST_ASKING.total_seconds()):
            await guild.fetch_member(discord_id)
    except discord.HTTPException as error:
        if error.code in NO_MEMBER:
            return False
        log.info("Discord did not say who is a member", status=error.status, code=error.code)
        return None
    except TimeoutError:
        log.info("Discord did not say in time who is a member")
        return None
    return True


# one person


async def _about_somebody(
    app: App, itx: discord.Interaction, ask: LadderAsk, subject: Subject, *, public: bool = False
) -> tuple[LadderScreen, LadderAsk]:
    """A profile or history, and the asking itself with our own id of the person in it."""
    _, ladder, viewer = app.speech(), app.tables.ladder, viewer_of(itx)
    guild_id = guild_of(itx, ask.here)
    person = await app.tables.people.by_discord(subject.discord_id)
    if public and person is not None and person.hidden:
        raise Refused(HIDDEN_NOW)
    ask = replace(ask, number=0 if person is None else person.id)
    if ask.kind == "history":
        return history_screen(await ladder.history(ask.family, guild_id, subject, viewer), ask, _), ask
    view = await ladder.profile(ask.family, guild_id, subject, viewer)
    return profile_screen(view, ask, _, public=public, here_too=itx.guild_id is not None), ask


async def _subject(app: App, ask: LadderAsk) -> Subject:
    known = (await app.tables.people.by_id([ask.number])).get(ask.number)
    if known is None or known.discord_id is None:
        raise Refused(NO_PROFILE)
    return Subject(known.discord_id, known.name)


def _read(control: ControlId) -> LadderAsk:
    ask = read_ask(control)
    if ask is None or ask.family not in FAMILIES:
        raise Refused(OLD_BUTTON)
    return ask


def viewer_of(itx: discord.Interaction) -> Viewer:
    """Who asks."""
    return Viewer(itx.user.id)


def person_of(user: discord.User | discord.Member) -> Subject:
    """Whom a command names."""
    return Subject(user.id, user.display_name)


def guild_of(itx: discord.Interaction, here: bool) -> int | None:
    """The server whose ladder is meant, None for everywhere."""
    return itx.guild_id if here else None


def _may_attach(itx: discord.Interaction) -> bool:
    return itx.guild_id is None or itx.app_permissions.attach_files


def _may_write(itx: discord.Interaction) -> bool:
    allowed = itx.app_permissions
    in_thread = isinstance(itx.channel, discord.Thread)
    return allowed.send_messages_in_threads if in_thread else allowed.send_messages
