"""A state, a move and the legal moves as numbers, and back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from engine.soker import SOKER, packed
from engine.soker.moves import Draw, EndTurn, Move, Play, TimeOut
from engine.soker.packed import facts, facts_of, pack, pack_legal, pack_move, random_source, unpack_move
from engine.soker.random_play import choose
from engine.soker.state import State
from tests.engine.soker.positions import cards, club, position


def states(games: int, rng: random.Random) -> Iterator[tuple[State, Move | None]]:
    """Every state of random games and the move made in it, None in the last."""
    for game in range(games):
        state = SOKER.deal(2 + game % 3, 0, rng.randbytes(32))
        while state.way is None:
            move = TimeOut() if rng.random() < 0.05 else choose(SOKER.legal_moves(state), rng)
            yield state, move
            state, _ = SOKER.apply(state, move)
        yield state, None


def test_a_packed_state_tells_the_same_facts():
    for state, _ in states(60, random.Random(1)):
        assert facts_of(pack(state)) == facts(state)


def test_what_stands_where():
    hands = ["MIL-GKP CHE-FRW JOKER", "RED", "BAY-DEF"]
    state = position(hands, top="MIL-DEF", under="YELLOW-1", deck="INT-GKP YELLOW-2 ARS-GKP", turn=1, drawn=True)
    twin = pack(replace(state, discarded=(3, 1, 4), passes=2, reshuffles=5))
    s = [int(number) for number in twin.position]
    milan, chelsea, bayern = cards("MIL-GKP CHE-FRW BAY-DEF")
    unsigned = [number % (1 << 64) for number in s]
    assert unsigned[packed.PLAYERS : packed.PLAYERS + 4] == [1 << milan | 1 << chelsea, 0, 1 << bayern, 0]
    assert s[packed.SPECIALS : packed.SPECIALS + 4] == [0b1, 0b1000, 0, 0]
    assert unsigned[packed.DISCARDED_PLAYERS] == 1 << cards("MIL-DEF")[0]
    assert s[packed.DISCARDED_SPECIALS] == 0b10
    assert (s[packed.TOP], s[packed.TOP_CLUB]) == (cards("MIL-DEF")[0], club("MIL"))
    assert (s[packed.TURN], s[packed.DRAWN], s[packed.PASSES], s[packed.SEATS]) == (1, 1, 2, 3)
    assert s[packed.COUNTS : packed.COUNTS + 4] == [3, 1, 4, 0]
    assert (s[packed.WINNER], s[packed.WAY], s[packed.RESHUFFLES], s[packed.SHUFFLED]) == (-1, 0, 5, 1)
    assert s[packed.DECK] == 3
    assert twin.deck[:3].tolist() == list(reversed(cards("INT-GKP YELLOW-2 ARS-GKP")))
    assert not twin.deck[3:].any()
    assert twin.position.dtype == np.int64
    assert twin.deck.dtype == np.int8


def test_no_place_is_used_twice():
    four = (packed.PLAYERS, packed.SPECIALS, packed.COUNTS)
    single = (
        packed.DISCARDED_PLAYERS,
        packed.DISCARDED_SPECIALS,
        packed.TOP,
        packed.TOP_CLUB,
        packed.TURN,
        packed.DRAWN,
        packed.PASSES,
        packed.SEATS,
        packed.DECK,
        packed.WINNER,
        packed.WAY,
        packed.RESHUFFLES,
        packed.SHUFFLED,
    )
    places = [*single, *(first + seat for first in four for seat in range(4))]
    assert sorted(places) == list(range(packed.POSITION_SIZE))


@pytest.mark.parametrize(
    "change",
    [
        {"top_club": None},
        {"turn": 1},
        {"drawn": True},
        {"passes": 1},
        {"discarded": (0, 1)},
        {"winner": 1},
        {"way": "country"},
        {"way": "deadlock"},
        {"reshuffles": 1},
        {"hands": ((0, 1), (63,))},
        {"hands": ((0, 64), (63,))},
        {"discards": (3, 2)},
        {"deck": (11, 10)},
        {"deck": (10,)},
    ],
    ids=str,
)
def test_states_that_differ_are_packed_differently(change: dict):
    state = replace(
        position(["MIL-GKP", "CHE-FRW"], top="MIL-FRW"), hands=((0,), (63,)), deck=(10, 11), discards=(2, 3)
    )
    other = replace(state, **change)
    assert facts(other) != facts(state)
    assert facts_of(pack(other)) == facts(other)
    assert pack(other).position.tolist() != pack(state).position.tolist() or (
        pack(other).deck.tolist() != pack(state).deck.tolist()
    )


def test_every_card_has_its_bit():
    for card in range(68):
        players, specials = packed.masks([card])
        assert -(1 << 63) <= players < 1 << 63
        assert packed.cards_of(players, specials) == {card}
    assert packed.cards_of(*packed.masks(range(68))) == set(range(68))


def test_a_move_comes_back_with_its_top():
    """The cards under the top of a package come sorted: their order means nothing (M5)."""
    for _, move in states(60, random.Random(2)):
        if move is None:
            continue
        again = unpack_move(pack_move(move))
        if isinstance(move, Play):
            assert isinstance(again, Play)
            assert (set(again.cards), again.cards[-1]) == (set(move.cards), move.cards[-1])
        else:
            assert again == move
    assert [pack_move(move).kind for move in (Draw(), EndTurn(), TimeOut())] == [
        packed.DRAW,
        packed.END,
        packed.TIME_OUT,
    ]


def test_the_legal_moves_by_their_places():
    state = position(["MIL-GKP MIL-FRW JOKER BAY-DEF", "CHE-FRW"], top="INT-GKP")
    listed = pack_legal(SOKER.legal_moves(state))
    assert packed.cards_of(listed[packed.CARDS], listed[packed.LONE_SPECIALS]) == set(cards("MIL-GKP MIL-FRW JOKER"))
    assert (listed[packed.MAY_DRAW], listed[packed.MAY_END]) == (1, 0)
    milan, bayern = club("MIL"), club("BAY")
    assert listed[packed.PACKAGE_CARDS + milan] == 0b11001
    assert listed[packed.PACKAGE_LEGAL + milan] == 0b11001
    assert listed[packed.PACKAGE_CARDS + bayern] == 0b10010
    assert listed[packed.PACKAGE_LEGAL + bayern] == 0b10000
    assert sum(map(bool, listed[packed.PACKAGE_CARDS :])) == 4
    assert len(listed) == packed.LEGAL_SIZE


def test_any_card_of_a_package_may_end_on_top():
    """So the list needs no place for tops."""
    for state, move in states(60, random.Random(3)):
        if move is not None:
            assert all(option.tops == option.cards for option in SOKER.legal_moves(state).packages)


def test_a_random_source_is_never_zero():
    """The one seed that splitmix64 makes zero of is the negative of its increment."""
    assert random_source(-0x9E3779B97F4A7C15).tolist() == [1]
    sources = [random_source(seed) for seed in range(-500, 500)]
    assert len({int(source[0]) for source in sources}) == 1000
    assert all(source.dtype == np.uint64 and source.shape == (1,) for source in sources)


def test_nearby_seeds_give_unlike_numbers():
    bits = [int(random_source(seed)[0] ^ random_source(seed + 1)[0]).bit_count() for seed in range(500)]
    assert 30 < sum(bits) / len(bits) < 34


def test_splitmix64_as_published():
    """The first number of seed 1234567 [Rosetta Code]."""
    assert random_source(1234567).tolist() == [6457827717110365317]
