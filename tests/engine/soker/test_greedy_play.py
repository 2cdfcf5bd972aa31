"""The player who thinks one play ahead."""

import random

import pytest

from engine.soker import SOKER, greedy_play
from engine.soker.legality import legal_moves
from engine.soker.moves import Draw, EndTurn, Play
from engine.soker.rules import apply, result
from engine.soker.state import State
from tests.engine.soker.positions import card, cards, club, position

OTHER = "ARS-GKP ARS-DEF CHE-MID"


def chosen(state: State, seed: int = 1):
    hand = state.hands[state.turn]
    return greedy_play.choose(hand, state.top_club, legal_moves(state), random.Random(seed))


@pytest.mark.parametrize(
    ("hand", "discards_or_draws"),
    [
        ("", 0),
        ("RED", 1),
        ("MIL-GKP INT-DEF JUV-MID NAP-FRW", 0),
        ("MIL-GKP INT-DEF JUV-MID JOKER", 0),
        ("MIL-GKP INT-DEF JUV-MID JOKER RED", 1),
        ("MIL-GKP INT-DEF JUV-MID", 1),
        ("MIL-GKP BAY-DEF", 2),
        ("MIL-GKP INT-DEF JUV-MID NAP-FRW NAP-MID", 1),
        ("MIL-GKP INT-DEF JUV-MID BAY-DEF BVB-DEF", 3),
        ("MIL-GKP INT-DEF BAY-DEF BVB-DEF ARS-DEF CHE-DEF RED", 7),
    ],
)
def test_W1_W2_the_distance_counts_what_has_to_go_or_come(hand: str, discards_or_draws: int):
    assert greedy_play.distance(cards(hand)) == discards_or_draws


@pytest.mark.parametrize("seed", range(10))
def test_W1_it_empties_its_hand_when_it_can(seed: int):
    state = position(["MIL-GKP MIL-MID MIL-FRW", OTHER], top="INT-GKP")
    after, _ = apply(state, chosen(state, seed))
    assert after.hands[0] == ()


@pytest.mark.parametrize("seed", range(10))
def test_W2_it_leaves_a_country_when_it_can(seed: int):
    """Of two legal cards only one leaves four Italians."""
    state = position(["MIL-GKP INT-DEF JUV-MID NAP-FRW BAY-GKP", OTHER], top="ARS-GKP", deck="CHE-FRW")
    assert chosen(state, seed) == Play((card("BAY-GKP"),))
    after, _ = apply(state, chosen(state, seed))
    won = result(after)
    assert won is not None
    assert won.winner == 0


def test_W2_the_joker_stays_for_the_set():
    state = position(["MIL-GKP INT-DEF JUV-MID JOKER RED", OTHER], top="ARS-GKP")
    assert chosen(state) == Play((card("RED"),))


def test_G2_of_equally_close_plays_it_discards_more():
    """Two Milanese and four others of four countries: the package and nothing else comes two cards closer."""
    state = position(["MIL-GKP MIL-DEF BVB-MID ATM-MID CHE-FRW LIV-FRW", OTHER], top="INT-GKP")
    move = chosen(state)
    assert isinstance(move, Play)
    assert set(move.cards) == set(cards("MIL-GKP MIL-DEF"))


def test_L1_of_equal_plays_it_takes_the_link():
    """Both cards match by country and leave as much; the Milanese one continues Milan's club on top (L2)."""
    state = position(["MIL-GKP INT-MID BVB-GKP ATM-DEF CHE-FRW LIV-FRW", OTHER], top="MIL-FRW")
    assert {card("MIL-GKP"), card("INT-MID")} <= set(legal_moves(state).plays)
    assert chosen(state) == Play((card("MIL-GKP"),))


def test_P1_without_a_play_it_draws_and_then_ends_its_turn():
    hands = ["BAY-GKP BVB-GKP", OTHER]
    assert chosen(position(hands, top="MIL-DEF")) == Draw()
    assert chosen(position(hands, top="MIL-DEF", drawn=True)) == EndTurn()


def test_equal_plays_are_told_apart_by_chance():
    state = position(["INT-GKP JUV-GKP BAY-FRW ATM-FRW", OTHER], top="MIL-DEF")
    assert {chosen(state, seed) for seed in range(50)} == {Play((card("INT-GKP"),)), Play((card("JUV-GKP"),))}


def test_M4_every_size_of_package_is_a_candidate():
    state = position(["MIL-GKP MIL-DEF MIL-MID JOKER BAY-FRW", OTHER], top="INT-GKP")
    found = set(greedy_play.candidates(legal_moves(state)))
    assert {play[0] for play in found if len(play) == 1} == set(cards("MIL-GKP MIL-DEF MIL-MID JOKER"))
    packages = {frozenset(play) for play in found if len(play) > 1}
    assert frozenset(cards("BAY-FRW JOKER")) in packages
    milanese = [package for package in packages if card("BAY-FRW") not in package]
    assert sorted(map(len, milanese)) == [2, 3, 4]
    assert [len(package) for package in milanese if card("JOKER") in package] == [4]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_plays_whole_games_by_the_rules(seats: int):
    """``apply`` refuses whatever the rules do not allow."""
    rng = random.Random(seats)
    for _ in range(30):
        state = SOKER.deal(seats, 0, rng.randbytes(32))
        while SOKER.result(state) is None:
            move = greedy_play.choose(state.hands[state.turn], state.top_club, SOKER.legal_moves(state), rng)
            state, _ = SOKER.apply(state, move)


def test_L3_the_top_club_is_what_a_joker_stood_for():
    """A joker on top of a Milanese package: a Milanese card links, another Italian one does not."""
    state = position(["MIL-GKP INT-GKP BVB-DEF ATM-DEF CHE-FRW LIV-FRW", OTHER], top="JOKER", joker_as="MIL")
    assert state.top_club == club("MIL")
    assert chosen(state) == Play((card("MIL-GKP"),))
