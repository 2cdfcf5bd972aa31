"""A person's latest results and what each did to the rating."""

from __future__ import annotations

import discord
from discord import ui

from ratings.display import shown, signed, text
from ratings.journal import JournalRow
from soker_discord.locales.speech import Speech
from soker_discord.screens.ladder.ask import LadderAsk
from soker_discord.screens.ladder.screen import MAX_TEXT, LadderScreen
from soker_discord.screens.ladder.words import said, scope
from soker_discord.screens.layout import button, inert, small
from soker_discord.screens.unrated import reason
from soker_discord.tables.ladder_view import HistoryView

ROOM_FOR_REST = 400
"""Kept free for the heading and for the line that says what does not fit."""


def history_screen(view: HistoryView, ask: LadderAsk, _: Speech) -> LadderScreen:
    """The list, newest first."""
    heading = _("Latest results of {name}", name=inert(view.name))
    return LadderScreen(
        heading=f"### {heading}\n{scope(ask.family, ask.here, _)}",
        twin=_list(view, _),
        rows=(ui.ActionRow(button(_("Profile"), ask.control("back", kind="profile"))),),
    )


def _list(view: HistoryView, _: Speech) -> str:
    """As many of the newest entries as a message holds, each of them whole."""
    entries = [_lines(row, view.notes.get(row.event), _) for row in view.rows]
    kept, used = [], 0
    for entry in entries:
        used += len(entry) + 1
        if used > MAX_TEXT - ROOM_FOR_REST:
            break
        kept.append(entry)
    left = len(entries) - len(kept)
    rest = _.plural("{count} more does not fit here.", "{count} more do not fit here.", left)
    return "\n".join([*kept, *([f"-# {rest}"] if left else [])])


def _lines(row: JournalRow, note: str | None, _: Speech) -> str:
    when = discord.utils.format_dt(row.finished_at, "d")
    place = _("place {place} of {entrants}", place=row.place, entrants=row.entrants)
    points = _.plural("{count} point", "{count} points", row.points)
    head = f"{when} · **{place}** · {points}"
    if row.unrated is not None:
        return "\n".join([head, small(reason(row.unrated.value, _)), *([small(said(note, _))] if note else [])])
    change = signed(shown(row.after) - shown(row.before))
    return f"{head}\n-# {text(row.before)} → {text(row.after)} ({change}){_weight(row)}"


def _weight(row: JournalRow) -> str:
    return "" if row.weight == 1.0 else f" · ×{row.weight:g}"
