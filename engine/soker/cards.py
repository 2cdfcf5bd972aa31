"""The 68 cards (C1) as numbers, and the tables the rules look them up in.

Cards 0..63 are the players in the order of ``cards.csv``, then joker, two yellow, red.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib import resources
from typing import Literal

Kind = Literal["player", "joker", "yellow", "red"]

POSITIONS = ("GKP", "DEF", "MID", "FRW")
JOKER = 64
YELLOWS = (65, 66)
RED = 67
DECK_SIZE = 68


@dataclass(frozen=True, slots=True)
class Club:
    """One of the 16 clubs."""

    index: int
    code: str
    name: str
    country: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card. Specials have no country, club, position or legend."""

    id: int
    kind: Kind
    code: str
    country: str | None = None
    club: int | None = None
    club_code: str | None = None
    club_name: str | None = None
    position: str | None = None
    legend: str | None = None


def _rows() -> list[dict[str, str]]:
    text = resources.files("engine.soker").joinpath("cards.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _clubs(rows: list[dict[str, str]]) -> tuple[Club, ...]:
    found = {row["code"]: (row["club"], row["country"]) for row in rows}
    return tuple(Club(index, code, name, country) for index, (code, (name, country)) in enumerate(found.items()))


def _player(card: int, row: dict[str, str], club: Club) -> Card:
    return Card(
        id=card,
        kind="player",
        code=f"{club.code}-{row['position']}",
        country=club.country,
        club=club.index,
        club_code=club.code,
        club_name=club.name,
        position=row["position"],
        legend=row["legend"],
    )


def _cards(rows: list[dict[str, str]], clubs: tuple[Club, ...]) -> tuple[Card, ...]:
    club_of = {club.code: club for club in clubs}
    players = [_player(card, row, club_of[row["code"]]) for card, row in enumerate(rows)]
    specials = [
        Card(JOKER, "joker", "JOKER"),
        Card(YELLOWS[0], "yellow", "YELLOW-1"),
        Card(YELLOWS[1], "yellow", "YELLOW-2"),
        Card(RED, "red", "RED"),
    ]
    return (*players, *specials)


_ROWS = _rows()
CLUBS = _clubs(_ROWS)
CARDS = _cards(_ROWS, CLUBS)
COUNTRIES = tuple(dict.fromkeys(club.country for club in CLUBS))

CLUB_OF: tuple[int | None, ...] = tuple(card.club for card in CARDS)
COUNTRY_OF: tuple[str | None, ...] = tuple(card.country for card in CARDS)
IS_PLAYER: tuple[bool, ...] = tuple(card.kind == "player" for card in CARDS)
PLAYS_AGAIN: tuple[bool, ...] = tuple(card.kind in ("yellow", "red") for card in CARDS)


def _fits(card: Card, top: Card) -> bool:
    if card.kind != "player" or top.kind != "player":
        return True
    return card.country == top.country or card.position == top.position


FITS: tuple[tuple[bool, ...], ...] = tuple(tuple(_fits(card, top) for card in CARDS) for top in CARDS)
"""``FITS[top][card]``: whether the card is legal on that top discard (M1, M2, M3)."""
