"""Building a package: which cards, which on top, what it does. The whole choice travels in the custom ids.

A choice is a club, the chosen cards as bits over the cards that may join, and the top card's place among them.
So it survives a restart, and no memory of it is kept anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import discord
from discord import ui

from engine.soker.cards import CARDS
from engine.soker.moves import PackageOption
from engine.soker.view import Outcome, View, outcome
from soker_discord.locales.speech import Speech
from soker_discord.screens.ids import ControlId
from soker_discord.screens.layout import button, inert, menu, small
from soker_discord.screens.soker.cards import club_name, in_package, several
from soker_discord.screens.soker.cards import option as card_option
from soker_discord.tables.view import GameView, TableView


@dataclass(frozen=True, slots=True)
class Choice:
    """A package that is being built: ``cards`` in the order of the option, the top card last."""

    option: PackageOption
    chosen: tuple[int, ...]
    top: int

    @property
    def cards(self) -> tuple[int, ...]:
        """The move's cards, the top card last (M5)."""
        return (*(card for card in self.chosen if card != self.top), self.top)

    @property
    def args(self) -> tuple[str, ...]:
        bits = sum(1 << self.option.cards.index(card) for card in self.chosen)
        return str(self.option.club), str(bits), str(self.option.cards.index(self.top))


def first_choice(option: PackageOption) -> Choice:
    """All cards that may join, the last one that may lie on top on top."""
    players = [card for card in option.cards if CARDS[card].kind == "player"]
    return Choice(option, option.cards, players[-1])


def with_cards(option: PackageOption, cards: tuple[int, ...], top: int | None = None) -> Choice:
    """The choice of some cards; the top stays where it is still among them."""
    chosen = tuple(card for card in option.cards if card in cards)
    return Choice(option, chosen, top if top in chosen and top is not None else chosen[-1])


def read_choice(view: View, args: tuple[str, ...]) -> Choice | None:
    """The choice behind a control's arguments, None where the hand no longer has such a package."""
    if view.legal is None or not args or not all(arg.isdecimal() for arg in args):
        return None
    option = next((option for option in view.legal.packages if option.club == int(args[0])), None)
    if option is None:
        return None
    if len(args) < 3:
        return first_choice(option)
    bits, top = int(args[1]), int(args[2])
    chosen = tuple(card for place, card in enumerate(option.cards) if bits >> place & 1)
    if not chosen or top >= len(option.cards) or option.cards[top] not in chosen:
        return None
    return Choice(option, chosen, option.cards[top])


def problem(choice: Choice, _: Speech) -> str | None:
    """Why the choice is no package yet, in words; None if it is one (M4)."""
    if len(choice.chosen) < 2:
        return _("A package needs at least two cards (M4).")
    if not any(CARDS[card].kind == "player" for card in choice.chosen):
        return _("A package needs at least one player card (M4).")
    if not set(choice.chosen) & set(choice.option.legal):
        return _("At least one card of the package must match the top card (M4).")
    return None


def choosing(view: TableView, game: GameView, choice: Choice, _: Speech) -> list[ui.Item]:
    """The package builder that takes the place of the hand's menus."""
    trouble = problem(choice, _)
    says = trouble or tell_outcome(choice.cards, game.view, view, _)
    lines = [
        "### " + _("Package of {club}", club=club_name(choice.option.club)),
        _("Cards: {cards}", cards=several(choice.cards, _)),
        _("On top: **{card}**", card=in_package(choice.top, _)),
        f"➜ {says}",
    ]
    cards = [card_option(card, _, chosen=card in choice.chosen) for card in choice.option.cards]
    tops = [card_option(card, _, chosen=card == choice.top) for card in choice.chosen]
    args = choice.args
    lay = button(
        _("Play the package"),
        ControlId("lay", game.id, game.seq, args),
        style=discord.ButtonStyle.success,
        disabled=trouble is not None,
    )
    return [
        ui.TextDisplay("\n".join(lines)),
        ui.TextDisplay(small(_("The cards of the package"))),
        menu(_("Which cards?"), ControlId("cards", game.id, game.seq, args), cards, least=1, most=len(cards)),
        ui.TextDisplay(small(_("The card on top: the next player must match it"))),
        menu(_("Which card on top?"), ControlId("top", game.id, game.seq, args), tops),
        ui.ActionRow(lay, button(_("Back to the hand"), ControlId("back", game.id, game.seq))),
    ]


def tell_outcome(
    cards: tuple[int, ...], seen: View, view: TableView, _: Speech, *, write: Callable[[str], str] = inert
) -> str:
    """What playing these cards, the last on top, would do; said before it is done. ``write`` writes a name."""
    result = outcome(seen, cards)
    if result.wins == "country":
        return _("You win: four cards of one country!")
    if result.wins:
        return _("You win: your last card!")
    parts = [] if result.skips is None else [_("Link: {name} skips a turn.", name=write(view.name_at(result.skips)))]
    top = CARDS[cards[-1]].kind
    if top == "red":
        parts.append(_("Everybody else draws a card and skips."))
    elif top == "yellow":
        parts.append(_("Everybody else skips."))
    parts.append(_("You play again.") if result.again else _next(result, seen, view, _, write))
    if top == "joker":
        parts.append(_("Any card may follow."))
    return " ".join(parts)


def _next(result: Outcome, seen: View, view: TableView, _: Speech, write: Callable[[str], str]) -> str:
    last = seen.seat if result.skips is None else result.skips
    return _("{name} is next.", name=write(view.name_at(((last or 0) + 1) % seen.seats)))
