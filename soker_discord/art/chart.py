"""A person's rating over time as a picture: the curve, how sure it was, and its first, highest and latest value.

Each event takes one step to the right, however long ago the one before it was: an evening of many is as readable as a
year of few, and the dates below say when it was.

The picture knows no language and no calendar: every word, date and rating that is read comes from the caller. What
stands on the curve is told apart by shape: a ring where it begins, a triangle at its peak, a disc where it is now.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from soker_discord.art import axes
from soker_discord.art.fonts import BOLD, REGULAR, SEMIBOLD, Face, fit
from soker_discord.art.header import HEADER, MARGIN, WIDTH, header
from soker_discord.art.marks import Area, Box, Label, Mark, Panel, Picture, Point, Shape, Sign, Stroke, label
from soker_discord.art.painting import png
from soker_discord.art.palette import BAND, BAND_EDGE, GRASS, GRID, INK, MUTED, PAGE, PANEL, SKY, SUN, Colour

_TILES = Box(MARGIN, HEADER + 20, WIDTH - 2 * MARGIN, 112)
_TILE_GAP = 16
_LEGEND = Box(MARGIN, _TILES.bottom + 10, WIDTH - 2 * MARGIN, 40)
_PLOT = Box(118, _LEGEND.bottom + 24, WIDTH - 118 - 34, 316)
_ROOM = Box(_PLOT.left, _LEGEND.bottom, _PLOT.width, _PLOT.bottom - _LEGEND.bottom)
"""Where ratings may be written beside the curve."""
_DATES = Box(MARGIN, _PLOT.bottom + 12, WIDTH - 2 * MARGIN, 40)
_HEIGHT = _DATES.bottom + 10

_TICKS = 6
_DOTS = 40
"""With more points than this the curve alone is drawn."""
_BETWEEN_DATES = 28
_PAD = 20
"""Pixels left free in the plot at both ends, so that a mark at an end is whole."""
_AIR = 0.09
_LEAST_AIR = 12.0
"""The share of the range that is left free above and below for the same reason, and the least number of points."""

_TILE_FACE = Face(REGULAR, 27)
_VALUE_FACE = Face(BOLD, 44)
_TICK_FACE = Face(REGULAR, 28)
_DATE_FACE = Face(REGULAR, 27)
_ON_CURVE_FACE = Face(BOLD, 30)
_EMPTY_FACE = Face(SEMIBOLD, 34)
_SMALL = 22


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """A rating after an event: its date and the rating as they are read, and where the rating and its band lie."""

    date: str
    rating: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ChartWords:
    """The words of the chart, translated; ``empty`` is said where there is no point yet."""

    title: str
    scope: str
    first: str
    peak: str
    now: str
    rating: str
    spread: str
    empty: str


@dataclass(frozen=True, slots=True)
class _Notable:
    """A point that is spoken of: its word, its shape and its colour."""

    index: int
    word: str
    shape: Shape
    ink: Colour


def rating_chart(words: ChartWords, points: tuple[ChartPoint, ...]) -> bytes:
    """The points, oldest first, as a PNG; none, one and hundreds of them are all fine."""
    return png(lay_rating_chart(words, points))


def lay_rating_chart(words: ChartWords, points: tuple[ChartPoint, ...]) -> Picture:
    """Where everything of the chart stands."""
    marks: list[Mark] = [*header(words.title, words.scope)]
    if points:
        plane = _Plane.of(points)
        notable = _notable(words, points)
        line = _line(plane, points)
        marks += [*_tiles(notable, points), *_legend(words), *_band(plane, points), *_grid(plane)]
        marks += [*_curve(line), *_on_curve(line, notable, points), *_dates(plane, points)]
    else:
        marks.append(label(words.empty, _EMPTY_FACE, _PLOT, MUTED, PAGE, "centre", _SMALL))
    return Picture(WIDTH, _HEIGHT, PAGE, tuple(marks))


@dataclass(frozen=True, slots=True)
class _Plane:
    """From the number of a point and from a value to pixels."""

    points: int
    low: float
    high: float

    @classmethod
    def of(cls, points: tuple[ChartPoint, ...]) -> _Plane:
        values = [value for point in points for value in (point.low, point.value, point.high)]
        air = max(_LEAST_AIR, (max(values) - min(values)) * _AIR)
        return cls(len(points), min(values) - air, max(values) + air)

    def x(self, index: int) -> float:
        """The column of a point; the middle for a single one."""
        share = index / (self.points - 1) if self.points > 1 else 0.5
        return _PLOT.left + _PAD + share * (_PLOT.width - 2 * _PAD)

    def y(self, value: float) -> float:
        """The row of a value."""
        return _PLOT.bottom - (value - self.low) / (self.high - self.low) * _PLOT.height


def _notable(words: ChartWords, points: tuple[ChartPoint, ...]) -> tuple[_Notable, ...]:
    """The first, the highest (the earliest of equals) and the latest; of a single point only that it is now."""
    last = len(points) - 1
    now = _Notable(last, words.now, "disc", INK)
    if last == 0:
        return (now,)
    peak = max(range(len(points)), key=lambda index: points[index].value)
    return (_Notable(0, words.first, "ring", SKY), _Notable(peak, words.peak, "up", SUN), now)


def _tiles(notable: tuple[_Notable, ...], points: tuple[ChartPoint, ...]) -> Iterator[Mark]:
    """A tile for each: shape and word, the rating large, its date."""
    wide = (_TILES.width - 2 * _TILE_GAP) // 3
    for place, note in enumerate(notable):
        box = Box(_TILES.left + place * (wide + _TILE_GAP), _TILES.top, wide, _TILES.height)
        yield Panel(box, PANEL, PAGE, 14)
        yield Sign(note.shape, Box(box.left + 18, box.top + 14, 24, 24), note.ink, PANEL)
        word = Box(box.left + 54, box.top + 8, wide - 66, 36)
        yield label(note.word, _TILE_FACE, word, MUTED, PANEL, smallest=_SMALL)
        value = fit(points[note.index].rating, _VALUE_FACE, wide // 2 - 18, 28)
        yield Label(value.text, value.face, Box(box.left + 18, box.top + 48, value.width, 56), INK, PANEL)
        left = box.left + 18 + value.width + 14
        date = Box(left, box.top + 52, box.right - 12 - left, 52)
        yield label(points[note.index].date, _TILE_FACE, date, MUTED, PANEL, "right", 20)


def _legend(words: ChartWords) -> Iterator[Mark]:
    """What the curve is, and what the band."""
    middle, half = _LEGEND.top + _LEGEND.height // 2, _LEGEND.width // 2
    yield Panel(Box(_LEGEND.left, middle - 3, 40, 6), GRASS, PAGE, 3)
    text = fit(words.rating, _DATE_FACE, half - 70, _SMALL)
    left = _LEGEND.left + 52
    yield Label(text.text, text.face, Box(left, _LEGEND.top, text.width, _LEGEND.height), INK, PAGE)
    left += text.width + 36
    yield Panel(Box(left, middle - 13, 40, 26), BAND_EDGE, PAGE)
    yield Panel(Box(left, middle - 11, 40, 22), BAND, BAND_EDGE)
    rest = Box(left + 52, _LEGEND.top, _LEGEND.right - left - 52, _LEGEND.height)
    yield label(words.spread, _DATE_FACE, rest, INK, PAGE, smallest=_SMALL)


def _grid(plane: _Plane) -> Iterator[Mark]:
    """Round values as lines with their numbers, and the axis that the dates stand below."""
    yield Panel(Box(_PLOT.left, _PLOT.bottom - 1, _PLOT.width, 2), MUTED, PAGE)
    for tick in axes.ticks(plane.low, plane.high, _TICKS):
        row = round(plane.y(tick))
        yield Panel(Box(_PLOT.left, row - 1, _PLOT.width, 2), GRID, PAGE)
        text = Box(MARGIN, row - 20, _PLOT.left - MARGIN - 14, 40)
        yield label(str(tick), _TICK_FACE, text, MUTED, PAGE, "right", 16)


def _band(plane: _Plane, points: tuple[ChartPoint, ...]) -> Iterator[Mark]:
    """The band with its edges; of a single point a post."""
    upper = [(plane.x(index), plane.y(max(point.low, point.high))) for index, point in enumerate(points)]
    lower = [(plane.x(index), plane.y(min(point.low, point.high))) for index, point in enumerate(points)]
    if len(points) == 1:
        upper, lower = ([(x - 14, y), (x + 14, y)] for (x, y) in (*upper, *lower))
    yield Area((*upper, *reversed(lower)), BAND, PAGE)
    yield Stroke(tuple(upper), 2, BAND_EDGE, BAND)
    yield Stroke(tuple(lower), 2, BAND_EDGE, BAND)


def _line(plane: _Plane, points: tuple[ChartPoint, ...]) -> tuple[Point, ...]:
    return tuple((plane.x(index), plane.y(point.value)) for index, point in enumerate(points))


def _curve(line: tuple[Point, ...]) -> Iterator[Mark]:
    """The line through the ratings, thinner where it is dense, with a dot for each where there are few."""
    few = len(line) <= _DOTS
    if len(line) > 1:
        yield Stroke(line, 6 if few else 4, GRASS, BAND)
    if few:
        for x, y in line:
            yield Sign("disc", _square(x, y, 16), GRASS, BAND)


def _on_curve(line: tuple[Point, ...], notable: tuple[_Notable, ...], points: tuple[ChartPoint, ...]) -> Iterator[Mark]:
    """The shapes of the tiles at their points, and beside them the ratings, where one has room."""
    taken: list[Box] = []
    for note in reversed(notable):
        x, y = line[note.index]
        sign = _square(x, y, 30)
        if any(sign.meets(box) for box in taken):
            continue
        taken.append(sign)
        yield Sign("disc", _square(x, y, 38), PAGE, BAND)
        yield Sign(note.shape, sign.inset(4), note.ink, PAGE)
        text = _beside(points[note.index].rating, sign, taken, line)
        if text:
            taken.append(text.box)
            yield Panel(text.box, PANEL, BAND, 8)
            yield text


def _beside(rating: str, sign: Box, taken: list[Box], line: tuple[Point, ...]) -> Label | None:
    """The rating above its sign or below, where it covers less of the curve; none if there is no room."""
    text = fit(rating, _ON_CURVE_FACE, _PLOT.width // 4)
    wide = text.width + 16
    left = min(max(sign.left + sign.width // 2 - wide // 2, _PLOT.left), _PLOT.right - wide)
    boxes = (Box(left, top, wide, 40) for top in (sign.top - 50, sign.bottom + 10))
    free = [box for box in boxes if _ROOM.holds(box) and not any(box.meets(other) for other in taken)]
    best = min(free, key=lambda box: sum(box.covers(point) for point in line), default=None)
    return Label(text.text, text.face, best, INK, PANEL, "centre") if best else None


def _dates(plane: _Plane, points: tuple[ChartPoint, ...]) -> Iterator[Mark]:
    """The dates of the last, the first and of points between them, as far as they have room."""
    taken: list[Box] = []
    last = len(points) - 1
    seen: set[str] = set()
    for index in (last, 0, last // 2, last // 4, last - last // 4):
        text = fit(points[index].date, _DATE_FACE, _DATES.width // 3, _SMALL)
        x = plane.x(index)
        left = min(max(round(x - text.width / 2), _DATES.left), _DATES.right - text.width)
        box = Box(left, _DATES.top, text.width, _DATES.height)
        if text.text in seen or any(box.widened(_BETWEEN_DATES).meets(other) for other in taken):
            continue
        seen.add(text.text)
        taken.append(box)
        yield Panel(Box(round(x) - 1, _PLOT.bottom, 2, 10), MUTED, PAGE)
        yield Label(text.text, text.face, box, MUTED, PAGE)


def _square(x: float, y: float, size: int) -> Box:
    return Box(round(x - size / 2), round(y - size / 2), size, size)
