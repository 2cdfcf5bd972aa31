"""Who wins: the chances of two to four people."""

from __future__ import annotations

from collections.abc import Sequence

from ratings.display import percent, text
from soker_discord.locales.speech import Speech
from soker_discord.screens.ladder.screen import LadderScreen
from soker_discord.screens.ladder.words import scope
from soker_discord.screens.layout import inert
from soker_discord.tables.ladder_view import Chance

CELLS = 10


def odds_screen(chances: Sequence[Chance], family: str, here: bool, _: Speech) -> LadderScreen:
    """The people by their chance, as bars and numbers."""
    order = sorted(range(len(chances)), key=lambda index: (-chances[index].chance, index))
    return LadderScreen(
        heading=f"### {_('Who wins a tournament?')}\n{scope(family, here, _)}",
        twin="\n".join(_line(chances[index], _) for index in order),
        below="-# " + _("From the ratings as they stand today, and how sure they are."),
    )


def _line(chance: Chance, _: Speech) -> str:
    filled = round(chance.chance * CELLS)
    bar = "█" * filled + "░" * (CELLS - filled)
    place = _("expected place {place}", place=f"{chance.expected_place:.1f}")
    return f"`{bar}` **{percent(chance.chance)}** {inert(chance.name)} · {text(chance.rating)} · {place}"
