"""The public table: who is to move and until when, the open cards, the seats, the last events, the buttons."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

import discord
from discord import ui

from engine.game import msg
from ratings.display import percent
from soker_discord.locales.speech import Speech
from soker_discord.screens.games import screens_of
from soker_discord.screens.ids import ControlId
from soker_discord.screens.layout import Layout, button, inert, small
from soker_discord.screens.lobby import SYSTEM_SIGN
from soker_discord.screens.series import break_lines, heading, own_change, rating_line, standing_lines
from soker_discord.tables.view import GameView, Mode, SeriesView, TableStatus, TableView

AMBER_LEFT = timedelta(seconds=15)
RED_LEFT = timedelta(seconds=5)


class Phase(StrEnum):
    """The colour of the running clock (T2)."""

    GREEN = "green"
    AMBER = "amber"
    RED = "red"
    NONE = "none"


ACCENTS = {
    Phase.GREEN: discord.Colour(0x2E9E4F),
    Phase.AMBER: discord.Colour(0xE8A317),
    Phase.RED: discord.Colour(0xD93A2B),
    Phase.NONE: discord.Colour(0x6D6F78),
}
SIGNS = {Phase.GREEN: "🟢", Phase.AMBER: "🟡", Phase.RED: "🔴", Phase.NONE: ""}
WORDS = {
    Phase.GREEN: msg("until {time}"),
    Phase.AMBER: msg("hurry, until {time}"),
    Phase.RED: msg("last seconds, until {time}"),
}
EVENTS_SHOWN = 6


def phase_at(deadline: datetime | None, now: datetime) -> Phase:
    """The clock's colour: green, amber from 15 seconds before the deadline, red for the last five (T2)."""
    if deadline is None:
        return Phase.NONE
    left = deadline - now
    if left <= RED_LEFT:
        return Phase.RED
    return Phase.AMBER if left <= AMBER_LEFT else Phase.GREEN


def table_screen(view: TableView, phase: Phase, _: Speech) -> Layout:
    """A running or sleeping game as everybody sees it."""
    game = view.game
    assert game is not None
    screens = screens_of(game.name)
    items: list[ui.Item] = [
        ui.TextDisplay("### " + heading(screens.title(_), game, _)),
        ui.TextDisplay("\n".join([*mode_line(view, _), *screens.board(view, _)])),
        ui.TextDisplay(turn_line(view, game, phase, _)),
        ui.TextDisplay("\n".join(seat_lines(view, game, _))),
    ]
    story = screens.story(game.recent, game, _)[-EVENTS_SHOWN:]
    if story:
        items += [ui.Separator(), ui.TextDisplay(small("\n".join(story)))]
    return Layout(ui.Container(*items, *_rows(view, game, _), accent_colour=ACCENTS[phase]))


def turn_line(view: TableView, game: GameView, phase: Phase, _: Speech) -> str:
    """Who is to move and until when, or that the table sleeps."""
    if view.status == TableStatus.ASLEEP:
        return _("💤 The table sleeps: nobody was there. One click on Resume wakes it.")
    turn = screens_of(game.name).to_act(game)
    if turn is None:
        return ""
    name = inert(view.name_at(turn))
    if game.deadline is None:
        return f"{SYSTEM_SIGN} " + _("**{name}** thinks …", name=name)
    line = f"{SIGNS[phase]} " + _("**{name}** is to move", name=name) + f" · {clock(game.deadline, phase, _)}"
    if game.full_clock:
        line += "\n" + small(_("The bot was away for a moment; this turn has a full clock."))
    return line


def clock(deadline: datetime, phase: Phase, _: Speech) -> str:
    """The deadline as an absolute time (a relative one is unreliable under a minute on some clients) and relative."""
    return _(WORDS[phase], time=discord.utils.format_dt(deadline, "T")) + f" ({discord.utils.format_dt(deadline, 'R')})"


def mode_line(view: TableView, _: Speech) -> list[str]:
    """Against whom one plays with the system; nothing among people."""
    if view.mode is Mode.PEOPLE:
        return []
    name = _("Training") if view.mode is Mode.TRAINING else _("Against the system")
    return [small(f"{name} · {_(view.strength or '')}")]


def seat_lines(view: TableView, game: GameView, _: Speech) -> list[str]:
    """A line a seat, in training with its win chance and its open hand for the one who trains."""
    lines = []
    for position in range(len(game.players)):
        lines.append(_seat_line(view, game, position, _))
        if game.hands is not None and (view.you is None or position != view.you.position):
            lines.append(small(screens_of(game.name).open_hand(game.hands[position], _)))
    return lines


