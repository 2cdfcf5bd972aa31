"""The kernel plays Soker as ``rules.py`` does, and chooses as the players written in Python do."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba import njit

from engine.soker import SOKER, greedy_play, kernel, packed, random_play
from engine.soker.cards import DECK_SIZE, JOKER
from engine.soker.moves import Play
from engine.soker.packed import PackedMove, facts, facts_of, pack, pack_move, random_source, unpack_move
from engine.soker.state import State
from tests.engine.soker.positions import position
from tests.engine.soker.twins import Different, Twins, interpreted, thin

CHUNKS, GAMES = 9, 760
"""Of the games for every number of seats: 3 x 9 x 760 = 20,520."""
NO_ORDERS = np.zeros((1, DECK_SIZE), dtype=np.int8)
HAPPENED = (
    "Play",
    "Draw",
    "EndTurn",
    "TimeOut",
    "package",
    "joker on top of a package",
    "link",
    "red",
    "reshuffle",
    "ended without drawing",
    "won by empty hand",
    "won by country",
    "deadlock",
)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_same_moves_are_legal_and_lead_to_the_same_states(chunk: int, seats: int):
    twins = Twins()
    rng = random.Random(f"{chunk} {seats}")
    for _ in range(GAMES):
        twins.play(seats, rng)
    assert {happened for happened in HAPPENED if not twins.seen[happened]} == set()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_games_with_their_many_wins_by_country_are_the_same(seats: int):
    twins = Twins()
    rng = random.Random(seats)
    for _ in range(300):
        twins.play(seats, rng, greedy=True)
    assert twins.seen["won by country"] > 50


# Planted faults


def compare(line: str = "", instead: str = "") -> None:
    """Three hundred games, half of them greedy, with the kernel's source as plain Python, a line of it replaced."""
    twins = Twins(interpreted(line, instead))
    rng = random.Random(1)
    for game in range(300):
        twins.play(2 + game % 3, rng, greedy=game % 2 == 0)


LINK = "begin_turn(s, next_seat(s, 2 if linked else 1))"
LINKED = "linked = cards > 1 or (club >= 0 and club == s[TOP_CLUB])"
CLUB = "club = lowest_bit(players) >> 2 if players else np.int64(-1)"
GIFTS = "for step in range(1, s[SEATS]):"
LIVE = "if s[PASSES] >= s[SEATS] and not can_draw(s):"
SET = "if specials > JOKER_BIT or count_bits(players) + specials != 4:"
PACKAGE = "if joker or (held & (held - 1) and legal):"
OPEN = "listed[MAY_DRAW], listed[MAY_END] = may_draw(s), not may_draw(s)"
FAULTS = [
    ("L1 a Link skips nobody", LINK, "begin_turn(s, next_seat(s, 1))"),
    ("L2 the card on top makes no Link", LINKED, "linked = cards > 1"),
    ("L3 a lone special keeps the club below", CLUB, "club = lowest_bit(players) >> 2 if players else s[TOP_CLUB]"),
    ("L3 a joker on top of a package has no club", CLUB, "club = top >> 2 if top < JOKER else np.int64(-1)"),
    ("M1 only the country fits", "return country | position", "return country"),
    (
        "M3 on a yellow or red not every card fits",
        "def fitting(top):\n",
        "def fitting(top):\n    top = min(top, 65) - 1\n",
    ),
    ("M4 a joker makes no package legal", PACKAGE, "if (joker or held & (held - 1)) and legal:"),
    ("M4 a package without a legal card", PACKAGE, "if joker or held & (held - 1):"),
    ("P1 a second draw in a turn", "return not s[DRAWN] and can_draw(s)", "return can_draw(s)"),
    ("P1 the end is open before the draw", OPEN, "listed[MAY_DRAW], listed[MAY_END] = may_draw(s), True"),
    ("P2 a reshuffle loses the top", "s[DISCARDED_PLAYERS] = kept_player", "s[DISCARDED_PLAYERS] = 0"),
    ("P2 a reshuffle takes the top along", "players &= ~kept_player", "pass"),
    ("P4 deadlock is not checked", LIVE, "if False:"),
    ("P4 one pass is enough", LIVE, "if not can_draw(s):"),
    ("P4 a play does not break the row of passes", "s[PASSES] = 0", "pass"),
    ("S1 a joker plays again", "elif top > JOKER:", "elif top >= JOKER:"),
    ("S2 red deals to nobody", GIFTS, "for step in range(0):"),
    ("S2 red deals to the player too", GIFTS, "for step in range(s[SEATS]):"),
    ("S4 a new turn brings no new draw", "s[DRAWN] = 0", "pass"),
    ("T3 the clock draws a second card", "kind == TIME_OUT and may_draw(s)", "kind == TIME_OUT and can_draw(s)"),
    ("W1 specials may stay in hand", "return EMPTY_HAND if specials == 0 else 0", "return EMPTY_HAND"),
    ("W2 the joker replaces nobody", SET, "if specials or count_bits(players) != 4:"),
    ("W2 yellow and red count", SET, "if count_bits(players) + count_bits(specials) != 4:"),
    ("W2 a country of three", SET, SET.replace("!= 4", "not in (3, 4)")),
    ("G2 a package counts once", "s[COUNTS + seat] += cards", "s[COUNTS + seat] += 1"),
]


