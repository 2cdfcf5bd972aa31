from itertools import count

import pytest

from engine.fairness import Stream, first_starter, seat_order
from engine.soker import SOKER
from engine.soker.cards import CARDS
from engine.soker.rules import deal, to_act
from tests.engine.soker.positions import SEED, play, position


def seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_D1_everyone_gets_seven_and_the_starter_eight(seats: int):
    for starter in range(seats):
        state = deal(seats, starter, SEED)
        assert [len(hand) for hand in state.hands] == [8 if seat == starter else 7 for seat in range(seats)]


def test_D1_the_starter_moves_first():
    assert [to_act(deal(4, starter, SEED)) for starter in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_begins_with_nothing_behind_it(seats: int):
    state = deal(seats, 0, SEED)
    assert (state.drawn, state.passes, state.reshuffles) == (False, 0, 0)
    assert (state.winner, state.way, state.discarded) == (None, None, (0,) * seats)
    assert state.top_club == CARDS[state.top].club


def test_a_state_never_changes():
    """It is made of immutable things through and through, and so can be a key."""
    assert hash(deal(2, 0, SEED)) == hash(deal(2, 0, SEED))


@pytest.mark.parametrize("seats", [-1, 0, 1, 5])
def test_D1_other_numbers_of_seats_are_refused(seats: int):
    with pytest.raises(ValueError, match="seats"):
        deal(seats, 0, SEED)
    assert (SOKER.min_seats, SOKER.max_seats) == (2, 4)


def test_a_starter_has_a_seat_and_a_seed_32_bytes():
    with pytest.raises(ValueError, match="seat"):
        deal(2, 2, SEED)
    with pytest.raises(ValueError, match="bytes"):
        deal(2, 0, b"short")


def test_D2_the_first_discard_is_a_player_card():
    for number in range(300):
        state = deal(2 + number % 3, 0, seed(number))
        assert CARDS[state.top].kind == "player"
        assert len(state.discards) == 1


def test_D2_a_special_turned_up_goes_back_into_the_deck():
    number = next(n for n in count() if Stream(seed(n), "deal").shuffled(range(68))[15] >= 64)
    turned_up = Stream(seed(number), "deal").shuffled(range(68))[15]
    state = deal(2, 0, seed(number))
    assert turned_up in state.deck
    assert state.top != turned_up
    assert sorted((*state.hands[0], *state.hands[1], *state.deck, state.top)) == list(range(68))


def test_D3_seats_move_in_a_fixed_order_round_the_table():
    state, _ = play(position(["MIL-GKP RED", "INT-DEF JUV-DEF", "NAP-DEF BAY-DEF"], top="JUV-MID"), "MIL-GKP")
    assert state.turn == 1
    state, _ = play(state, "INT-DEF")
    assert state.turn == 2
    state, _ = play(state, "NAP-DEF")
    assert state.turn == 0


def test_D3_the_seats_and_the_first_starter_are_drawn():
    orders = {seat_order(seed(number), 3) for number in range(200)}
    assert len(orders) == 6
    assert {first_starter(seed(number), 4) for number in range(100)} == {0, 1, 2, 3}


def test_a_hand_tells_nothing_of_the_order_of_the_deal():
    assert all(list(hand) == sorted(hand) for hand in deal(4, 0, SEED).hands)
