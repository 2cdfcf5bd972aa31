"""Hidden cards are imagined only where they may lie, and likelier where they explain what was done."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from engine.soker import SOKER, kernel, packed
from engine.soker.cards import CARDS, DECK_SIZE
from engine.soker.moves import Draw, EndTurn, Play
from engine.soker.packed import PackedMove, cards_of, pack, pack_move, random_source
from engine.soker.players import choosing, memory, search
from engine.soker.players.beliefs import Evidence, evidence
from engine.soker.state import State
from tests.engine.soker.players.games import Moment, moments
from tests.engine.soker.positions import cards, position
from tests.engine.soker.test_kernel import greedy_choices, off

LITTLE = choosing.Effort(arrangements=12, warm=80, apart=8)


def imagined(
    moment: Moment, seat: int, rng: random.Random, effort: choosing.Effort = LITTLE
) -> tuple[Evidence, choosing.Work]:
    """What a seat believes: arrangements from a chain, a short one that is not yet in balance unless told otherwise."""
    known = evidence(memory(moment.dealt, moment.moves, seat), rng)
    work = choosing.work_for(effort, known, rng)
    search.imagine(known, work, random_source(rng.getrandbits(64)), effort.warm, effort.apart)
    return known, work


def places(work: choosing.Work, seats: int) -> Iterator[tuple[list[frozenset[int]], list[int]]]:
    """The hands and the deck of every arrangement."""
    for s, deck in zip(work.positions, work.decks, strict=True):
        hands = [cards_of(int(s[packed.PLAYERS + k]), int(s[packed.SPECIALS + k])) for k in range(seats)]
        yield hands, deck[: s[packed.DECK]].tolist()


def test_every_card_lies_in_one_place_and_every_hand_has_its_number():
    rng = random.Random(1)
    for moment in moments(60, rng, every=7):
        state = moment.state
        _, work = imagined(moment, state.turn, rng)
        for hands, deck in places(work, state.seats):
            assert hands[state.turn] == set(state.hands[state.turn])
            assert [len(hand) for hand in hands] == [len(hand) for hand in state.hands]
            everything = [*state.discards, *deck, *(card for hand in hands for card in hand)]
            assert sorted(everything) == list(range(DECK_SIZE))


def test_P2_a_hand_holds_of_a_new_deck_only_what_was_drawn_from_it():
    """Cards that lay on the pile are known to be in the new deck, and come from it by draws alone."""
    rng, looked_at = random.Random(2), 0
    for moment in moments(60, rng, every=7, greedy=0.0):
        state = moment.state
        if not state.reshuffles:
            continue
        seat, renewed, drawn = state.turn, frozenset[int](), [0] * state.seats
        for step in memory(moment.dealt, moment.moves, seat).steps:
            for arrival in step.arrivals:
                if arrival.deck is not None:
                    renewed, drawn = arrival.deck, [0] * state.seats
                drawn[arrival.seat] += 1
        _, work = imagined(moment, seat, rng)
        for hands, deck in places(work, state.seats):
            assert set(deck) <= renewed
            for place, hand in enumerate(hands):
                assert place == seat or len(hand & renewed) <= drawn[place]
            looked_at += 1
    assert looked_at > 100


def test_what_was_played_lay_in_the_hand_it_was_played_from():
    rng, played = random.Random(3), 0
    for moment in moments(40, rng, every=9):
        known, _ = imagined(moment, moment.state.turn, rng)
        for s, choice in zip(known.situations, known.choices, strict=True):
            kind, players, specials, _ = choice.tolist()
            if kind == packed.PLAY:
                seat = s[packed.TURN]
                assert players & ~s[packed.PLAYERS + seat] == 0
                assert specials & ~s[packed.SPECIALS + seat] == 0
                played += 1
    assert played > 500


def test_hands_and_likelihoods_kept_from_exchange_to_exchange_are_those_worked_out_anew():
    rng, compared = random.Random(4), 0
    for moment in moments(40, rng, every=9):
        known, work = imagined(moment, moment.state.turn, rng)
        situations, likely = known.situations.copy(), work.likely.copy()
        players = np.arange(len(situations)), packed.PLAYERS + known.situations[:, packed.TURN]
        specials = np.arange(len(situations)), packed.SPECIALS + known.situations[:, packed.TURN]
        known.situations[players], known.situations[specials] = 0, 0
        search.begin(known, work)
        assert known.situations.tolist() == situations.tolist()
        assert work.likely == pytest.approx(likely)
        compared += len(situations)
    assert compared > 500


def test_what_greedy_players_did_tells_half_as_much_again_of_their_hands_as_chance_does():
    """How many of an opponent's cards are imagined where they are, beside the share that lie there by chance."""
    rng = random.Random(5)
    effort = choosing.Effort(arrangements=50, warm=1500, apart=20)
    found = by_chance = 0.0
    for moment in moments(40, rng, every=6, greedy=1.0):
        state = moment.state
        if len(moment.moves) < 8 or state.reshuffles or len(state.deck) < 10:
            continue
        _, work = imagined(moment, state.turn, rng, effort)
        for seat, true in enumerate(state.hands):
            if seat != state.turn:
                found += sum(len(hands[seat] & set(true)) for hands, _ in places(work, state.seats)) / 50
                by_chance += len(true) ** 2 / (DECK_SIZE - len(state.discards) - len(state.hands[state.turn]))
    assert by_chance > 20
    assert found > 1.5 * by_chance


