"""A person on the ladder: rating, place, record, and the rating over time."""

from __future__ import annotations

from functools import partial

import discord
from discord import ui

from ratings.display import PROVISIONAL, band, is_provisional, percent, shown, text
from soker_discord.art.chart import ChartPoint, ChartWords, rating_chart
from soker_discord.art.fonts import has_all
from soker_discord.locales.speech import Speech
from soker_discord.screens.games import screens_of
from soker_discord.screens.ladder.ask import POST, LadderAsk
from soker_discord.screens.ladder.screen import LadderScreen
from soker_discord.screens.ladder.words import scope, short_date, tier_word, tournaments
from soker_discord.screens.layout import button, inert, plain
from soker_discord.tables.boards import FAMILIES
from soker_discord.tables.careers import Career
from soker_discord.tables.ladder_view import Moment, ProfileView


def profile_screen(
    view: ProfileView, ask: LadderAsk, _: Speech, *, public: bool = False, here_too: bool = True
) -> LadderScreen:
    """The profile; its picture is the chart. ``public``: for everybody, without buttons."""
    where = scope(ask.family, ask.here, _)
    words = ChartWords(
        title=plain(view.name),
        scope=where,
        first=_("First"),
        peak=_("Peak"),
        now=_("Now"),
        rating=_("Rating"),
        spread=_("Where the skill most likely is"),
        empty=_("No rated result yet"),
    )
    points = tuple(_point(moment, _) for moment in view.moments)
    record = "\n".join([*_latest_only(view, _), *_record(view.career, ask.family, _), *_private(view, _)])
    return LadderScreen(
        heading=f"### {inert(view.name)}\n{where}\n{_rating(view, _)}",
        above=_rating(view, _),
        twin=_twin(view, words, _),
        draw=partial(rating_chart, words, points) if points and has_all(plain(view.name)) else None,
        below=record,
        rows=() if public else (_buttons(view, ask, _, here_too),),
        name="rating.png",
    )


def _rating(view: ProfileView, _: Speech) -> str:
    if view.rating is None:
        return _("No rated result on this ladder yet.")
    low, _middle, high = band(view.rating)
    likely = _("skill most likely {low}–{high}", low=round(low), high=round(high))
    parts = [f"**{text(view.rating)}**", tier_word(view.tier, _), likely]
    if view.rank is not None:
        parts.insert(1, _("place {rank} of {people}", rank=view.rank, people=view.people))
    lines = [" · ".join(parts)]
    if view.now is not None:
        now = f"{shown(view.now)}{PROVISIONAL if is_provisional(view.now) else ''}"
        lines.append("-# " + _("So much time has passed since that the next result starts from {rating}.", rating=now))
    return "\n".join(lines)


def _record(career: Career, family: str, _: Speech) -> list[str]:
    lines = [
        _(
            "Record in all games: {wins}/{games}, {rate} won",
            wins=career.wins,
            games=career.games,
            rate=percent(career.win_rate),
        ),
        _(
            "{tournaments} played, {won} won",
            tournaments=tournaments(career.tournaments, _),
            won=career.tournaments_won,
        ),
    ]
    if career.streak > 0:
        lines.append(_.plural("Streak: {count} win", "Streak: {count} wins", career.streak))
    if career.streak < 0:
        lines.append(
            _.plural("Streak: {count} game without a win", "Streak: {count} games without a win", -career.streak)
        )
    game = screens_of(FAMILIES[family].game)
    lines += game.how_won(career.wins_by_way, _)
    if career.favourite is not None:
        lines.append(game.favourite(career.favourite, _))
    return lines


def _latest_only(view: ProfileView, _: Speech) -> list[str]:
    if not view.latest_only:
        return []
    count = len(view.moments)
    return ["-# " + _.plural("Of the latest {count} result.", "Of the latest {count} results.", count)]


def _private(view: ProfileView, _: Speech) -> list[str]:
    if not view.own or not view.hidden:
        return []
    return ["-# " + _("You are hidden: no leaderboard lists you, nobody else sees this. `/ladder hide` changes it.")]


def _point(moment: Moment, _: Speech) -> ChartPoint:
    low, _middle, high = band(moment.rating)
    value = float(shown(moment.rating))
    return ChartPoint(short_date(moment.at, _), text(moment.rating), value, low, high)


def _twin(view: ProfileView, words: ChartWords, _: Speech) -> str:
    """The chart in words: where it began, its peak, where it is."""
    if not view.moments:
        return words.empty
    peak = max(view.moments, key=lambda moment: shown(moment.rating))
    named = ((words.first, view.moments[0]), (words.peak, peak), (words.now, view.moments[-1]))
    lines = [f"{name}: {text(moment.rating)} ({short_date(moment.at, _)})" for name, moment in named]
    return "\n".join(lines if len(view.moments) > 1 else lines[-1:])


def _buttons(view: ProfileView, ask: LadderAsk, _: Speech, here_too: bool) -> ui.ActionRow:
    row = ui.ActionRow(button(_("History"), ask.control("list", kind="history")))
    if view.moments and has_all(plain(view.name)):
        row.add_item(
            button(_("As text") if ask.picture else _("As a picture"), ask.control("form", picture=not ask.picture))
        )
    if here_too:
        row.add_item(button(_("Everywhere") if ask.here else _("This server"), ask.control("where", here=not ask.here)))
    if not view.hidden:
        row.add_item(button(_("Show everybody"), ask.control("all", POST), style=discord.ButtonStyle.primary))
    return row
