"""A page of the ladder: what it says, that the viewer is always on it, and that it stays tidy and light."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soker_discord.art.leaderboard import LadderRow, LadderWords, TierBadge, lay_leaderboard, leaderboard
from soker_discord.art.marks import Panel, Picture, Sign
from soker_discord.art.palette import OWN, SUN
from tests.soker_discord.art.samples import KIM, LADDER_WORDS, NAMES, TIERS, ladder_rows
from tests.soker_discord.art.tidiness import any_text, check_tidy, names, opened, read, values

rows_of_any_kind = st.builds(
    LadderRow,
    place=st.integers(1, 10**7),
    name=names,
    rating=st.one_of(st.integers(0, 99999).map(str), st.integers(0, 99999).map("{}?".format), any_text),
    tier=st.builds(TierBadge, letter=st.text(max_size=3), word=any_text, step=st.integers(-2, 9)),
    played=any_text,
    low=values,
    middle=values,
    high=values,
    own=st.booleans(),
)
words_of_any_kind = st.builds(LadderWords, *[any_text] * 8)


def own_rows(picture: Picture) -> int:
    """How many rows are marked as the viewer's, by a pointer and by a frame."""
    pointers = [mark for mark in picture.marks if isinstance(mark, Sign) and mark.shape == "pointer"]
    frames = [mark for mark in picture.marks if isinstance(mark, Panel) and mark.ink == OWN and mark.on == SUN]
    assert len(pointers) == len(frames)
    return len(frames)


def test_it_says_everything_about_everybody() -> None:
    said = read(lay_leaderboard(LADDER_WORDS, ladder_rows()))
    assert said[:3] == ["Soker ladder", "This server · season 3", "Page 1 of 12"]
    assert [text for text in said if text in NAMES] == list(NAMES)
    joined = " ".join(said)
    for row in ladder_rows():
        assert f"{row.place} {row.tier.letter} {row.name} {row.tier.word} {row.played}" in joined
    assert "1712" in said
    assert said.count("?") == sum(row.rating.endswith("?") for row in ladder_rows())


def test_the_viewer_on_the_page_is_marked() -> None:
    picture = lay_leaderboard(LADDER_WORDS, ladder_rows(own=3), KIM)
    assert own_rows(picture) == 1
    assert read(picture).count("YOU") == 1
    assert "Kim" not in read(picture)
    assert picture.height == lay_leaderboard(LADDER_WORDS, ladder_rows()).height


def test_the_viewer_elsewhere_has_a_row_below_a_gap() -> None:
    without, picture = (lay_leaderboard(LADDER_WORDS, ladder_rows(), own) for own in (None, KIM))
    assert own_rows(without) == 0
    assert own_rows(picture) == 1
    said = read(picture)
    assert said[said.index("Kim") - 2 : said.index("Kim")] == ["47", "R"]
    assert picture.height > without.height + 82


def test_the_viewer_without_a_place_sees_the_page_alone() -> None:
    assert "YOU" not in read(lay_leaderboard(LADDER_WORDS, ladder_rows()))


def test_an_empty_page_says_so() -> None:
    picture = lay_leaderboard(LADDER_WORDS, ())
    assert "Nobody has played yet" in read(picture)
    check_tidy(picture)


def test_a_page_has_at_most_ten_rows() -> None:
    with pytest.raises(ValueError, match="at most 10"):
        lay_leaderboard(LADDER_WORDS, (*ladder_rows(), KIM))


def test_bars_share_one_scale() -> None:
    wide, narrow = (replace(KIM, low=low, middle=1400.0, high=high) for low, high in ((1000, 1800), (1300, 1500)))
    bars = [
        mark.box
        for mark in lay_leaderboard(LADDER_WORDS, (wide, narrow)).marks
        if isinstance(mark, Panel) and mark.box.height == 18
    ]
    assert len(bars) == 2
    assert bars[0].width == pytest.approx(4 * bars[1].width, abs=3)
    assert bars[0].left < bars[1].left


def test_every_value_is_seen() -> None:
    row = ladder_rows()[0]
    changed = [
        replace(row, place=2),
        replace(row, name="Ben"),
        replace(row, rating="1713"),
        replace(row, rating="1712?"),
        replace(row, tier=TIERS[0]),
        replace(row, played="129 games"),
        replace(row, low=row.low - 20),
        replace(row, own=True),
    ]
    anchor = ladder_rows()[9]
    pictures = [leaderboard(LADDER_WORDS, (one, anchor)) for one in (row, *changed)]
    assert len(set(pictures)) == len(pictures)


def test_the_png_is_what_was_laid() -> None:
    picture = lay_leaderboard(LADDER_WORDS, ladder_rows(), KIM)
    encoded = leaderboard(LADDER_WORDS, ladder_rows(), KIM)
    assert opened(encoded).size == (picture.width, picture.height)
    assert encoded == leaderboard(LADDER_WORDS, ladder_rows(), KIM)


def test_a_page_of_the_longest_names_stays_light() -> None:
    chance = random.Random(3)
    letters = "abcdefghkmnopqrstuvwxyzABCDEGHKMйцукенгшщзхфывапролджэячсмитьбю23456789"
    longest = tuple("".join(chance.choices(letters, k=32)) for _ in range(10))
    rows = tuple(replace(row, played=row.name[::-1], place=12345) for row in ladder_rows(names=longest))
    check_tidy(lay_leaderboard(LADDER_WORDS, rows, KIM))
    opened(leaderboard(LADDER_WORDS, rows, KIM))


@settings(max_examples=60, deadline=None)
@given(words_of_any_kind, st.lists(rows_of_any_kind, max_size=10).map(tuple), st.none() | rows_of_any_kind)
def test_any_page_is_tidy(words: LadderWords, rows: tuple[LadderRow, ...], own: LadderRow | None) -> None:
    check_tidy(lay_leaderboard(words, rows, own))


@settings(max_examples=15, deadline=None)
@given(words_of_any_kind, st.lists(rows_of_any_kind, max_size=10).map(tuple))
def test_any_page_can_be_drawn(words: LadderWords, rows: tuple[LadderRow, ...]) -> None:
    opened(leaderboard(words, rows))
