"""What stands at the top of every picture: a piece of mown turf with its title."""

from __future__ import annotations

from collections.abc import Iterator

from soker_discord.art.fonts import BOLD, REGULAR, SEMIBOLD, Face
from soker_discord.art.marks import Box, Mark, Panel, Sign, label
from soker_discord.art.palette import CHALK, INK, ON_TURF, PAGE, TURF, TURF_MOWN

WIDTH = 900
MARGIN = 26
HEADER = 124

_TITLE = Face(BOLD, 46)
_SCOPE = Face(REGULAR, 30)
_ASIDE = Face(SEMIBOLD, 30)
_BAND = 100
_ASIDE_ROOM = 300
_CIRCLE = Box(342, 16, 216, 108)
_FOOT = 4


def header(title: str, scope: str, aside: str = "") -> Iterator[Mark]:
    """The turf, ``HEADER`` pixels high, with a title, the scope below it, and a few words on the right."""
    yield from _turf()
    room = WIDTH - 2 * MARGIN
    aside_room = _ASIDE_ROOM if aside else 0
    yield label(title, _TITLE, Box(MARGIN, 6, room, 64), INK, TURF, smallest=32)
    yield label(scope, _SCOPE, Box(MARGIN, 70, room - aside_room, 44), ON_TURF, TURF, smallest=24)
    if aside:
        right = Box(WIDTH - MARGIN - aside_room + 12, 70, aside_room - 12, 44)
        yield label(aside, _ASIDE, right, INK, TURF, "right", smallest=24)


def _turf() -> Iterator[Mark]:
    yield Panel(Box(0, 0, WIDTH, HEADER), TURF, PAGE)
    for left in range(_BAND, WIDTH, 2 * _BAND):
        yield Panel(Box(left, 0, _BAND, HEADER), TURF_MOWN, TURF)
    yield Sign("half_circle", _CIRCLE, CHALK, TURF)
    yield Panel(Box(0, HEADER - _FOOT, WIDTH, _FOOT), CHALK, TURF)
