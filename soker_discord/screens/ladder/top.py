"""A page of a leaderboard."""

from __future__ import annotations

from functools import partial

import discord
from discord import ui

from engine.game import msg
from ratings.display import band, text
from soker_discord.art.fonts import has_all
from soker_discord.art.leaderboard import LadderRow, LadderWords, TierBadge, leaderboard
from soker_discord.locales.speech import Speech
from soker_discord.screens.ladder.ask import POST, LadderAsk
from soker_discord.screens.ladder.screen import LadderScreen
from soker_discord.screens.ladder.words import results, scope, tier_step, tier_word
from soker_discord.screens.layout import button, inert, plain, small
from soker_discord.tables.ladder_reading import PAGE
from soker_discord.tables.ladder_view import TopRow, TopView

NOT_DRAWN = msg("As text, since a name here has letters that the picture cannot draw.")


def top_screen(
    view: TopView, ask: LadderAsk, _: Speech, *, public: bool = False, here_too: bool = True
) -> LadderScreen:
    """The page. ``public``: for everybody, without buttons and without anyone's own row. ``here_too``: in a server."""
    words = LadderWords(
        title=_("Soker ladder"),
        scope=f"{scope(ask.family, ask.here, _)} · {_when(view, _)}",
        page=_("Page {page} of {pages}", page=view.page + 1, pages=view.pages),
        player=_("Player"),
        spread=_("Likely range"),
        rating=_("Rating"),
        you=_("YOU"),
        nobody=_("Nobody yet. The first result makes it."),
    )
    own = None if public or view.own is None else view.own
    rows = tuple(_picture_row(row, _, own=row.own and not public) for row in view.rows)
    named = [*view.rows, *([] if own is None else [own])]
    drawable = all(has_all(plain(row.name)) for row in named)
    below = _("`?` marks a provisional rating: too few results yet.")
    return LadderScreen(
        heading=f"### {words.title}\n{words.scope} · {words.page}",
        twin=_twin(view, own, words, _),
        draw=partial(leaderboard, words, rows, None if own is None else _picture_row(own, _, own=True))
        if drawable
        else None,
        below=f"-# {below}" if drawable else f"-# {below}\n-# {_(NOT_DRAWN)}",
        rows=() if public else _rows(view, ask, _, here_too, drawable),
    )


def _when(view: TopView, _: Speech) -> str:
    return _("all time") if view.season is None else _("season {name}", name=view.season.name)


def _twin(view: TopView, own: TopRow | None, words: LadderWords, _: Speech) -> str:
    lines = [_line(row, _, own=own is not None and row.person == own.person) for row in view.rows]
    if not lines:
        return words.nobody
    if own is not None and all(row.person != own.person for row in view.rows):
        lines += ["…", _line(own, _, own=True)]
    return "\n".join(lines)


def _line(row: TopRow, _: Speech, *, own: bool) -> str:
    you = f" ({_('you')})" if own else ""
    below = small(f"{tier_word(row.tier, _)} · {results(row.events, _)}")
    return f"`{row.place:>2}.` **{inert(row.name)}**{you} · **{text(row.rating)}**\n{below}"


def _picture_row(row: TopRow, _: Speech, *, own: bool) -> LadderRow:
    low, middle, high = band(row.rating)
    letter = "?" if row.tier is None else row.tier.letter
    badge = TierBadge(letter, tier_word(row.tier, _), tier_step(row.tier))
    played = results(row.events, _)
    return LadderRow(row.place, plain(row.name), text(row.rating), badge, played, low, middle, high, own)


def _rows(view: TopView, ask: LadderAsk, _: Speech, here_too: bool, drawable: bool) -> tuple[ui.ActionRow, ...]:
    last = view.pages - 1
    turning = ui.ActionRow(
        button(_("Up"), ask.control("up", number=max(0, view.page - 1)), emoji="⬆️", disabled=view.page == 0),
        button(_("Down"), ask.control("down", number=min(last, view.page + 1)), emoji="⬇️", disabled=view.page >= last),
    )
    if view.own is not None:
        mine = (view.own.place - 1) // PAGE
        turning.add_item(button(_("My place"), ask.control("mine", number=mine), disabled=mine == view.page))
    changing = ui.ActionRow(
        button(_("All time") if ask.season else _("This season"), ask.control("when", number=0, season=not ask.season)),
    )
    if drawable:
        form = _("As text") if ask.picture else _("As a picture")
        changing.add_item(button(form, ask.control("form", picture=not ask.picture)))
    if here_too:
        where = _("Everywhere") if ask.here else _("This server")
        changing.add_item(button(where, ask.control("where", number=0, here=not ask.here)))
    shown = ask.control("all", POST, number=view.page)
    changing.add_item(button(_("Show everybody"), shown, style=discord.ButtonStyle.primary))
    return turning, changing
