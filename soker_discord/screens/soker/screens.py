"""Soker's table and hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from engine.game import IllegalMove, msg
from engine.soker.cards import CARDS
from engine.soker.meaning import club_of_play
from engine.soker.moves import Draw, Move, PackageOption, Play
from engine.soker.view import View
from engine.system import Hint, Option
from ratings.display import percent
from soker_discord.locales.speech import Speech
from soker_discord.screens.ids import ControlId
from soker_discord.screens.layout import button, inert, menu, pages, plain
from soker_discord.screens.soker.cards import (
    bare,
    by_country,
    club_name,
    emblem,
    in_order,
    in_package,
    line,
    long,
    option,
    short,
    told,
)
from soker_discord.screens.soker.package import tell_outcome
from soker_discord.screens.soker.story import tell
from soker_discord.tables.view import GameView, TableView

LONG_HAND = 26
"""From so many cards on the hand is written in short: a message holds 4,000 characters."""


class SokerScreens:
    """Fulfils ``GameScreens`` for Soker."""

    def title(self, _: Speech) -> str:
        return _("Soker")

    def to_act(self, game: GameView) -> int | None:
        return game.view.to_act

    def board(self, view: TableView, _: Speech) -> list[str]:
        assert view.game is not None
        seen: View = view.game.view
        lines = [_("Top card: {card}", card=long(seen.top, _))]
        if CARDS[seen.top].kind != "player":
            lines.append(_any_card(seen, _))
        return [*lines, *self.piles(view.game, _)]

    def piles(self, game: GameView, _: Speech) -> list[str]:
        seen: View = game.view
        return [_("Deck: {deck} · discard pile: {pile}", deck=seen.deck_count, pile=seen.discard_count)]

    def open_hand(self, cards: Sequence[int], _: Speech) -> str:
        return by_country(cards, _)

    def options(self, options: Sequence[Option], _: Speech) -> list[str]:
        return [f"**{percent(found.chance)}** · {tell_move(found.move, _)}" for found in _best_of_each(options)]

    def hint(self, hint: Hint, game: GameView, _: Speech) -> str:
        values = {name: _named(name, value, game, _) for name, value in hint.values.items()}
        return f"**{tell_move(hint.move, _)}** — {_(hint.why, **values)}"

    def seat(self, game: GameView, position: int, _: Speech) -> str:
        seen: View = game.view
        cards = _.plural("{count} card", "{count} cards", seen.hand_counts[position])
        points = _.plural("{count} point", "{count} points", seen.points[position])
        return f"{cards} · {points}"

    def table_buttons(self, view: TableView, _: Speech) -> list[ui.Button]:
        game = view.game
        assert game is not None
        return [
            button(_("Draw"), ControlId("draw", game.id, game.seq, ("t",)), emoji="🎴"),
            button(_("End turn"), ControlId("end", game.id, game.seq, ("t",))),
        ]

    def hand(self, view: TableView, _: Speech) -> list[ui.Item]:
        game = view.game
        assert game is not None
        seen: View = game.view
        items: list[ui.Item] = [ui.TextDisplay("\n".join(_hand_lines(seen, _)))]
        if seen.legal is None:
            return items
        plays = [_play_option(card, view, seen, _) for card in in_order(seen.legal.plays)]
        for place, options in enumerate(pages(plays)):
            items.append(menu(_("Play a card …"), ControlId("play", game.id, game.seq, (str(place),)), options))
        if seen.legal.packages:
            packages = [
                discord.SelectOption(
                    label=_.plural(
                        "{club}: up to {count} card",
                        "{club}: up to {count} cards",
                        len(p.cards),
                        club=club_name(p.club),
                    ),
                    value=str(p.club),
                    description=_("{cards}: choose which, see what it does.", cards=_positions(p)),
                    emoji=emblem(CARDS[p.cards[0]]),
                )
                for p in seen.legal.packages
            ]
            items.append(menu(_("Build a package …"), ControlId("pack", game.id, game.seq), packages))
        items.append(
            ui.ActionRow(
                button(
                    _("Draw"), ControlId("draw", game.id, game.seq, ("h",)), disabled=not seen.legal.draw, emoji="🎴"
                ),
                button(_("End turn"), ControlId("end", game.id, game.seq, ("h",)), disabled=not seen.legal.end),
            )
        )
        return items

    def story(self, events: Sequence[Any], game: GameView, _: Speech) -> list[str]:
        return tell(events, game.players, _)

    def ending(self, game: GameView, _: Speech) -> list[str]:
        assert game.result is not None
        result = game.result
        ways = {
            "empty hand": msg("**{name}** wins with an empty hand!"),
            "country": msg("**{name}** wins with four cards of one country!"),
            "deadlock": msg("A deadlock: nobody could go on, so nobody wins."),
            "ended early": msg("Everyone voted to end this game early. Nobody wins."),
        }
        name = "" if result.winner is None else inert(game.players[result.winner])
        order = sorted(range(len(result.points)), key=lambda seat: (-result.points[seat], seat))
        lines = [("🏆 " if result.winner is not None else "") + _(ways[result.way], name=name)]
        for seat in order:
            points = _.plural("{count} point", "{count} points", result.points[seat])
            lines.append(f"**{inert(game.players[seat])}** · {points}")
        return lines

    def how_won(self, wins_by_way: Mapping[str, int], _: Speech) -> list[str]:
        empty, country = wins_by_way.get("empty hand", 0), wins_by_way.get("country", 0)
        if not empty + country:
            return []
        return [_("How won: {empty} with an empty hand, {country} with a country", empty=empty, country=country)]

    def favourite(self, name: str, _: Speech) -> str:
        return _("Favourite club: {club}", club=name)

    def why_illegal(self, error: IllegalMove, _: Speech) -> str:
        values = {name: _value(name, value, _) for name, value in error.values.items()}
        return f"{_(error.text, **values)} ({error.rule})"


def tell_move(move: Move, _: Speech) -> str:
    """A move as an order: play this, draw, end your turn."""
    if not isinstance(move, Play):
        return _("Draw a card") if isinstance(move, Draw) else _("End your turn")
    *under, top = move.cards
    if not under:
        return _("Play {card}", card=told(top, _))
    cards = ", ".join(in_package(card, _) for card in under)
    return _("Package: {cards}, on top {card}", cards=cards, card=in_package(top, _))


def _best_of_each(options: Sequence[Option]) -> list[Option]:
    """Every single card, the draw or the end of the turn, and of each club's packages the best one."""
    shown: list[Option] = []
    clubs: set[int | None] = set()
    for found in options:
        move = found.move
        if isinstance(move, Play) and len(move.cards) > 1:
            club = club_of_play(move.cards)
            if club in clubs:
                continue
            clubs.add(club)
        shown.append(found)
    return shown


