"""The shapes of the signs, as masks with soft edges, each drawn once a size."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageDraw

from soker_discord.art.marks import Point, Shape

_FINER = 4
"""Shapes are drawn so many times larger and made smaller again: that is what softens their edges."""

Drawing = Callable[[ImageDraw.ImageDraw, int, int], None]


@lru_cache(maxsize=256)
def shape(kind: Shape, width: int, height: int) -> Image.Image:
    """The mask of a sign that fills this size."""
    return _soft(_SHAPES[kind], width, height)


@lru_cache(maxsize=64)
def corner(radius: int) -> Image.Image:
    """The top left quarter of a disc."""
    return _soft(lambda draw, w, h: draw.ellipse((0, 0, 2 * w, 2 * h), fill=255), radius, radius)


def _soft(drawing: Drawing, width: int, height: int) -> Image.Image:
    mask = Image.new("L", (width * _FINER, height * _FINER))
    drawing(ImageDraw.Draw(mask), mask.width - 1, mask.height - 1)
    return mask.reduce(_FINER)


def _disc(draw: ImageDraw.ImageDraw, right: int, bottom: int) -> None:
    draw.ellipse((0, 0, right, bottom), fill=255)


def _ring(draw: ImageDraw.ImageDraw, right: int, bottom: int) -> None:
    draw.ellipse((0, 0, right, bottom), outline=255, width=max(1, right // 5))


def _half_circle(draw: ImageDraw.ImageDraw, right: int, bottom: int) -> None:
    """The upper half of a pitch's centre circle with its spot."""
    draw.ellipse((0, 0, right, 2 * bottom), outline=255, width=4 * _FINER)
    spot = 7 * _FINER
    draw.ellipse((right // 2 - spot, bottom - spot, right // 2 + spot, bottom + spot), fill=255)


def _shield(draw: ImageDraw.ImageDraw, right: int, bottom: int) -> None:
    draw.rounded_rectangle((0, 0, right, bottom * 0.6), radius=right // 7, fill=255)
    draw.polygon([(right * x, bottom * y) for x, y in _SHIELD_FOOT], fill=255)


def _up(draw: ImageDraw.ImageDraw, right: int, bottom: int) -> None:
    draw.polygon([(0, bottom), (right / 2, 0), (right, bottom)], fill=255)


def _down(draw: ImageDraw.ImageDraw, right: int, bottom: int) -> None:
    draw.polygon([(0, 0), (right / 2, bottom), (right, 0)], fill=255)


def _pointer(draw: ImageDraw.ImageDraw, right: int, bottom: int) -> None:
    draw.polygon([(0, 0), (right, bottom / 2), (0, bottom)], fill=255)


def _diamond(draw: ImageDraw.ImageDraw, right: int, bottom: int) -> None:
    draw.polygon([(right / 2, 0), (right, bottom / 2), (right / 2, bottom), (0, bottom / 2)], fill=255)


def _dash(draw: ImageDraw.ImageDraw, right: int, bottom: int) -> None:
    draw.rounded_rectangle((0, bottom * 0.36, right, bottom * 0.64), radius=bottom // 10, fill=255)


def _foot(steps: int = 16) -> tuple[Point, ...]:
    """The lower half of a shield, of width and height 1: a curve down to its point, and the same one up again."""
    right = tuple(_bend(step / steps) for step in range(steps + 1))
    left = tuple((1.0 - x, y) for x, y in reversed(right))
    return (*right, *left)


def _bend(way: float) -> Point:
    """A quadratic curve from (1, 0.5) towards (1, 0.85) and to (0.5, 1)."""
    rest = 1.0 - way
    x = rest * rest * 1.0 + 2 * rest * way * 1.0 + way * way * 0.5
    y = rest * rest * 0.5 + 2 * rest * way * 0.85 + way * way * 1.0
    return x, y


_SHIELD_FOOT = _foot()

_SHAPES: dict[Shape, Drawing] = {
    "disc": _disc,
    "ring": _ring,
    "shield": _shield,
    "up": _up,
    "down": _down,
    "dash": _dash,
    "pointer": _pointer,
    "diamond": _diamond,
    "half_circle": _half_circle,
}
