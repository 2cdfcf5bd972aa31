"""The private hand of one person: the frame round the game's own cards and menus."""

from __future__ import annotations

import discord
from discord import ui

from soker_discord.locales.speech import Speech
from soker_discord.screens.games import screens_of
from soker_discord.screens.ids import ControlId
from soker_discord.screens.layout import Layout, button, inert, small
from soker_discord.screens.series import heading, own_change
from soker_discord.screens.table import ACCENTS, Phase, clock, mode_line, seat_lines, turn_line
from soker_discord.tables.view import GameView, TableStatus, TableView

SINCE_SHOWN = 8


def hand_screen(
    view: TableView, _: Speech, *, note: str = "", advice: str = "", choosing: list[ui.Item] | None = None
) -> Layout:
    """The hand as its owner sees it. ``note``: an answer to the last click. ``advice``: what was asked for in training.
    ``choosing``: the game's own builder in the place of the hand's menus.

    At a hidden table the hand is all there is, so it has the seats and the table's buttons too; in training the seats
    with open hands and win chances.
    """
    game = view.game
    assert game is not None
    screens = screens_of(game.name)
    items: list[ui.Item] = [ui.TextDisplay("\n".join(_head(view, game, _, note)))]
    if choosing is None and (view.hidden or game.hands is not None):
        items.append(ui.TextDisplay("\n".join(_seats(view, game, _))))
    since = screens.story(game.since, game, _)
    if since and choosing is None:
        items.append(ui.TextDisplay(_("**Since your last turn**") + "\n" + small("\n".join(since[-SINCE_SHOWN:]))))
    if advice:
        items.append(ui.TextDisplay(advice))
    items += screens.hand(view, _) if choosing is None else choosing
    return Layout(ui.Container(*items, *_foot(view, _, choosing is not None), accent_colour=ACCENTS[_accent(view)]))


def _head(view: TableView, game: GameView, _: Speech, note: str) -> list[str]:
    lines = ["### " + (heading(screens_of(game.name).title(_), game, _) if view.hidden else _("Your hand"))]
    if note:
        lines.append(f"❗ {note}")
    turn = screens_of(game.name).to_act(game)
    if view.status == TableStatus.ASLEEP:
        sleeps = _("💤 The table sleeps. Press Resume on the table to go on.")
        lines.append(_("💤 The table sleeps. Press Resume to go on.") if view.hidden else sleeps)
    elif view.you is not None and turn == view.you.position and game.deadline is not None:
        lines.append("▶️ " + _("**Your turn**") + f" · {clock(game.deadline, Phase.GREEN, _)}")
        if view.hidden and game.full_clock:
            lines.append(small(_("The bot was away for a moment; this turn has a full clock.")))
    elif turn is not None and game.deadline is None:
        lines.append(turn_line(view, game, Phase.NONE, _))
    elif turn is not None:
        lines.append(_("{name} is to move. This hand refreshes by itself.", name=f"**{inert(view.name_at(turn))}**"))
    return lines


def _seats(view: TableView, game: GameView, _: Speech) -> list[str]:
    return [
        *mode_line(view, _),
        *(screens_of(game.name).piles(game, _) if view.hidden else []),
        *seat_lines(view, game, _),
    ]


def _accent(view: TableView) -> Phase:
    game = view.game
    assert game is not None
    mine = view.you is not None and screens_of(game.name).to_act(game) == view.you.position
    return Phase.GREEN if mine and view.status == TableStatus.PLAYING else Phase.NONE


def _foot(view: TableView, _: Speech, choosing: bool) -> list[ui.ActionRow]:
    if choosing:
        return []
    rows = [ui.ActionRow(*asking)] if (asking := _asking(view, _)) else []
    if view.hidden:
        return [*rows, _table_row(view, _)]
    return [*rows, ui.ActionRow(button(_("Refresh"), ControlId("hand", view.id)), _bell(view, _))]


def _bell(view: TableView, _: Speech) -> ui.Button:
    calls = _("Call me at 5 s: on") if view.attention_call else _("Call me at 5 s: off")
    verb, bell = ("callsoff", "🔔") if view.attention_call else ("callson", "🔕")
    return button(calls, ControlId(verb, view.id), emoji=bell)


def _asking(view: TableView, _: Speech) -> list[ui.Button]:
    """In one's own turn of training: a hint, and the odds of every move."""
    game = view.game
    assert game is not None
    if game.hands is None or view.you is None or view.status != TableStatus.PLAYING:
        return []
    if screens_of(game.name).to_act(game) != view.you.position:
        return []
    return [
        button(_("Hint"), ControlId("hint", game.id, game.seq), emoji="💡"),
        button(_("Odds of my moves"), ControlId("odds", game.id, game.seq), emoji="📊"),
    ]


def _table_row(view: TableView, _: Speech) -> ui.ActionRow:
    """The buttons of a table that stands nowhere else."""
    row = ui.ActionRow()
    if view.status == TableStatus.ASLEEP:
        row.add_item(button(_("Resume"), ControlId("resume", view.id), style=discord.ButtonStyle.success))
    row.add_item(button(_("Refresh"), ControlId("hand", view.id)))
    row.add_item(_bell(view, _))
    return row.add_item(button(_("Leave"), ControlId("leave", view.id)))


def hand_over(view: TableView, _: Speech) -> Layout:
    """What a hand becomes when its game is over."""
    game = view.game
    assert game is not None
    lines = ["### " + _("The game is over"), *screens_of(game.name).ending(game, _)]
    if game.series is not None and game.series.change is not None:
        lines += ["", own_change(game.series, game.series.change, _)]
    lines.append(small(_("The table in the channel says how to check the deal, and has Rematch.")))
    return Layout(ui.Container(ui.TextDisplay("\n".join(lines)), accent_colour=ACCENTS[Phase.NONE]))
