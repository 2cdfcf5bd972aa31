import math
from itertools import permutations

import pytest
import trueskill
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.environment import environment
from ratings.errors import BadEvent, BadRating, RatingError
from ratings.parameters import STANDARD, BadParameters, Parameters
from ratings.rating import Rating
from ratings.update import rate
from tests.ratings.strategies import fields, ordinary_ratings, wild_ratings

NEW = STANDARD.newcomer
weights = st.sampled_from([1.0, 0.5, 0.25])


def widest(rating):
    return math.sqrt(rating.sigma**2 + STANDARD.tau**2)


@settings(deadline=None)
@given(fields(wild_ratings()), weights)
def test_no_rating_is_too_wild(field, weight):
    ratings, places = field
    for before, after in zip(ratings, rate(ratings, places, weight), strict=True):
        assert math.isfinite(after.mu)
        assert 0 < after.sigma <= widest(before)


@settings(deadline=None)
@given(fields(wild_ratings() | st.builds(Rating, st.floats(-1e9, 1e9), st.floats(1e-9, 1e9))))
def test_no_rating_within_the_bounds_is_too_wild(field):
    ratings, places = field
    for before, after in zip(ratings, rate(ratings, places), strict=True):
        assert math.isfinite(after.mu)
        assert 0 < after.sigma <= widest(before)


@settings(deadline=None)
@given(fields(ordinary_ratings | st.just(NEW)), weights)
def test_the_order_of_the_arguments_changes_no_bit(field, weight):
    ratings, places = field
    expected = rate(ratings, places, weight)
    for order in permutations(range(len(ratings))):
        got = rate([ratings[i] for i in order], [places[i] for i in order], weight)
        assert got == tuple(expected[i] for i in order)


@settings(deadline=None)
@given(fields(st.sampled_from([NEW, Rating(31.0, 3.0)])))
def test_equal_result_and_equal_prior_give_equal_change(field):
    ratings, places = field
    after = rate(ratings, places)
    outcomes = {}
    for rating, place, new in zip(ratings, places, after, strict=True):
        assert outcomes.setdefault((rating, place), new) == new


@given(ordinary_ratings | wild_ratings(), ordinary_ratings | wild_ratings())
def test_of_two_the_winner_never_falls_and_the_loser_never_rises(winner, loser):
    won, lost = rate([winner, loser], [1, 2])
    slack = 1e-12 * max(1.0, abs(winner.mu), abs(loser.mu))
    assert won.mu >= winner.mu - slack
    assert lost.mu <= loser.mu + slack


@given(ordinary_ratings, ordinary_ratings)
def test_a_draw_brings_two_closer(one, other):
    first, second = rate([one, other], [1, 1])
    assert abs(first.mu - second.mu) <= abs(one.mu - other.mu) + 1e-12


@settings(deadline=None)
@given(fields(ordinary_ratings))
def test_the_first_rises_and_the_last_falls(field):
    ratings, places = field
    after = rate(ratings, places)
    if places.count(1) == 1:
        first = places.index(1)
        assert after[first].mu >= ratings[first].mu - 1e-9
    if places.count(len(places)) == 1:
        last = places.index(len(places))
        assert after[last].mu <= ratings[last].mu + 1e-9


@settings(deadline=None)
@given(fields(ordinary_ratings), st.floats(0, 1))
def test_a_weight_moves_mu_and_sigma_squared_that_fraction_of_the_way(field, weight):
    ratings, places = field
    for before, full, part in zip(ratings, rate(ratings, places), rate(ratings, places, weight), strict=True):
        assert part.mu - before.mu == pytest.approx(weight * (full.mu - before.mu), abs=1e-12)
        moved, whole = part.sigma**2 - before.sigma**2, full.sigma**2 - before.sigma**2
        assert moved == pytest.approx(weight * whole, abs=1e-12)


@settings(deadline=None, max_examples=25)
@given(fields(ordinary_ratings))
def test_a_tie_is_the_average_of_the_package_over_all_orders(field):
    ratings, places = field
    outcomes = [[] for _ in ratings]
    for order in permutations(range(len(ratings))):
        groups = [(trueskill.Rating(ratings[i].mu, ratings[i].sigma),) for i in order]
        for i, (one,) in zip(order, environment(STANDARD).rate(groups, [places[i] for i in order]), strict=True):
            outcomes[i].append((one.mu, one.sigma**2))
    for after, beliefs in zip(rate(ratings, places), outcomes, strict=True):
        mu, variance = (sum(numbers) / len(beliefs) for numbers in zip(*beliefs, strict=True))
        assert (after.mu, after.sigma) == pytest.approx((mu, variance**0.5), abs=1e-9)


@given(fields(ordinary_ratings))
@settings(deadline=None)
def test_weight_nought_changes_nothing(field):
    ratings, places = field
    assert rate(ratings, places, 0.0) == tuple(ratings)


@pytest.mark.parametrize(
    "places", [[1, 2, 3], [1], [2, 1, 1, 3], [0, 1, 2, 3], [1, 1, 2, 3], [2, 3, 4, 5], [1, 3, 3, 4]]
)
def test_places_that_are_no_final_order_are_refused(places):
    with pytest.raises(BadEvent):
        rate([NEW] * 4, places)


@pytest.mark.parametrize("places", [[1, 2, 3, 4], [4, 1, 1, 3], [1, 2, 2, 4], [2, 2, 1, 2], [1, 1, 1, 1], [3, 3, 1, 1]])
def test_places_may_be_shared(places):
    rate([NEW] * 4, places)


@pytest.mark.parametrize("people", [0, 1, 5])
def test_too_few_or_too_many_are_refused(people):
    with pytest.raises(BadEvent):
        rate([NEW] * people, list(range(1, people + 1)))


@pytest.mark.parametrize("weight", [-0.1, 1.1, math.nan, math.inf])
def test_a_weight_out_of_bounds_is_refused(weight):
    with pytest.raises(BadEvent):
        rate([NEW] * 2, [1, 2], weight)


@pytest.mark.parametrize("mu", [math.nan, math.inf, -math.inf, 2e9])
def test_a_mean_that_is_none_is_refused(mu):
    with pytest.raises(BadRating):
        rate([NEW, Rating(mu, 8.0)], [1, 2])


@pytest.mark.parametrize("sigma", [math.nan, math.inf, 0.0, -1.0, 2e9])
def test_a_sigma_that_is_none_is_refused(sigma):
    with pytest.raises(BadRating):
        rate([NEW, Rating(25.0, sigma)], [1, 2])


def test_every_refusal_is_a_value_error():
    assert issubclass(RatingError, ValueError)


@pytest.mark.parametrize("wrong", [{"draw_probability": 0.0}, {"sigma0": 0.0}, {"beta": -1.0}, {"tau": -0.1}])
def test_parameters_without_meaning_are_refused(wrong):
    with pytest.raises(BadParameters):
        Parameters(**wrong)


@pytest.mark.parametrize("wrong", [(), (1.0, 0.0), (2.0,), (math.nan,)])
def test_weights_without_meaning_are_refused(wrong):
    with pytest.raises(BadParameters):
        Parameters(repeat_weights=wrong)
