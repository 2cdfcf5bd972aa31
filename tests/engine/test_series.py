"""The final order of a series (G3), with values worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Result
from engine.series import places, standing
from engine.soker import SOKER


def test_G3_points_first_then_games_won_then_country_wins():
    results = [
        Result(0, "empty hand", (11, 4, 3)),
        Result(1, "country", (2, 12, 3)),
        Result(2, "country", (4, 1, 11)),
        Result(None, "deadlock", (5, 5, 5)),
        Result(0, "empty hand", (3, 0, 0)),
    ]
    found = standing(SOKER, results, 3)
    assert found.scores == ((25, 2, 0), (22, 1, 1), (22, 1, 1))
    assert found.places == (1, 2, 2)


def test_G3_games_won_break_equal_points():
    results = [Result(0, "empty hand", (8, 8)), Result(None, "deadlock", (2, 2))]
    assert standing(SOKER, results, 2).places == (1, 2)


def test_G3_country_wins_break_equal_points_and_games():
    results = [Result(0, "empty hand", (9, 1)), Result(1, "country", (1, 9))]
    found = standing(SOKER, results, 2)
    assert found.scores == ((10, 1, 0), (10, 1, 1))
    assert found.places == (2, 1)


def test_G3_still_equal_is_a_shared_place():
    assert standing(SOKER, [Result(None, "deadlock", (4, 4, 4, 4))], 4).places == (1, 1, 1, 1)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        (((5,), (5,), (3,), (2,)), (1, 1, 3, 4)),
        (((5,), (4,), (4,), (2,)), (1, 2, 2, 4)),
        (((1,), (2,), (3,), (3,)), (4, 3, 1, 1)),
    ],
)
def test_a_shared_place_leaves_out_the_next(scores: tuple[tuple[int, ...], ...], expected: tuple[int, ...]):
    assert places(scores) == expected


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2)), min_size=1, max_size=4))
def test_places_follow_the_scores(scores: list[tuple[int, int]]):
    found = places(tuple(scores))
    assert 1 in found
    for score, place in zip(scores, found, strict=True):
        for other, otherwise in zip(scores, found, strict=True):
            assert (place < otherwise) == (score > other)
