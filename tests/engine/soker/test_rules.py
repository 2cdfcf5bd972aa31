from collections import Counter

import pytest

from engine.game import Result
from engine.soker import SOKER
from engine.soker.events import (
    Deadlocked,
    Drew,
    Linked,
    Passed,
    Played,
    PlaysAgain,
    Reshuffled,
    TimedOut,
    TurnBegan,
    Won,
)
from engine.soker.legality import legal_moves
from engine.soker.moves import Draw, EndTurn, TimeOut
from engine.soker.rules import apply, deal, points, result, starter, timeout_move, to_act
from engine.soker.state import State
from tests.engine.soker.positions import SEED, after, card, cards, club, play, position

TWO = "ARS-GKP CHE-MID"


def end_turns(state: State, times: int) -> State:
    for _ in range(times):
        state, _ = apply(state, EndTurn())
    return state


# Link


def test_L1_every_package_is_a_link_and_the_next_seat_skips():
    state = position(["BAY-GKP BAY-DEF RED", TWO, TWO], top="MIL-DEF")
    state, events = play(state, "BAY-GKP BAY-DEF")
    assert state.turn == 2
    assert events == (Played(0, cards("BAY-GKP BAY-DEF")), Linked(0, club("BAY"), 1), TurnBegan(2))


def test_L1_a_card_of_another_club_is_no_link():
    state, events = play(position(["INT-DEF RED", TWO, TWO], top="MIL-DEF"), "INT-DEF")
    assert state.turn == 1
    assert events == (Played(0, cards("INT-DEF")), TurnBegan(1))


def test_L2_one_card_of_the_club_on_top_is_a_link():
    state = position(["INT-DEF RED", "INT-GKP RED", TWO, TWO], top="MIL-DEF")
    state = after(state, "INT-DEF")
    state, events = play(state, "INT-GKP")
    assert Linked(1, club("INT"), 2) in events
    assert state.turn == 3


def test_L2_the_first_discard_of_the_game_counts():
    state = position(["MIL-GKP RED", TWO, TWO], top="MIL-DEF")
    assert len(state.discards) == 1
    assert after(state, "MIL-GKP").turn == 2


def test_L2_the_top_still_counts_after_a_pass():
    state = position([TWO, "MIL-GKP RED", TWO], top="MIL-DEF", drawn=True)
    state, _ = apply(state, EndTurn())
    assert after(state, "MIL-GKP").turn == 0


def test_L2_a_package_on_its_own_club_is_one_link():
    state, events = play(position(["MIL-GKP MIL-MID RED", TWO, TWO, TWO], top="MIL-DEF"), "MIL-GKP MIL-MID")
    assert [event for event in events if isinstance(event, Linked)] == [Linked(0, club("MIL"), 1)]
    assert state.turn == 2


def test_L3_a_lone_joker_makes_no_link_with_the_card_under_it():
    state, events = play(position(["JOKER RED", TWO, TWO], top="MIL-DEF"), "JOKER")
    assert (state.turn, state.top_club) == (1, None)
    assert not any(isinstance(event, Linked) for event in events)


def test_L3_a_card_on_a_lone_joker_makes_none():
    state = after(position(["JOKER RED", "MIL-GKP RED", TWO], top="MIL-DEF"), "JOKER")
    assert after(state, "MIL-GKP").turn == 2


def test_L3_a_joker_in_a_package_stands_for_the_club_of_the_players():
    for package in ("BAY-GKP JOKER", "JOKER BAY-GKP"):
        state, events = play(position(["BAY-GKP JOKER RED", TWO, TWO], top="MIL-DEF"), package)
        assert Linked(0, club("BAY"), 1) in events
        assert state.top_club == club("BAY")


@pytest.mark.parametrize("special", ["YELLOW-1", "RED"])
def test_L3_yellow_and_red_stand_for_no_club(special: str):
    state = position([f"MIL-GKP MIL-FRW {special}", TWO, TWO], top="MIL-DEF")
    state = after(state, special)
    assert state.top_club is None
    assert after(state, "MIL-GKP").turn == 1


def test_L4_a_link_skips_one_turn_however_many_cards_it_has():
    hand = "BAY-GKP BAY-DEF BAY-MID BAY-FRW JOKER RED"
    state = position([hand, TWO, TWO, TWO], top="MIL-DEF")
    assert after(state, "BAY-GKP BAY-DEF BAY-MID BAY-FRW JOKER").turn == 2


