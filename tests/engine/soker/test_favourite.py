"""What somebody likes to play."""

from engine.soker import SOKER
from engine.soker.cards import CARDS
from engine.soker.moves import Draw, EndTurn, Play

MILAN = [card for card, row in enumerate(CARDS) if row.club_name == "AC Milan"]
OTHERS = [card for card, row in enumerate(CARDS) if row.club is not None and row.club_name != "AC Milan"]
SPECIALS = [card for card, row in enumerate(CARDS) if row.club is None]


def test_the_club_of_most_discarded_cards_is_the_favourite():
    moves = [Play((MILAN[0], MILAN[1])), Play((OTHERS[0],)), Draw(), EndTurn()]
    assert SOKER.favourite(moves) == "AC Milan"


def test_specials_are_of_no_club():
    assert SOKER.favourite([Play((special,)) for special in SPECIALS]) is None
    assert SOKER.favourite([*(Play((special,)) for special in SPECIALS), Play((MILAN[0],))]) == "AC Milan"


def test_who_played_no_card_has_no_favourite():
    assert SOKER.favourite([]) is None
    assert SOKER.favourite([Draw(), EndTurn()]) is None
