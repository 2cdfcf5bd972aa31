"""The standing of a tournament as a picture: places, points, wins and, at its end, a podium and what ratings became.

The picture knows no language and no rules: places come from the caller, shared ones as they are shared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from soker_discord.art.fonts import BOLD, REGULAR, SEMIBOLD, Face, fit, wrap
from soker_discord.art.header import HEADER, MARGIN, WIDTH, header
from soker_discord.art.marks import Align, Box, Label, Mark, Panel, Picture, Shape, Sign, label, stacked
from soker_discord.art.painting import png
from soker_discord.art.palette import CHALK, CLAY, DARK, GRASS, INK, MUTED, PAGE, TURF, Colour
from soker_discord.art.rows import medal, place_mark, row_ground, row_panel, you_pill

MOST_ROWS = 8

_PODIUM = 320
_HEADINGS = 74
_ROW = 92
_FOOT = 12

_PLACE = Box(34, 14, 64, 64)
_NAME_LEFT = 116
_GAP = 12
_POINTS_WIDTH, _GAMES_WIDTH, _COUNTRIES_WIDTH, _RATING_WIDTH = 96, 114, 122, 134

_BLOCKS_LEFT, _BLOCKS_WIDTH, _BLOCK_GAP = 50, WIDTH - 100, 14
_BLOCK_HEIGHTS = (176, 132, 98, 70)
_ON_BLOCKS = 4

_NAME_FACE = Face(SEMIBOLD, 34)
_POINTS_FACE = Face(BOLD, 40)
_COUNT_FACE = Face(SEMIBOLD, 36)
_HEADING_FACE = Face(REGULAR, 25)
_CHANGE_FACE = Face(BOLD, 34)
_BECAME_FACE = Face(REGULAR, 26)
_BLOCK_NAME_FACE = Face(SEMIBOLD, 32)
_BLOCK_PLACE_FACE = Face(BOLD, 44)
_BLOCK_POINTS_FACE = Face(SEMIBOLD, 30)
_SMALL = 20
_LINE = 46
_ARROW = 22
_HEADING_LINE = 32
_NAME_LINE = 42
_MINUS = "−"


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A seat of the tournament. ``change`` and ``rating`` (what it became) stay empty where nothing is rated."""

    place: int
    name: str
    points: str
    games: str
    countries: str
    change: int | None = None
    rating: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True)
