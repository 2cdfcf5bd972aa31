import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.special import erfcx, ndtr

from ratings.truncation import drawn, won

EXACT = 1e-9
NODES, WEIGHTS = np.polynomial.legendre.leggauss(300)
margins = st.floats(1e-4, 12)
signs = st.sampled_from([-1, 1])


def moments_between(low, high, distance):
    """Mean and variance of a normal around ``distance`` cut to an interval, seen from ``low``, by quadrature."""
    y = low + (NODES + 1) / 2 * (high - low)
    exponent = distance * (y - high) - (y**2 - high**2) / 2
    density = WEIGHTS * np.exp(exponent - exponent.max())
    mean = (density * (y - low)).sum() / density.sum()
    return mean, (density * (y - low - mean) ** 2).sum() / density.sum()


@given(st.floats(-5, 30), margins)
def test_won_follows_the_paper_where_nothing_cancels(x, margin):
    v, w, rest = won(x + margin, margin)
    x = (x + margin) - margin
    expected = math.sqrt(2 / math.pi) / erfcx(-x / math.sqrt(2))
    assert v == pytest.approx(expected, rel=EXACT)
    assert w == pytest.approx(expected * (expected + x), rel=EXACT)
    assert rest == pytest.approx(1 - expected * (expected + x), rel=EXACT, abs=1e-15)


@given(st.floats(4, 1e6))
@example(5.0)
@example(5.0000001)
def test_won_is_exact_in_the_tail(z):
    mean, variance = moments_between(z, z + 45 / z, 0.0)
    v, w, rest = won(-z, 0.0)
    assert v == pytest.approx(z + mean, rel=EXACT)
    assert rest == pytest.approx(variance, rel=EXACT)
    assert w == pytest.approx(1 - variance, rel=EXACT)


@given(st.floats(0, 1e5), margins, signs)
@example(4.5, 4.0, 1)
@example(4.5, 4.0000001, 1)
@example(1e5, 1e-4, -1)
def test_drawn_is_exact(distance, margin, sign):
    most_lies_above = margin - 45 / max(1.0, distance - margin) if distance > margin else distance - 12
    low = max(-margin, most_lies_above)
    mean, variance = moments_between(low, min(margin, distance + 12), distance)
    v, w, rest = drawn(sign * distance, margin)
    assert v == pytest.approx(sign * (low + mean - distance), rel=EXACT, abs=1e-13)
    assert rest == pytest.approx(variance, rel=EXACT)
    assert w == pytest.approx(1 - variance, rel=EXACT, abs=1e-12)


@given(st.floats(0.1, 3), st.floats(0.1, 3))
def test_drawn_follows_the_paper_where_nothing_cancels(distance, margin):
    above, below = margin - distance, -margin - distance
    mass = ndtr(above) - ndtr(below)
    at_above, at_below = (math.exp(-x * x / 2) / math.sqrt(2 * math.pi) for x in (above, below))
    v, w, _ = drawn(distance, margin)
    assert v == pytest.approx((at_below - at_above) / mass, rel=EXACT)
    assert w == pytest.approx(v**2 + (above * at_above - below * at_below) / mass, rel=EXACT)


@given(st.floats(-1e9, 1e9), st.floats(1e-6, 1e3))
def test_every_surprise_has_finite_moments(difference, margin):
    for v, w, rest in (won(difference, margin), drawn(difference, margin)):
        assert math.isfinite(v)
        assert 0 <= w <= 1
        assert 0 < rest <= 1


@given(st.floats(-1e5, 1e5), st.floats(1e-6, 1e3))
def test_a_draw_is_the_same_from_both_sides(difference, margin):
    v, w, rest = drawn(difference, margin)
    assert drawn(-difference, margin) == (-v, w, rest)
