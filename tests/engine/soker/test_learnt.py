"""The kernel's learnt player: what it looks at, what it considers, and that its source means what the compiler made."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from engine.soker import SOKER, kernel, learnt, packed
from engine.soker.cards import JOKER, YELLOWS
from engine.soker.moves import Draw, EndTurn, Move, Play
from engine.soker.packed import PackedMove, pack, pack_move, random_source, unpack_move
from engine.soker.state import State
from tests.engine.soker.positions import position
from tests.engine.soker.test_kernel import moments
from tests.engine.soker.twins import interpreted

ROWS, UNITS = kernel.LEARNT_ROWS, kernel.LEARNT_UNITS


def listed(state: State) -> dict[PackedMove, float]:
    """What the learnt player considers and what it thinks of it."""
    moves, worths = np.zeros((400, 4), dtype=np.int64), np.zeros(400, dtype=np.float32)
    count = kernel.list_moves(pack(state).position, ROWS, UNITS, moves, worths)
    assert count <= 400
    found = [PackedMove(*move) for move in moves[:count].tolist()]
    assert len(set(found)) == count
    return dict(zip(found, worths[:count].tolist(), strict=True))


def every_move(state: State) -> set[PackedMove]:
    """Every legal move, told apart by the cards of a package and its top; of two yellows the first."""
    legal = SOKER.legal_moves(state)
    moves: list[Move] = [Draw()] if legal.draw else []
    moves += [EndTurn()] if legal.end else []
    both = set(YELLOWS) <= set(legal.plays)
    moves += [Play((card,)) for card in legal.plays if not (both and card == YELLOWS[1])]
    for option in legal.packages:
        for size in range(2, len(option.cards) + 1):
            for cards in combinations(option.cards, size):
                if set(cards) & set(option.legal):
                    moves += [Play((*[card for card in cards if card != top], top)) for top in cards]
    return {pack_move(move) for move in moves}


def test_every_legal_move_is_considered_once():
    packages = yellows = 0
    for state in moments(90, random.Random(1)):
        found = listed(state)
        assert set(found) == every_move(state)
        packages += sum(move.kind == packed.PLAY and move.players & (move.players - 1) != 0 for move in found)
        yellows += set(YELLOWS) <= set(state.hands[state.turn])
    assert packages > 1000
    assert yellows > 10


def test_the_best_of_them_is_chosen_and_a_win_before_all():
    wins = Counter[bool]()
    for state in moments(90, random.Random(2)):
        found = listed(state)
        move = PackedMove(*kernel.choose(pack(state).position, random_source(1), kernel.LEARNT))
        assert found[move] == max(found.values())
        winning = {move for move in found if SOKER.apply(state, unpack_move(move))[0].winner is not None}
        assert {move for move, worth in found.items() if worth >= kernel.SURE} == winning
        assert not winning or move in winning
        wins[bool(winning)] += 1
    assert wins[True] > 20


@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
def test_the_source_as_plain_python_thinks_the_same():
    plain = interpreted()
    for state in moments(9, random.Random(3)):
        s = pack(state).position
        moves, worths = np.zeros((400, 4), dtype=np.int64), np.zeros(400, dtype=np.float32)
        count = plain.list_moves(s, ROWS, UNITS, moves, worths)
        told = {PackedMove(*move): float(worth) for move, worth in zip(moves[:count].tolist(), worths, strict=False)}
        assert told == pytest.approx(listed(state), abs=1e-3)


def rows(state: State, move: Move) -> dict[str, int]:
    """Which row of each group is on after a move, counted from the group's first."""
    told = pack_move(move)
    on = kernel.rows_after(pack(state).position, told.kind, told.players, told.specials, told.top)
    return {name: row - first for (name, first), row in zip(learnt.GROUPS.items(), on, strict=True)}


def test_what_is_looked_at_after_a_play():
    hands = ["MIL-GKP MIL-DEF INT-MID BAY-MID JOKER RED", "CHE-MID CHE-FRW ARS-GKP"]
    state = position(hands, top="INT-GKP")
    seen = rows(state, Play((state.hands[0][0],)))
    assert state.hands[0][0] == min(state.hands[0])
    assert seen["held"] == 5
    assert seen["next"] == 3
    assert seen["next but one"] == seen["next but two"] == 0
    assert seen["again"] == 4, "the red"
    assert seen["kind"] in (0, learnt.LINK)


def test_what_is_looked_at_after_a_set_is_near():
    state = position(["MIL-GKP MIL-DEF INT-MID BAY-MID BAY-FRW CHE-GKP", "CHE-MID"], top="INT-GKP")
    seen = rows(state, Draw())
    assert seen["kind"] == learnt.DRAWING
    assert divmod(seen["nearest"], learnt.MOST_CLUBS + 1) == (3, 2), "three of Italy, two clubs beside"
    assert seen["off"] == 3
    assert seen["clubs"] == 4
    assert seen["spread"] == 2 * 5 + 3
    assert seen["fits"] == 1 + 5, "of the clubs beside only the goalkeeper of Chelsea's fits, and one may play"


def test_every_row_belongs_to_its_group():
    names = list(learnt.GROUPS)
    ends = [*list(learnt.GROUPS.values())[1:], learnt.ROWS]
    used: set[int] = set()
    for state in moments(60, random.Random(4)):
        s = pack(state).position
        for move in listed(state):
            if move.kind == packed.PLAY and SOKER.apply(state, unpack_move(move))[0].winner is not None:
                continue
            on = kernel.rows_after(s, move.kind, move.players, move.specials, move.top)
            for name, row, end in zip(names, on, ends, strict=True):
                assert learnt.GROUPS[name] <= row < end, name
            used |= set(on)
    assert len(used) > learnt.ROWS / 2


def test_the_file_reads_back_as_it_was_written():
    rows_read, units_read = learnt.load()
    again = learnt.written(rows_read, units_read).splitlines()
    assert len(again) == 3 * (learnt.ROWS + 2)
    assert rows_read.shape == (3, learnt.ROWS, learnt.HIDDEN)
    assert units_read.shape == (3, learnt.HIDDEN + 1)
    assert np.abs(rows_read).max() > 0.5
    path = learnt.resources.files("engine.soker").joinpath("learnt.csv")
    assert path.read_text(encoding="utf-8").splitlines() == again


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_beats_greedy_players(seats: int):
    """2,000 games, fair share 1 in ``seats``; expected are 68, 51 and 42%."""
    rng, won = random.Random(seats), 0
    orders = np.array([rng.sample(range(68), 68) for _ in range(20)], dtype=np.int8)
    for game in range(2000):
        twin = pack(SOKER.deal(seats, game // seats % seats, rng.randbytes(32)))
        policies = np.full(4, kernel.GREEDY, dtype=np.int64)
        policies[game % seats] = kernel.LEARNT
        kernel.play_on(twin.position, twin.deck, orders, random_source(game), policies)
        won += twin.position[packed.WINNER] == game % seats
    assert won / 2000 > {2: 0.63, 3: 0.46, 4: 0.37}[seats]


def test_with_many_cards_in_hand_no_place_is_written_that_is_not_there():
    state = position(["MIL-GKP MIL-DEF MIL-MID MIL-FRW JOKER", "CHE-MID"], top="INT-GKP")
    moves, worths = np.zeros((5, 4), dtype=np.int64), np.zeros(5, dtype=np.float32)
    assert kernel.list_moves(pack(state).position, ROWS, UNITS, moves, worths) > 5
    assert JOKER in state.hands[0]
