from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.display import shown
from ratings.event import Board, Entrant, Event, Unrated
from ratings.explanation import explain, in_full
from ratings.journal import Standing
from ratings.ladder import journal_event
from ratings.rating import Rating
from ratings.update import rate
from tests.ratings.strategies import final_orders, ordinary_ratings

BOARD = Board("soker", spans_servers=True)
NOW = datetime(2026, 5, 20, 20, tzinfo=UTC)


def rows_of(ratings, places, away=timedelta(0), met=0, unrated=None):
    """The journal of one event of people with these ratings."""
    standings = {i: Standing(rating, NOW - away, 9) for i, rating in enumerate(ratings)}
    entrants = tuple(Entrant(i, place) for i, place in enumerate(places))
    return journal_event(BOARD, Event(1, BOARD.name, NOW, entrants, unrated), standings, [NOW - timedelta(1)] * met)


def explained(rows):
    return [explain(row, [other.aged for other in rows if other is not row]) for row in rows]


@st.composite
def journals(draw):
    people = draw(st.integers(2, 4))
    ratings = draw(st.lists(ordinary_ratings, min_size=people, max_size=people))
    away, met = draw(st.timedeltas(timedelta(0), timedelta(days=700))), draw(st.integers(0, 3))
    return rows_of(ratings, draw(final_orders(people)), away, met)


@settings(deadline=None)
@given(journals())
def test_the_parts_add_up_to_what_is_shown(rows):
    for row, told in zip(rows, explained(rows), strict=True):
        assert told.before == shown(row.before)
        assert told.after == shown(row.after)
        assert told.before + told.by_absence + told.by_result + told.by_certainty == told.after
        assert told.change == told.after - told.before
        assert told.by_absence <= 0


@settings(deadline=None)
@given(journals())
def test_chances_and_expected_places_cover_the_field(rows):
    told = explained(rows)
    assert sum(one.chance for one in told) == pytest.approx(1.0)
    assert sum(one.expected_place for one in told) == pytest.approx(len(rows) * (len(rows) + 1) / 2)


def test_a_surprise_moves_more_than_what_was_expected():
    strong, weak = Rating(32.0, 2.0), Rating(22.0, 2.0)
    expected = explained(rows_of([strong, weak], [1, 2]))
    surprise = explained(rows_of([strong, weak], [2, 1]))
    assert expected[0].place == 1
    assert expected[0].expected_place < 1.5
    assert expected[0].chance > 0.5
    assert 0 <= expected[0].by_result < surprise[0].by_result
    assert surprise[0].place == 1
    assert surprise[0].expected_place > 1.5


def test_being_away_costs_points_that_playing_brings_back():
    told = explained(rows_of([Rating(30.0, 3.0)] * 2, [1, 2], timedelta(days=60)))[0]
    assert told.days_since == 60
    assert told.was_away
    assert told.by_absence < 0
    assert told.by_certainty > 0


def test_nothing_is_said_of_time_before_a_first_event():
    event = Event(1, BOARD.name, NOW, (Entrant(1, 1), Entrant(2, 2)))
    told = explained(journal_event(BOARD, event, {}))
    assert [one.days_since for one in told] == [None, None]
    assert [one.by_absence for one in told] == [0, 0]


@settings(deadline=None)
@given(journals())
def test_in_full_is_what_the_event_would_have_made_of_it(rows):
    full = rate([row.aged for row in rows], [row.place for row in rows])
    for row, expected in zip(rows, full, strict=True):
        got = in_full(row)
        assert (got.mu, got.sigma) == pytest.approx((expected.mu, expected.sigma), abs=1e-9)


def test_what_a_repeated_group_holds_back_is_told():
    ratings = [Rating(25.0, 8.0)] * 2
    once, again = (explained(rows_of(ratings, [1, 2], met=met))[0] for met in (0, 1))
    assert once.held_back == 0
    assert again.after + again.held_back == once.after


def test_an_unrated_event_has_no_parts():
    rows = rows_of([Rating(25.0, 4.0), Rating(30.0, 4.0)], [1, 2], unrated=Unrated.FRIENDLY)
    for told in explained(rows):
        assert (told.change, told.by_absence, told.by_result, told.by_certainty, told.held_back) == (0, 0, 0, 0, 0)
