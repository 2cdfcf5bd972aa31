"""A page of the ladder as a picture: who stands where, how sure that is, and always the viewer's own row.

The picture knows no language and no rules: every word and number comes from the caller.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from soker_discord.art.fonts import BOLD, REGULAR, SEMIBOLD, Face, fit
from soker_discord.art.header import HEADER, MARGIN, WIDTH, header
from soker_discord.art.marks import Box, Label, Mark, Panel, Picture, Sign, label
from soker_discord.art.painting import png
from soker_discord.art.palette import DARK, GRID, INK, MUTED, PAGE, TIERS, Colour
from soker_discord.art.rows import dots, place_mark, row_ground, row_panel, you_pill, you_width

MOST_ROWS = 10

_ROW = 82
_HEADINGS = 42
_GAP = 40
_FOOT = 10

_PLACE = Box(32, 9, 74, 64)
_SHIELD = Box(114, 13, 50, 56)
_NAME = Box(180, 0, 372, 44)
_BELOW = Box(180, 46, 372, 34)
_SPREAD = Box(574, 0, 126, _ROW)
_NUMBER = Box(708, 9, 138, 64)
_MARK = Box(848, 9, WIDTH - MARGIN - 848, 64)

_NAME_FACE = Face(SEMIBOLD, 34)
_BELOW_FACE = Face(REGULAR, 27)
_TIER_FACE = Face(SEMIBOLD, 27)
_NUMBER_FACE = Face(BOLD, 46)
_MARK_FACE = Face(SEMIBOLD, 40)
_LETTER_FACE = Face(BOLD, 32)
_HEADING_FACE = Face(REGULAR, 26)
_SMALL = 22
_TAG_GAP = 12
_DOT = 18


@dataclass(frozen=True, slots=True)
class TierBadge:
    """A tier of the ladder: its letter and word, and how many steps it is from the top, which gives its colour."""

    letter: str
    word: str
    step: int


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A person on the ladder. ``low`` and ``high`` bound the skill, ``middle`` is its best guess, on any one scale."""

    place: int
    name: str
    rating: str
    tier: TierBadge
    played: str
    low: float
    middle: float
    high: float
    own: bool = False


@dataclass(frozen=True, slots=True)
class LadderWords:
    """The words around the rows, translated: title, scope, page, headings, the mark of the own row, an empty list."""

    title: str
    scope: str
    page: str
    player: str
    spread: str
    rating: str
    you: str
    nobody: str


def leaderboard(words: LadderWords, rows: tuple[LadderRow, ...], own: LadderRow | None = None) -> bytes:
    """A page of up to ten rows as a PNG; the viewer's own row stands below a gap where the page does not hold it."""
    return png(lay_leaderboard(words, rows, own))


