"""What the rows of all tables have in common: their ground, the medal of a place, the mark of the viewer's own."""

from __future__ import annotations

from collections.abc import Iterator

from soker_discord.art.fonts import BOLD, Face, fit
from soker_discord.art.marks import Box, Label, Mark, Panel, Sign, label
from soker_discord.art.palette import DARK, INK, MEDALS, MUTED, OWN, PAGE, STRIPE, SUN, Colour

_PLACE_FACE = Face(BOLD, 36)
_YOU_FACE = Face(BOLD, 25)
_YOU_ROOM = 120
_YOU_PAD = 10
_YOU_HEIGHT = 34


def row_ground(index: int, own: bool) -> Colour:
    """The colour behind a row: every other one differs, as a pitch is mown; the own one stands out."""
    return OWN if own else (PAGE if index % 2 else STRIPE)


def row_panel(box: Box, ground: Colour, own: bool) -> Iterator[Mark]:
    """The ground of a row; the own one with a frame and a pointer, to be found without seeing colours."""
    if not own:
        yield Panel(box, ground, PAGE)
        return
    outer = Box(box.left + 8, box.top, box.width - 16, box.height)
    yield Panel(outer, SUN, PAGE, 16)
    yield Panel(outer.inset(4), ground, SUN, 12)
    yield Sign("pointer", Box(outer.left + 4, box.top + box.height // 2 - 13, 15, 26), SUN, ground)


def medal(place: int) -> Colour | None:
    """The colour of the first three places."""
    return MEDALS[place - 1] if 1 <= place <= len(MEDALS) else None


def place_mark(place: int, box: Box, on: Colour) -> Iterator[Mark]:
    """The number of a place in the middle of the box, on a medal for the first three."""
    colour = medal(place)
    if colour is None:
        yield label(str(place), _PLACE_FACE, box, INK, on, "centre", 18)
        return
    size = min(box.width, box.height) - 6
    disc = Box(box.left + (box.width - size) // 2, box.top + (box.height - size) // 2, size, size)
    yield Sign("disc", disc, colour, on)
    yield label(str(place), _PLACE_FACE, disc.inset(6), DARK, colour, "centre")


def you_pill(you: str, left: int, middle: int, on: Colour) -> tuple[Mark, Mark]:
    """The word for the viewer on a bright pill."""
    text = fit(you, _YOU_FACE, _YOU_ROOM, 20)
    pill = Box(left, middle - _YOU_HEIGHT // 2, text.width + 2 * _YOU_PAD, _YOU_HEIGHT)
    inner = Box(left + _YOU_PAD, pill.top, text.width, _YOU_HEIGHT)
    return Panel(pill, SUN, on, 10), Label(text.text, text.face, inner, DARK, SUN)


def you_width(you: str) -> int:
    """How much room the pill takes."""
    return fit(you, _YOU_FACE, _YOU_ROOM, 20).width + 2 * _YOU_PAD


def dots(left: int, middle: int) -> Iterator[Mark]:
    """Three dots: something is left out here."""
    for number in range(3):
        yield Sign("disc", Box(left + 24 * number, middle - 5, 10, 10), MUTED, PAGE)