def test_greedy_chance_is_how_often_the_greedy_player_chooses_a_move():
    looked_at = 0
    for moment in moments(30, random.Random(6), every=3):
        s = pack(moment.state).position
        likely = greedy_choices(moment.state)
        for move in all_moves(moment.state) | likely:
            chance = search.greedy_chance(s, move.kind, move.players, move.specials, move.top)
            assert chance == pytest.approx(1 / len(likely) if move in likely else 0)
            looked_at += 1
    assert looked_at > 1000


def all_moves(state: State) -> set[PackedMove]:
    """Every single card, every package in full, draw and end."""
    legal = SOKER.legal_moves(state)
    moves = {pack_move(Play((card,))) for card in legal.plays}
    moves |= {pack_move(Play(option.cards)) for option in legal.packages}
    return moves | ({pack_move(Draw())} if legal.draw else set()) | ({pack_move(EndTurn())} if legal.end else set())


def test_learnt_chances_of_all_moves_add_up_and_favour_what_the_learnt_player_chooses():
    moves, worths = np.zeros((96, 4), dtype=np.int64), np.zeros(96, dtype=np.float32)
    for moment in moments(20, random.Random(7), every=3):
        s = pack(moment.state).position
        count = kernel.list_moves(s, kernel.LEARNT_ROWS, kernel.LEARNT_UNITS, moves, worths)
        listed = [tuple(move) for move in moves[:count].tolist()]
        chances = {move: search.learnt_chance(s, *move, moves, worths)[0] for move in listed}
        assert sum(chances.values()) == pytest.approx(1)
        assert chances[tuple(kernel.choose_learnt(s, kernel.LEARNT_ROWS, kernel.LEARNT_UNITS))] == max(chances.values())


def test_the_order_of_an_imagined_deck_is_any():
    """A deck of six and a hand of one: every card comes first as often."""
    six = "ARS-GKP RED CHE-MID MIL-MID YELLOW-1 INT-FRW"
    named = {*six.split(), "MIL-GKP", "CHE-FRW", "INT-GKP"}
    under = " ".join(other.code for other in CARDS if other.code not in named)
    state = position(["MIL-GKP", "CHE-FRW"], top="INT-GKP", under=under, deck=six)
    first = [0] * DECK_SIZE
    rng = random.Random(8)
    known = evidence(memory(state, [], 0), rng)
    effort = choosing.Effort(arrangements=4200, warm=80, apart=20)
    work = choosing.work_for(effort, known, rng)
    search.imagine(known, work, random_source(9), effort.warm, effort.apart)
    for _, deck in places(work, 2):
        first[deck[-1]] += 1
    statistic, free = off([n for n in first if n], [600.0] * 7)
    assert sum(n > 0 for n in first) == 7
    assert statistic < free + 5 * (2 * free) ** 0.5
    assert first[cards("MIL-GKP")[0]] == 0