def _named(name: str, value: object, game: GameView, _: Speech) -> object:
    if name.startswith("seat") and isinstance(value, int):
        return inert(game.players[value])
    return _value(name, value, _)


def _value(name: str, value: object, _: Speech) -> object:
    if name.startswith("card") and isinstance(value, int) and 0 <= value < len(CARDS):
        return short(value, _)
    if name.startswith("card") and isinstance(value, tuple):
        return ", ".join(short(card, _) for card in value)
    if name.startswith("club") and isinstance(value, int):
        return club_name(value)
    return value


def _any_card(seen: View, _: Speech) -> str:
    if seen.top_club is None:
        return _("On it any card may be played.")
    return _("On it any card may be played; it stands for {club}.", club=club_name(seen.top_club))


def _positions(package: PackageOption) -> str:
    """The positions that a package of one club can hold: ``GKP, MID, 🃏``."""
    return ", ".join(CARDS[card].position or emblem(CARDS[card]) for card in package.cards)


def _hand_lines(seen: View, _: Speech) -> list[str]:
    """The cards, in one's own turn each with a mark that says what can be done with it."""
    cards = in_order(seen.hand)
    write = line if len(cards) < LONG_HAND else short
    lines = [_("Top card: {card}", card=bare(seen.top, _)), ""]
    if seen.legal is None:
        return [*lines, *(write(card, _) for card in cards)]
    playable = {*seen.legal.plays}
    joining = {card for option in seen.legal.packages for card in option.cards}
    lines += [f"{_mark(card, playable, joining)} {write(card, _)}" for card in cards]
    return [*lines, _key(playable, joining, seen.legal.draw, _)]


def _mark(card: int, playable: set[int], joining: set[int]) -> str:
    if card in playable:
        return "✅"
    return "🔗" if card in joining else "▪️"


def _key(playable: set[int], joining: set[int], may_draw: bool, _: Speech) -> str:
    parts = []
    if playable:
        parts.append(_("✅ can be played"))
    if joining - playable:
        parts.append(_("🔗 can join a package"))
    nothing = _("Nothing matches: draw a card.") if may_draw else _("Nothing matches: end your turn.")
    return "-# " + (" · ".join(parts) or nothing)


def _play_option(card: int, view: TableView, seen: View, _: Speech) -> discord.SelectOption:
    return option(card, _, says=tell_outcome((card,), seen, view, _, write=plain))
