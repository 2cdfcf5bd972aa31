"""Win chances of open positions, beside the same games played on by the rules in plain Python."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, permutations

import pytest

from engine.soker import SOKER, greedy_play, kernel, odds, random_play
from engine.soker.cards import JOKER
from engine.soker.continuations import Estimate, estimate, pooled
from engine.soker.moves import Draw, EndTurn, Move, Play
from engine.soker.state import State
from tests.engine.soker.positions import after, cards, position

NOBODY_SAYS = (None, "amateur", "professional", "world class")
EMPTY = position(["INT-MID RED BAY-MID", "MIL-GKP CHE-FRW BAY-GKP"], top="INT-DEF", under="ARS-MID MIL-DEF", deck="")
"""No deck: who draws brings a reshuffle (P2)."""
FEW, THOUSAND = (replace(odds.PLAIN, first=times, chances=times) for times in (25, 1000))
SMALL = {
    "two seats": position(["INT-MID CHE-MID", "MIL-GKP CHE-FRW"], top="INT-DEF"),
    "a package, three seats": position(["MIL-DEF MIL-GKP BAY-MID", "MIL-FRW", "CHE-GKP RED"], top="INT-DEF"),
    "red and an empty deck": EMPTY,
    "close to sets": position(
        ["BAY-GKP BAY-DEF LEV-DEF CHE-FRW BAR-GKP", "INT-MID INT-GKP JUV-MID ARS-DEF JOKER"], top="MIL-FRW"
    ),
}


def moments(games: int, seed: int, every: int = 4) -> Iterator[State]:
    """Every so manieth state of games played greedily, with some slips."""
    rng = random.Random(seed)
    for game in range(games):
        state = SOKER.deal(2 + game % 3, 0, rng.randbytes(32))
        for number in range(1000):
            if state.way is not None:
                break
            if number % every == 0:
                yield state
            hand, legal = state.hands[state.turn], SOKER.legal_moves(state)
            slip = rng.random() < 0.2
            move = random_play.choose(legal, rng) if slip else greedy_play.choose(hand, state.top_club, legal, rng)
            state, _ = SOKER.apply(state, move)


def strengths(state: State) -> tuple[str | None, ...]:
    return NOBODY_SAYS[: state.seats]


def in_another_order(state: State, seed: int) -> State:
    """The same position, its deck in another order, its seed another, the pile under the top as well."""
    rng = random.Random(seed)
    deck, pile = list(state.deck), list(state.discards[:-1])
    rng.shuffle(deck)
    rng.shuffle(pile)
    return replace(state, deck=tuple(deck), discards=(*pile, state.top), seed=rng.randbytes(32))


def played_on(state: State, move: Move | None, rng: random.Random) -> int | None:
    """Who wins a game played on greedily by the rules, the deck in an order of its own."""
    state = in_another_order(state, rng.getrandbits(32))
    if move is not None:
        state, _ = SOKER.apply(state, move)
    while state.way is None:
        hand = state.hands[state.turn]
        state, _ = SOKER.apply(state, greedy_play.choose(hand, state.top_club, SOKER.legal_moves(state), rng))
    return state.winner


# Chances


def test_chances_add_up_to_one():
    rng = random.Random(1)
    for state in moments(12, 1):
        found = odds.chances(state, strengths(state), rng)
        assert len(found.seats) == state.seats
        assert sum(found.seats) + found.nobody == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in found.seats)
        assert 0 < found.error <= 0.005


def test_the_games_end_is_certain():
    won = after(position(["INT-MID", "MIL-GKP CHE-FRW", "BAY-MID"], top="INT-DEF"), "INT-MID")
    found = odds.chances(won, strengths(won), random.Random(1))
    assert (found.seats, found.nobody, found.error) == ((1.0, 0.0, 0.0), 0.0, 0.0)
    dead = position(["INT-MID", "MIL-GKP"], top="BAY-DEF", deck="", passes=1)
    dead, _ = SOKER.apply(dead, EndTurn())
    found = odds.chances(dead, strengths(dead), random.Random(1))
    assert (found.seats, found.nobody, found.error) == ((0.0, 0.0), 1.0, 0.0)


def test_P4_where_nobody_can_do_anything_nobody_wins():
    state = position(["INT-MID", "MIL-GKP"], top="BAY-DEF", deck="")
    found = odds.chances(state, strengths(state), random.Random(1))
    assert (found.seats, found.nobody) == ((0.0, 0.0), 1.0)


def test_W1_whoever_holds_one_card_that_fits_wins():
    state = position(["BAY-GKP CHE-FRW", "INT-MID"], top="INT-DEF", drawn=True)
    assert odds.chances(state, strengths(state), random.Random(1)).seats == (0.0, 1.0)


@pytest.mark.parametrize("state", SMALL.values(), ids=SMALL)
def test_chances_are_those_of_games_by_the_rules(state: State):
    times, rng = 1500, random.Random(2)
    found = odds.chances_by(kernel, state, [kernel.GREEDY] * state.seats, odds.COMPILED, rng)
    winners = [played_on(state, None, rng) for _ in range(times)]
    for seat, chance in enumerate(found.seats):
        seen = winners.count(seat) / times
        assert abs(seen - chance) < 4 * math.hypot(0.005, math.sqrt(0.25 / times))
    assert abs(winners.count(None) / times - found.nobody) < 0.05


def test_every_seat_plays_on_by_its_own_policy():
    state = SOKER.deal(2, 0, bytes(32))
    greedy, anything = kernel.GREEDY, kernel.RANDOM
    rng = random.Random(3)
    first = odds.chances_by(kernel, state, [greedy, anything], odds.COMPILED, rng).seats[0]
    second = odds.chances_by(kernel, state, [anything, greedy], odds.COMPILED, rng).seats[0]
    assert first > 0.9
    assert second < 0.3


@pytest.mark.parametrize("machine", [kernel, None], ids=["kernel", "plain"])
def test_the_order_of_the_deck_is_used_by_nobody(machine: object):
    for state in [*moments(6, 4, every=5), EMPTY]:
        other = in_another_order(state, 1)
        policies = [kernel.GREEDY] * state.seats
        said = [odds.chances_by(machine, one, policies, FEW, random.Random(5)) for one in (state, other)]
        assert said[0] == said[1]


def test_options_and_hints_are_the_same_in_any_order_of_the_deck():
    holders = position(["RED JOKER BAY-MID", "MIL-GKP CHE-FRW BAY-GKP", "CHE-GKP"], top="INT-DEF")
    for state in [*moments(4, 5, every=5), EMPTY, holders]:
        other = in_another_order(state, 2)
        found = [odds.options(one, strengths(one), random.Random(6)) for one in (state, other)]
        assert found[0] == found[1]
        hints = [odds.hint(one, strengths(one), random.Random(6)) for one in (state, other)]
        assert hints[0] == hints[1]


def test_the_same_random_numbers_give_the_same_chances_and_others_give_others():
    state = SOKER.deal(3, 0, bytes(32))
    asked = [odds.chances(state, strengths(state), random.Random(seed)) for seed in (1, 1, 2)]
    assert asked[0] == asked[1] != asked[2]


# Options


def test_options_are_legal_different_sorted_and_not_too_many():
    rng = random.Random(7)
    for state in moments(10, 7):
        found = odds.options(state, strengths(state), rng)
        assert 1 <= len(found) <= 25
        assert len({option.move for option in found}) == len(found)
        for option in found:
            SOKER.apply(state, option.move)
            assert 0 <= option.chance <= 1
            assert option.error <= 0.013
        assert [option.chance for option in found] == sorted((option.chance for option in found), reverse=True)
        legal = SOKER.legal_moves(state)
        assert {Draw(), EndTurn()} & {option.move for option in found} == {Draw() if legal.draw else EndTurn()}


def test_M4_every_card_and_every_package_with_every_card_on_top_is_an_option():
    state = position(["MIL-GKP MIL-DEF JOKER CHE-DEF BAY-MID", "CHE-FRW"], top="INT-FRW")
    milan = cards("MIL-GKP MIL-DEF")
    clubs = [(*milan, JOKER), (*cards("CHE-DEF"), JOKER), (*cards("BAY-MID"), JOKER)]
    packages = {
        frozenset({("under", under), ("top", order[-1])})
        for club in clubs
        for size in (2, 3)
        for chosen in combinations(club, size)
        for order in permutations(chosen)
        for under in [frozenset(order[:-1])]
    }
    singles = {frozenset({("under", frozenset()), ("top", one)}) for one in (*milan, JOKER)}
    found = odds.options(state, strengths(state), random.Random(8))
    plays = [option.move.cards for option in found if isinstance(option.move, Play)]
    assert {frozenset({("under", frozenset(play[:-1])), ("top", play[-1])}) for play in plays} == packages | singles
    assert len(found) == len(packages) + len(singles) + 1


def test_of_very_many_plays_those_that_win_and_lone_specials_stay():
    hand = "MIL-GKP MIL-DEF MIL-MID MIL-FRW INT-GKP INT-DEF INT-MID JOKER RED YELLOW-1 BAY-GKP"
    state = position([hand, "CHE-FRW ARS-GKP"], top="JUV-GKP")
    found = odds.options(state, strengths(state), random.Random(9))
    moves = [option.move for option in found]
    assert len(found) == 25
    assert {Play(cards(code)) for code in ("JOKER", "RED", "YELLOW-1")} <= set(moves)


def test_W3_a_play_that_wins_at_once_is_certain_and_first():
    state = position(["MIL-GKP MIL-DEF", "CHE-FRW ARS-GKP"], top="INT-GKP")
    best, *others = odds.options(state, strengths(state), random.Random(10))
    assert (best.chance, best.error) == (1.0, 0.0)
    assert isinstance(best.move, Play)
    assert set(best.move.cards) == set(cards("MIL-GKP MIL-DEF"))
    assert all(option.chance < 1 for option in others if len(getattr(option.move, "cards", ())) < 2)
    country = position(["MIL-GKP MIL-DEF INT-GKP JOKER BAY-MID", "CHE-FRW"], top="LEV-GKP")
    best = odds.options(country, strengths(country), random.Random(10))[0]
    assert (best.move, best.chance, best.error) == (Play(cards("BAY-MID")), 1.0, 0.0)


def test_P4_a_pass_that_ends_the_game_wins_nothing():
    state = position(["INT-MID", "MIL-GKP"], top="BAY-DEF", deck="", passes=1)
    (only,) = odds.options(state, strengths(state), random.Random(1))
    assert (only.move, only.chance, only.error) == (EndTurn(), 0.0, 0.0)


def test_a_finished_game_has_no_options():
    won = after(position(["INT-MID", "MIL-GKP CHE-FRW"], top="INT-DEF"), "INT-MID")
    for ask in (odds.options, odds.hint):
        with pytest.raises(ValueError, match="over"):
            ask(won, strengths(won), random.Random(1))


@pytest.mark.parametrize("state", SMALL.values(), ids=SMALL)
def test_options_are_those_of_games_by_the_rules(state: State):
    """Draws and the red's gifts, of which chance decides, among them."""
    rng, times = random.Random(11), 600
    compare = odds.Comparison(kernel, state, (kernel.GREEDY,) * state.seats, odds.COMPILED)
    for move, found in compare.all(odds.candidates(state, 25), 10_000, rng).items():
        seen = sum(played_on(state, move, rng) == state.turn for _ in range(times)) / times
        assert abs(seen - found.chance) < 4 * math.hypot(found.error, math.sqrt(0.25 / times)), move


