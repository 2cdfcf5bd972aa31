import pytest

from engine.game import IllegalMove
from engine.soker.cards import CARDS
from engine.soker.legality import legal_moves
from engine.soker.moves import Draw, EndTurn, PackageOption, Play, TimeOut
from engine.soker.rules import apply
from engine.soker.state import State
from tests.engine.soker.positions import after, card, cards, club, play, position

OTHER = "ARS-GKP ARS-DEF CHE-MID"


def refusal(state: State, codes: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        play(state, codes)
    return caught.value


def test_M1_the_same_country_is_legal():
    state = position(["INT-GKP RED", OTHER], top="MIL-DEF")
    assert card("INT-GKP") in legal_moves(state).plays
    assert play(state, "INT-GKP")[0].top == card("INT-GKP")


def test_M1_the_same_position_is_legal():
    state = position(["BAY-DEF RED", OTHER], top="MIL-DEF")
    assert card("BAY-DEF") in legal_moves(state).plays
    assert play(state, "BAY-DEF")[0].top == card("BAY-DEF")


def test_M1_neither_is_not():
    state = position(["BAY-GKP RED", OTHER], top="MIL-DEF")
    assert card("BAY-GKP") not in legal_moves(state).plays
    refused = refusal(state, "BAY-GKP")
    assert refused.rule == "M1"
    assert refused.values == {"card": card("BAY-GKP"), "card_top": card("MIL-DEF")}


def test_M1_a_card_must_be_in_the_hand():
    refused = refusal(position(["INT-GKP RED", OTHER], top="MIL-DEF"), "JUV-GKP")
    assert (refused.rule, refused.values) == ("M1", {"card": card("JUV-GKP")})


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (-1, "There is no such card."),
        (0, "{card} is not in your hand."),
        (67, "{card} is not in your hand."),
        (68, "There is no such card."),
    ],
)
def test_C1_there_is_no_card_beyond_the_68(number: int, text: str):
    with pytest.raises(IllegalMove) as caught:
        apply(position(["INT-GKP JOKER", OTHER], top="MIL-DEF"), Play((number,)))
    assert (caught.value.rule, caught.value.text) == ("M1", text)


def test_M1_a_play_has_cards():
    with pytest.raises(IllegalMove) as caught:
        apply(position(["INT-GKP RED", OTHER], top="MIL-DEF"), Play(()))
    assert caught.value.rule == "M1"


@pytest.mark.parametrize("special", ["JOKER", "YELLOW-1", "YELLOW-2", "RED"])
def test_M2_a_special_is_always_legal(special: str):
    for top in CARDS:
        if top.code == special:
            continue
        state = position([f"{special}", ""], top=top.code)
        assert legal_moves(state).plays == (card(special),)


@pytest.mark.parametrize("top", ["JOKER", "YELLOW-1", "YELLOW-2", "RED"])
def test_M3_on_a_special_every_card_is_legal(top: str):
    hand = " ".join(other.code for other in CARDS if other.code != top)
    state = position([hand, ""], top=top)
    assert legal_moves(state).plays == cards(hand)


def test_M3_the_next_seat_may_play_anything_on_a_yellow_whose_player_passed():
    state = after(position(["YELLOW-1 MIL-GKP", "BAY-DEF RMA-MID"], top="JUV-DEF"), "YELLOW-1")
    state, _ = apply(state, Draw())
    state, _ = apply(state, EndTurn())
    assert (state.turn, legal_moves(state).plays) == (1, cards("BAY-DEF RMA-MID"))


def test_M4_one_legal_card_is_enough_for_a_package():
    state = position(["BAY-GKP BAY-DEF RED", OTHER], top="MIL-DEF")
    after_it, _ = play(state, "BAY-DEF BAY-GKP")
    assert after_it.top == card("BAY-GKP")
    assert legal_moves(state).packages == (
        PackageOption(club("BAY"), cards("BAY-GKP BAY-DEF"), cards("BAY-DEF"), cards("BAY-GKP BAY-DEF")),
    )