def test_L4_with_two_seats_the_linker_plays_again():
    state = position(["MIL-GKP RED", TWO], top="MIL-DEF", drawn=True)
    state, events = play(state, "MIL-GKP")
    assert (state.turn, state.drawn) == (0, False)
    assert events == (Played(0, cards("MIL-GKP")), Linked(0, club("MIL"), 1), PlaysAgain(0), TurnBegan(0))


# Passing


def test_P1_drawing_takes_the_top_of_the_deck_and_keeps_the_turn():
    state, events = apply(position(["MIL-GKP", TWO], top="BAY-DEF", deck="RED INT-GKP"), Draw())
    assert (state.turn, state.drawn) == (0, True)
    assert (state.hands[0], state.deck) == (cards("MIL-GKP RED"), cards("INT-GKP"))
    assert events == (Drew(0, 1, "turn"),)


def test_P2_the_discards_but_the_top_become_the_deck_when_a_card_is_to_be_drawn():
    state = position(["MIL-GKP", TWO], top="BAY-DEF", under="INT-GKP JUV-MID YELLOW-1", deck="")
    state, events = apply(state, Draw())
    assert events == (Reshuffled(3), Drew(0, 1, "turn"))
    assert state.discards == cards("BAY-DEF")
    drawn = set(state.hands[0]) - set(cards("MIL-GKP"))
    assert {*drawn, *state.deck} == set(cards("INT-GKP JUV-MID YELLOW-1"))


def test_P2_not_before_a_card_is_to_be_drawn():
    state = position(["MIL-GKP", TWO], top="BAY-DEF", under="INT-GKP JUV-MID", deck="RED")
    state, events = apply(state, Draw())
    assert events == (Drew(0, 1, "turn"),)
    assert state.deck == ()
    assert state.discards == cards("INT-GKP JUV-MID BAY-DEF")


def test_P2_each_reshuffle_is_a_new_one():
    under = "INT-GKP INT-DEF INT-MID INT-FRW JUV-GKP JUV-DEF JUV-MID JUV-FRW"
    first = position(["MIL-GKP", TWO], top="BAY-DEF", under=under, deck="")
    second = SOKER.load_state({**SOKER.dump_state(first), "reshuffles": 1})
    assert apply(first, Draw())[0].deck != apply(second, Draw())[0].deck
    assert apply(first, Draw())[0].reshuffles == 1


def test_P2_the_club_on_top_outlives_a_reshuffle():
    state = position(["BAY-GKP RED", TWO], top="BAY-DEF", under="INT-GKP JUV-MID", deck="")
    state, _ = apply(state, Draw())
    assert any(isinstance(event, Linked) for event in play(state, "BAY-GKP")[1])


def test_P3_ending_the_turn_is_a_pass_when_nothing_can_be_drawn():
    state, events = apply(position(["MIL-GKP", TWO], top="BAY-DEF", deck=""), EndTurn())
    assert events == (Passed(0), TurnBegan(1))
    assert state.passes == 1


def test_P4_everyone_passed_and_nothing_to_draw_is_a_deadlock():
    state = position([TWO, "MIL-GKP INT-GKP", "MIL-DEF INT-DEF"], top="BAY-FRW", deck="")
    state = end_turns(state, 2)
    assert to_act(state) == 2
    state, events = apply(state, EndTurn())
    assert events == (Passed(2), Deadlocked())
    assert to_act(state) is None
    assert result(state) == Result(None, "deadlock", (0, 0, 0))


def test_P4_a_pass_with_a_drawn_card_counts():
    state = position([TWO, "MIL-GKP INT-GKP"], top="BAY-FRW", deck="RED")
    state, _ = apply(state, Draw())
    state, _ = apply(state, EndTurn())
    assert state.passes == 1
    state, _ = apply(state, EndTurn())
    assert state.way == "deadlock"


def test_P4_the_pass_that_took_the_last_card_may_be_the_one_that_ends_it():
    state = position([TWO, "MIL-GKP INT-GKP"], top="BAY-FRW", deck="RED", turn=1, passes=1)
    state, _ = apply(state, Draw())
    assert apply(state, EndTurn())[0].way == "deadlock"


