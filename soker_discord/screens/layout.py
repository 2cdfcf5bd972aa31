"""The base of every message: a picture of a moment, sent once and never listened to."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from zlib import crc32

import discord
from discord import ui

from soker_discord.screens.ids import ControlId

MAX_OPTIONS = 25
_MARKUP = re.compile(r"([\\*_~`|<>\[\]()#@:\-])")

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by their category that show nothing."""
_JOINERS = frozenset("\u200c\u200d")
"""They shape the letters and emojis between which they stand."""


class Layout(ui.LayoutView):
    """A finished layout. It is stopped at once: clicks reach the dynamic item, never a view in memory.

    So there is no time-out an ephemeral message, nothing to leak, and nothing that a restart forgets.
    """

    def __init__(self, *items: ui.Item) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)
        self.stop()


def button(
    label: str,
    control: ControlId,
    *,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    emoji: str | None = None,
    disabled: bool = False,
) -> ui.Button:
    """A button that means ``control``. Labels are cut at Discord's 80 characters."""
    return ui.Button(label=label[:80], custom_id=str(control), style=style, emoji=emoji, disabled=disabled)


def menu(
    placeholder: str,
    control: ControlId,
    options: Sequence[discord.SelectOption],
    *,
    least: int = 1,
    most: int = 1,
) -> ui.ActionRow:
    """A row with one select menu of at most 25 options."""
    select = ui.Select(
        custom_id=str(control),
        placeholder=placeholder[:150],
        options=list(options),
        min_values=least,
        max_values=most,
        id=component_id(control),
    )
    return ui.ActionRow(select)


def component_id(control: ControlId) -> int:
    """A component's id of its own: where a menu replaces another under the same id, the old choice shows in it.

    Above any id that Discord counts out itself, below 2**31.
    """
    return 1 << 30 | crc32(str(control).encode()) >> 2


def pages(options: Sequence[discord.SelectOption]) -> list[list[discord.SelectOption]]:
    """Options in menus of at most 25, as even as they can be."""
    count = -(-len(options) // MAX_OPTIONS)
    if count == 0:
        return []
    size = -(-len(options) // count)
    return [list(options[start : start + size]) for start in range(0, len(options), size)]


def inert(name: str) -> str:
    """A person's name as plain text: its markdown, mentions, links and line breaks mean nothing."""
    return _MARKUP.sub(r"\\\1", plain(name))


def plain(name: str) -> str:
    """A person's name on one line, at most 32 characters, for labels that know no markdown.

    Characters that show nothing, or turn the direction of what follows, are left out; a name of nothing else is "?".
    """
    seen = "".join(char for char in " ".join(name.split()) if _shows(char))
    cut = " ".join(seen.split())[:32].strip()
    return cut if any(unicodedata.category(char)[0] not in "CMZ" for char in cut) else "?"


def _shows(char: str) -> bool:
    if char in _BLANK:
        return False
    return char in _JOINERS or unicodedata.category(char) not in {"Cc", "Cf", "Cs"}


def small(text: str) -> str:
    """Text in Discord's small print; empty stays empty, since an empty small line shows its marks."""
    return "\n".join(f"-# {line}" for line in text.splitlines() if line)


def notice(text: str, *rows: ui.ActionRow) -> Layout:
    """A short private answer."""
    return Layout(ui.Container(ui.TextDisplay(text), *rows))
