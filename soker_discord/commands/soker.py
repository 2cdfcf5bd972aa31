"""Soker's own turn buttons and menus: from a click to an engine move."""

from __future__ import annotations

import discord

from engine.soker.moves import Draw, EndTurn, Play
from soker_discord.commands.app import App
from soker_discord.commands.errors import MOVED_ON
from soker_discord.commands.game import make_move
from soker_discord.screens.hand import hand_screen
from soker_discord.screens.ids import ControlId, number
from soker_discord.screens.soker.package import Choice, choosing, read_choice, with_cards
from soker_discord.tables.refusals import Stale
from soker_discord.tables.view import TableView


async def draw(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Draw (P1)."""
    await make_move(app, itx, control, Draw())


async def end(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """End turn (P1, P3)."""
    await make_move(app, itx, control, EndTurn())


async def play(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Play one card (M1, M2)."""
    await make_move(app, itx, control, Play((_card(values),)))


async def pack(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Begin a package of a club (M4)."""
    view, choice = await _choice(app, itx, control, (values[0] if values else "",))
    await _show_choice(app, itx, view, choice)


async def cards(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Which cards the package has."""
    view, choice = await _choice(app, itx, control, control.args)
    if choice is not None:
        chosen = tuple(card for value in values if (card := number(value)) is not None)
        choice = with_cards(choice.option, chosen, choice.top) if chosen else None
    await _show_choice(app, itx, view, choice)


async def top(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Which card of the package ends on top (M5)."""
    view, choice = await _choice(app, itx, control, control.args)
    if choice is not None:
        choice = with_cards(choice.option, choice.chosen, _card(values))
    await _show_choice(app, itx, view, choice)


async def lay(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Play the package as it was shown."""
    view, choice = await _choice(app, itx, control, control.args)
    if choice is None:
        await _show_choice(app, itx, view, None)
        return
    await make_move(app, itx, control, Play(choice.cards))


async def back(app: App, itx: discord.Interaction, control: ControlId, values: list[str]) -> None:
    """Back to the hand."""
    await app.redraw(itx, await app.tables.looking.table_of_game(control.id))


def _card(values: list[str]) -> int:
    """The card id of a menu's value; -1, which no hand holds, for anything else."""
    card = number(values[0]) if values else None
    return -1 if card is None else card


async def _choice(
    app: App, itx: discord.Interaction, control: ControlId, args: tuple[str, ...]
) -> tuple[TableView, Choice | None]:
    """The package that is being chosen, None where the game has moved on or the hand has no such package."""
    table_id = await app.tables.looking.table_of_game(control.id)
    view = await app.tables.looking.look(table_id, itx.user.id)
    if view.you is None:
        raise Stale(table_id)
    game = view.game
    if game is None or game.id != control.id or game.seq != control.seq:
        return view, None
    return view, read_choice(game.view, args)


async def _show_choice(app: App, itx: discord.Interaction, view: TableView, choice: Choice | None) -> None:
    _ = app.speech()
    if choice is None or view.game is None:
        await app.redraw(itx, view.id, note=_(MOVED_ON))
        return
    layout = hand_screen(view, _, choosing=choosing(view, view.game, choice, _))
    await app.redraw(itx, view.id, layout=layout, view=view)


VERBS = {"draw": draw, "end": end, "play": play, "pack": pack, "cards": cards, "top": top, "lay": lay, "back": back}
