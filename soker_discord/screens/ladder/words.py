"""Words that several of the ladder's messages use."""

from __future__ import annotations

from datetime import datetime

from discord.utils import escape_markdown, escape_mentions

from engine.game import msg
from ratings.display import TIERS, Tier
from soker_discord.locales.speech import Speech
from soker_discord.tables.boards import FAMILIES

TIER_WORDS = {
    "Legend": msg("Legend"),
    "Captain": msg("Captain"),
    "Playmaker": msg("Playmaker"),
    "Starter": msg("Starter"),
    "Reserve": msg("Reserve"),
    "Academy": msg("Academy"),
}
MONTHS = (
    msg("{day} Jan"),
    msg("{day} Feb"),
    msg("{day} Mar"),
    msg("{day} Apr"),
    msg("{day} May"),
    msg("{day} Jun"),
    msg("{day} Jul"),
    msg("{day} Aug"),
    msg("{day} Sep"),
    msg("{day} Oct"),
    msg("{day} Nov"),
    msg("{day} Dec"),
)


def tier_word(tier: Tier | None, _: Speech) -> str:
    """A tier's name, or that there is none yet."""
    return _("provisional") if tier is None else _(TIER_WORDS[tier.word])


def tier_step(tier: Tier | None) -> int:
    """How many steps a tier is from the top; none yet is the last."""
    return len(TIERS) - 1 if tier is None else TIERS.index(tier)


def scope(family: str, here: bool, _: Speech) -> str:
    """Which ladder: what is played, and where."""
    place = _("this server") if here else _("everywhere")
    return f"{_(FAMILIES[family].title)} · {place}"


def short_date(moment: datetime, _: Speech) -> str:
    """A day without its year, for a picture; text has Discord's own dates."""
    return _(MONTHS[moment.month - 1], day=moment.day)


def tournaments(count: int, _: Speech) -> str:
    """A number of tournaments."""
    return _.plural("{count} tournament", "{count} tournaments", count)


def results(count: int, _: Speech) -> str:
    """A number of results: of tournaments, and against the system of single games too."""
    return _.plural("{count} result", "{count} results", count)


def said(note: str, _: Speech) -> str:
    """A host's words about an event, at most 300 characters, as plain text."""
    words = " ".join(note.split())[:300]
    return _("The host says: {note}", note=escape_mentions(escape_markdown(words)))
