"""Soker's events as a spectator would tell them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.soker import events as ev
from engine.soker.cards import CARDS
from soker_discord.locales.speech import Speech
from soker_discord.screens.layout import inert
from soker_discord.screens.soker.cards import club_name, in_package, several, told


def tell(events: Sequence[Any], players: Sequence[str], _: Speech) -> list[str]:
    """One line an event; events that need no words have none."""
    lines = [_line(event, [inert(name) for name in players], _) for event in events]
    return [line for line in lines if line]


def _line(event: Any, names: Sequence[str], _: Speech) -> str:
    match event:
        case ev.Played(seat=seat, cards=cards) if len(cards) == 1:
            return _("{name} plays {cards}.", name=names[seat], cards=told(cards[0], _))
        case ev.Played(seat=seat, cards=cards):
            return _(
                "{name} plays a package of {club}: {cards}. {top} lies on top.",
                name=names[seat],
                club=_club(cards),
                cards=several(cards, _),
                top=in_package(cards[-1], _),
            )
        case ev.Linked(seat=seat, club=club, skipped=skipped):
            return _linked(names, seat, club, skipped, _)
        case ev.PlaysAgain(seat=seat):
            return _("{name} plays again.", name=names[seat])
        case ev.Drew():
            return _drew(event, names, _)
        case ev.Reshuffled(count=count):
            return _.plural(
                "The discard pile is shuffled: a new deck of {count} card.",
                "The discard pile is shuffled: a new deck of {count} cards.",
                count,
            )
        case ev.Passed(seat=seat):
            return _("{name} ends the turn.", name=names[seat])
        case ev.TimedOut(seat=seat):
            return _("The table acts for {name}.", name=names[seat])
        case ev.Won(seat=seat, way="country"):
            return _("{name} wins with four of one country!", name=names[seat])
        case ev.Won(seat=seat):
            return _("{name} wins with an empty hand!", name=names[seat])
        case ev.Deadlocked():
            return _("Nobody can go on: a deadlock, no winner.")
        case _other:
            return ""


def _club(package: Sequence[int]) -> str:
    return next(CARDS[card].club_name or "" for card in package if CARDS[card].kind == "player")


def _linked(names: Sequence[str], seat: int, club: int, skipped: int | None, _: Speech) -> str:
    if skipped is None or skipped == seat:
        return _("Link at {club}!", club=club_name(club))
    return _("Link at {club}! {name} skips a turn.", club=club_name(club), name=names[skipped])


def _drew(event: Any, names: Sequence[str], _: Speech) -> str:
    if event.count == 0:
        return ""
    if event.why == "red":
        return _.plural(
            "{name} draws {count} card for the red.",
            "{name} draws {count} cards for the red.",
            event.count,
            name=names[event.seat],
        )
    return _.plural("{name} draws {count} card.", "{name} draws {count} cards.", event.count, name=names[event.seat])
