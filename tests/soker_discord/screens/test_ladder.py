"""The ladder's messages: what their buttons carry, and Discord's limits at their longest."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.display import TIERS
from ratings.event import Unrated
from ratings.journal import JournalRow
from ratings.rating import Rating
from ratings.seasons import season_of
from soker_discord.commands.app import NewestClicks
from soker_discord.locales.speech import speech
from soker_discord.screens.ids import ControlId, parse
from soker_discord.screens.ladder.ask import KINDS, LadderAsk, read_ask
from soker_discord.screens.ladder.history import history_screen
from soker_discord.screens.ladder.screen import MAX_ALT, MAX_TEXT
from soker_discord.screens.ladder.top import top_screen
from soker_discord.screens.ladder.words import TIER_WORDS
from soker_discord.screens.unrated import REASONS, reason
from soker_discord.tables.boards import FAMILIES
from soker_discord.tables.ladder_view import HistoryView, TopRow, TopView

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


def test_a_long_history_drops_whole_entries_and_says_so():
    rating, at = Rating(25.0, 5.0), datetime(2026, 12, 1, tzinfo=UTC)
    rows = tuple(
        JournalRow(
            board="soker",
            event=number,
            person=1,
            place=1,
            points=30,
            entrants=4,
            before=rating,
            aged=rating,
            after=rating,
            weight=0.0,
            met=0,
            events=5,
            last_active=at,
            finished_at=at,
            engine="1-x",
            unrated=Unrated.VOIDED_BY_HOST,
        )
        for number in range(10)
    )
    view = HistoryView("Ada", rows, {row.event: "*" * 300 for row in rows})
    screen = history_screen(view, LadderAsk("history", "soker", here=False), speech())
    entries = screen.twin.count("place 1 of 4")
    assert 0 < entries < 10
    assert len(screen.heading) + len(screen.twin) <= MAX_TEXT
    assert screen.twin.splitlines()[-1] == f"-# {10 - entries} more do not fit here."
    assert screen.twin.count("\\*") == 300 * entries, "every entry is whole"


def test_a_later_click_on_a_message_overtakes_an_earlier_one():
    clicks = NewestClicks(most=2)
    clicks.note(1, 10)
    assert not clicks.overtaken(1, 10)
    clicks.note(1, 11)
    assert clicks.overtaken(1, 10)
    assert not clicks.overtaken(1, 11)
    clicks.note(2, 12)
    clicks.note(3, 13)
    assert not clicks.overtaken(1, 10), "forgotten"
