"""A message of the ladder: a heading, then a picture or the same as text, then buttons."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import discord
from discord import ui

from soker_discord.screens.layout import Layout

MAX_ALT = 1024
"""Discord's limit for an alternative text."""
MAX_TEXT = 3800
"""Just below Discord's limit for the text of one message."""


@dataclass(frozen=True, slots=True)
class LadderScreen:
    """``twin`` says all that the picture shows. ``draw`` makes it (a PNG, to be run in a thread); None: text alone.

    ``above`` is what stands above the picture, which has its own heading; ``below`` is text in either case.
    """

    heading: str
    twin: str
    draw: Callable[[], bytes] | None = None
    above: str = ""
    below: str = ""
    rows: tuple[ui.ActionRow, ...] = ()
    name: str = "ladder.png"

    def layout(self, *, picture: bool) -> Layout:
        """The message, with the picture (sent beside it as a file called ``name``) or with its twin."""
        parts: list[ui.Item] = []
        if picture and self.draw is not None:
            item = discord.MediaGalleryItem(f"attachment://{self.name}", description=_alternative(self.twin))
            parts += [*_text(self.above), ui.MediaGallery(item)]
        else:
            parts += [*_text(self.heading), *_text(self.twin[:MAX_TEXT])]
        return Layout(ui.Container(*parts, *_text(self.below), *self.rows))


def _text(text: str) -> list[ui.Item]:
    return [ui.TextDisplay(text)] if text else []


def _alternative(twin: str) -> str:
    """A text for those who cannot see the picture: what is marked for the eye is left out."""
    plain = re.sub(r"\*\*|`|\\|^-# ", "", twin, flags=re.MULTILINE)
    return plain if len(plain) <= MAX_ALT else plain[: MAX_ALT - 1] + "…"
