"""From a ``Picture`` to the bytes of a PNG. Pure: the same picture gives the same bytes. Run it off the event loop.

The bytes are few since a picture has few colours: its inks, its grounds, and some steps between the two for soft edges.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable
from functools import lru_cache

from PIL import Image, ImageDraw

from soker_discord.art import fonts, shapes
from soker_discord.art.marks import Area, Box, Label, Mark, Panel, Picture, Point, Sign, Stroke
from soker_discord.art.palette import Colour, ramp

LIGHT = 60_000
"""Bytes that a picture should not exceed."""

Pair = tuple[Colour, Colour]
"""An ink and the ground it lies on."""

_FINER = 2
_JOINED = 5
"""From this thickness on a line shows gaps where it bends, unless they are filled."""
_SOFT, _HARD = 1, 0
"""Steps between an ink and its ground. One is enough at twice a phone's pixels; without any, letters have steps."""
_QUICK, _THOROUGH = 4, 7
"""Levels of compression."""
_TRIES = ((_SOFT, _QUICK), (_SOFT, _THOROUGH), (_HARD, _THOROUGH))
"""The first is for nearly all pictures, the others for those that would be too heavy."""
_APART = 10
"""Colours nearer than this are mixed up when a picture gets its palette."""
_COLOURS = 256


def png(picture: Picture) -> bytes:
    """The picture as a PNG with a palette."""
    canvas = Image.new("RGB", (picture.width, picture.height), picture.ground)
    for mark in picture.marks:
        _paint(canvas, mark)
    pairs = tuple(dict.fromkeys((mark.ink, mark.on) for mark in picture.marks))
    encoded = b""
    for steps, level in _TRIES:
        encoded = _encode(canvas, _palette(picture.ground, pairs, steps), level)
        if len(encoded) <= LIGHT:
            break
    return encoded


def _encode(canvas: Image.Image, palette: Image.Image, level: int) -> bytes:
    out = io.BytesIO()
    canvas.quantize(palette=palette, dither=Image.Dither.NONE).save(out, "PNG", compress_level=level)
    return out.getvalue()


def _paint(canvas: Image.Image, mark: Mark) -> None:
    match mark:
        case Label():
            _write(canvas, mark)
        case Panel():
            _fill(canvas, mark)
        case Sign():
            mask = shapes.shape(mark.shape, mark.box.width, mark.box.height)
            canvas.paste(mark.ink, (mark.box.left, mark.box.top), mask)
        case Stroke() | Area():
            _trace(canvas, mark)


def _write(canvas: Image.Image, label: Label) -> None:
    pen, baseline = label.pen
    for char in label.text:
        glyph = fonts.glyph(char, label.face)
        canvas.paste(label.ink, (pen + glyph.left, baseline + glyph.top), glyph.mask)
        pen += glyph.advance


def _fill(canvas: Image.Image, panel: Panel) -> None:
    box, radius = panel.box, min(panel.radius, panel.box.width // 2, panel.box.height // 2)
    if radius <= 0:
        canvas.paste(panel.ink, (box.left, box.top, box.right, box.bottom))
        return
    canvas.paste(panel.ink, (box.left + radius, box.top, box.right - radius, box.bottom))
    canvas.paste(panel.ink, (box.left, box.top + radius, box.right, box.bottom - radius))
    for left, top, turned in _corners(box, radius):
        canvas.paste(panel.ink, (left, top), turned)


def _corners(box: Box, radius: int) -> Iterable[tuple[int, int, Image.Image]]:
    first = shapes.corner(radius)
    second = first.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    yield box.left, box.top, first
    yield box.right - radius, box.top, second
    yield box.left, box.bottom - radius, first.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    yield box.right - radius, box.bottom - radius, second.transpose(Image.Transpose.FLIP_TOP_BOTTOM)


def _trace(canvas: Image.Image, mark: Stroke | Area) -> None:
    """A line or an area by way of a finer mask of just its surroundings."""
    margin = mark.thickness if isinstance(mark, Stroke) else 1
    box = _around(mark.points, margin)
    mask = Image.new("L", (box.width * _FINER, box.height * _FINER))
    draw = ImageDraw.Draw(mask)
    points = [((x - box.left) * _FINER, (y - box.top) * _FINER) for x, y in mark.points]
    if isinstance(mark, Stroke):
        joint = "curve" if mark.thickness >= _JOINED else None
        draw.line(points, fill=255, width=mark.thickness * _FINER, joint=joint)
    else:
        draw.polygon(points, fill=255)
    canvas.paste(mark.ink, (box.left, box.top), mask.reduce(_FINER))


def _around(points: tuple[Point, ...], margin: int) -> Box:
    left = math.floor(min(x for x, _ in points)) - margin
    top = math.floor(min(y for _, y in points)) - margin
    right = math.ceil(max(x for x, _ in points)) + margin
    bottom = math.ceil(max(y for _, y in points)) + margin
    return Box(left, top, right - left, bottom - top)


@lru_cache(maxsize=64)
def _palette(ground: Colour, pairs: tuple[Pair, ...], steps: int) -> Image.Image:
    """The colours as Pillow wants them: in an image."""
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([channel for colour in _colours(ground, pairs, steps) for channel in colour])
    return carrier


def _colours(ground: Colour, pairs: tuple[Pair, ...], steps: int) -> tuple[Colour, ...]:
    """All inks and grounds, then the steps between those that meet, as far as a palette reaches."""
    solid = dict.fromkeys([ground, *(colour for pair in pairs for colour in pair)])
    soft = dict.fromkeys(colour for ink, on in pairs for colour in ramp(ink, on, steps))
    apart = (colour for colour in soft if all(_differ(colour, other) for other in solid))
    return (*solid, *apart)[:_COLOURS]


def _differ(one: Colour, other: Colour) -> bool:
    return max(abs(mine - theirs) for mine, theirs in zip(one, other, strict=True)) >= _APART
