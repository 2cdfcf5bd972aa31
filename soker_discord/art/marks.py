"""What a picture is made of: values that say what stands where, before anything is drawn.

A layout is a function from what is to be shown to a ``Picture``; ``painting.png`` turns that into bytes. So a test
reads what a picture says, and where, without looking at pixels. Each mark names its ink and the ground that it lies on:
together they are the picture's palette.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from soker_discord.art import fonts
from soker_discord.art.fonts import Face
from soker_discord.art.palette import Colour

Align = Literal["left", "centre", "right"]
Shape = Literal["disc", "ring", "shield", "up", "down", "dash", "pointer", "diamond", "half_circle"]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column right of it."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.top + self.height

    def inset(self, by: int) -> Box:
        """The same box, smaller by so many pixels on each side."""
        return Box(self.left + by, self.top + by, self.width - 2 * by, self.height - 2 * by)

    def lowered(self, by: int) -> Box:
        """The same box, so many pixels further down."""
        return Box(self.left, self.top + by, self.width, self.height)

    def widened(self, by: int) -> Box:
        """The same box, larger by so many pixels to the left and to the right."""
        return Box(self.left - by, self.top, self.width + 2 * by, self.height)

    def covers(self, point: Point) -> bool:
        """Whether the point lies in it."""
        x, y = point
        return self.left <= x < self.right and self.top <= y < self.bottom

    def holds(self, other: Box) -> bool:
        """Whether the other box lies within this one."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom

    def meets(self, other: Box) -> bool:
        """Whether the two share a pixel."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


@dataclass(frozen=True, slots=True)
class Label:
    """A text that fits its box, centred by the height of its capitals."""

    text: str
    face: Face
    box: Box
    ink: Colour
    on: Colour
    align: Align = "left"

    @property
    def pen(self) -> tuple[int, int]:
        """Where the first letter starts, on the baseline."""
        spare = self.box.width - fonts.width(self.text, self.face)
        left = self.box.left + {"left": 0, "centre": spare // 2, "right": spare}[self.align]
        return left, self.box.top + (self.box.height + fonts.capital(self.face)) // 2


@dataclass(frozen=True, slots=True)
class Panel:
    """A filled rectangle, with round corners if it has a radius."""

    box: Box
    ink: Colour
    on: Colour
    radius: int = 0


@dataclass(frozen=True, slots=True)
class Sign:
    """A small shape that says what a colour alone must not."""

    shape: Shape
    box: Box
    ink: Colour
    on: Colour


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points, in pixels of the picture."""

    points: tuple[Point, ...]
    thickness: int
    ink: Colour
    on: Colour


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon."""

    points: tuple[Point, ...]
    ink: Colour
    on: Colour


Mark = Label | Panel | Sign | Stroke | Area


@dataclass(frozen=True, slots=True)
class Picture:
    """A size, a ground and the marks on it, from the bottom up."""

    width: int
    height: int
    ground: Colour
    marks: tuple[Mark, ...]

    @property
    def box(self) -> Box:
        """All of it."""
        return Box(0, 0, self.width, self.height)

    @property
    def labels(self) -> tuple[Label, ...]:
        """Everything that can be read in it, in the order it was laid."""
        return tuple(mark for mark in self.marks if isinstance(mark, Label))


def label(
    text: str,
    face: Face,
    box: Box,
    ink: Colour,
    on: Colour,
    align: Align = "left",
    smallest: int | None = None,
) -> Label:
    """A label whose text is made to fit the box: drawable, then smaller down to ``smallest``, then cut."""
    fitted = fonts.fit(text, face, box.width, smallest)
    return Label(fitted.text, fitted.face, box, ink, on, align)


def stacked(
    lines: tuple[str, ...],
    face: Face,
    box: Box,
    high: int,
    ink: Colour,
    on: Colour,
    align: Align = "left",
    smallest: int | None = None,
) -> Iterator[Label]:
    """Labels on lines so high, the last at the foot of the box, all in the face that the widest of them needs."""
    least = min(fonts.fit(line, face, box.width, smallest).face.size for line in lines)
    for above, line in enumerate(reversed(lines)):
        place = Box(box.left, box.bottom - high * (above + 1), box.width, high)
        yield label(line, replace(face, size=least), place, ink, on, align)
