"""Which screen a table has for whom."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime

from soker_discord.locales.speech import Speech
from soker_discord.screens.hand import hand_over, hand_screen
from soker_discord.screens.layout import Layout
from soker_discord.screens.lobby import closed_screen, private_lobby, public_lobby
from soker_discord.screens.table import ending_screen, phase_at, table_screen
from soker_discord.tables.view import TableStatus, TableView


def public_screen(view: TableView, now: datetime, _: Speech) -> Layout:
    """The message everybody in the channel sees."""
    if view.status == TableStatus.LOBBY:
        return public_lobby(view, _)
    if view.game is None:
        return closed_screen(view, _)
    if view.game.result is not None:
        return ending_screen(view, _)
    return table_screen(view, phase_at(view.game.deadline, now), _)


def private_screen(view: TableView, _: Speech, *, note: str = "") -> Layout:
    """The ephemeral message of the viewer."""
    if view.status == TableStatus.LOBBY:
        return private_lobby(view, _)
    if view.game is None:
        return closed_screen(view, _)
    if view.game.result is not None:
        return ending_screen(view, _) if view.hidden else hand_over(view, _)
    return hand_screen(view, _, note=note)


def public_mark(view: TableView, now: datetime) -> Hashable:
    """Changes whenever the public message looks different."""
    deadline = view.game.deadline if view.game is not None else None
    return view.version, phase_at(deadline, now)


def private_mark(view: TableView) -> Hashable:
    """Changes whenever a private message must be drawn anew.

    In the middle of the viewer's own turn it does not: the hand is never rewritten under their fingers.
    """
    if view.game is None or view.status == TableStatus.LOBBY:
        return view.status, view.version
    game, away = view.game, view.you is None or view.you.away
    own_turn = view.game.view.to_act == (view.you and view.you.position)
    deadline = None if own_turn and not view.hidden else game.deadline
    if view.hidden and game.result is not None:
        return view.status, view.version
    odds = game.chances is not None
    return view.status == TableStatus.PLAYING, game.id, game.seq, game.result is not None, away, deadline, odds
