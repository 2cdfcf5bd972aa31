"""What system players are worth on the ladder."""

import pytest

from engine import catalogue
from ratings.odds import beats
from ratings.rating import Rating
from ratings.update import rate
from soker_discord.tables.system_ratings import FIXED, best_of


def test_every_strength_has_a_rating_and_the_stronger_the_higher():
    players = catalogue.system("soker")
    assert players is not None
    ratings = [FIXED[strength].mu for strength in players.strengths]
    assert ratings == sorted(set(ratings))
    assert len(FIXED) == len(ratings)


@pytest.mark.parametrize("opponents", [1, 2, 3])
@pytest.mark.parametrize("strength", list(FIXED))
def test_one_as_strong_as_they_are_is_expected_to_win_their_share(strength: str, opponents: int):
    equal = Rating(FIXED[strength].mu, 1e-6)
    assert beats(equal, best_of(strength, opponents)) == pytest.approx(1 / (opponents + 1), abs=1e-6)


@pytest.mark.parametrize("opponents", [1, 2, 3])
def test_one_as_strong_as_they_are_stays_where_they_are(opponents: int):
    """Winning one game in ``opponents`` + 1 neither lifts nor lowers a settled rating."""
    person, best = Rating(FIXED["amateur"].mu, 1.0), best_of("amateur", opponents)
    won = rate((person, best), (1, 2))[0].mu - person.mu
    lost = rate((person, best), (2, 1))[0].mu - person.mu
    share = 1 / (opponents + 1)
    assert abs(share * won + (1 - share) * lost) < 0.05 * won
