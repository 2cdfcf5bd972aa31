"""The last change of a rating in plain words, with its numbers."""

from __future__ import annotations

import discord

from ratings.display import percent, signed, text
from ratings.explanation import Explanation
from ratings.journal import JournalRow
from soker_discord.locales.speech import Speech
from soker_discord.screens.ladder.screen import LadderScreen
from soker_discord.screens.ladder.words import said, scope
from soker_discord.screens.layout import inert
from soker_discord.screens.unrated import reason
from soker_discord.tables.ladder_view import Rival, WhyView


def why_screen(view: WhyView, family: str, here: bool, _: Speech) -> LadderScreen:
    """The newest tournament: what happened, what was expected, and each part of the change."""
    row = view.row
    heading = _("The last change of {name}", name=inert(view.name))
    lines = [_happened(view, _)]
    if view.explanation is None:
        assert row.unrated is not None
        lines += [reason(row.unrated.value, _), "-# " + _("Event {event}.", event=row.event)]
    else:
        lines += _parts(row, view.explanation, _)
        lines.append(_numbers(row, _))
    if view.note:
        lines.append(said(view.note, _))
    return LadderScreen(heading=f"### {heading}\n{scope(family, here, _)}", twin="\n".join(lines))


def _happened(view: WhyView, _: Speech) -> str:
    row = view.row
    others = ", ".join(_rival(rival, _) for rival in view.others)
    return _(
        "{when}: place {place} of {entrants} with {points}, against {others}.",
        when=discord.utils.format_dt(row.finished_at, "d"),
        place=row.place,
        entrants=row.entrants,
        points=_.plural("{count} point", "{count} points", row.points),
        others=others or "?",
    )


def _rival(rival: Rival, _: Speech) -> str:
    if rival.system:
        return _("a system player")
    name = _("somebody") if rival.name is None else inert(rival.name)
    return name if rival.rating is None else f"{name} ({text(rival.rating)})"


def _parts(row: JournalRow, why: Explanation, _: Speech) -> list[str]:
    lines = [f"**{text(row.before)} → {text(row.after)} ({signed(why.change)})**"]
    if why.by_absence:
        lines.append(_absence(why, _))
    lines.append(
        _(
            "The result: {points} (expected was place {place}, the chance of winning {chance})",
            points=signed(why.by_result),
            place=f"{why.expected_place:.1f}",
            chance=percent(why.chance),
        )
    )
    lines.append(_certainty(why, _))
    if row.weight < 1.0:
        lines.append(_weight(row, why, _))
    return lines


def _absence(why: Explanation, _: Speech) -> str:
    """What made the rating less sure before the event: days away, a new season, or both."""
    points = signed(why.by_absence)
    days = _.plural("{count} day", "{count} days", why.days_since or 0)
    if not why.was_away:
        return _("A new season, so less sure: {points}", points=points)
    if why.seasons_since:
        return _("Away for {days} and a new season, so less sure: {points}", days=days, points=points)
    return _("Away for {days}, so less sure: {points}", days=days, points=points)


def _certainty(why: Explanation, _: Speech) -> str:
    points = signed(why.by_certainty)
    if why.by_certainty < 0:
        return _("A result that nobody expected leaves us less sure: {points}", points=points)
    return _("One more result, so more sure: {points}", points=points)


def _weight(row: JournalRow, why: Explanation, _: Speech) -> str:
    met = _.plural("{count} time", "{count} times", row.met)
    return _(
        "The same people met {times} before within a week, so it counts {share}; in full it were {points} more.",
        times=met,
        share=f"{100 * row.weight:g}%",
        points=signed(why.held_back),
    )


def _numbers(row: JournalRow, _: Speech) -> str:
    mu = f"{row.aged.mu:.2f} → {row.after.mu:.2f}"
    sigma = f"{row.aged.sigma:.2f} → {row.after.sigma:.2f}"
    return "-# " + _(
        "The rating shown rests on mu − 3 sigma. Mu {mu}, sigma {sigma}, weight {weight}, version {engine}, "
        "event {event}.",
        mu=mu,
        sigma=sigma,
        weight=f"{row.weight:g}",
        engine=row.engine,
        event=row.event,
    )
