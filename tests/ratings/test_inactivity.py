from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.inactivity import aged, days_away, growth
from ratings.parameters import SCALE, STANDARD
from ratings.rating import Rating
from tests.ratings.strategies import ordinary_ratings

SPRING = datetime(2026, 4, 2, 12, tzinfo=UTC)
SETTLED = Rating(31.0, STANDARD.sigma0 / 3)
DAY = timedelta(days=1)
spans = st.timedeltas(timedelta(0), timedelta(days=2000))


def test_nothing_happens_in_the_days_of_grace():
    assert aged(SETTLED, SPRING, SPRING + 7 * DAY) == SETTLED
    assert aged(SETTLED, SPRING, SPRING + 8 * DAY - timedelta(seconds=1)) == SETTLED


def test_each_further_day_adds_to_sigma_squared():
    for days in (1, 2, 50):
        got = aged(SETTLED, SPRING, SPRING + (7 + days) * DAY)
        assert got.sigma**2 - SETTLED.sigma**2 == pytest.approx(days * STANDARD.idle_variance)


def test_a_change_of_season_adds_to_sigma_squared_for_those_who_play_too():
    eve = datetime(2026, 6, 30, 23, 59, tzinfo=UTC)
    got = aged(SETTLED, eve, eve + timedelta(minutes=2))
    assert got.sigma**2 - SETTLED.sigma**2 == pytest.approx(STANDARD.season_variance)


def test_after_about_a_year_away_a_settled_person_is_nearly_provisional_again():
    year = aged(SETTLED, SPRING, SPRING + 365 * DAY)
    assert year.sigma == pytest.approx(SCALE.provisional_sigma, rel=0.03)


@given(ordinary_ratings, spans)
def test_the_mean_never_moves_and_sigma_never_passes_sigma0(rating, away):
    got = aged(rating, SPRING, SPRING + away)
    assert got.mu == rating.mu
    assert rating.sigma <= got.sigma <= STANDARD.sigma0


def test_for_long_enough_away_a_person_is_as_unknown_as_a_newcomer():
    assert aged(SETTLED, SPRING, SPRING + 4000 * DAY).sigma == STANDARD.sigma0


def test_a_sigma_wider_than_sigma0_stays():
    wide = Rating(25.0, STANDARD.sigma0 + 0.01)
    assert aged(wide, SPRING, SPRING + 500 * DAY) == wide


def test_who_was_never_active_does_not_age():
    assert aged(STANDARD.newcomer, None, SPRING) == STANDARD.newcomer


@given(spans)
def test_a_clock_that_went_back_makes_nobody_older(back):
    assert aged(SETTLED, SPRING, SPRING - back) == SETTLED
    assert days_away(SPRING, SPRING - back) == 0


@given(spans, spans)
def test_growth_in_two_steps_is_growth_in_one(first, second):
    middle, end = SPRING + first, SPRING + first + second
    in_two = growth(SPRING, SPRING, middle) + growth(SPRING, middle, end)
    assert in_two == pytest.approx(growth(SPRING, SPRING, end), rel=1e-12, abs=1e-12)


@given(spans, spans)
def test_the_longer_away_the_less_certain(first, second):
    assert aged(SETTLED, SPRING, SPRING + first).sigma <= aged(SETTLED, SPRING, SPRING + first + second).sigma


@given(spans)
def test_the_zone_a_time_is_told_in_changes_no_bit(away):
    zone = timezone(timedelta(hours=-7))
    here = aged(SETTLED, SPRING, SPRING + away)
    assert aged(SETTLED, SPRING.astimezone(zone), (SPRING + away).astimezone(zone)) == here
