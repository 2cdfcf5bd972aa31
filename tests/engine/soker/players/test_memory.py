"""A memory holds what a seat could see of a game, and nothing else."""

from __future__ import annotations

import random

import pytest

from engine.soker import SOKER
from engine.soker.moves import Draw, Play
from engine.soker.players import memory
from engine.soker.view import view
from tests.engine.soker.players.games import moments, otherwise
from tests.engine.soker.positions import cards, position


def test_two_games_that_differ_only_in_what_a_seat_cannot_see_are_the_same_to_it():
    rng = random.Random(1)
    compared = different = reshuffled = 0
    for moment in moments(90, rng):
        for seat in range(moment.dealt.seats):
            other = otherwise(moment, seat, rng)
            if other is None:
                continue
            compared += 1
            different += other.state.hands != moment.state.hands
            reshuffled += moment.state.reshuffles > 0
            assert memory(other.dealt, other.moves, seat) == memory(moment.dealt, moment.moves, seat)
    assert compared > 1000
    assert different > compared / 2
    assert reshuffled > 20


def test_whoever_sees_a_changed_card_remembers_another_game():
    rng = random.Random(2)
    different = 0
    for moment in moments(30, rng):
        other = otherwise(moment, 0, rng)
        if other is None:
            continue
        for seat in range(1, moment.dealt.seats):
            if other.state.hands[seat] != moment.state.hands[seat]:
                different += 1
                assert memory(other.dealt, other.moves, seat) != memory(moment.dealt, moment.moves, seat)
    assert different > 100


def test_what_is_remembered_last_is_what_the_view_shows():
    for moment in moments(30, random.Random(3)):
        for seat in range(moment.dealt.seats):
            known, shown = memory(moment.dealt, moment.moves, seat), view(moment.state, seat)
            assert known.hand == shown.hand
            table = known.table
            assert (table.top, table.top_club, table.turn) == (shown.top, shown.top_club, shown.to_act)
            assert (table.hand_counts, table.deck_count) == (shown.hand_counts, shown.deck_count)
            assert (table.drawn, table.passes, len(table.discards)) == (shown.drawn, shown.passes, shown.discard_count)


def test_S2_who_draws_by_a_red_card_remembers_the_own_card_only():
    dealt = position(["RED MIL-GKP", "CHE-MID CHE-FRW", "ARS-MID ARS-FRW"], top="INT-GKP", deck="BAY-GKP BAY-DEF")
    moves = [Play(cards("RED"))]
    (step,) = memory(dealt, moves, 1).steps
    assert [(arrival.seat, arrival.card) for arrival in step.arrivals] == [(1, cards("BAY-GKP")[0]), (2, None)]
    (step,) = memory(dealt, moves, 0).steps
    assert [arrival.card for arrival in step.arrivals] == [None, None]


def test_P2_everybody_remembers_which_cards_a_new_deck_is_made_of():
    dealt = position(["MIL-GKP", "CHE-MID"], top="INT-GKP", under="ARS-MID RED BAY-GKP", deck="")
    (step,) = memory(dealt, [Draw()], 1).steps
    (arrival,) = step.arrivals
    assert arrival.deck == frozenset(cards("ARS-MID RED BAY-GKP"))
    assert arrival.card is None


def test_M5_the_order_inside_a_package_is_no_memory():
    dealt = position(["MIL-GKP MIL-DEF MIL-MID CHE-GKP", "CHE-MID"], top="INT-GKP")
    one, other = (Play(cards(codes)) for codes in ("MIL-GKP MIL-DEF MIL-MID", "MIL-DEF MIL-GKP MIL-MID"))
    assert memory(dealt, [one], 1) == memory(dealt, [other], 1)


def test_a_memory_tells_no_card_in_a_log():
    dealt = SOKER.deal(2, 0, bytes(32))
    assert str(dealt.hands[0])[1:-1] not in repr(memory(dealt, [], 0))


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_there_remembers_nothing(seat: int):
    with pytest.raises(ValueError, match="there is no seat"):
        memory(SOKER.deal(2, 0, bytes(32)), [], seat)