def test_P4_a_play_breaks_the_row():
    state = position([TWO, "MIL-FRW INT-GKP RED"], top="BAY-FRW", deck="", passes=1, turn=1)
    state = after(state, "MIL-FRW")
    assert state.passes == 0


def test_P4_no_deadlock_while_a_card_can_be_drawn():
    for under, deck in (("", "RED JOKER JUV-MID"), ("JUV-MID INT-MID", "")):
        state = position([TWO, "MIL-GKP"], top="BAY-FRW", under=under, deck=deck, drawn=True, passes=5)
        state, _ = apply(state, EndTurn())
        assert (state.way, state.passes, state.turn) == (None, 6, 1)


# Specials


def test_S1_yellow_skips_all_opponents():
    state = position(["YELLOW-1 MIL-GKP BAY-MID", TWO, TWO, TWO], top="JUV-DEF", drawn=True)
    state, events = play(state, "YELLOW-1")
    assert (state.turn, state.drawn) == (0, False)
    assert events == (Played(0, cards("YELLOW-1")), PlaysAgain(0), TurnBegan(0))
    assert legal_moves(state).plays == cards("MIL-GKP BAY-MID")


def test_S2_red_makes_every_opponent_draw_one_in_seat_order():
    state = position([TWO, "RED MIL-GKP", "MIL-DEF", "MIL-FRW"], top="JUV-DEF", turn=1, deck="INT-GKP INT-DEF INT-MID")
    state, events = play(state, "RED")
    assert state.turn == 1
    assert events == (
        Played(1, cards("RED")),
        Drew(2, 1, "red"),
        Drew(3, 1, "red"),
        Drew(0, 1, "red"),
        PlaysAgain(1),
        TurnBegan(1),
    )
    assert state.hands == (
        cards("INT-MID ARS-GKP CHE-MID"),
        cards("MIL-GKP"),
        cards("MIL-DEF INT-GKP"),
        cards("MIL-FRW INT-DEF"),
    )
    assert legal_moves(state).plays == cards("MIL-GKP")


def test_S2_red_reshuffles_and_then_the_rest_draw_none():
    state = position(["RED MIL-GKP", TWO, TWO, TWO], top="JUV-DEF", deck="INT-GKP")
    state, events = play(state, "RED")
    assert events[1:4] == (Drew(1, 1, "red"), Reshuffled(1), Drew(2, 1, "red"))
    assert [len(hand) for hand in state.hands] == [1, 3, 3, 2]
    assert (state.deck, state.discards) == ((), cards("RED"))


def test_S3_the_joker_lets_the_next_seat_play_anything():
    state = after(position(["JOKER RED", "MIL-GKP BAY-FRW YELLOW-1"], top="ARS-DEF"), "JOKER")
    assert state.turn == 1
    assert legal_moves(state).plays == cards("MIL-GKP BAY-FRW YELLOW-1")


def test_S3_the_joker_joins_a_package_and_counts_as_a_card_of_it():
    state, events = play(position(["BAY-GKP JOKER RED", TWO, TWO], top="MIL-DEF"), "JOKER BAY-GKP")
    assert events[:2] == (Played(0, cards("JOKER BAY-GKP")), Linked(0, club("BAY"), 1))
    assert points(state) == (2, 0, 0)


def test_S3_the_joker_completes_a_country_set():
    state, _ = play(position(["RED ARS-GKP CHE-MID LIV-FRW JOKER", TWO], top="BAY-GKP"), "RED")
    assert result(state) == Result(0, "country", (1 + 7, 0))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("special", ["YELLOW-1", "RED"])
def test_S1_S2_one_plays_again_with_any_card_however_many_sit_there(special: str, seats: int):
    state = position([f"{special} MIL-GKP BAY-MID JOKER", *["ARS-GKP ARS-DEF", "CHE-MID", TWO][: seats - 1]], "JUV-DEF")
    state = after(state, special)
    assert state.turn == 0
    assert legal_moves(state).plays == cards("MIL-GKP BAY-MID JOKER")


@pytest.mark.parametrize("again", ["YELLOW-1", "RED", "MIL-GKP"])
def test_S4_playing_again_is_a_new_turn_with_a_right_to_draw(again: str):
    state = position(["YELLOW-1 RED MIL-GKP", TWO], top="MIL-DEF")
    state, _ = apply(state, Draw())
    assert not legal_moves(state).draw
    state, events = play(state, again)
    assert events[-1] == TurnBegan(0)
    assert legal_moves(state).draw
    assert not legal_moves(state).end


