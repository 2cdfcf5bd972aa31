"""Published values of TrueSkill at its default parameters.

[Skills] is Jeff Moser's C# library and its ports, whose tests hold values checked with Microsoft's own calculator;
[trueskill] the tests of the Python package; [TrueSkill.jl] the documentation of the Julia package. [Skills] and
[trueskill] use an approximation of the error function that is good to 1e-7.
"""

import pytest

from ratings.parameters import Parameters
from ratings.rating import Rating
from ratings.update import rate

DEFAULT = Parameters(beta=25 / 6, tau=25 / 300, draw_probability=0.10)
NEW = DEFAULT.newcomer


def rated(priors, places, parameters=DEFAULT):
    return [(rating.mu, rating.sigma) for rating in rate(priors, places, parameters=parameters)]


def assert_equals(actual, expected, tolerance=1e-5):
    for got, wanted in zip(actual, expected, strict=True):
        assert got == pytest.approx(wanted, abs=tolerance)


def test_two_newcomers_one_wins():
    """[Skills] TwoPlayerTestNotDrawn."""
    expected = [(29.39583201999924, 7.171475587326186), (20.60416798000076, 7.171475587326186)]
    assert_equals(rated([NEW] * 2, [1, 2]), expected)


def test_two_newcomers_draw():
    """[Skills] TwoPlayerTestDrawn."""
    assert_equals(rated([NEW] * 2, [1, 1]), [(25.0, 6.4575196623173081)] * 2)


def test_the_better_of_two_wins_and_loses():
    """[Skills], as ported to Go (HeadToHead_BetterPlayerWins, HeadToHead_BetterPlayerLoses)."""
    better, worse = Rating(29.396, 7.171), Rating(20.604, 7.171)
    wins = [(31.2295178021319, 6.52303091277482), (18.7704821978681, 6.52303091277482)]
    assert_equals(rated([better, worse], [1, 2]), wins)
    loses = [(23.3571913911026, 6.03998626220304), (26.6428086088974, 6.03998626220304)]
    assert_equals(rated([better, worse], [2, 1]), loses)


def test_other_parameters():
    """[Skills] TwoPlayerChessTestNotDrawn, whose calculator for two leaves tau out of one sum: 1e-3."""
    chess = Parameters(mu0=1200.0, sigma0=400.0, beta=200.0, tau=4.0, draw_probability=0.03)
    expected = [(1304.7820836053318, 42.843513887848658), (1185.0383099003536, 42.485604606897752)]
    assert_equals(rated([Rating(1301.0007, 42.9232), Rating(1188.7560, 42.5570)], [1, 2], chess), expected, 1e-3)


def test_a_massive_upset_in_a_draw():
    """[Skills] OneOnOneMassiveUpsetDrawTest, cut to three digits."""
    assert_equals(rated([NEW, Rating(50.0, 12.5)], [1, 1]), [(31.662, 7.137), (35.010, 7.910)], 1e-3)


def test_a_draw_probability_of_one_half():
    """[trueskill] test_custom_environment, published to three digits."""
    half = Parameters(beta=25 / 6, tau=25 / 300, draw_probability=0.50)
    assert_equals(rated([NEW] * 2, [1, 2], half), [(30.267, 7.077), (19.733, 7.077)], 5e-4)


def test_three_newcomers():
    """[Skills] ThreeTeamsOfOneNotDrawn."""
    expected = [
        (31.675352419172107, 6.6559853776206905),
        (25.000000000003912, 6.2078966412243233),
        (18.324647580823971, 6.6559853776218318),
    ]
    assert_equals(rated([NEW] * 3, [1, 2, 3]), expected)


def test_four_newcomers():
    """[Skills] FourTeamsOfOneNotDrawn."""
    expected = [
        (33.206680965631264, 6.3481091698077057),
        (27.401454693843323, 5.7871629348447584),
        (22.598545306188374, 5.7871629348413451),
        (16.793319034361271, 6.3481091698144967),
    ]
    assert_equals(rated([NEW] * 4, [1, 2, 3, 4]), expected)


def test_four_newcomers_two_of_them_equal():
    """[TrueSkill.jl]; the two in the middle get the average of the published 24.9930929 and 25.0069071."""
    expected = [
        (31.56397232349745, 6.4047036446727095),
        (25.0, 5.559362333660458),
        (25.0, 5.559362333660458),
        (18.436027676561814, 6.404703644728995),
    ]
    assert_equals(rated([NEW] * 4, [1, 2, 2, 4]), expected)


def test_two_pairs_of_four_newcomers():
    """[Skills], as ported to Go (4PFreeForAll_WithDraws), published as "close to": 0.01."""
    assert_equals(rated([NEW] * 4, [1, 1, 3, 3]), [(28.162, 5.712)] * 2 + [(21.836, 5.712)] * 2, 0.01)


def test_three_newcomers_all_equal():
    """[Skills] ThreeTeamsOfOneDrawn: 25 each, sigma by position 5.698, 5.695, 5.698, cut to three digits."""
    sigma = ((5.698**2 + 5.695**2 + 5.698**2) / 3) ** 0.5
    assert_equals(rated([NEW] * 3, [1, 1, 1]), [(25.0, sigma)] * 3, 1e-3)
