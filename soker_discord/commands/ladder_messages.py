"""The ladder's messages: from what is asked to what is sent. Pictures are drawn in a thread."""

from __future__ import annotations

import asyncio
import io
from dataclasses import replace

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
MAY_NOT_POST = msg("I may not write in this channel, so I cannot show it to everybody here.")


async def show(app: App, itx: discord.Interaction, ask: LadderAsk, subject: Subject | None = None) -> None:
    """Answer a command privately with what it asks for; ``subject``: about whom, where it is about somebody."""
    if subject is None:
        await _show_top(app, itx, ask)
        return
    screen, ask = await _about_somebody(app, itx, ask, subject)
    await send(itx, screen, picture=ask.picture)


async def turn(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """A button that shows something else in the same message."""
    ask = _read(control)
    if ask.kind == "top":
        await _show_top(app, itx, ask)
        return
    screen, ask = await _about_somebody(app, itx, ask, await _subject(app, ask))
    await _edit(itx, screen, picture=ask.picture)


async def post(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Show what a private message holds to everybody in the channel."""
    if itx.guild_id is not None and not _may_write(itx):
        raise Refused(MAY_NOT_POST)
    ask = _read(control)
    if ask.kind == "top":
        screen = top_screen(await _top(app, itx, ask, viewer=None), ask, app.speech(), public=True)
    else:
        screen, ask = await _about_somebody(app, itx, ask, await _subject(app, ask), public=True)
    await send(itx, screen, picture=ask.picture, private=False)


VERBS = {"ladder": turn, "ladpost": post}


async def send(itx: discord.Interaction, screen: LadderScreen, *, picture: bool, private: bool = True) -> None:
    """Answer with a message of its own."""
    layout, files = await _drawn(itx, screen, picture)
    await itx.response.send_message(view=layout, files=files, ephemeral=private, allowed_mentions=NOBODY)


async def _edit(itx: discord.Interaction, screen: LadderScreen, *, picture: bool) -> None:
    layout, files = await _drawn(itx, screen, picture)
    await itx.response.edit_message(view=layout, attachments=files, allowed_mentions=NOBODY)


async def _drawn(itx: discord.Interaction, screen: LadderScreen, picture: bool) -> tuple[Layout, list[discord.File]]:
    if not picture or screen.draw is None or not _may_attach(itx):
        return screen.layout(picture=False), []
    drawing = await asyncio.to_thread(screen.draw)
    return screen.layout(picture=True), [discord.File(io.BytesIO(drawing), filename=screen.name)]


# leaderboards


async def _show_top(app: App, itx: discord.Interaction, ask: LadderAsk) -> None:
    """Show a page; then see whether everyone on it is still a member, and if not, show it again without them."""
    in_server = itx.guild_id is not None
    view = await _top(app, itx, ask, viewer_of(itx))
    screen = top_screen(view, ask, app.speech(), here_too=in_server)
    if itx.type is discord.InteractionType.component:
        await _edit(itx, screen, picture=ask.picture)
    else:
        await send(itx, screen, picture=ask.picture)
    if itx.guild is None or not ask.here or not await _somebody_left(app, itx.guild, ask, view, itx.user.id):
        return
    screen = top_screen(await _top(app, itx, ask, viewer_of(itx)), ask, app.speech(), here_too=in_server)
    layout, files = await _drawn(itx, screen, ask.picture)
    await itx.edit_original_response(view=layout, attachments=files, allowed_mentions=NOBODY)


async def _top(app: App, itx: discord.Interaction, ask: LadderAsk, viewer: Viewer | None) -> TopView:
    guild_id = guild_of(itx, ask.here)
    return await app.tables.ladder.top(ask.family, guild_id, ask.number, this_season=ask.season, viewer=viewer)


async def _somebody_left(app: App, guild: discord.Guild, ask: LadderAsk, view: TopView, asker: int) -> bool:
    """Whether Discord says of somebody on the page that they left. The asker is there, whatever was noted."""
    members, board = app.tables.members, board_of_server(ask.family, guild.id).name
    await members.is_here(board, asker)
    somebody = False
    for person, discord_id in await members.unchecked(board, [row.person for row in view.rows]):
        try:
            await guild.fetch_member(discord_id)
        except discord.NotFound:
            await members.note(board, person, gone=True)
            somebody = True
        except discord.HTTPException as error:
            log.info("Discord did not say who is a member", status=error.status)
            break
        else:
            await members.note(board, person, gone=False)
    return somebody


# one person


async def _about_somebody(
    app: App, itx: discord.Interaction, ask: LadderAsk, subject: Subject, *, public: bool = False
) -> tuple[LadderScreen, LadderAsk]:
    """A profile or history, and the asking itself with our own id of the person in it."""
    _, ladder, viewer = app.speech(), app.tables.ladder, viewer_of(itx)
    guild_id = guild_of(itx, ask.here)
    person = await app.tables.people.by_discord(subject.discord_id)
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