# Winning


@pytest.mark.parametrize("last", ["MIL-GKP", "JOKER", "YELLOW-1", "RED"])
def test_W1_who_discards_the_last_card_wins_a_special_counts(last: str):
    state, events = play(position([last, TWO], top="BAY-GKP"), last)
    assert events == (Played(0, cards(last)), Won(0, "empty hand"))
    assert to_act(state) is None
    assert result(state) == Result(0, "empty hand", (1 + 3, 0))


def test_W1_a_package_may_be_the_last():
    state, events = play(position(["MIL-GKP MIL-DEF", TWO], top="BAY-GKP"), "MIL-GKP MIL-DEF")
    assert events == (Played(0, cards("MIL-GKP MIL-DEF")), Linked(0, club("MIL"), None), Won(0, "empty hand"))
    assert points(state) == (2 + 3, 0)


@pytest.mark.parametrize(
    "left",
    [
        "MIL-GKP INT-DEF JUV-MID NAP-FRW",
        "MIL-GKP INT-GKP JUV-GKP NAP-GKP",
        "MIL-GKP MIL-DEF MIL-MID MIL-FRW",
        "MIL-GKP INT-GKP NAP-FRW JOKER",
    ],
)
def test_W2_four_of_one_country_win_and_the_joker_replaces_one(left: str):
    state, events = play(position([f"BAY-DEF {left}", TWO], top="BAY-GKP"), "BAY-DEF")
    assert events[-1] == Won(0, "country")
    assert result(state) == Result(0, "country", (1 + 7, 0))


@pytest.mark.parametrize(
    "left",
    [
        "MIL-GKP INT-DEF JUV-MID BVB-FRW",
        "MIL-GKP INT-DEF JUV-MID YELLOW-1",
        "MIL-GKP INT-DEF JUV-MID RED",
        "MIL-GKP INT-DEF JOKER YELLOW-1",
        "JOKER YELLOW-1 YELLOW-2 RED",
        "MIL-GKP INT-DEF JUV-MID",
        "MIL-GKP INT-DEF JOKER",
        "MIL-GKP INT-DEF JUV-MID NAP-FRW NAP-GKP",
        "MIL-GKP INT-DEF JUV-MID NAP-FRW JOKER",
    ],
)
def test_W2_nothing_else_does(left: str):
    state, _ = play(position([f"BAY-DEF {left}", TWO], top="BAY-MID"), "BAY-DEF")
    assert result(state) is None


def test_W3_a_win_comes_before_the_draws_of_a_red():
    state, events = play(position(["RED MIL-GKP INT-DEF JUV-MID NAP-FRW", TWO], top="BAY-GKP"), "RED")
    assert events == (Played(0, cards("RED")), Won(0, "country"))
    assert state.hands[1] == cards(TWO)


def test_W3_ones_own_draw_never_wins():
    state, _ = apply(position(["MIL-GKP INT-DEF JUV-MID", TWO], top="BAY-FRW", deck="NAP-FRW RED"), Draw())
    assert state.hands[0] == cards("MIL-GKP INT-DEF JUV-MID NAP-FRW")
    assert result(state) is None
    assert result(apply(state, EndTurn())[0]) is None


def test_W3_a_draw_by_red_never_wins():
    state = position(["RED BAY-GKP", "MIL-GKP INT-DEF JUV-MID"], top="BAY-FRW", deck="NAP-FRW JUV-GKP")
    state = after(state, "RED")
    assert state.hands[1] == cards("MIL-GKP INT-DEF JUV-MID NAP-FRW")
    assert result(state) is None


def test_W3_the_check_is_for_the_seat_that_played_only():
    state = position(["BAY-GKP BVB-DEF", "MIL-GKP INT-DEF JUV-MID NAP-FRW"], top="BAY-FRW")
    assert result(after(state, "BAY-GKP")) is None


def test_W4_the_starter_may_win_on_the_first_play():
    hand = "BAY-GKP BAY-DEF BAY-MID BAY-FRW MIL-GKP INT-DEF JUV-MID NAP-FRW"
    state, _ = play(position([hand, TWO], top="RMA-GKP"), "BAY-GKP BAY-DEF BAY-MID BAY-FRW")
    assert result(state) == Result(0, "country", (4 + 7, 0))


