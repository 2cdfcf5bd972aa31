from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.errors import BadEvent
from ratings.seasons import Season, changes, season_named, season_number, season_of

EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
moments = st.timedeltas(timedelta(0), timedelta(days=15000)).map(lambda later: EPOCH + later)


@pytest.mark.parametrize(
    ("moment", "name"),
    [
        (datetime(2026, 1, 1, tzinfo=UTC), "2026-Q1"),
        (datetime(2026, 3, 31, 23, 59, 59, 999999, UTC), "2026-Q1"),
        (datetime(2026, 4, 1, tzinfo=UTC), "2026-Q2"),
        (datetime(2026, 9, 30, tzinfo=UTC), "2026-Q3"),
        (datetime(2026, 12, 31, 23, tzinfo=UTC), "2026-Q4"),
    ],
)
def test_a_season_is_three_calendar_months(moment, name):
    assert season_of(moment).name == name


def test_a_season_changes_in_utc_for_everybody():
    tokyo = timezone(timedelta(hours=9))
    assert season_of(datetime(2026, 4, 1, 8, 59, tzinfo=tokyo)) == Season(2026, 1)
    assert season_of(datetime(2026, 4, 1, 9, 0, tzinfo=tokyo)) == Season(2026, 2)


def test_a_time_without_a_zone_is_refused():
    with pytest.raises(BadEvent):
        season_of(datetime(2026, 4, 1))  # noqa: DTZ001


@given(moments)
def test_a_moment_lies_in_its_season(moment):
    season = season_of(moment)
    assert season.start <= moment < season.end
    assert season_of(season.end).number == season.number + 1
    assert season_number(season.number) == season_named(season.name) == season


@given(moments, moments)
def test_seasons_and_their_names_are_in_order_of_time(one, other):
    if season_of(one) < season_of(other):
        assert one < other
        assert season_of(one).name < season_of(other).name


@pytest.mark.parametrize("name", ["", "2026", "2026-Q5", "2026-Q0", "-Q1", "26-q1", "2026-Q1 "])
def test_what_names_no_season_is_refused(name):
    with pytest.raises(ValueError, match="not a season"):
        season_named(name)


def test_changes_are_counted_between_two_moments():
    assert changes(datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 3, 31, tzinfo=UTC)) == 0
    assert changes(datetime(2026, 3, 31, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC)) == 1
    assert changes(datetime(2025, 12, 31, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)) == 5
    assert changes(datetime(2026, 4, 1, tzinfo=UTC), datetime(2026, 3, 31, tzinfo=UTC)) == 0
