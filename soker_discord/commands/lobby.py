"""Buttons of a room that is not playing, and the host's panel."""

from __future__ import annotations

import discord

from engine.game import msg
from soker_discord.commands.app import App, on_private_message, request_of, require_writing
from soker_discord.screens.ids import ControlId, number
from soker_discord.screens.layout import notice
from soker_discord.screens.lobby import host_panel
from soker_discord.tables.refusals import Refused
from soker_discord.tables.rooms import ONLY_HOST
from soker_discord.tables.view import Mode, TableStatus

LEFT_ROOM = msg("You left the room.")
LEFT_GAME = msg("You left the game; the table plays on for your seat. My hand takes it back.")
LEFT_SYSTEM = msg(
    "You left the game; it sleeps. For a day `/soker table` and Resume bring it back; then it is played to its end "
    "and counts."
)
GIVEN_UP = msg("It was played to its end, and counts as it ended. You can open another table with `/soker new`.")
LEFT_TRAINING = msg("You left training. Nothing of it is kept.")


async def join(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Join."""
    require_writing(itx, app.speech())
    await app.tables.rooms.join(request_of(itx), control.id)
    await app.acknowledge(itx)
    app.publishing.show(control.id)


async def leave(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Leave a room, or a running game."""
    view = await app.tables.looking.look(control.id, itx.user.id)
    if view.status in (TableStatus.PLAYING, TableStatus.BREAK, TableStatus.ASLEEP):
        app.follow(await app.tables.attendance.leave(request_of(itx), control.id))
        text = {Mode.SYSTEM: LEFT_SYSTEM, Mode.TRAINING: LEFT_TRAINING}.get(view.mode, LEFT_GAME)
    else:
        await app.tables.rooms.leave(request_of(itx), control.id)
        text = LEFT_ROOM
    await _say_left(app, itx, text)
    if view.status not in (TableStatus.PLAYING, TableStatus.ASLEEP):
        await _go_on_without(app, control.id)


async def _say_left(app: App, itx: discord.Interaction, text: str) -> None:
    _ = app.speech()
    if on_private_message(itx):
        await itx.response.edit_message(view=notice(_(text)))
        if itx.message is not None:
            await app.tables.screens.forget(itx.message.id)
        return
    await app.acknowledge(itx)
    await app.tell(itx, _(text))


async def _go_on_without(app: App, table_id: int) -> None:
    """Someone's seat is free: those who were only waiting for them begin their rematch."""
    outcome = await app.tables.deals.rematch_of_the_rest(table_id)
    if outcome is None:
        app.publishing.show(table_id)
        return
    app.clock.follow(outcome)
    await app.publishing.deal_out(table_id)


async def give_up(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Give up a game against the system that was left: it is played to its end, and counts."""
    await itx.response.defer()
    outcome = await app.tables.housekeeping.give_up(request_of(itx), control.id)
    if outcome is not None:
        await app.publishing.deal_out(outcome.table_id)
    _ = app.speech()
    await itx.edit_original_response(view=notice(_(GIVEN_UP)))


async def start(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Start: the deal is stored, then everyone gets table and hand."""
    outcome = await app.tables.deals.start(request_of(itx), control.id)
    app.clock.follow(outcome)
    if on_private_message(itx):
        await app.redraw(itx, control.id)
        # the private click gives the right to the table's first message
        await app.publishing.deal_out(control.id, first_right=request_of(itx))
        return
    await app.acknowledge(itx)
    await app.publishing.deal_out(control.id)


async def rematch(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Rematch: ready for the next game; the last one deals it."""
    outcome = await app.tables.deals.rematch(request_of(itx), control.id)
    await app.acknowledge(itx)
    if outcome is None:
        app.publishing.show(control.id)
        return
    app.clock.follow(outcome)
    await app.publishing.deal_out(control.id)


async def lobby(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Refresh a private lobby."""
    await app.redraw(itx, control.id)


async def goto(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Go to the table one sits at."""
    await app.give_private(itx, control.id)


async def host(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """The host's panel."""
    view = await app.tables.looking.look(control.id, itx.user.id)
    if view.you is None or not view.you.is_host:
        raise Refused(ONLY_HOST, host=view.host)
    await itx.response.send_message(view=host_panel(view, app.speech()), ephemeral=True)


async def _redraw_panel(app: App, itx: discord.Interaction, table_id: int) -> None:
    view = await app.tables.looking.look(table_id, itx.user.id)
    await itx.response.edit_message(view=host_panel(view, app.speech()))
    app.publishing.show(table_id)


async def remove(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Remove a person."""
    person_id = number(values[0]) if values else None
    await app.tables.rooms.remove(request_of(itx), control.id, person_id or 0)
    await _redraw_panel(app, itx, control.id)
    await _go_on_without(app, control.id)


async def idle_on(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Play for idle seats."""
    await app.tables.rooms.set_play_for_idle(request_of(itx), control.id, True)
    await _redraw_panel(app, itx, control.id)


async def idle_off(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Wait for idle seats."""
    await app.tables.rooms.set_play_for_idle(request_of(itx), control.id, False)
    await _redraw_panel(app, itx, control.id)


async def close(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Close the room."""
    await app.tables.rooms.close(request_of(itx), control.id)
    _ = app.speech()
    await itx.response.edit_message(view=notice(_("The room is closed.")))
    app.publishing.show(control.id)


VERBS = {
    "join": join,
    "leave": leave,
    "giveup": give_up,
    "start": start,
    "rematch": rematch,
    "lobby": lobby,
    "goto": goto,
    "host": host,
    "remove": remove,
    "idleon": idle_on,
    "idleoff": idle_off,
    "close": close,
}