@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
def test_the_source_as_it_is_passes():
    compare()


@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")
@pytest.mark.parametrize(("line", "instead"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS])
def test_a_planted_fault_is_caught(line: str, instead: str):
    with pytest.raises(Different):
        compare(line, instead)


# The players


def moments(games: int, rng: random.Random) -> Iterator[State]:
    """Every fifth state of random games, thin ones among them."""
    for game in range(games):
        state = SOKER.deal(2 + game % 3, 0, rng.randbytes(32))
        if game % 5 == 0:
            state = thin(state, rng)
        number = 0
        while state.way is None:
            if number % 5 == 0:
                yield state
            state, _ = SOKER.apply(state, random_play.choose(SOKER.legal_moves(state), rng))
            number += 1


def drawn(state: State, policy: int, times: int) -> Counter[PackedMove]:
    """What a policy of the kernel chooses, so many times."""
    s, source = pack(state).position, random_source(times)
    return Counter(PackedMove(*kernel.choose(s, source, policy)) for _ in range(times))


class Sweep(random.Random):
    """Instead of random numbers, evenly spread ones."""

    def __init__(self, numbers: int) -> None:
        super().__init__(0)
        self.spread = [(number + 0.5) / numbers for number in range(numbers)]

    def random(self) -> float:
        return self.spread.pop()


def greedy_choices(state: State) -> set[PackedMove]:
    """Every move between which chance decides in ``greedy_play.choose``."""
    hand, legal, sweep = state.hands[state.turn], SOKER.legal_moves(state), Sweep(60)
    moves = {pack_move(greedy_play.choose(hand, state.top_club, legal, sweep)) for _ in range(60)}
    assert len(moves) < 30
    return moves


def off(seen: list[int], expected: list[float]) -> tuple[float, int]:
    """Pearson's statistic and how many numbers are free in it."""
    return sum((a - b) ** 2 / b for a, b in zip(seen, expected, strict=True)), len(seen) - 1


def test_greedy_chooses_among_the_same_moves_each_equally_likely():
    statistic, free = 0.0, 0
    sizes = Counter[int]()
    for state in moments(120, random.Random(2)):
        wanted = greedy_choices(state)
        found = drawn(state, kernel.GREEDY, 60 * len(wanted))
        assert set(found) == wanted, facts(state)
        sizes[len(wanted)] += 1
        added, freedom = off(list(found.values()), [60.0] * len(wanted))
        statistic, free = statistic + added, free + freedom
    assert sum(sizes.values()) > 1000
    assert len(sizes) > 3
    assert abs(statistic - free) < 4 * (2 * free) ** 0.5


def test_random_chooses_the_same_moves_as_often():
    """Two samples of each position: moves seen too seldom count as one."""
    statistic, free = 0.0, 0
    rng = random.Random(3)
    for state in list(moments(40, rng))[::6]:
        legal = SOKER.legal_moves(state)
        ours = drawn(state, kernel.RANDOM, 3000)
        theirs = Counter(pack_move(random_play.choose(legal, rng)) for _ in range(3000))
        pairs = [(ours[move], theirs[move]) for move in ours | theirs]
        often = [pair for pair in pairs if sum(pair) >= 20]
        seldom = [pair for pair in pairs if sum(pair) < 20]
        assert sum(a for a, _ in seldom) == pytest.approx(sum(b for _, b in seldom), abs=120)
        statistic += sum((a - b) ** 2 / (a + b) for a, b in often)
        free += len(often) - (not seldom)
    assert free > 300
    assert abs(statistic - free) < 4 * (2 * free) ** 0.5


@pytest.mark.parametrize("policy", [kernel.RANDOM, kernel.GREEDY])
def test_what_a_policy_chooses_is_legal(policy: int):
    for state in moments(60, random.Random(4)):
        for move in drawn(state, policy, 20):
            SOKER.apply(state, unpack_move(move))


def test_random_reaches_every_package_in_every_order_that_counts():
    state = position(["MIL-GKP MIL-DEF BAY-MID JOKER", "CHE-FRW"], top="INT-GKP")
    packages = {unpack_move(move) for move in drawn(state, kernel.RANDOM, 5000) if move.kind == packed.PLAY}
    plays = {play.cards for play in packages if isinstance(play, Play) and len(play.cards) > 1}
    milan, bayern = 2 * 3 + 3, 2
    assert len(plays) == milan + bayern
    assert len([cards for cards in plays if cards[-1] == JOKER]) == 4


