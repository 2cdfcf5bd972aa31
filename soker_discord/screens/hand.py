"""The private hand of one person: the frame round the game's own cards and menus."""

from __future__ import annotations

from discord import ui

from soker_discord.locales.speech import Speech
from soker_discord.screens.games import screens_of
from soker_discord.screens.ids import ControlId
from soker_discord.screens.layout import Layout, button, inert, small
from soker_discord.screens.series import own_change
from soker_discord.screens.table import ACCENTS, Phase, clock
from soker_discord.tables.view import GameView, TableStatus, TableView

SINCE_SHOWN = 8


def hand_screen(view: TableView, _: Speech, *, note: str = "", choosing: list[ui.Item] | None = None) -> Layout:
    """The hand as its owner sees it. ``note``: an answer to the last click. ``choosing``: the game's own builder
    in the place of the hand's menus."""
    game = view.game
    assert game is not None
    screens = screens_of(game.name)
    items: list[ui.Item] = [ui.TextDisplay("\n".join(_head(view, game, _, note)))]
    since = screens.story(game.since, game, _)
    if since and choosing is None:
        items.append(ui.TextDisplay(_("**Since your last turn**") + "\n" + small("\n".join(since[-SINCE_SHOWN:]))))
    items += screens.hand(view, _) if choosing is None else choosing
    return Layout(ui.Container(*items, *_foot(view, _, choosing is not None), accent_colour=ACCENTS[_accent(view)]))


def _head(view: TableView, game: GameView, _: Speech, note: str) -> list[str]:
    lines = ["### " + _("Your hand")]
    if note:
        lines.append(f"❗ {note}")
    turn = screens_of(game.name).to_act(game)
    if view.status == TableStatus.ASLEEP:
        lines.append(_("💤 The table sleeps. Press Resume on the table to go on."))
    elif view.you is not None and turn == view.you.position and game.deadline is not None:
        lines.append("▶️ " + _("**Your turn**") + f" · {clock(game.deadline, Phase.GREEN, _)}")
    elif turn is not None:
        lines.append(_("{name} is to move. This hand refreshes by itself.", name=f"**{inert(view.name_at(turn))}**"))
    return lines


def _accent(view: TableView) -> Phase:
    game = view.game
    assert game is not None
    mine = view.you is not None and screens_of(game.name).to_act(game) == view.you.position
    return Phase.GREEN if mine and view.status == TableStatus.PLAYING else Phase.NONE


def _foot(view: TableView, _: Speech, choosing: bool) -> list[ui.ActionRow]:
    if choosing:
        return []
    calls = _("Call me at 5 s: on") if view.attention_call else _("Call me at 5 s: off")
    verb, bell = ("callsoff", "🔔") if view.attention_call else ("callson", "🔕")
    call = button(calls, ControlId(verb, view.id), emoji=bell)
    return [ui.ActionRow(button(_("Refresh"), ControlId("hand", view.id)), call)]


def hand_over(view: TableView, _: Speech) -> Layout:
    """What a hand becomes when its game is over."""
    game = view.game
    assert game is not None
    lines = ["### " + _("The game is over"), *screens_of(game.name).ending(game, _)]
    if game.series is not None and game.series.change is not None:
        lines += ["", own_change(game.series.change, _)]
    lines.append(small(_("The table in the channel says how to check the deal, and has Rematch.")))
    return Layout(ui.Container(ui.TextDisplay("\n".join(lines)), accent_colour=ACCENTS[Phase.NONE]))
