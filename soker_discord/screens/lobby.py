"""A room before the first game, public or private, and the end of a room."""

from __future__ import annotations

import discord
from discord import ui

from engine.game import msg
from soker_discord.locales.speech import Speech
from soker_discord.screens.ids import ControlId
from soker_discord.screens.layout import Layout, button, inert, menu, plain, small
from soker_discord.tables.view import Mode, SeatView, TableView

ACCENT = discord.Colour(0x2E7D32)
GREY = discord.Colour(0x6D6F78)
SYSTEM_SIGN = "🤖"
GAMES_ONE, GAMES_MANY = msg("Tournament of {count} game"), msg("Tournament of {count} games")
ABOUT_TRAINING = msg(
    "You see all hands, everybody's win chance after each move, and on request the odds of your own moves and a hint. "
    "The clock runs. Nothing is recorded."
)
ABOUT_SYSTEM = msg("Hands are hidden, the clock runs for you, and the result counts. Start deals the cards.")


def public_lobby(view: TableView, _: Speech) -> Layout:
    """A public room in its channel: seats, code, Join."""
    if view.mode is not Mode.PEOPLE:
        return lobby_alone(view, _)
    row = ui.ActionRow(
        button(_("Join"), ControlId("join", view.id), style=discord.ButtonStyle.success),
        button(_("Leave"), ControlId("leave", view.id)),
        button(_("Start"), ControlId("start", view.id), style=discord.ButtonStyle.primary),
        button(_("Host"), ControlId("host", view.id)),
    )
    return Layout(ui.Container(*_body(view, _, code=True), row, accent_colour=ACCENT))


def private_lobby(view: TableView, _: Speech) -> Layout:
    """A private room as one of its people sees it. The host sees the code and the host's buttons."""
    if view.mode is not Mode.PEOPLE:
        return lobby_alone(view, _)
    is_host = view.you is not None and view.you.is_host
    buttons = [button(_("Leave"), ControlId("leave", view.id))]
    if is_host:
        start = button(_("Start"), ControlId("start", view.id), style=discord.ButtonStyle.primary)
        buttons = [start, button(_("Host"), ControlId("host", view.id)), *buttons]
    buttons.append(button(_("Refresh"), ControlId("lobby", view.id)))
    return Layout(ui.Container(*_body(view, _, code=is_host), ui.ActionRow(*buttons), accent_colour=ACCENT))


def _body(view: TableView, _: Speech, *, code: bool) -> list[ui.Item]:
    title = _("Soker · private room") if view.private else _("Soker · room open")
    lines = [f"### {title}"]
    lines.append(_kind(view, _))
    if code:
        lines.append(_("Code: **`{code}`** · join from any server with `/soker join`", code=view.code))
    seats = [_seat_line(seat, _) for seat in view.seats]
    free = view.max_seats - len(view.seats)
    if free:
        seats.append(small(_.plural("{count} seat is free", "{count} seats are free", free)))
    return [
        ui.TextDisplay("\n".join(lines)),
        ui.TextDisplay("\n".join(seats)),
        ui.TextDisplay(_waiting(view, free, _)),
        ui.TextDisplay(small(_("The deal is fixed already, its fingerprint is `{mark}`.", mark=view.commitment))),
    ]


def _waiting(view: TableView, free: int, _: Speech) -> str:
    if len(view.seats) < 2:
        return _("Waiting for one more person.")
    if free:
        return _("**{host}** can start now, or wait for more.", host=inert(view.host))
    return _("All are here: **{host}** can start.", host=inert(view.host))


def _kind(view: TableView, _: Speech) -> str:
    if view.games == 1:
        return _("A single game")
    games = _.plural(GAMES_ONE, GAMES_MANY, view.games)
    return f"{games} · " + (_("ranked") if view.ranked else _("friendly, not rated"))


def _seat_line(seat: SeatView, _: Speech, *, among_people: bool = True) -> str:
    line = f"{seat.chair + 1}. **{inert(seat.name)}**"
    if seat.strength is not None:
        return f"{seat.chair + 1}. {SYSTEM_SIGN} **{inert(seat.name)}** · {_(seat.strength)}"
    return f"{line} · {_('host')}" if seat.is_host and among_people else line


def lobby_alone(view: TableView, _: Speech) -> Layout:
    """A table where one person plays with the system, before its first game: who sits there, and what it will be."""
    if view.mode is Mode.TRAINING:
        title, about = _("Soker · training"), _(ABOUT_TRAINING)
    else:
        title, about = _("Soker · against the system"), _(ABOUT_SYSTEM)
    kind = _("A single game") if view.games == 1 else _.plural(GAMES_ONE, GAMES_MANY, view.games)
    lines = [f"### {title}", f"{kind} · {_(view.strength or '')}", small(about)]
    row = ui.ActionRow(
        button(_("Start"), ControlId("start", view.id), style=discord.ButtonStyle.success),
        button(_("Leave"), ControlId("leave", view.id)),
    )
    return Layout(
        ui.Container(
            ui.TextDisplay("\n".join(lines)),
            ui.TextDisplay("\n".join(_seat_line(seat, _, among_people=False) for seat in view.seats)),
            ui.TextDisplay(small(_("The deal is fixed already, its fingerprint is `{mark}`.", mark=view.commitment))),
            row,
            accent_colour=ACCENT,
        )
    )


def host_panel(view: TableView, _: Speech) -> Layout:
    """The host's private panel: the fingerprint in full, remove a person, the option, Close."""
    option = (
        _("On: a seat that ran out of time twice in a row is played at once until its owner clicks.")
        if view.play_for_idle
        else _("Off: every turn is waited for, thirty seconds at the most.")
    )
    lines = [
        "### " + _("Host of room {code}", code=view.code),
        _("Play for idle seats") + f" — {option}",
        small(_("Fingerprint (SHA-256) of the next deal: {mark}", mark=view.commitment)),
    ]
    rows: list[ui.ActionRow] = []
    others = [seat for seat in view.seats if not seat.is_host and seat.strength is None]
    if others:
        options = [discord.SelectOption(label=plain(seat.name), value=str(seat.person_id)) for seat in others]
        rows.append(menu(_("Remove a person …"), ControlId("remove", view.id), options))
    toggle = _("Play for idle seats: turn off") if view.play_for_idle else _("Play for idle seats: turn on")
    rows.append(
        ui.ActionRow(
            button(toggle, ControlId("idleoff" if view.play_for_idle else "idleon", view.id)),
            button(_("Close the room"), ControlId("close", view.id), style=discord.ButtonStyle.danger),
        )
    )
    return Layout(ui.Container(ui.TextDisplay("\n".join(lines)), *rows, accent_colour=ACCENT))


def closed_screen(view: TableView, _: Speech) -> Layout:
    """What is left of a room that closed, with the secret of the deal that never was."""
    why = {
        "host": _("The host closed this room."),
        "empty": _("Everyone left, so this room closed."),
        "left": _("Training is over. Nothing of it is kept."),
        "idle": _("Nobody did anything for 30 minutes, so this room closed."),
    }.get(view.closed_because or "", _("This room is closed."))
    lines = ["### " + _("Soker · room closed"), why, _("Open a new one with `/soker new`.")]
    if view.secret:
        lines.append(small(_("Secret of the deal that was not played: {secret}", secret=view.secret)))
    return Layout(ui.Container(ui.TextDisplay("\n".join(lines)), accent_colour=GREY))