def _seat_line(view: TableView, game: GameView, position: int, _: Speech) -> str:
    screens = screens_of(game.name)
    owner = next((seat for seat in view.seats if seat.position == position), None)
    sign = "▶️" if screens.to_act(game) == position and view.status == TableStatus.PLAYING else "▫️"
    if owner is not None and owner.strength is not None:
        sign += f" {SYSTEM_SIGN}"
    line = f"{sign} **{inert(game.players[position])}** · {screens.seat(game, position, _)}"
    if game.chances is not None:
        line += " · " + _("wins {chance}", chance=f"**{percent(game.chances.seats[position])}**")
    if game.series is not None and game.series.round > 1:
        line += " · " + _("{points} from earlier games", points=game.series.scores[position][0])
    if view.mode is not Mode.PEOPLE and owner is not None and owner.away:
        return line + " · " + _("left")
    if owner is None or owner.away:
        return line + " · " + _("left, the table plays")
    return line + " · " + _("idle, the table plays") if owner.idle else line


def _rows(view: TableView, game: GameView, _: Speech) -> list[ui.ActionRow]:
    hand = button(_("My hand"), ControlId("hand", view.id), style=discord.ButtonStyle.primary)
    leave = button(_("Leave"), ControlId("leave", view.id))
    if view.status == TableStatus.ASLEEP:
        wake = button(_("Resume"), ControlId("resume", view.id), style=discord.ButtonStyle.success)
        return [ui.ActionRow(wake, hand, leave)]
    buttons = screens_of(game.name).table_buttons(view, _)
    if view.mode is not Mode.PEOPLE:
        return [ui.ActionRow(hand, *buttons, leave)]
    present = {seat.person_id for seat in view.present}
    label = _("End early ({votes}/{all})", votes=len(game.votes & present), all=len(present))
    vote = button(label, ControlId("vote", view.id))
    return [ui.ActionRow(hand, *buttons), ui.ActionRow(vote, leave)]


def ending_screen(view: TableView, _: Speech) -> Layout:
    """A finished game: who won and how, the points, how to check the deal, Rematch.

    At a hidden table its person's private message shows it, with what it did to their rating.
    """
    game = view.game
    assert game is not None
    screens = screens_of(game.name)
    story = screens.story(game.recent, game, _)[-3:]
    items: list[ui.Item] = [
        ui.TextDisplay("### " + _("{game} is over", game=heading(screens.title(_), game, _))),
        ui.TextDisplay("\n".join(screens.ending(game, _))),
    ]
    series = [] if game.series is None else _series_lines(view, game, game.series, _)
    if series:
        items += [ui.Separator(), ui.TextDisplay("\n".join(series))]
    if story:
        items.append(ui.TextDisplay(small("\n".join(story))))
    items += [ui.Separator(), ui.TextDisplay(small(_fairness(view, game, _)))]
    if view.status == TableStatus.OVER:
        items.append(ui.TextDisplay(_rematch_line(view, _)))
    return Layout(ui.Container(*items, _ending_row(view, game, _), accent_colour=ACCENTS[Phase.NONE]))


def _series_lines(view: TableView, game: GameView, series: SeriesView, _: Speech) -> list[str]:
    lines = [] if series.games == 1 else standing_lines(game, series, _)
    if series.change is not None:
        lines += [own_change(series, series.change, _)]
    if series.next_starter is not None:
        lines += ["", *break_lines(view, series, _)]
    lines.append(small(rating_line(series, _)))
    return [line for line in lines if line or series.next_starter is not None]


def _fairness(view: TableView, game: GameView, _: Speech) -> str:
    lines = [
        _("Fingerprint shown before the deal: {mark}", mark=f"`{game.commitment}`"),
        _("Secret: {secret}", secret=f"`{game.secret}`"),
        _("Clicks mixed in: {salt}", salt=f"`{game.salt}`"),
    ]
    if view.status in (TableStatus.OVER, TableStatus.BREAK):
        lines.append(_("Fingerprint of the next deal: {mark}", mark=f"`{view.commitment}`"))
    return "\n".join(lines)


def _rematch_line(view: TableView, _: Speech) -> str:
    if view.mode is not Mode.PEOPLE:
        return _("Rematch? Same seats, the start moves on.")
    waiting = [inert(seat.name) for seat in view.present if not seat.ready]
    if len(waiting) == len(view.present):
        return _("Rematch? Same seats, the start moves on. It begins when all are ready; whoever is done leaves.")
    return _("Rematch: waiting for {names}.", names=", ".join(waiting))


def _ending_row(view: TableView, game: GameView, _: Speech) -> ui.ActionRow:
    check = button(_("Check the deal"), ControlId("check", view.id, game.seq, (str(game.id),)))
    if view.status == TableStatus.BREAK:
        ready = button(
            _("Ready ({ready}/{all})", ready=sum(seat.ready for seat in view.present), all=len(view.present)),
            ControlId("rematch", view.id),
            style=discord.ButtonStyle.success,
        )
        return ui.ActionRow(ready, check, button(_("Leave"), ControlId("leave", view.id)))
    if view.status != TableStatus.OVER:
        return ui.ActionRow(check)
    row = ui.ActionRow(
        button(_("Rematch"), ControlId("rematch", view.id), style=discord.ButtonStyle.success),
        check,
        button(_("Leave"), ControlId("leave", view.id)),
    )
    return row.add_item(button(_("Host"), ControlId("host", view.id))) if view.mode is Mode.PEOPLE else row
