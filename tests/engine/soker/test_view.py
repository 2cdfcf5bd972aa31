import pytest

from engine.game import Result
from engine.soker.legality import legal_moves
from engine.soker.moves import Draw, EndTurn
from engine.soker.rules import apply
from engine.soker.view import Outcome, outcome, view
from tests.engine.soker.positions import after, card, cards, club, play, position

TWO = "ARS-GKP CHE-MID"


def test_the_mover_sees_the_own_hand_and_what_it_may_do():
    state = position(["MIL-GKP RED", TWO, "INT-FRW"], top="BAY-GKP", under="JOKER", deck="LEV-GKP INT-MID")
    seen = view(state, 0)
    assert seen.hand == cards("MIL-GKP RED")
    assert seen.legal == legal_moves(state)
    assert (seen.seat, seen.seats, seen.starter, seen.to_act) == (0, 3, 0, 0)
    assert (seen.top, seen.top_club) == (card("BAY-GKP"), club("BAY"))
    assert (seen.hand_counts, seen.deck_count, seen.discard_count) == ((2, 2, 1), 2, 2)
    assert (seen.drawn, seen.passes, seen.points, seen.result) == (False, 0, (0, 0, 0), None)


def test_another_seat_sees_its_own_hand_and_no_legal_moves():
    seen = view(position(["MIL-GKP RED", TWO], top="BAY-GKP"), 1)
    assert (seen.hand, seen.legal) == (cards(TWO), None)


def test_a_spectator_sees_no_hand():
    seen = view(position(["MIL-GKP RED", TWO], top="BAY-GKP"), None)
    assert (seen.seat, seen.hand, seen.legal) == (None, (), None)


def test_everybody_sees_whether_the_mover_has_drawn():
    state, _ = apply(position(["MIL-GKP RED", TWO], top="BAY-GKP"), Draw())
    assert view(state, 1).drawn
    state, _ = apply(state, EndTurn())
    assert not view(state, 1).drawn
    assert view(state, None).passes == 1


def test_a_finished_game_shows_its_result_and_nobody_to_act():
    seen = view(after(position(["RED", TWO], top="BAY-GKP"), "RED"), 0)
    assert (seen.to_act, seen.legal, seen.result) == (None, None, Result(0, "empty hand", (4, 0)))
    assert seen.points == (4, 0)


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_is_no_view_for_a_seat_that_is_not_there(seat: int):
    with pytest.raises(ValueError, match="seat"):
        view(position(["MIL-GKP RED", TWO], top="BAY-GKP"), seat)


MOVER = "MIL-GKP MIL-DEF INT-GKP BAY-MID JOKER YELLOW-1 RED"


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ("INT-GKP", Outcome(link=False, club=1, skips=None, again=False, wins=None)),
        ("MIL-GKP", Outcome(link=True, club=0, skips=1, again=False, wins=None)),
        ("MIL-GKP MIL-DEF", Outcome(link=True, club=0, skips=1, again=False, wins=None)),
        ("BAY-MID JOKER", Outcome(link=True, club=4, skips=1, again=False, wins=None)),
        ("JOKER", Outcome(link=False, club=None, skips=None, again=False, wins=None)),
        ("YELLOW-1", Outcome(link=False, club=None, skips=None, again=True, wins=None)),
        ("RED", Outcome(link=False, club=None, skips=None, again=True, wins=None)),
    ],
)
def test_an_outcome_says_what_a_play_would_do(codes: str, expected: Outcome):
    state = position([MOVER, TWO, TWO], top="MIL-MID")
    assert outcome(view(state, 0), cards(codes)) == expected


def test_an_outcome_with_two_seats_says_that_a_link_plays_again():
    seen = view(position([MOVER, TWO], top="MIL-MID"), 0)
    assert outcome(seen, cards("MIL-GKP")) == Outcome(link=True, club=0, skips=1, again=True, wins=None)


def test_an_outcome_says_a_win():
    seen = view(position(["RED MIL-GKP INT-DEF JUV-MID NAP-FRW", TWO], top="MIL-MID"), 0)
    assert outcome(seen, cards("RED")) == Outcome(link=False, club=None, skips=None, again=False, wins="country")
    seen = view(position(["MIL-GKP MIL-DEF", TWO], top="MIL-MID"), 0)
    expected = Outcome(link=True, club=0, skips=None, again=False, wins="empty hand")
    assert outcome(seen, cards("MIL-GKP MIL-DEF")) == expected


def test_an_outcome_is_for_a_seat_and_its_cards():
    state = position(["MIL-GKP RED", TWO], top="MIL-MID")
    for seat, codes in ((None, "RED"), (0, "")):
        with pytest.raises(ValueError, match="a seat and at least one card"):
            outcome(view(state, seat), cards(codes))
    with pytest.raises(ValueError, match=r"."):
        outcome(view(state, 0), cards("ARS-GKP"))


def test_a_joker_on_top_shows_the_club_it_stands_for():
    state, _ = play(position(["MIL-GKP JOKER RED", TWO, TWO], top="BAY-MID"), "MIL-GKP JOKER")
    assert view(state, None).top_club == club("MIL")
