"""System players choose by what their seat can see, legally, and take a win."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

from engine.soker import SOKER, kernel, packed
from engine.soker.moves import Move, Play, TimeOut
from engine.soker.packed import pack, pack_move
from engine.soker.players import STRENGTHS, choose, choosing, memory, policy_of, search
from engine.soker.rules import points
from engine.soker.state import State
from engine.system import Aim
from tests.engine.soker.players.games import Moment, moments, otherwise
from tests.engine.soker.positions import card, cards, position

LITTLE = choosing.Effort(arrangements=20, warm=100, apart=5, games=200)


def chosen(moment: Moment, strength: str, aim: Aim, seed: int) -> Move:
    """What the seat to act chooses."""
    known = memory(moment.dealt, moment.moves, moment.state.turn)
    return choose(known, strength, aim, random.Random(seed), LITTLE)


@pytest.mark.parametrize("aim", Aim)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_choice_does_not_change_when_cards_it_cannot_see_are_swapped(strength: str, aim: Aim):
    rng = random.Random(1)
    compared = different = 0
    for number, moment in enumerate(moments(50, rng)):
        other = otherwise(moment, moment.state.turn, rng)
        if other is None:
            continue
        compared += 1
        different += other.state.hands != moment.state.hands
        assert chosen(other, strength, aim, number) == chosen(moment, strength, aim, number)
    assert compared > 150
    assert different > 75


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_choice_changes_with_the_cards_a_seat_sees(strength: str):
    """The comparison above can fail: in other deals of the same game the seat's own cards differ."""
    changed = 0
    for seed in range(20):
        deals = [SOKER.deal(3, 0, random.Random(f"{seed} {way}").randbytes(32)) for way in range(2)]
        one, other = (chosen(Moment(dealt, (), dealt), strength, Aim.WIN, seed) for dealt in deals)
        changed += one != other
    assert changed > 4


def test_world_class_minds_what_it_saw_of_others():
    """With the same hand, top and sizes of hands, another past makes it choose something else now and then."""
    changed = compared = 0
    rng = random.Random(3)
    for number, moment in enumerate(moments(60, rng, every=4)):
        if len(moment.moves) < 6 or moment.state.reshuffles:
            continue
        compared += 1
        known = memory(moment.dealt, moment.moves, moment.state.turn)
        blind = memory(moment.state, [], moment.state.turn)
        one, other = (choose(it, STRENGTHS[-1], Aim.WIN, random.Random(number), LITTLE) for it in (known, blind))
        changed += one != other
    assert compared > 100
    assert changed > 5


@pytest.mark.parametrize("aim", Aim)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_are_legal(seats: int, aim: Aim):
    rng = random.Random(seats)
    for game in range(6):
        dealt = state = SOKER.deal(seats, game % seats, rng.randbytes(32))
        moves: list[Move] = []
        while state.way is None:
            strength = STRENGTHS[(state.turn + game) % len(STRENGTHS)]
            move = chosen(Moment(dealt, tuple(moves), state), strength, aim, len(moves))
            if rng.random() < 0.05:
                move = TimeOut()
            moves.append(move)
            state, _ = SOKER.apply(state, move)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_choice_is_the_same_for_the_same_seed(strength: str):
    for number, moment in enumerate(moments(12, random.Random(5))):
        assert len({chosen(moment, strength, Aim.WIN, number) for _ in range(2)}) == 1


@pytest.mark.parametrize("aim", Aim)
@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_win_is_taken_at_once(strength: str, aim: Aim):
    taken = 0
    for number, moment in enumerate(moments(60, random.Random(6), every=1, greedy=1.0)):
        if not _can_win(moment.state):
            continue
        taken += 1
        after, _ = SOKER.apply(moment.state, chosen(moment, strength, aim, number))
        assert after.winner == moment.state.turn
    assert taken > 25


def _can_win(state: State) -> bool:
    s = pack(state).position
    return kernel.judge(s, kernel.LEARNT_ROWS, kernel.LEARNT_UNITS, *kernel.choose(s, _source(), kernel.LEARNT)) >= (
        kernel.SURE
    )


def _source() -> np.ndarray:
    return packed.random_source(1)


def test_G2_a_win_is_worth_its_points_and_what_it_is_ahead_of_the_others_on_average():
    state = position(["MIL-GKP MIL-DEF MIL-MID MIL-FRW RED", "CHE-MID", "ARS-MID"], top="INT-GKP")
    twin = pack(state)
    move = pack_move(Play(cards("RED")))
    orders = np.zeros((1, 68), dtype=np.int8)
    kernel.make_move(twin.position, twin.deck, orders, _source(), move.kind, move.players, move.specials, move.top)
    twin.position[packed.COUNTS + 1] = 5
    assert search.payoff(twin.position, 0, False) == 1
    assert search.payoff(twin.position, 1, False) == 0
    assert search.payoff(twin.position, 0, True) == 7 + 1 - 2.5
    assert search.payoff(twin.position, 2, True) == 0 - (8 + 5) / 2


def test_G2_a_set_of_a_country_brings_its_seven_points():
    """Any one card that leaves four of Italy brings 1 + 7; nothing else wins."""
    state = position(["MIL-GKP MIL-DEF MIL-MID INT-GKP JOKER", "CHE-FRW"], top="MIL-FRW")
    move = choose(memory(state, [], 0), STRENGTHS[-1], Aim.POINTS, random.Random(1), LITTLE)
    assert points(SOKER.apply(state, move)[0]) == (8, 0)


def test_an_aim_can_change_the_choice():
    changed = 0
    for number, moment in enumerate(moments(60, random.Random(8), every=3)):
        one, other = (chosen(moment, STRENGTHS[-1], aim, number) for aim in Aim)
        changed += one != other
    assert changed > 5


def test_a_seat_whose_turn_it_is_not_chooses_nothing():
    dealt = SOKER.deal(2, 0, bytes(32))
    for strength in STRENGTHS:
        with pytest.raises(ValueError, match="not the turn"):
            choose(memory(dealt, [], 1), strength, Aim.WIN, random.Random(1))
    over, _ = SOKER.apply(position(["MIL-GKP", "CHE-MID"], top="INT-GKP"), Play(cards("MIL-GKP")))
    with pytest.raises(ValueError, match="not the turn"):
        choose(memory(over, [], 0), STRENGTHS[0], Aim.WIN, random.Random(1))


def test_only_known_strengths_choose():
    with pytest.raises(ValueError, match="no strength"):
        choose(memory(SOKER.deal(2, 0, bytes(32)), [], 0), "coach", Aim.WIN, random.Random(1))


def test_a_hand_with_more_moves_than_are_listed_is_no_trouble():
    everything = " ".join(f"{club}-{place}" for club in ("MIL", "INT", "BAY", "CHE") for place in PLACES)
    state = position([everything + " JOKER RED YELLOW-1", "ARS-MID"], top="JUV-GKP")
    assert card("JOKER") in state.hands[0]
    for strength in STRENGTHS:
        SOKER.apply(state, choose(memory(state, [], 0), strength, Aim.WIN, random.Random(1), LITTLE))


PLACES = ("GKP", "DEF", "MID", "FRW")


def test_policies_stand_for_strengths():
    assert policy_of("amateur") == kernel.GREEDY == choosing.GREEDY
    assert policy_of("professional") == policy_of("world class") == kernel.LEARNT == choosing.LEARNT
    assert policy_of(None) == kernel.LEARNT


def test_nothing_that_compiles_is_loaded_before_a_choice():
    script = "import sys, engine.soker.players; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
