"""Buttons of a running or finished game that every game has."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import discord
from discord import ui

from engine.verification import GameRecord, check
from soker_discord.commands.app import App, on_private_message, request_of
from soker_discord.commands.errors import sentence
from soker_discord.screens.games import GameScreens, screens_of
from soker_discord.screens.hand import hand_screen
from soker_discord.screens.ids import ControlId, number
from soker_discord.screens.layout import Layout
from soker_discord.tables.refusals import AlreadyDone, Illegal, Refused, Stale
from soker_discord.tables.view import GameView


async def hand(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """My hand: shown anew; a seat that was left is taken back."""
    outcome = await app.tables.attendance.attend(request_of(itx), control.id)
    if on_private_message(itx):
        await app.redraw(itx, control.id)
    else:
        await app.acknowledge(itx)
        await app.give_private(itx, control.id)
    if outcome is not None:
        app.follow(outcome)


async def resume(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Wake a sleeping table."""
    outcome = await app.tables.attendance.resume(request_of(itx), control.id)
    await app.acknowledge(itx)
    app.follow(outcome)


async def vote(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Vote to end early; a second click takes the vote back."""
    view = await app.tables.looking.look(control.id, itx.user.id)
    voted = view.you is not None and view.game is not None and view.you.person_id in view.game.votes
    attendance = app.tables.attendance
    cast = attendance.take_vote_back if voted else attendance.vote_to_end
    outcome = await cast(request_of(itx), control.id)
    await app.acknowledge(itx)
    app.follow(outcome)


async def hint(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Hint: in training, which move and why."""
    await itx.response.defer()
    found = await app.tables.training.hint(request_of(itx), control.id, control.seq or 0)
    _ = app.speech()
    await _advise(app, itx, control, lambda screens, game: "💡 " + screens.hint(found, game, _))


async def odds(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Odds of my moves: in training, how likely one wins after each."""
    await itx.response.defer()
    found = await app.tables.training.options(request_of(itx), control.id, control.seq or 0)
    _ = app.speech()
    title = "📊 " + _("**You win after …**")
    await _advise(app, itx, control, lambda screens, game: "\n".join([title, *screens.options(found, _)]))


async def _advise(
    app: App, itx: discord.Interaction, control: ControlId, say: Callable[[GameScreens, GameView], str]
) -> None:
    """Show what was asked for on the hand, or say that the turn has gone by."""
    table_id = await app.tables.looking.table_of_game(control.id)
    view = await app.tables.looking.look(table_id, itx.user.id, chances=True)
    game = view.game
    if game is None or game.id != control.id or game.seq != control.seq:
        raise Stale(table_id)
    advice = say(screens_of(game.name), game)
    await app.redraw(itx, table_id, layout=hand_screen(view, app.speech(), advice=advice), view=view)


async def check_deal(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Check the deal: every step is computed again, and the record can be taken along."""
    game_id = (number(control.args[0]) if control.args else None) or 0
    record = await app.tables.looking.record(game_id)
    report = check(GameRecord.from_json(record))
    _ = app.speech()
    lines = ["### " + _("The deal, checked")]
    lines += [f"{'✅' if found.ok else '❌'} {found.words}" for found in report.checks]
    lines.append(_("To check it yourself: save the file and run `soker verify FILE`, or follow docs/fair-deals.md."))
    name = f"soker-game-{game_id}.json"
    file = discord.File(io.BytesIO(json.dumps(record, indent=1).encode()), filename=name)
    layout = Layout(ui.Container(ui.TextDisplay("\n".join(lines)), ui.File(f"attachment://{name}")))
    await itx.response.send_message(view=layout, file=file, ephemeral=True)


async def calls_on(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Call me at five seconds."""
    await _set_calls(app, itx, control, value=True)


async def calls_off(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Don't call me."""
    await _set_calls(app, itx, control, value=False)


async def _set_calls(app: App, itx: discord.Interaction, control: ControlId, *, value: bool) -> None:
    await app.tables.attendance.set_attention_call(request_of(itx), value)
    if on_private_message(itx):
        await app.redraw(itx, control.id)
        return
    _ = app.speech()
    await app.tell(itx, _("You are not called any more. Your hand has a button to turn the calls on again."))


async def make_move(app: App, itx: discord.Interaction, control: ControlId, move: Any) -> None:
    """A move, from the hand or from the table: stored, answered, published.

    What was refused is said on the hand itself, with the present below it.
    """
    try:
        outcome = await app.tables.play.move(request_of(itx), control.id, control.seq or 0, move)
    except AlreadyDone:
        raise
    except (Stale, Refused, Illegal) as error:
        await _refuse(app, itx, await app.tables.looking.table_of_game(control.id), error)
        return
    table_id = outcome.table_id
    try:
        if on_private_message(itx):
            await app.redraw(itx, table_id)
        else:
            await app.acknowledge(itx)
            await _hand_unless_open(app, itx, table_id)
    finally:
        app.follow(outcome)


async def _refuse(app: App, itx: discord.Interaction, table_id: int, error: Exception) -> None:
    """The answer comes first: publishing leaves a hand alone that shows the present already, with what was said."""
    try:
        if not on_private_message(itx) or not await _has_seat(app, itx, table_id):
            raise error
        await app.redraw(itx, table_id, note=sentence(app, error))
    finally:
        if isinstance(error, Stale):
            await app.follow_table(table_id)


async def _has_seat(app: App, itx: discord.Interaction, table_id: int) -> bool:
    return (await app.tables.looking.look(table_id, itx.user.id)).you is not None


async def _hand_unless_open(app: App, itx: discord.Interaction, table_id: int) -> None:
    """Whoever moves on the table needs to see what it did to their hand."""
    if not await app.publishing.has_open_hand(table_id, itx.user.id):
        await app.give_private(itx, table_id)


VERBS = {
    "hand": hand,
    "resume": resume,
    "vote": vote,
    "check": check_deal,
    "hint": hint,
    "odds": odds,
    "callson": calls_on,
    "callsoff": calls_off,
}