def test_M4_without_a_legal_card_there_is_no_package():
    state = position(["BAY-GKP BAY-MID RED", OTHER], top="MIL-DEF")
    assert legal_moves(state).packages == ()
    refused = refusal(state, "BAY-GKP BAY-MID")
    assert (refused.rule, refused.values) == ("M4", {"card_top": card("MIL-DEF")})


def test_M4_a_package_has_one_club():
    state = position(["BAY-DEF BVB-DEF RED", OTHER], top="MIL-DEF")
    assert legal_moves(state).packages == ()
    refused = refusal(state, "BAY-DEF BVB-DEF")
    assert refused.rule == "M4"
    assert refused.values == {"card": card("BAY-DEF"), "card_other": card("BVB-DEF")}


def test_M4_a_package_may_hold_all_four_and_the_joker():
    state = position(["BAY-GKP BAY-DEF BAY-MID BAY-FRW JOKER RED", OTHER], top="MIL-DEF")
    assert play(state, "BAY-GKP BAY-DEF JOKER BAY-MID BAY-FRW")[0].hands[0] == cards("RED")


def test_M4_a_joker_makes_a_package_legal():
    state = position(["BAY-GKP JOKER RED", OTHER], top="MIL-DEF")
    assert legal_moves(state).packages == (
        PackageOption(club("BAY"), cards("BAY-GKP JOKER"), cards("JOKER"), cards("BAY-GKP JOKER")),
    )
    assert play(state, "JOKER BAY-GKP")[0].top == card("BAY-GKP")


def test_M4_the_joker_joins_any_one_club():
    state = position(["BAY-GKP RMA-GKP JOKER RED", OTHER], top="MIL-DEF")
    assert [option.club for option in legal_moves(state).packages] == [club("BAY"), club("RMA")]
    assert refusal(state, "BAY-GKP JOKER RMA-GKP").rule == "M4"


@pytest.mark.parametrize("special", ["YELLOW-1", "YELLOW-2", "RED"])
def test_M4_yellow_and_red_never_join(special: str):
    state = position([f"MIL-GKP JOKER {special}", OTHER], top="MIL-DEF")
    for package in (f"MIL-GKP {special}", f"{special} MIL-GKP", f"JOKER {special}", f"MIL-GKP JOKER {special}"):
        refused = refusal(state, package)
        assert (refused.rule, refused.values) == ("M4", {"card": card(special)})
    assert all(card(special) not in option.cards for option in legal_moves(state).packages)


def test_M4_a_package_has_at_least_one_player_card():
    state = position(["JOKER YELLOW-1 YELLOW-2 RED", OTHER], top="MIL-DEF")
    assert legal_moves(state).packages == ()
    for package in ("JOKER YELLOW-1", "YELLOW-1 YELLOW-2", "JOKER RED YELLOW-2"):
        assert refusal(state, package).rule == "M4"


def test_M4_a_card_can_be_played_only_once():
    state = position(["MIL-GKP JOKER RED", OTHER], top="MIL-DEF")
    assert refusal(state, "MIL-GKP MIL-GKP").rule == "M4"
    assert refusal(state, "JOKER JOKER").rule == "M4"


def test_M5_the_last_selected_card_is_on_top():
    state = position(["MIL-GKP MIL-MID MIL-FRW RED BAY-GKP BAY-DEF", OTHER], top="MIL-DEF")
    for order in ("MIL-GKP MIL-MID MIL-FRW", "MIL-FRW MIL-GKP MIL-MID", "MIL-MID MIL-FRW MIL-GKP"):
        assert play(state, order)[0].top == cards(order)[-1]


def test_M5_the_card_on_top_need_not_be_the_legal_one():
    state = position(["BAY-GKP BAY-DEF RED", "JOKER", OTHER], top="MIL-DEF")
    assert legal_moves(after(state, "BAY-DEF BAY-GKP")).plays == cards("ARS-GKP")


def test_M6_a_joker_on_top_of_a_package_lets_anything_follow():
    state = position(["MIL-GKP JOKER RED", "INT-MID INT-FRW", "BAY-FRW RMA-MID ARS-DEF"], top="MIL-DEF")
    state = after(state, "MIL-GKP JOKER")
    assert (state.turn, state.top) == (2, card("JOKER"))
    assert legal_moves(state).plays == cards("BAY-FRW RMA-MID ARS-DEF")


