"""What must hold for every picture, whatever is in it: nothing outside its box, no two texts on each other."""

from __future__ import annotations

import io
from itertools import combinations

from hypothesis import strategies as st
from PIL import Image

from soker_discord.art import fonts
from soker_discord.art.marks import Area, Box, Label, Mark, Picture, Stroke
from soker_discord.art.painting import LIGHT

_OVERHANG = 4
"""Pixels by which a letter may lean out of its own advance, and an accent out of its line."""

any_text = st.text(max_size=40)
names = st.one_of(
    any_text,
    st.text("WMЩЖ", min_size=20, max_size=32),
    st.sampled_from(
        ("Ada", "さくら 選手", "🔥🔥", "👩‍👩‍👧 Max", "Z̷̢̛͙a̶l̸g̵o̴", "𝓐𝓭𝓪", "שלום", "ﷺ", "i" * 32, "\u202eevil\x00\n")
    ),
)
values = st.floats(min_value=-1e6, max_value=1e6)


def read(picture: Picture) -> list[str]:
    """All that can be read in it."""
    return [label.text for label in picture.labels]


def opened(png: bytes) -> Image.Image:
    """The picture that a viewer sees, checked to be light."""
    assert len(png) <= LIGHT
    image = Image.open(io.BytesIO(png))
    assert image.format == "PNG"
    return image.convert("RGB")


def check_tidy(picture: Picture) -> None:
    """All marks lie in the picture, all letters in their box, and no text on another."""
    for mark in picture.marks:
        assert picture.box.holds(_extent(mark)), mark
    for label in picture.labels:
        assert fonts.width(label.text, label.face) <= label.box.width, label
        assert _grown(label.box).holds(written(label)), label
    for one, other in combinations([label for label in picture.labels if label.text], 2):
        assert not written(one).meets(written(other)), (one, other)


def written(label: Label) -> Box:
    """The pixels between the first and the last edge of its letters."""
    pen, baseline = label.pen
    left, top, right, bottom = pen, baseline, pen, baseline
    for char in label.text:
        glyph = fonts.glyph(char, label.face)
        right = max(right, pen + glyph.left + glyph.mask.width)
        top, bottom = min(top, baseline + glyph.top), max(bottom, baseline + glyph.top + glyph.mask.height)
        pen += glyph.advance
    return Box(left, top, right - left, bottom - top)


def _extent(mark: Mark) -> Box:
    if not isinstance(mark, Stroke | Area):
        return mark.box
    xs, ys = [x for x, _ in mark.points], [y for _, y in mark.points]
    left, top = int(min(xs)), int(min(ys))
    return Box(left, top, int(max(xs)) + 1 - left, int(max(ys)) + 1 - top)


def _grown(box: Box) -> Box:
    return box.inset(-_OVERHANG)