def lay_leaderboard(words: LadderWords, rows: tuple[LadderRow, ...], own: LadderRow | None = None) -> Picture:
    """Where everything of that page stands."""
    if len(rows) > MOST_ROWS:
        raise ValueError(f"a page holds at most {MOST_ROWS} rows, not {len(rows)}")
    extra = own if own and not any(row.own for row in rows) else None
    below = HEADER + _HEADINGS + _ROW * max(1, len(rows))
    height = below + _FOOT + (_GAP + _ROW if extra else 0)
    scale = _Scale.of((*rows, extra) if extra else rows)
    marks: list[Mark] = [*header(words.title, words.scope, words.page), *_headings(words)]
    for index, row in enumerate(rows):
        marks += _row(row, index, HEADER + _HEADINGS + index * _ROW, row.own, scale, words)
    if not rows:
        marks.append(_nobody(words))
    if extra:
        marks += dots(_PLACE.left + 8, below + _GAP // 2)
        marks += _row(extra, len(rows), below + _GAP, True, scale, words)
    return Picture(WIDTH, height, PAGE, tuple(marks))


@dataclass(frozen=True, slots=True)
class _Scale:
    """From a value to a column: one scale for all rows of the page, so that the bars can be compared."""

    low: float
    high: float

    @classmethod
    def of(cls, rows: tuple[LadderRow, ...]) -> _Scale:
        values = [value for row in rows for value in (row.low, row.middle, row.high)]
        return cls(min(values, default=0.0), max(values, default=1.0))

    def column(self, value: float) -> int:
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return _SPREAD.left + round(share * _SPREAD.width)


def _headings(words: LadderWords) -> Iterator[Mark]:
    top, high = HEADER + 4, _HEADINGS - 8
    number = Box(_NUMBER.left + 14, top, _MARK.right - _NUMBER.left - 14, high)
    yield label(words.player, _HEADING_FACE, Box(_NAME.left, top, _NAME.width, high), MUTED, PAGE, smallest=_SMALL)
    spread = Box(_SPREAD.left - 10, top, _SPREAD.width + 20, high)
    yield label(words.spread, _HEADING_FACE, spread, MUTED, PAGE, "centre", _SMALL)
    yield label(words.rating, _HEADING_FACE, number, MUTED, PAGE, "right", _SMALL)


def _row(row: LadderRow, index: int, top: int, own: bool, scale: _Scale, words: LadderWords) -> Iterator[Mark]:
    on = row_ground(index, own)
    yield from row_panel(Box(0, top, WIDTH, _ROW), on, own)
    yield from place_mark(row.place, _PLACE.lowered(top), on)
    yield from _tier(row.tier, top, on)
    yield from _name(row, top, on, words.you if own else "")
    yield from _below(row, top, on)
    yield from _spread(row, top, on, scale)
    yield from _rating(row.rating, top, on)


def _tier(tier: TierBadge, top: int, on: Colour) -> Iterator[Mark]:
    colour = TIERS[min(max(tier.step, 0), len(TIERS) - 1)]
    shield = _SHIELD.lowered(top)
    yield Sign("shield", shield, colour, on)
    letter = Box(shield.left + 4, shield.top + 3, shield.width - 8, 44)
    yield label(tier.letter, _LETTER_FACE, letter, DARK, colour, "centre", 20)


def _name(row: LadderRow, top: int, on: Colour, you: str) -> Iterator[Mark]:
    """The name; the viewer's with their mark right behind it."""
    box = _NAME.lowered(top)
    room = box.width - (you_width(you) + _TAG_GAP if you else 0)
    name = fit(row.name, _NAME_FACE, room, 26)
    yield Label(name.text, name.face, Box(box.left, box.top, room, box.height), INK, on)
    if you:
        yield from you_pill(you, box.left + name.width + _TAG_GAP, box.top + box.height // 2, on)


def _below(row: LadderRow, top: int, on: Colour) -> Iterator[Mark]:
    """The tier's word, then what was played."""
    box = _BELOW.lowered(top)
    word = fit(row.tier.word, _TIER_FACE, box.width // 2, _SMALL)
    yield Label(word.text, word.face, Box(box.left, box.top, word.width, box.height), INK, on)
    used = word.width + 18
    rest = Box(box.left + used, box.top, box.width - used, box.height)
    yield label(row.played, _BELOW_FACE, rest, MUTED, on, smallest=_SMALL)


def _spread(row: LadderRow, top: int, on: Colour, scale: _Scale) -> Iterator[Mark]:
    """Where the skill may lie: a bar from low to high on a rail, with a post at the best guess."""
    middle = top + _ROW // 2
    yield Panel(Box(_SPREAD.left, middle - 2, _SPREAD.width, 4), GRID, on)
    left, right = sorted((scale.column(row.low), scale.column(row.high)))
    left = min(left, _SPREAD.right - _DOT)
    yield Panel(Box(left, middle - 9, max(_DOT, right - left), _DOT), MUTED, on, 9)
    at = min(max(scale.column(row.middle), _SPREAD.left + 5), _SPREAD.right - 5)
    yield Panel(Box(at - 5, middle - 17, 10, 34), on, MUTED)
    yield Panel(Box(at - 3, middle - 15, 6, 30), INK, on)


def _rating(rating: str, top: int, on: Colour) -> Iterator[Mark]:
    """The number, its digits below those of the other rows; a mark after it hangs outside their column."""
    number, mark = (rating[:-1], rating[-1:]) if rating and not rating[-1].isdigit() else (rating, "")
    yield label(number, _NUMBER_FACE, _NUMBER.lowered(top), INK, on, "right", 24)
    if mark:
        yield label(mark, _MARK_FACE, _MARK.lowered(top), MUTED, on, smallest=28)


def _nobody(words: LadderWords) -> Label:
    box = Box(MARGIN, HEADER + _HEADINGS, WIDTH - 2 * MARGIN, _ROW)
    return label(words.nobody, _NAME_FACE, box, MUTED, PAGE, "centre", _SMALL)
