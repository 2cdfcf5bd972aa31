import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import norm

from ratings.errors import BadEvent, BadRating
from ratings.odds import beats, expected_place, win_chances
from ratings.parameters import STANDARD
from ratings.rating import Rating
from tests.ratings.strategies import ordinary_ratings, wild_ratings

fields = st.lists(ordinary_ratings, min_size=2, max_size=4)
wild_fields = st.lists(wild_ratings(), min_size=2, max_size=4)


def integral(ratings, i):
    """The chance of the i-th, by scipy's adaptive quadrature of the definition."""
    widths = [math.hypot(rating.sigma, STANDARD.beta) for rating in ratings]

    def density(x):
        others = (
            norm.cdf(x, one.mu, width) for j, (one, width) in enumerate(zip(ratings, widths, strict=True)) if j != i
        )
        return norm.pdf(x, ratings[i].mu, widths[i]) * math.prod(others)

    low, high = ratings[i].mu - 12 * widths[i], ratings[i].mu + 12 * widths[i]
    return quad(density, low, high, limit=500, epsabs=1e-10)[0]


@settings(deadline=None, max_examples=40)
@given(fields)
def test_chances_are_the_integral(ratings):
    for i, chance in enumerate(win_chances(ratings)):
        assert chance == pytest.approx(integral(ratings, i), abs=1e-6)


@given(ordinary_ratings | wild_ratings(), ordinary_ratings | wild_ratings())
@settings(deadline=None)
def test_of_two_the_chance_is_the_normal_distribution_of_the_difference(one, other):
    """TrueSkill, section 2: the difference of two performances is normal."""
    width = math.sqrt(one.sigma**2 + other.sigma**2 + 2 * STANDARD.beta**2)
    expected = norm.cdf((one.mu - other.mu) / width)
    assert win_chances([one, other])[0] == pytest.approx(expected, abs=1e-6)
    assert beats(one, other) == pytest.approx(expected, abs=1e-12)


@settings(deadline=None)
@given(fields | wild_fields)
def test_chances_add_up_to_one(ratings):
    chances = win_chances(ratings)
    assert math.fsum(chances) == pytest.approx(1.0, abs=1e-12)
    assert all(0.0 <= chance <= 1.0 for chance in chances)


@settings(deadline=None)
@given(fields)
def test_the_order_of_the_arguments_changes_no_bit(ratings):
    expected = win_chances(ratings)
    for order in permutations(range(len(ratings))):
        assert win_chances([ratings[i] for i in order]) == tuple(expected[i] for i in order)


@pytest.mark.parametrize("people", [2, 3, 4])
def test_equal_people_have_equal_chances(people):
    chances = win_chances([STANDARD.newcomer] * people)
    assert len(set(chances)) == 1
    assert chances[0] == pytest.approx(1 / people, abs=1e-12)


def test_equal_people_have_equal_chances_beside_others():
    first, _, second, _ = win_chances([Rating(27.0, 3.0), Rating(22.0, 8.0), Rating(27.0, 3.0), Rating(31.0, 1.0)])
    assert first == second


def test_chances_are_how_often_each_performs_best():
    ratings = [Rating(30.0, 2.0), Rating(25.0, 8.0), Rating(27.0, 3.0), Rating(20.0, 1.0)]
    draws = np.random.default_rng(7).standard_normal((400_000, 4))
    performances = draws * [math.hypot(one.sigma, STANDARD.beta) for one in ratings] + [one.mu for one in ratings]
    counts = np.bincount(performances.argmax(axis=1), minlength=4) / len(draws)
    assert win_chances(ratings) == pytest.approx(counts, abs=0.004)


@settings(deadline=None)
@given(fields)
def test_expected_places_add_up(ratings):
    """1 + 2 + ... + n: of each two, one performs better."""
    places = [expected_place(one, ratings[:i] + ratings[i + 1 :]) for i, one in enumerate(ratings)]
    assert math.fsum(places) == pytest.approx(len(ratings) * (len(ratings) + 1) / 2, abs=1e-9)


@pytest.mark.parametrize("people", [0, 1, 5])
def test_chances_are_for_two_to_four(people):
    with pytest.raises(BadEvent):
        win_chances([STANDARD.newcomer] * people)


def test_chances_of_what_is_no_rating_are_refused():
    with pytest.raises(BadRating):
        win_chances([STANDARD.newcomer, Rating(math.nan, 1.0)])
