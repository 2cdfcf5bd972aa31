"""From marks to pixels: sizes, places and colours are those that were laid, and the same marks give the same bytes."""

from __future__ import annotations

import io
import random
from concurrent.futures import ThreadPoolExecutor
from typing import get_args

from PIL import Image, ImageChops

from soker_discord.art import fonts
from soker_discord.art.fonts import BOLD, Face
from soker_discord.art.marks import Align, Area, Box, Mark, Panel, Picture, Shape, Sign, Stroke, label
from soker_discord.art.painting import LIGHT, png
from soker_discord.art.palette import GRASS, INK, OWN, PAGE, PANEL, STRIPE, SUN, TURF, TURF_MOWN, Colour
from tests.soker_discord.art.tidiness import opened

FACE = Face(BOLD, 40)


def picture(*marks: Mark) -> Picture:
    return Picture(300, 200, PAGE, marks)


def test_size_and_ground() -> None:
    image = opened(png(picture()))
    assert image.size == (300, 200)
    assert image.getcolors() == [(300 * 200, PAGE)]


def test_grounds_keep_their_very_colour() -> None:
    grounds: tuple[Colour, ...] = (STRIPE, OWN, PANEL, TURF, TURF_MOWN)
    marks = [Panel(Box(50 * number, 0, 50, 100), ground, PAGE) for number, ground in enumerate(grounds)]
    words = [label("Ag", FACE, Box(50 * number, 0, 50, 100), INK, ground) for number, ground in enumerate(grounds)]
    image = opened(png(picture(*marks, *words)))
    assert [image.getpixel((50 * number + 2, 95)) for number in range(5)] == list(grounds)


def test_a_label_inks_only_its_box() -> None:
    box = Box(60, 40, 150, 60)
    image = opened(png(picture(label("Ágjß", FACE, box, INK, PAGE))))
    inked = _inked(image)
    assert inked
    assert box.holds(inked)


def test_a_label_is_aligned() -> None:
    box = Box(20, 40, 260, 60)
    edges = []
    aligns: tuple[Align, ...] = get_args(Align)
    for align in aligns:
        inked = _inked(opened(png(picture(label("H", FACE, box, INK, PAGE, align)))))
        assert inked
        edges.append((inked.left - box.left, box.right - inked.right))
    (near, _), (before, after), (_, far) = edges
    assert near <= 6
    assert far <= 6
    assert abs(before - after) <= 4


def test_signs_fill_their_boxes_with_different_shapes() -> None:
    box = Box(100, 50, 40, 40)
    kinds: tuple[Shape, ...] = get_args(Shape)
    drawn = [png(picture(Sign(kind, box, SUN, PAGE))) for kind in kinds]
    assert len(set(drawn)) == len(kinds)
    for encoded in drawn:
        inked = _inked(opened(encoded))
        assert inked
        assert box.holds(inked)
        assert inked.width >= box.width - 2


def test_lines_and_areas_lie_where_their_points_are() -> None:
    image = opened(png(picture(Area(((50, 50), (150, 50), (150, 150), (50, 150)), TURF, PAGE))))
    assert image.getpixel((100, 100)) == TURF
    assert image.getpixel((40, 100)) == PAGE
    image = opened(png(picture(Stroke(((20, 100), (280, 100)), 6, GRASS, PAGE))))
    assert image.getpixel((150, 100)) == GRASS
    assert image.getpixel((150, 108)) == PAGE


def test_round_corners_show_the_ground() -> None:
    image = opened(png(picture(Panel(Box(50, 50, 100, 60), SUN, PAGE, 20))))
    assert image.getpixel((50, 50)) == PAGE
    assert image.getpixel((149, 109)) == PAGE
    assert image.getpixel((100, 50)) == SUN
    assert image.getpixel((50, 80)) == SUN


def test_the_same_marks_give_the_same_bytes() -> None:
    marks = (Panel(Box(0, 0, 90, 90), TURF, PAGE, 12), label("Ada", FACE, Box(5, 5, 90, 60), INK, TURF))
    assert png(picture(*marks)) == png(picture(*marks))


def test_threads_that_start_together_draw_the_same() -> None:
    fonts.glyph.cache_clear()
    marks = tuple(label("Soker ABC абв 123", Face(BOLD, 20 + size), Box(0, 0, 300, 60), INK, PAGE) for size in range(9))
    fonts.glyph.cache_clear()
    with ThreadPoolExecutor(8) as threads:
        drawn = set(threads.map(lambda _: png(picture(*marks)), range(16)))
    assert drawn == {png(picture(*marks))}


def test_a_picture_full_of_letters_gives_up_soft_edges() -> None:
    chance = random.Random(7)
    lines = ("".join(chance.choices("abdeghkmopqswxzБДЖЩю2358", k=60)) for _ in range(40))
    rows = tuple(label(line, Face(BOLD, 24), Box(0, 30 * row, 900, 30), INK, PAGE) for row, line in enumerate(lines))
    encoded = png(Picture(900, 1200, PAGE, rows))
    assert len(encoded) <= 2 * LIGHT
    assert len(Image.open(io.BytesIO(encoded)).getcolors() or ()) == 2


def _inked(image: Image.Image) -> Box | None:
    """The smallest box around all that is not ground."""
    found = ImageChops.difference(image, Image.new("RGB", image.size, PAGE)).getbbox()
    if not found:
        return None
    left, top, right, bottom = found
    return Box(left, top, right - left, bottom - top)