class StandingWords:
    """The words around the rows, translated."""

    title: str
    scope: str
    progress: str
    player: str
    points: str
    games: str
    countries: str
    rating: str
    you: str


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns from the right; where nothing is rated the others have its room."""

    name: Box
    points: Box
    games: Box
    countries: Box
    rating: Box | None

    @classmethod
    def of(cls, rated: bool) -> _Columns:
        right = WIDTH - MARGIN
        rating = Box(right - _RATING_WIDTH, 0, _RATING_WIDTH, _ROW) if rated else None
        right = rating.left - _GAP if rating else right
        countries = Box(right - _COUNTRIES_WIDTH, 0, _COUNTRIES_WIDTH, _ROW)
        games = Box(countries.left - _GAP - _GAMES_WIDTH, 0, _GAMES_WIDTH, _ROW)
        points = Box(games.left - _GAP - _POINTS_WIDTH, 0, _POINTS_WIDTH, _ROW)
        return cls(Box(_NAME_LEFT, 0, points.left - _GAP - _NAME_LEFT, _ROW), points, games, countries, rating)


def standing(words: StandingWords, rows: tuple[StandingRow, ...], podium: bool = False) -> bytes:
    """The seats by place as a PNG, at the end of a tournament with a podium above."""
    return png(lay_standing(words, rows, podium))


def lay_standing(words: StandingWords, rows: tuple[StandingRow, ...], podium: bool = False) -> Picture:
    """Where everything of the standing stands."""
    if not 1 <= len(rows) <= MOST_ROWS:
        raise ValueError(f"a standing has 1 to {MOST_ROWS} rows, not {len(rows)}")
    ordered = tuple(sorted(rows, key=lambda row: row.place))
    top = HEADER + (_PODIUM if podium else 0)
    below = top + _HEADINGS
    columns = _Columns.of(any(row.change is not None or row.rating for row in rows))
    marks: list[Mark] = [*header(words.title, words.scope, words.progress)]
    if podium:
        marks += _podium(ordered[:_ON_BLOCKS])
    marks += _headings(words, columns, top)
    for index, row in enumerate(ordered):
        marks += _row(row, columns, index, below + index * _ROW, words)
    return Picture(WIDTH, below + len(rows) * _ROW + _FOOT, PAGE, tuple(marks))


def _podium(rows: tuple[StandingRow, ...]) -> Iterator[Mark]:
    """The best in the middle; who shares a place stands equally high."""
    ground = HEADER + _PODIUM
    wide = (_BLOCKS_WIDTH - _BLOCK_GAP * (len(rows) - 1)) // max(3, len(rows))
    left = (WIDTH - wide * len(rows) - _BLOCK_GAP * (len(rows) - 1)) // 2
    for position, row in enumerate(_best_in_the_middle(rows)):
        high = _BLOCK_HEIGHTS[min(max(row.place, 1), len(_BLOCK_HEIGHTS)) - 1]
        yield from _block(row, Box(left + position * (wide + _BLOCK_GAP), ground - high, wide, high))
    yield Panel(Box(0, ground - 4, WIDTH, 4), CHALK, PAGE)


def _best_in_the_middle(rows: tuple[StandingRow, ...]) -> tuple[StandingRow, ...]:
    """2, 1, 3, 4: of two the better one comes first."""
    return (rows[1], rows[0], *rows[2:]) if len(rows) > 2 else rows


def _block(row: StandingRow, box: Box) -> Iterator[Mark]:
    """A block with its points, the medal on it and the name above."""
    colour = medal(row.place) or MUTED
    yield Panel(box, TURF, PAGE, 10)
    yield Panel(Box(box.left, box.top + 10, box.width, box.height - 10), TURF, PAGE)
    yield Panel(Box(box.left + 10, box.top, box.width - 20, 6), colour, TURF)
    points = Box(box.left + 10, box.top + 16, box.width - 20, 46)
    yield label(row.points, _BLOCK_POINTS_FACE, points, INK, TURF, "centre", _SMALL)
    disc = Box(box.left + box.width // 2 - 36, box.top - 86, 72, 72)
    yield Sign("disc", disc, colour, PAGE)
    yield label(str(row.place), _BLOCK_PLACE_FACE, disc.inset(8), DARK, colour, "centre", 24)
    yield label(row.name, _BLOCK_NAME_FACE, Box(box.left, disc.top - 50, box.width, 46), INK, PAGE, "centre", 26)


def _headings(words: StandingWords, columns: _Columns, top: int) -> Iterator[Mark]:
    yield from _heading(words.player, columns.name, top, "left")
    yield from _heading(words.points, columns.points, top)
    yield from _heading(words.games, columns.games, top)
    yield from _heading(words.countries, columns.countries, top)
    if columns.rating:
        yield from _heading(words.rating, columns.rating, top)


def _heading(text: str, column: Box, top: int, align: Align = "right") -> Iterator[Mark]:
    """On one line, low, or on two."""
    box = Box(column.left, top + _HEADINGS - 4 - 2 * _HEADING_LINE, column.width, 2 * _HEADING_LINE)
    lines = wrap(text, _HEADING_FACE, box.width, 2)
    yield from stacked(lines, _HEADING_FACE, box, _HEADING_LINE, MUTED, PAGE, align, _SMALL)


def _row(row: StandingRow, columns: _Columns, index: int, top: int, words: StandingWords) -> Iterator[Mark]:
    on = row_ground(index, row.own)
    yield from row_panel(Box(0, top, WIDTH, _ROW), on, row.own)
    yield from place_mark(row.place, _PLACE.lowered(top), on)
    yield from _name(row, columns.name.lowered(top), on, words.you)
    yield label(row.points, _POINTS_FACE, columns.points.lowered(top), INK, on, "right", 24)
    yield label(row.games, _COUNT_FACE, columns.games.lowered(top), INK, on, "right", 24)
    yield label(row.countries, _COUNT_FACE, columns.countries.lowered(top), INK, on, "right", 24)
    if columns.rating:
        yield from _rating(row, columns.rating.lowered(top), on)


def _name(row: StandingRow, box: Box, on: Colour, you: str) -> Iterator[Mark]:
    """The name, on two lines where it is long; the viewer's on one, with their mark below."""
    lines = wrap(row.name, _NAME_FACE, box.width, 1 if row.own else 2)
    high = _NAME_LINE * len(lines)
    first = box.top + (4 if row.own else (box.height - high) // 2)
    yield from stacked(lines, _NAME_FACE, Box(box.left, first, box.width, high), _NAME_LINE, INK, on, smallest=26)
    if row.own and you:
        yield from you_pill(you, box.left, first + _NAME_LINE + 20, on)


def _rating(row: StandingRow, box: Box, on: Colour) -> Iterator[Mark]:
    """The change with an arrow and a sign, and below it what the rating became."""
    upper = Box(box.left, box.top + 4, box.width, _LINE)
    if row.change is not None:
        shape, ink, text = _change(row.change)
        change = fit(text, _CHANGE_FACE, box.width - _ARROW - 10, 22)
        yield Label(change.text, change.face, upper, ink, on, "right")
        left = box.right - change.width - 10 - _ARROW
        yield Sign(shape, Box(left, upper.top + (_LINE - _ARROW) // 2, _ARROW, _ARROW), ink, on)
    if row.rating:
        lower = Box(box.left, box.top + _LINE, box.width, _LINE - 4) if row.change is not None else box
        yield label(row.rating, _BECAME_FACE, lower, MUTED, on, "right", _SMALL)


def _change(points: int) -> tuple[Shape, Colour, str]:
    """Shape, colour and text of a change, the minus sign as wide as the plus."""
    if points == 0:
        return "dash", MUTED, "±0"
    return ("up", GRASS, f"+{points}") if points > 0 else ("down", CLAY, f"{_MINUS}{-points}")
