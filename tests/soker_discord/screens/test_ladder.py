"""The ladder's messages: what their buttons carry, and Discord's limits at their longest."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.display import TIERS
from ratings.event import Unrated
from ratings.rating import Rating
from ratings.seasons import season_of
from soker_discord.locales.speech import speech
from soker_discord.screens.ids import ControlId, parse
from soker_discord.screens.ladder.ask import KINDS, LadderAsk, read_ask
from soker_discord.screens.ladder.screen import MAX_ALT
from soker_discord.screens.ladder.top import top_screen
from soker_discord.screens.ladder.words import TIER_WORDS
from soker_discord.screens.unrated import REASONS, reason
from soker_discord.tables.boards import FAMILIES
from soker_discord.tables.ladder_view import TopRow, TopView

ASKS = st.builds(
    LadderAsk,
    kind=st.sampled_from(KINDS),
    family=st.sampled_from(sorted(FAMILIES)),
    here=st.booleans(),
    number=st.integers(0, 999_999_999),
    season=st.booleans(),
    picture=st.booleans(),
)


@given(ASKS)
def test_a_button_carries_all_that_is_asked_for(ask: LadderAsk):
    control = ask.control("name")
    assert len(str(control)) <= 100
    read = parse(str(control))
    assert read is not None
    assert read_ask(read) == ask


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("top",),
        ("top", "soker", "yny"),
        ("top", "soker", "yn", "up"),
        ("top", "soker", "ynx", "up"),
        ("a", "b", "yny", "c"),
    ],
)
def test_a_button_of_another_version_asks_for_nothing(args: tuple[str, ...]):
    assert read_ask(ControlId("ladder", 1, args=args)) is None


def full_page() -> TopView:
    """Ten people with the longest names there are, and the viewer below."""
    rating = Rating(45.0, 1.0)
    rows = tuple(TopRow(999_990 + n, n, "*_@`|\\" * 5 + "ab", rating, TIERS[2], 9999) for n in range(10))
    own = replace(rows[0], place=1_000_001, person=77, own=True)
    return TopView(rows, own, 99_999, 100_001, 1_000_001, season_of(datetime(2026, 12, 4, tzinfo=UTC)))


@pytest.mark.parametrize("picture", [True, False])
def test_the_longest_page_stays_within_discords_limits(picture: bool):
    ask = LadderAsk("top", "system", here=True, number=99_999, season=True, picture=picture)
    screen = top_screen(full_page(), ask, speech())
    components = screen.layout(picture=picture).to_components()[0]["components"]
    text = sum(len(item["content"]) for item in components if item["type"] == 10)
    assert text <= 4000
    pictures = [item for item in components if item["type"] == 12]
    assert len(pictures) == picture
    assert all(0 < len(item["items"][0]["description"]) <= MAX_ALT for item in pictures)
    assert screen.draw is not None
    assert screen.draw().startswith(b"\x89PNG")


def test_every_tier_and_every_reason_has_its_words():
    assert {tier.word for tier in TIERS} == set(TIER_WORDS)
    assert set(Unrated) == set(REASONS)
    assert reason("something newer", speech()) == REASONS[Unrated.FAULT]
