"""How a card is written: a colour square with a letter code beside it, never colour alone (C5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import discord

from engine.game import msg
from engine.soker.cards import CARDS, CLUBS, Card
from soker_discord.locales.speech import Speech

SQUARES = {"Italy": "🟩", "Germany": "🟨", "Spain": "🟥", "England": "⬜"}
COUNTRY_CODES = {"Italy": msg("ITA"), "Germany": msg("GER"), "Spain": msg("ESP"), "England": msg("ENG")}
COUNTRY_NAMES = {"Italy": msg("Italy"), "Germany": msg("Germany"), "Spain": msg("Spain"), "England": msg("England")}
SPECIALS = {
    "joker": ("🃏", msg("Joker")),
    "yellow": ("⚠️", msg("Yellow card")),
    "red": ("🛑", msg("Red card")),
}


def emblem(card: Card) -> str:
    """The sign in front of a card."""
    return SPECIALS[card.kind][0] if card.kind != "player" else SQUARES[card.country or ""]


def short(card_id: int, _: Speech) -> str:
    """A card in a few letters, for running text: ``🟩 ITA DEF MIL``."""
    card = CARDS[card_id]
    if card.kind != "player":
        sign, name = SPECIALS[card.kind]
        return f"{sign} {_(name)}"
    return f"{emblem(card)} {_(COUNTRY_CODES[card.country or ''])} {card.position} {card.club_code}"


def long(card_id: int, _: Speech) -> str:
    """A card with club and legend: ``🟩 ITA **DEF** AC Milan · Paolo Maldini``."""
    card = CARDS[card_id]
    return bare(card_id, _) if card.kind != "player" else f"{bare(card_id, _)} · {card.legend}"


def bare(card_id: int, _: Speech) -> str:
    """A card without its legend: ``🟩 ITA **DEF** AC Milan``."""
    card = CARDS[card_id]
    if card.kind != "player":
        return f"**{short(card_id, _)}**"
    return f"{emblem(card)} {_(COUNTRY_CODES[card.country or ''])} **{card.position}** {card.club_name}"


def line(card_id: int, _: Speech) -> str:
    """A card on one line of a phone: club and the legend's surname."""
    card = CARDS[card_id]
    return bare(card_id, _) if card.kind != "player" else f"{bare(card_id, _)} · {surname(card)}"


def by_country(cards: Sequence[int], _: Speech) -> str:
    """Many cards in few letters, by country: ``🟩 ITA DEF MIL, FRW JUV · 🃏 Joker``."""
    groups: dict[str, list[str]] = {}
    for card_id in in_order(cards):
        card = CARDS[card_id]
        if card.kind != "player":
            groups.setdefault(short(card_id, _), []).append(short(card_id, _))
            continue
        name = f"{emblem(card)} {_(COUNTRY_CODES[card.country or ''])}"
        groups.setdefault(name, []).append(f"{card.position} {card.club_code}")
    parts = [", ".join(found) if found[0] == name else f"{name} {', '.join(found)}" for name, found in groups.items()]
    return " · ".join(parts)


def told(card_id: int, _: Speech) -> str:
    """A card in a sentence: ``🟩 ITA DEF AC Milan``."""
    return bare(card_id, _).replace("**", "")


def in_package(card_id: int, _: Speech) -> str:
    """A card where its club is known: ``DEF Maldini``."""
    card = CARDS[card_id]
    return short(card_id, _) if card.kind != "player" else f"{card.position} {surname(card)}"


def surname(card: Card) -> str:
    """A legend without the first name: Di Stéfano, van Basten, Xavi."""
    return (card.legend or "").split(" ", 1)[-1]


def label(card_id: int, _: Speech) -> str:
    """A card in a menu, without markdown and without its sign. Short enough not to be cut on a phone."""
    card = CARDS[card_id]
    if card.kind != "player":
        return _(SPECIALS[card.kind][1])
    return f"{_(COUNTRY_CODES[card.country or ''])} {card.position} {card.club_name}"


def option(card_id: int, _: Speech, *, chosen: bool = False, says: str = "") -> discord.SelectOption:
    """A card in a menu: below its label the legend and what playing it does."""
    card = CARDS[card_id]
    parts = [part for part in (card.legend, says) if part]
    return discord.SelectOption(
        label=label(card_id, _),
        value=str(card_id),
        description=" · ".join(parts)[:100] or None,
        emoji=emblem(card),
        default=chosen,
    )


def several(cards: Iterable[int], _: Speech) -> str:
    """The cards of a package in a row, in the order given."""
    return ", ".join(in_package(card, _) for card in cards)


def club_name(index: int) -> str:
    """A club's name. Names are facts and stay as they are in every language (C4)."""
    return CLUBS[index].name


def in_order(cards: Sequence[int]) -> list[int]:
    """Cards by country, club and position as in the card list, specials last."""
    return sorted(cards)
