"""The fast path against the package's own factor graph, and both against plain integration."""

import subprocess
import sys
from itertools import pairwise

import pytest
import trueskill
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.environment import environment
from ratings.parameters import STANDARD, Parameters
from ratings.rating import Rating
from tests.ratings import exact
from tests.ratings.strategies import fields, ordinary_ratings, wild_ratings

ENGINE = environment(STANDARD)
DRIFT = STANDARD.tau**2


def fast(ratings, places):
    """Mean and sigma after an event, best first, the tied in the order given."""
    tied = [before == after for before, after in pairwise(places)]
    beliefs = ENGINE.posterior([(one.mu, one.sigma**2 + DRIFT) for one in ratings], tied)
    return [(mean, variance**0.5) for mean, variance in beliefs]


def graph(ratings, places, engine: trueskill.TrueSkill = ENGINE):
    """The same by the package."""
    groups = [(trueskill.Rating(one.mu, one.sigma),) for one in ratings]
    return [(one.mu, one.sigma) for (one,) in engine.rate(groups, places)]


def in_order(field):
    ratings, places = field
    order = sorted(range(len(places)), key=lambda i: places[i])
    return [ratings[i] for i in order], [places[i] for i in order]


@settings(deadline=None)
@given(fields(ordinary_ratings))
def test_the_fast_path_equals_the_factor_graph(field):
    ratings, places = in_order(field)
    for got, wanted in zip(fast(ratings, places), graph(ratings, places), strict=True):
        assert got == pytest.approx(wanted, rel=1e-9, abs=1e-9)


@settings(deadline=None)
@given(fields(wild_ratings()))
def test_the_fast_path_equals_the_factor_graph_on_wild_ratings(field):
    ratings, places = in_order(field)
    widest = max(max(abs(one.mu), one.sigma) for one in ratings)
    for got, wanted in zip(fast(ratings, places), graph(ratings, places), strict=True):
        assert got == pytest.approx(wanted, rel=1e-6, abs=1e-9 * widest)


@settings(deadline=None)
@given(fields(st.builds(Rating, st.floats(20, 30), st.floats(2, 25 / 3))))
def test_the_bare_package_agrees_where_it_can(field):
    """As far as its error function goes, 1e-7, and the stop of its schedule, 1e-4."""
    ratings, places = in_order(field)
    bare = trueskill.TrueSkill(beta=STANDARD.beta, tau=STANDARD.tau, draw_probability=STANDARD.draw_probability)
    for got, wanted in zip(fast(ratings, places), graph(ratings, places, bare), strict=True):
        assert got == pytest.approx(wanted, abs=1e-3)


@settings(deadline=None, max_examples=50)
@given(ordinary_ratings, ordinary_ratings, st.booleans())
def test_two_people_are_rated_exactly(one, other, tie):
    got = fast([one, other], [1, 1 if tie else 2])
    expected = exact.posterior([one, other], [tie], ENGINE.margin, STANDARD.beta, STANDARD.tau)
    for belief, wanted in zip(got, expected, strict=True):
        assert belief == pytest.approx(wanted, abs=2e-4)


@settings(deadline=None, max_examples=50)
@given(st.lists(ordinary_ratings, min_size=3, max_size=4))
def test_more_people_are_rated_nearly_exactly(ratings):
    """Message passing takes every message for a normal; on a ladder that costs less than a fifth of a sigma0."""
    got = fast(ratings, range(len(ratings)))
    nobody = [False] * (len(ratings) - 1)
    expected = exact.posterior(ratings, nobody, ENGINE.margin, STANDARD.beta, STANDARD.tau)
    for belief, wanted in zip(got, expected, strict=True):
        assert belief == pytest.approx(wanted, abs=STANDARD.sigma0 / 5)


def test_the_margin_is_that_of_the_draw_probability():
    """Two equal people draw with exactly this probability, their skills being known (TrueSkill, section 2)."""
    parameters = Parameters(draw_probability=0.2)
    margin = environment(parameters).margin
    assert ENGINE.cdf(margin / (2**0.5 * parameters.beta)) - ENGINE.cdf(
        -margin / (2**0.5 * parameters.beta)
    ) == pytest.approx(0.2)


def test_importing_first_under_strict_warnings_works_and_brings_no_heavy_package(tmp_path):
    code = "import sys, ratings.ladder; assert not {'numpy', 'scipy', 'discord', 'sqlalchemy'} & set(sys.modules)"
    fresh = ["-W", "error", "-X", f"pycache_prefix={tmp_path}"]
    subprocess.run([sys.executable, *fresh, "-c", code], check=True)