# Whole games


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_playing_on_is_choosing_and_moving_until_the_end(seats: int):
    rng = random.Random(seats)
    for game in range(200):
        state = SOKER.deal(seats, game % seats, rng.randbytes(32))
        policies = np.array([rng.randrange(2) for _ in range(4)], dtype=np.int64)
        at_once, in_steps = pack(state), pack(state)
        for twin in (at_once, in_steps):
            twin.position[packed.SHUFFLED] = game % 2
        orders = np.array([rng.sample(range(DECK_SIZE), DECK_SIZE) for _ in range(50)], dtype=np.int8)
        moves = kernel.play_on(at_once.position, at_once.deck, orders, random_source(game), policies)
        source = random_source(game)
        for _ in range(moves):
            assert in_steps.position[packed.WAY] == 0
            move = kernel.choose(in_steps.position, source, policies[in_steps.position[packed.TURN]])
            kernel.make_move(in_steps.position, in_steps.deck, orders, source, *move)
        assert at_once.position.tolist() == in_steps.position.tolist()
        end = facts_of(at_once)
        assert end.way is not None
        assert sorted([*end.deck, *end.discards, *(card for hand in end.hands for card in hand)]) == list(range(68))


def test_playing_many_times_counts_the_ends_of_playing_on():
    state = SOKER.deal(3, 0, bytes(32))
    twin, work = pack(state), pack(state)
    twin.position[packed.SHUFFLED] = 0
    policies = np.array([kernel.GREEDY, kernel.RANDOM, kernel.RANDOM, kernel.RANDOM], dtype=np.int64)
    ends = np.zeros(5, dtype=np.int64)
    arrays = (twin.position, twin.deck, work.position, work.deck)
    moves = kernel.play_many(*arrays, NO_ORDERS, random_source(6), policies, 2000, ends)
    assert facts_of(twin) == facts(state)
    wins, source, found = Counter[int | None](), random_source(6), 0
    for _ in range(2000):
        once = pack(state)
        once.position[packed.SHUFFLED] = 0
        found += kernel.play_on(once.position, once.deck, NO_ORDERS, source, policies)
        wins[facts_of(once).winner] += 1
    assert moves == found
    assert ends.tolist() == [wins[0], wins[1], wins[2], 0, wins[None]]
    assert wins[0] > 1200


def draws(state: State, times: int) -> Counter[int]:
    """Which card a draw brings when the deck's order is not known."""
    cards = Counter[int]()
    source = random_source(5)
    for _ in range(times):
        twin = pack(state)
        twin.position[packed.SHUFFLED] = 0
        kernel.make_move(twin.position, twin.deck, NO_ORDERS, source, packed.DRAW, 0, 0, -1)
        after = facts_of(twin)
        (card,) = after.hands[0] - set(state.hands[0])
        assert {*after.deck, card} == set(state.deck or state.discards[:-1])
        cards[card] += 1
    return cards


@pytest.mark.parametrize("deck", ["ARS-GKP RED CHE-MID MIL-MID YELLOW-1 INT-FRW", ""])
def test_P2_without_an_order_every_card_of_the_deck_is_as_likely(deck: str):
    under = "" if deck else "ARS-GKP RED CHE-MID MIL-MID YELLOW-1 INT-FRW"
    found = draws(position(["MIL-GKP", "CHE-FRW"], top="INT-GKP", under=under, deck=deck), 6000)
    assert len(found) == 6
    statistic, free = off(list(found.values()), [1000.0] * 6)
    assert statistic < free + 4 * (2 * free) ** 0.5


def test_a_source_of_zero_does_not_stand_still():
    source = np.zeros(1, dtype=np.uint64)
    state = position(["MIL-GKP MIL-DEF BAY-MID JOKER", "CHE-FRW"], top="INT-GKP")
    s = pack(state).position
    assert len({kernel.choose(s, source, kernel.RANDOM) for _ in range(500)}) > 10
    assert source[0] != 0


# numba


def references(function: Any, **options: Any) -> int:
    """How often the machine code of a function, compiled anew, names numba's counting of references."""
    fresh: Any = njit(nogil=True, error_model="numpy", **options)(function.py_func)
    twin = pack(SOKER.deal(4, 0, bytes(32)))
    fresh(twin.position, twin.deck, NO_ORDERS, random_source(1), packed.DRAW, 0, 0, -1)
    return sum(code.count("NRT_") for code in fresh.inspect_llvm().values())


def test_nothing_counts_references():
    """``_nrt`` is a private option of numba, whose version is pinned: it must go on being taken and being obeyed."""
    functions = [function for function in vars(kernel).values() if hasattr(function, "targetoptions")]
    assert len(functions) > 20
    for function in functions:
        assert function.targetoptions["_nrt"] is False
        assert function.targetoptions["nogil"] is True
    assert references(kernel.make_move) > 0
    assert references(kernel.make_move, _nrt=False) == 0
