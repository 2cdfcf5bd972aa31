"""Letters: the one typeface, its glyphs, how wide a text is, and how to make it fit.

The typeface is Inter (SIL Open Font License 1.1, from its package): Latin, Cyrillic, Greek, digits, arrows. What is
kept between pictures are fonts, glyphs and the widths of texts, in bounded caches; nothing else is remembered.
Texts are set letter by letter, without the shaping engine that a machine may or may not have: a text has the same
width everywhere.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import fontpkg_inter
from PIL import Image, ImageDraw, ImageFont

REGULAR, SEMIBOLD, BOLD = 450, 600, 750
"""Weights. The regular one is a little heavier than the font's own: bright letters on dark look thinner."""

ELLIPSIS = "…"
PLACEHOLDER = "□"
"""What stands for a letter that the typeface has not."""

LONGEST = 120
"""Letters of a text that are looked at; the rest would not fit any picture."""

_FILE = Path(fontpkg_inter.ROOT) / "files" / "Inter[opsz,wght].ttf"
_OPTICAL_SIZES = (14, 32)
_NOT_A_LETTER = "\U0010fffd"
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Mn", "Me", "Sk"})
"""Categories of characters that show nothing of their own, or pile up on their neighbours."""
_EMOJI = "So"
_SHRINK = 2


@dataclass(frozen=True, slots=True)
class Face:
    """A weight and a size in pixels."""

    weight: int
    size: int


_PROBE = Face(REGULAR, 24)


@dataclass(frozen=True, slots=True)
class Glyph:
    """A letter as a mask, where it goes from the pen on the baseline, and how far the pen then moves."""

    mask: Image.Image
    left: int
    top: int
    advance: int


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text that fits: perhaps in a smaller face, perhaps cut with an ellipsis."""

    text: str
    face: Face
    width: int


@lru_cache(maxsize=1024)
def drawable(text: str) -> str:
    """The text as it can be drawn: on one line, without emojis and what is unseen, strange letters as placeholders.

    Ornamental letters of the kind people put into names become the plain ones they stand for. Where nothing would be
    left of a text, a placeholder shows that there is one.
    """
    letters = (_letters(char) for char in unicodedata.normalize("NFC", text[:LONGEST]))
    return " ".join("".join(letters).split()) or (PLACEHOLDER if text.strip() else "")


def has_all(text: str) -> bool:
    """Whether the typeface has every letter of a text: nothing of it would be drawn as a placeholder."""
    return PLACEHOLDER not in drawable(text)


@lru_cache(maxsize=2048)
def width(text: str, face: Face) -> int:
    """How wide a drawable text is in this face, in pixels, from the pen to the last edge of any of its letters.

    A letter may lean out of its own advance: an accent that is wider than what it stands on.
    """
    pen = edge = 0
    for char in text:
        letter = glyph(char, face)
        edge = max(edge, pen + letter.left + letter.mask.width)
        pen += letter.advance
    return max(pen, edge)


def fit(text: str, face: Face, room: int, smallest: int | None = None) -> Fitted:
    """The text at the face's size, or a smaller one down to ``smallest``, or cut: never wider than the room."""
    clean = drawable(text)
    least = min(smallest or face.size, face.size)
    for size in range(face.size, least - 1, -_SHRINK):
        tried = replace(face, size=size)
        wide = width(clean, tried)
        if wide <= room:
            return Fitted(clean, tried, wide)
    return _cut(clean, replace(face, size=least), room)


def wrap(text: str, face: Face, room: int, lines: int) -> tuple[str, ...]:
    """The words on at most so many lines; the last one holds what is left, whether or not it fits."""
    done: list[str] = []
    line = ""
    for word in drawable(text).split():
        longer = f"{line} {word}".strip()
        if line and len(done) < lines - 1 and width(longer, face) > room:
            done.append(line)
            longer = word
        line = longer
    return (*done, line)


def capital(face: Face) -> int:
    """The height of a capital letter."""
    return glyph("H", face).mask.size[1]


@lru_cache(maxsize=4096)
def glyph(char: str, face: Face) -> Glyph:
    """One letter, drawn once. A space is a mask of one empty pixel."""
    font = _font(face.weight, face.size)
    left, top, right, bottom = (int(edge) for edge in font.getbbox(char, anchor="ls"))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), char, fill=255, font=font, anchor="ls")
    return Glyph(mask, left, top, round(font.getlength(char)))


@lru_cache(maxsize=128)
def _font(weight: int, size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(_FILE), size, layout_engine=ImageFont.Layout.BASIC)
    low, high = _OPTICAL_SIZES
    font.set_variation_by_axes([min(high, max(low, size)), weight])
    return font


@lru_cache(maxsize=4096)
def _letters(char: str) -> str:
    """What is drawn for one character: itself, its plain form, a placeholder, or nothing."""
    if char.isspace():
        return " "
    if unicodedata.category(char) in _UNSEEN:
        return ""
    if _has(char):
        return char
    plain = unicodedata.normalize("NFKC", char)
    if plain == char and unicodedata.category(char) == _EMOJI:
        return ""
    return plain if plain != char and all(_has(letter) for letter in plain) else PLACEHOLDER


@lru_cache(maxsize=4096)
def _has(char: str) -> bool:
    """Whether the typeface has this letter: what it lacks it draws as one and the same box."""
    return _shape(char) != _shape(_NOT_A_LETTER)


def _shape(char: str) -> tuple[tuple[int, int], bytes]:
    mask = glyph(char, _PROBE).mask
    return mask.size, mask.tobytes()


def _cut(text: str, face: Face, room: int) -> Fitted:
    """As many letters as fit before an ellipsis; nothing at all where not even that fits."""
    if width(ELLIPSIS, face) > room:
        return Fitted("", face, 0)
    kept = ""
    for char in text:
        if width(kept + char + ELLIPSIS, face) > room:
            break
        kept += char
    shown = kept.rstrip() + ELLIPSIS
    return Fitted(shown, face, width(shown, face))