def test_the_hint_is_the_best_of_the_options():
    for state in moments(4, 12, every=6):
        best = odds.options(state, strengths(state), random.Random(13))[0]
        assert odds.hint(state, strengths(state), random.Random(13)).move == best.move


# Standard errors


def test_chances_vary_as_their_standard_error_says():
    state, rng = SOKER.deal(4, 0, bytes(32)), random.Random(14)
    asked = [odds.chances_by(kernel, state, [kernel.GREEDY] * 4, THOUSAND, rng) for _ in range(150)]
    largest = max(statistics.stdev(one.seats[seat] for one in asked) for seat in range(4))
    assert 0.8 < largest / statistics.mean(one.error for one in asked) < 1.2


@pytest.mark.parametrize(
    ("codes", "least"),
    [("BAY-DEF", 0.75), ("RED", 0.75), ("", 0.5)],
    ids=["a play", "red, of which draws are a sample", "a draw, of which every card is played"],
)
def test_options_vary_no_more_than_their_standard_errors_say(codes: str, least: float):
    state = position(["BAY-DEF RED CHE-GKP LEV-GKP BVB-MID", "MIL-GKP CHE-FRW", "BAR-GKP CHE-MID"], top="INT-DEF")
    move = Play(cards(codes)) if codes else Draw()
    compare, rng = odds.Comparison(kernel, state, (kernel.GREEDY,) * 3, odds.COMPILED), random.Random(15)
    asked = [compare.all([move], 500, rng)[move] for _ in range(150)]
    spread = statistics.stdev(one.chance for one in asked)
    assert least < spread / statistics.mean(one.error for one in asked) < 1.2


def test_an_estimate_of_few_games_that_were_all_won_is_not_certain():
    assert estimate([8], 8, sampled=False).chance == 1
    assert estimate([8], 8, sampled=False).error > 0.09


def test_openings_that_are_a_sample_have_at_least_the_error_of_their_means():
    alike = estimate([5, 5, 5, 5], 10, sampled=True)
    unlike = estimate([0, 10, 0, 10], 10, sampled=True)
    assert alike.error == estimate([20], 40, sampled=False).error
    assert unlike.error == pytest.approx(statistics.stdev([0, 1, 0, 1]) / 2)


def test_two_estimates_are_pooled_with_the_weight_of_their_games():
    both = pooled(Estimate(0.5, 0.02, 1000), Estimate(0.6, 0.01, 3000))
    assert both.times == 4000
    assert (both.chance, both.error) == (pytest.approx(0.575), pytest.approx(math.hypot(0.005, 0.0075)))
