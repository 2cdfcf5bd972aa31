import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings import display
from ratings.odds import beats
from ratings.parameters import STANDARD
from ratings.rating import Rating
from ratings.update import rate
from tests.ratings.strategies import ordinary_ratings, wild_ratings

any_rating = ordinary_ratings | wild_ratings()


def test_a_newcomer_reads_1000_with_a_question_mark():
    assert display.text(STANDARD.newcomer) == "1000?"


def test_a_settled_person_of_average_skill_reads_1500():
    """Glickman's middle: 3 sigmas of a newcomer lie 750 points, those of a settled person 250 below the mean."""
    assert display.shown(Rating(STANDARD.mu0, STANDARD.sigma0 / 3)) == 1500


def test_a_newcomers_sigma_of_skill_is_250_points():
    one, other = Rating(30.0, 2.0), Rating(30.0 + STANDARD.sigma0, 2.0)
    assert display.shown(other) - display.shown(one) == 250


def test_375_points_between_certain_people_are_three_wins_in_four():
    """A beta, 1.5 sigma0: Elo's class interval, which wins with 0.76 (Elo, The Rating of Chessplayers, 1.2)."""
    weaker, stronger = Rating(30.0, 1e-6), Rating(42.5, 1e-6)
    assert display.shown(stronger) - display.shown(weaker) == 375
    assert beats(stronger, weaker) == pytest.approx(0.76, abs=0.005)


@given(any_rating)
def test_no_rating_reads_negative(rating):
    assert display.on_scale(rating) >= 0.0
    assert display.shown(rating) >= 0
    assert not display.text(rating).startswith(("-", "−"))


@given(any_rating, any_rating)
def test_what_is_shown_is_ordered_like_mu_minus_three_sigma(one, other):
    higher, lower = sorted((one, other), key=lambda rating: rating.mu - 3 * rating.sigma, reverse=True)
    assert display.order_key(higher) >= display.order_key(lower)
    assert display.on_scale(higher) >= display.on_scale(lower)
    assert display.shown(higher) >= display.shown(lower)


@given(st.floats(-150, 150))
def test_even_the_lowest_are_told_apart(mu):
    assert display.on_scale(Rating(mu + 0.1, 2.0)) > display.on_scale(Rating(mu, 2.0))


def test_provisional_is_told_by_sigma():
    """More than 0.75 sigma0, 6.25."""
    assert display.text(Rating(25.0, 6.26)).endswith("?")
    assert not display.text(Rating(25.0, 6.24)).endswith("?")


@pytest.mark.parametrize(("people", "earliest", "latest"), [(2, 10, 10), (3, 5, 6), (4, 4, 5)])
def test_so_many_tournaments_make_a_newcomers_rating_settled(people, earliest, latest):
    """What ``parameters.SCALE`` promises, with newcomers who always take the same places."""
    ratings, settled = [STANDARD.newcomer] * people, {}
    for tournament in range(1, 12):
        ratings = rate(ratings, range(1, people + 1))
        for person, rating in enumerate(ratings):
            if not display.is_provisional(rating):
                settled.setdefault(person, tournament)
    assert (min(settled.values()), max(settled.values())) == (earliest, latest)


@pytest.mark.parametrize(("change", "text"), [(12, "+12"), (-7, "−7"), (0, "±0")])
def test_a_change_carries_its_sign(change, text):
    assert display.signed(change) == text


@pytest.mark.parametrize(
    ("chance", "text"), [(0.0, "0%"), (0.001, "1%"), (0.254, "25%"), (0.999, "99%"), (1.0, "100%")]
)
def test_what_is_possible_never_reads_impossible(chance, text):
    assert display.percent(chance) == text


def test_tiers_go_by_percentile():
    letters = "".join(
        display.tier(rank, 1000).letter for rank in (1, 10, 11, 50, 51, 200, 201, 500, 501, 800, 801, 1000)
    )
    assert letters == "LLCCPPSSRRAA"


def test_few_people_make_no_legend():
    assert display.tier(1, 3).letter == "P"
    assert display.tier(1, 50).letter == "L"
    assert display.tier(1, 1).letter == "S"


@given(st.integers(1, 500), st.data())
def test_a_better_rank_has_no_lower_tier(people, data):
    rank = data.draw(st.integers(1, people))
    other = data.draw(st.integers(rank, people))
    assert display.TIERS.index(display.tier(rank, people)) <= display.TIERS.index(display.tier(other, people))


@pytest.mark.parametrize(("rank", "people"), [(0, 5), (6, 5), (1, 0)])
def test_a_rank_that_is_none_is_refused(rank, people):
    with pytest.raises(ValueError, match="no rank"):
        display.tier(rank, people)


def test_tiers_are_told_apart_by_letter():
    assert len({step.letter for step in display.TIERS}) == len(display.TIERS)


def test_a_band_is_two_sigmas_around_the_mean():
    """250 points to a sigma0: two sigmas of 0.4 sigma0 are 200 points."""
    low, middle, high = display.band(Rating(30.0, STANDARD.sigma0 * 0.4))
    assert middle - low == pytest.approx(200.0)
    assert high - middle == pytest.approx(200.0)
    assert middle == pytest.approx(display.on_scale(Rating(30.0, 1e-9)), abs=1e-3)