def test_W4_a_hand_dealt_as_a_set_wins_nothing_until_a_play_leaves_it():
    state = position(["MIL-GKP INT-DEF JUV-MID NAP-FRW", TWO], top="BAY-GKP")
    assert result(state) is None
    assert result(after(state, "MIL-GKP")) is None


# Clock


def test_T1_a_turn_has_thirty_seconds():
    assert SOKER.turn_seconds == 30


def test_T3_the_clock_draws_one_and_ends_the_turn():
    state = position(["MIL-GKP", TWO], top="BAY-GKP", deck="RED INT-GKP")
    assert timeout_move(state) == TimeOut()
    state, events = apply(state, TimeOut())
    assert events == (TimedOut(0), Drew(0, 1, "clock"), Passed(0), TurnBegan(1))
    assert state.hands[0] == cards("MIL-GKP RED")
    assert (state.turn, state.passes, state.drawn) == (1, 1, False)


def test_T3_it_only_ends_the_turn_of_who_has_drawn():
    state, _ = apply(position(["MIL-GKP", TWO], top="BAY-GKP", deck="RED INT-GKP"), Draw())
    state, events = apply(state, TimeOut())
    assert events == (TimedOut(0), Passed(0), TurnBegan(1))
    assert state.deck == cards("INT-GKP")


def test_T3_it_only_ends_the_turn_when_nothing_can_be_drawn():
    _state, events = apply(position(["MIL-GKP", TWO], top="BAY-GKP", deck=""), TimeOut())
    assert events == (TimedOut(0), Passed(0), TurnBegan(1))


def test_T3_the_clock_reshuffles_too():
    _, events = apply(position(["MIL-GKP", TWO], top="BAY-GKP", under="RED JOKER", deck=""), TimeOut())
    assert events[:3] == (TimedOut(0), Reshuffled(2), Drew(0, 1, "clock"))


def test_T3_passes_by_the_clock_lead_to_a_deadlock_like_any():
    state = position(["MIL-GKP", TWO], top="BAY-FRW", deck="", passes=1)
    assert apply(state, TimeOut())[0].way == "deadlock"


# Points


def test_G1_the_right_to_move_first_rotates():
    assert [starter(2, number, 4) for number in range(1, 9)] == [2, 3, 0, 1, 2, 3, 0, 1]
    assert Counter(starter(0, number, 2) for number in range(1, 9)) == {0: 4, 1: 4}
    assert sorted(Counter(starter(1, number, 3) for number in range(1, 9)).values()) == [2, 3, 3]


def test_G2_one_point_for_every_card_discarded_specials_included():
    state = position(["MIL-GKP MIL-MID YELLOW-1 BAY-DEF BAY-GKP", "RMA-DEF ARS-DEF ARS-MID", TWO], top="INT-DEF")
    state = after(state, "YELLOW-1")
    assert points(state) == (1, 0, 0)
    state = after(state, "MIL-GKP MIL-MID")
    assert points(state) == (3, 0, 0)


def test_G2_three_for_an_empty_hand_and_every_seat_keeps_its_discards():
    state = position(["MIL-GKP RED BVB-DEF", "INT-GKP"], top="BAY-GKP")
    state = after(state, "MIL-GKP", "INT-GKP")
    assert points(state) == (1, 1 + 3)


def test_G2_seven_for_a_country():
    state = position(["RED MIL-GKP INT-GKP JUV-DEF NAP-MID", TWO], top="BAY-GKP")
    assert points(after(state, "RED")) == (1 + 7, 0)


def test_G2_a_game_without_a_winner_still_counts_its_discards():
    state = after(position(["RMA-MID INT-GKP", "MIL-GKP"], top="BAY-MID", deck=""), "RMA-MID")
    state, _ = apply(state, Draw())
    state = end_turns(state, 2)
    assert result(state) == Result(None, "deadlock", (1, 0))


def test_drawing_scores_nothing():
    assert points(apply(deal(2, 0, SEED), Draw())[0]) == (0, 0)


def test_a_refused_or_applied_move_leaves_the_old_state_as_it_was():
    state = position(["MIL-GKP RED", TWO], top="BAY-GKP")
    before = SOKER.dump_state(state)
    play(state, "RED")
    assert SOKER.dump_state(state) == before
    assert state.top == card("BAY-GKP")
