"""The standing of a tournament: places and numbers as they are, shared ones equal, changes by sign and shape."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soker_discord.art.marks import Panel, Picture, Sign
from soker_discord.art.palette import TURF
from soker_discord.art.standing import StandingRow, StandingWords, lay_standing, standing
from tests.soker_discord.art.samples import STANDING_WORDS, standing_rows
from tests.soker_discord.art.tidiness import any_text, check_tidy, names, opened, read

rows_of_any_kind = st.builds(
    StandingRow,
    place=st.integers(1, 8),
    name=names,
    points=any_text,
    games=any_text,
    countries=any_text,
    change=st.none() | st.integers(-(10**5), 10**5),
    rating=any_text,
    own=st.booleans(),
)
some_rows = st.lists(rows_of_any_kind, min_size=1, max_size=8).map(tuple)
words_of_any_kind = st.builds(StandingWords, *[any_text] * 9)


def shapes(picture: Picture) -> list[str]:
    """The arrows, in the order of the rows."""
    return [mark.shape for mark in picture.marks if isinstance(mark, Sign) and mark.shape in ("up", "down", "dash")]


def test_it_says_everything_about_everybody() -> None:
    said = " ".join(read(lay_standing(STANDING_WORDS, standing_rows())))
    for row in ("1 Ada 61 4 1 +31 1463", "2 Ben YOU 52 2 0 +4 1392", "2 Cleo 52 2 0 −3 1411?", "4 Dan 38 0 0 −22 1187"):
        assert row in said
    for heading in ("Points", "Games", "won", "Country", "wins", "Rating"):
        assert heading in said


def test_rows_stand_by_place() -> None:
    turned = tuple(reversed(standing_rows()))
    said = read(lay_standing(STANDING_WORDS, turned))
    assert [text for text in said if text in ("Ada", "Ben", "Cleo", "Dan")] == ["Ada", "Cleo", "Ben", "Dan"]


def test_changes_have_an_arrow_and_a_sign() -> None:
    rows = tuple(replace(row, change=change) for row, change in zip(standing_rows(), (5, 0, -5, None), strict=True))
    picture = lay_standing(STANDING_WORDS, rows)
    assert shapes(picture) == ["up", "dash", "down"]
    assert [text for text in read(picture) if text in ("+5", "±0", "−5")] == ["+5", "±0", "−5"]


def test_an_unrated_standing_has_no_column_for_it() -> None:
    rows = tuple(replace(row, change=None, rating="") for row in standing_rows())
    picture = lay_standing(STANDING_WORDS, rows)
    assert "Rating" not in read(picture)
    assert not shapes(picture)
    check_tidy(picture)


def blocks(picture: Picture) -> list[tuple[int, int]]:
    """Left edge and height of the blocks of the podium, from left to right."""
    found = (mark.box for mark in picture.marks if isinstance(mark, Panel) and mark.ink == TURF and mark.radius)
    return sorted((box.left, box.height) for box in found)


def test_a_shared_place_stands_equally_high() -> None:
    picture = lay_standing(STANDING_WORDS, standing_rows(), podium=True)
    second, first, shared, fourth = (height for _, height in blocks(picture))
    assert first > second == shared > fourth
    assert not blocks(lay_standing(STANDING_WORDS, standing_rows()))


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_podiums_of_any_size_are_tidy(count: int) -> None:
    picture = lay_standing(STANDING_WORDS, standing_rows()[:count], True)
    check_tidy(picture)
    lefts = [left for left, _ in blocks(picture)]
    assert len(lefts) == count
    assert read(picture).count("Ada") == 2


def test_there_is_somebody_and_not_a_crowd() -> None:
    for rows in ((), standing_rows() * 3):
        with pytest.raises(ValueError, match="1 to 8 rows"):
            lay_standing(STANDING_WORDS, rows)


def test_every_value_is_seen() -> None:
    first, *others = standing_rows()
    changes = [
        {"name": "Eva"},
        {"points": "62"},
        {"games": "5"},
        {"countries": "2"},
        {"change": 32},
        {"rating": "1464"},
        {"own": True},
    ]
    pictures = [standing(STANDING_WORDS, (replace(first, **change), *others), True) for change in ({}, *changes)]
    assert len(set(pictures)) == len(pictures)
    assert standing(STANDING_WORDS, (first, *others), True) == pictures[0]


def test_the_png_is_what_was_laid() -> None:
    picture = lay_standing(STANDING_WORDS, standing_rows(), True)
    assert opened(standing(STANDING_WORDS, standing_rows(), True)).size == (picture.width, picture.height)


@settings(max_examples=60, deadline=None)
@given(words_of_any_kind, some_rows, st.booleans())
def test_any_standing_is_tidy(words: StandingWords, rows: tuple[StandingRow, ...], podium: bool) -> None:
    check_tidy(lay_standing(words, rows, podium))


@settings(max_examples=15, deadline=None)
@given(words_of_any_kind, some_rows, st.booleans())
def test_any_standing_can_be_drawn(words: StandingWords, rows: tuple[StandingRow, ...], podium: bool) -> None:
    opened(standing(words, rows, podium))
