"""Letters: what can be drawn, and that it always fits."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soker_discord.art.fonts import BOLD, ELLIPSIS, PLACEHOLDER, REGULAR, Face, drawable, fit, glyph, width, wrap
from tests.soker_discord.art.tidiness import any_text, names

FACE = Face(REGULAR, 30)


@pytest.mark.parametrize(
    "text",
    [
        "The quick brown fox jumps over the lazy dog 0123456789",
        "Съешь же ещё этих мягких французских булок, да выпей чаю",
        "Zażółć gęślą jaźń Ärger ñandú İstanbul",
        "+12 −7 ±0 ? · – — … ½ ← ↑ → ↓ ▲ ▼ #1 №2",
    ],
)
def test_the_typeface_has_the_letters_we_write(text: str) -> None:
    assert drawable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("さくら", PLACEHOLDER * 3),
        ("🔥🔥 Max 🔥", "Max"),
        ("🔥", PLACEHOLDER),
        ("👩‍👩‍👧 Eva", "Eva"),
        ("Z̷̢̛͙a̶l̸g̵o̴", "Zalgo"),
        ("𝓐𝓭𝓪", "Ada"),
        ("two\nlines\tand  more", "two lines and more"),
        ("\u202eback\u200bwards\x00", "backwards"),
        ("e\u0301", "é"),
        ("", ""),
        ("   ", ""),
    ],
)
def test_names_fall_back_to_what_can_be_drawn(text: str, shown: str) -> None:
    assert drawable(text) == shown


@settings(deadline=None)
@given(names)
def test_what_is_drawable_stays_as_it_is(text: str) -> None:
    assert drawable(drawable(text)) == drawable(text)


@settings(deadline=None)
@given(names, st.integers(0, 700), st.sampled_from([None, 18, 26]))
def test_a_fitted_text_never_leaves_its_room(text: str, room: int, smallest: int | None) -> None:
    fitted = fit(text, FACE, room, smallest)
    assert fitted.width == width(fitted.text, fitted.face) <= room
    assert (smallest or FACE.size) <= fitted.face.size <= FACE.size


def test_a_text_is_made_smaller_before_it_is_cut() -> None:
    whole = width("Bartholomew", FACE)
    assert fit("Bartholomew", FACE, whole).text == "Bartholomew"
    smaller = fit("Bartholomew", FACE, whole - 10, 20)
    assert smaller.text == "Bartholomew"
    assert smaller.face.size < FACE.size
    cut = fit("Bartholomew", FACE, whole - 10)
    assert cut.text.endswith(ELLIPSIS)
    assert "Bartholomew".startswith(cut.text.removesuffix(ELLIPSIS))


@settings(deadline=None)
@given(any_text, st.integers(40, 400), st.integers(1, 3))
def test_wrapping_loses_no_word(text: str, room: int, lines: int) -> None:
    wrapped = wrap(text, FACE, room, lines)
    assert 1 <= len(wrapped) <= lines
    assert " ".join(wrapped).strip() == drawable(text)


def test_weight_and_size_make_letters_wider() -> None:
    assert width("Ada", Face(REGULAR, 30)) < width("Ada", Face(BOLD, 30)) < width("Ada", Face(BOLD, 40))


def test_a_letter_is_drawn_once() -> None:
    assert glyph("A", FACE) is glyph("A", FACE)
