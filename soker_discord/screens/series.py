"""A tournament's part of the screens: how it stands, the break between two games, the final order, one's own rating."""

from __future__ import annotations

import discord

from ratings.display import percent, signed
from ratings.explanation import Explanation
from soker_discord.locales.speech import Speech
from soker_discord.screens.layout import inert, small
from soker_discord.screens.unrated import reason
from soker_discord.tables.view import GameView, SeriesView, TableView

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def heading(title: str, game: GameView, _: Speech) -> str:
    """What is being played: a game by its number, or the game of a tournament."""
    if game.series is None or game.series.games == 1:
        return _("{game} · game {number}", game=title, number=game.number)
    return _("{game} · game {round} of {games}", game=title, round=game.series.round, games=game.series.games)


def standing_lines(game: GameView, series: SeriesView, _: Speech) -> list[str]:
    """The seats by place; shared places share their number (G3)."""
    title = (
        _("**Final order**")
        if series.finished
        else _("**Standing after {round} of {games} games**", round=series.round, games=series.games)
    )
    order = sorted(range(len(game.players)), key=lambda position: (series.places[position], position))
    return [title, *(_standing_line(game, series, position, _) for position in order)]


def _standing_line(game: GameView, series: SeriesView, position: int, _: Speech) -> str:
    points, won, countries = series.scores[position]
    place = series.places[position]
    medal = f"{MEDALS[place]} " if series.finished and place in MEDALS else ""
    parts = [
        f"{medal}{place}. **{inert(game.players[position])}** · {_.plural('{count} point', '{count} points', points)}",
        _.plural("{count} game won", "{count} games won", won),
    ]
    if countries:
        parts.append(_.plural("{count} country win", "{count} country wins", countries))
    return " · ".join(parts)


def break_lines(view: TableView, series: SeriesView, _: Speech) -> list[str]:
    """Who starts the next game, when it begins, who is awaited."""
    assert series.next_starter is not None
    assert series.break_ends is not None
    when = discord.utils.format_dt(series.break_ends, "T")
    lines = [_("Next: **{name}** starts. It begins at {time}, or when all are ready.", name=_next(view), time=when)]
    waiting = [inert(seat.name) for seat in view.present if not seat.ready]
    if len(waiting) < len(view.present):
        lines.append(_("Waiting for {names}.", names=", ".join(waiting)))
    return lines


def _next(view: TableView) -> str:
    assert view.game is not None
    assert view.game.series is not None
    return inert(view.name_at(view.game.series.next_starter or 0))


def rating_line(series: SeriesView, _: Speech) -> str:
    """Whether the tournament counts; why not, where it does not."""
    if series.unrated is None:
        return _("Rated: `/ladder why` tells what it did to your rating.") if series.finished else ""
    return reason(series.unrated, _)


def own_change(series: SeriesView, change: Explanation, _: Speech) -> str:
    """One's own rating before and after, and the reason in one sentence."""
    parts = {"result": signed(change.by_result), "certainty": signed(change.by_certainty)}
    if series.games == 1:
        why = _(
            "The chance of winning was {chance}. The result {result}, more certainty {certainty}.",
            chance=percent(change.chance),
            **parts,
        )
    else:
        why = _(
            "Place {place}; {expected} was to be expected. The result {result}, more certainty {certainty}.",
            place=change.place,
            expected=f"{change.expected_place:.1f}",
            **parts,
        )
    lines = [
        _(
            "**Your rating: {before} → {after} ({change})**",
            before=change.before,
            after=change.after,
            change=signed(change.change),
        ),
        small(why),
    ]
    return "\n".join(lines)