def test_M6_a_joker_on_top_of_a_package_stands_for_that_club():
    state = position(["MIL-GKP JOKER RED", "INT-MID INT-FRW", "MIL-FRW RMA-MID ARS-DEF"], top="MIL-DEF")
    state = after(state, "MIL-GKP JOKER")
    assert state.top_club == club("MIL")
    assert after(state, "MIL-FRW").turn == 1
    assert after(state, "RMA-MID").turn == 0


def test_P1_one_may_draw_even_with_a_legal_move():
    state = position(["INT-GKP RED", OTHER], top="MIL-DEF")
    assert legal_moves(state).plays
    assert legal_moves(state).draw


def test_P1_after_drawing_one_plays_from_the_whole_hand_or_ends_the_turn():
    state = position(["BAY-GKP BAY-MID", OTHER], top="MIL-DEF", deck="INT-GKP JUV-MID")
    state, _ = apply(state, Draw())
    assert (state.turn, state.hands[0]) == (0, cards("INT-GKP BAY-GKP BAY-MID"))
    legal = legal_moves(state)
    assert (legal.plays, legal.draw, legal.end) == (cards("INT-GKP"), False, True)
    assert play(state, "INT-GKP")[0].turn == 1
    assert apply(state, EndTurn())[0].turn == 1


def test_P1_a_second_draw_is_refused():
    state, _ = apply(position(["BAY-GKP BAY-MID", OTHER], top="MIL-DEF"), Draw())
    with pytest.raises(IllegalMove) as caught:
        apply(state, Draw())
    assert caught.value.rule == "P1"


def test_P1_ending_the_turn_without_having_drawn_is_refused():
    state = position(["INT-GKP BAY-MID", OTHER], top="MIL-DEF")
    assert not legal_moves(state).end
    with pytest.raises(IllegalMove) as caught:
        apply(state, EndTurn())
    assert caught.value.rule == "P1"


def test_P1_discards_that_can_be_reshuffled_can_be_drawn():
    state = position(["BAY-GKP BAY-MID", OTHER], top="MIL-DEF", under="JUV-MID", deck="")
    assert (legal_moves(state).draw, legal_moves(state).end) == (True, False)


def test_P3_with_nothing_to_draw_one_may_only_play_or_pass():
    state = position(["INT-GKP BAY-MID", OTHER], top="MIL-DEF", deck="")
    legal = legal_moves(state)
    assert (legal.plays, legal.draw, legal.end) == (cards("INT-GKP"), False, True)
    with pytest.raises(IllegalMove) as caught:
        apply(state, Draw())
    assert caught.value.rule == "P3"
    state, _ = apply(state, EndTurn())
    assert (state.turn, state.passes) == (1, 1)


@pytest.mark.parametrize("move", [Play((1,)), Draw(), EndTurn(), TimeOut()])
@pytest.mark.parametrize(
    ("state", "rule"),
    [
        (after(position(["RED", "MIL-DEF BAY-DEF"], top="MIL-MID"), "RED"), "W1"),
        (
            after(
                position(["RED MIL-DEF MIL-GKP INT-GKP INT-FRW", "JUV-DEF BAY-DEF"], top="MIL-MID"),
                "RED",
            ),
            "W2",
        ),
        (apply(position(["MIL-DEF", "INT-DEF"], top="BAY-MID", deck="", passes=1), EndTurn())[0], "P4"),
    ],
)
def test_nothing_can_be_done_after_the_end(state: State, rule: str, move: Play | Draw | EndTurn | TimeOut):
    with pytest.raises(IllegalMove) as caught:
        apply(state, move)
    assert caught.value.rule == rule
    with pytest.raises(ValueError, match="over"):
        legal_moves(state)


def test_what_is_no_move_is_a_mistake_of_the_caller():
    with pytest.raises(TypeError):
        apply(position(["MIL-DEF", "INT-DEF"], top="BAY-MID"), "draw")  # pyright: ignore[reportArgumentType]
