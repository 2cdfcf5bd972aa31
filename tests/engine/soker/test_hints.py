"""Every sentence of a hint is true: checked by the rules themselves, for every move of many positions."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import pytest

from engine.soker import SOKER, greedy_play, hints, random_play
from engine.soker.cards import CLUB_OF, COUNTRY_OF, FITS, JOKER, YELLOWS
from engine.soker.moves import Draw, EndTurn, Move, Play
from engine.soker.odds import candidates
from engine.soker.state import State
from engine.system import Hint
from tests.engine.soker.positions import card, cards, position

EVERY = 1000
"""More moves than any hand has."""


@dataclass(frozen=True)
class Case:
    """A hint and what the rules make of its move."""

    state: State
    hint: Hint

    @property
    def me(self) -> int:
        return self.state.turn

    @property
    def hand(self) -> tuple[int, ...]:
        return self.state.hands[self.me]

    @property
    def after(self) -> State:
        return SOKER.apply(self.state, self.hint.move)[0]

    @property
    def left(self) -> tuple[int, ...]:
        return self.after.hands[self.me]

    @property
    def played(self) -> tuple[int, ...]:
        assert isinstance(self.hint.move, Play)
        return self.hint.move.cards

    @property
    def seat(self) -> int:
        seat = self.hint.values["seat"]
        assert isinstance(seat, int)
        return seat

    def card(self, key: str = "card") -> int:
        found = self.hint.values[key]
        assert isinstance(found, int)
        return found

    def skips(self) -> bool:
        """Whether the seat that is named comes next in order and loses its turn."""
        following = (self.me + 1) % self.state.seats
        return self.seat == following and self.after.turn == (self.me + 2) % self.state.seats

    def same_for(self, seat: int) -> State:
        """The position as it is, but the turn another's."""
        return replace(self.state, turn=seat, drawn=False)


def every_play(state: State) -> list[tuple[int, ...]]:
    """Every play of the seat to act, by trying."""
    hand = state.hands[state.turn]
    tried = [(one,) for one in hand]
    for club in {CLUB_OF[one] for one in hand} - {None}:
        same = [one for one in hand if CLUB_OF[one] == club or one == JOKER]
        tried += [chosen for size in range(2, len(same) + 1) for chosen in combinations(same, size)]
    return [
        play for play in tried if (len(play) > 1 and any(FITS[state.top][one] for one in play)) or _legal(state, play)
    ]


def _legal(state: State, play: tuple[int, ...]) -> bool:
    return len(play) == 1 and FITS[state.top][play[0]]


def wins(state: State) -> bool:
    """Whether the seat to act has a play that wins at once."""
    return any(SOKER.apply(state, Play(play))[0].winner == state.turn for play in every_play(state))


def wins_somewhere(state: State, seat: int) -> bool:
    """Whether it has one on a top on which every card is legal (M3)."""
    return wins(replace(state, turn=seat, drawn=False, discards=(*state.discards, YELLOWS[0]), top_club=None))


def way(case: Case) -> tuple[int | None, str | None]:
    return case.after.winner, case.after.way


def together(hand: tuple[int, ...], broken: Callable[[str], bool]) -> bool:
    """Whether three or more of one country are held, the joker among them, of which that is not so."""
    for country in {COUNTRY_OF[one] for one in hand} - {None}:
        assert country is not None
        held = [one for one in hand if COUNTRY_OF[one] == country or one == JOKER]
        if len(held) >= 3 and not broken(country):
            return True
    return False


def of(country: str, play: tuple[int, ...]) -> bool:
    return any(one == JOKER or COUNTRY_OF[one] == country for one in play)


def keeps_a_package(case: Case) -> bool:
    clubs = Counter(CLUB_OF[one] for one in case.left if one < JOKER)
    return any(count > 1 and club != CLUB_OF[case.played[-1]] for club, count in clubs.items())


def set_and_one_more(case: Case) -> bool:
    """With a yellow instead of the move, the hand wins by playing it (W2)."""
    hands = [*case.state.hands]
    hands[case.me] = (*case.hand, YELLOWS[0])
    ended, _ = SOKER.apply(replace(case.state, hands=tuple(hands)), Play((YELLOWS[0],)))
    return (ended.winner, ended.way) == (case.me, "country")


def others_gained_one(case: Case) -> bool:
    return all(
        len(case.after.hands[seat]) == len(case.state.hands[seat]) + 1
        for seat in range(case.state.seats)
        if seat != case.me
    )


def odd_card_wins(case: Case) -> bool:
    state = replace(case.after, turn=case.me, drawn=False, discards=(*case.after.discards, YELLOWS[0]))
    ended, _ = SOKER.apply(state, Play((case.card(),)))
    return (ended.winner, ended.way) == (case.me, "country")


def anything_lets_them_win(case: Case) -> bool:
    results = [SOKER.apply(case.state, Play(play))[0] for play in every_play(case.state)]
    return all(after.way is None and after.turn == case.seat and wins(after) for after in results)


def only_play(case: Case) -> bool:
    return every_play(case.state) == [case.played]


def goes_on(case: Case) -> bool:
    return case.after.way is None and case.after.turn == case.me


TRUE: dict[str, Callable[[Case], bool]] = {
    "You win at once: your hand is empty.": lambda case: way(case) == (case.me, "empty hand"),
    "You win at once: you keep four of one country, the joker standing for one of them.": lambda case: (
        way(case) == (case.me, "country") and JOKER in case.left
    ),
    "You win at once: the four cards you keep are of one country.": lambda case: (
        way(case) == (case.me, "country") and len({COUNTRY_OF[one] for one in case.left}) == 1
    ),
    "{card} keeps your turn and any card may follow: you can win with your next play.": lambda case: (
        goes_on(case) and case.card() == case.after.top and case.after.top >= JOKER and wins(case.after)
    ),
    "Everyone else skips and draws a card, and you play again with any card.": lambda case: (
        goes_on(case) and others_gained_one(case) and SOKER.legal_moves(case.after).plays == case.left
    ),
    "Everyone else skips, and you play again with any card.": lambda case: (
        goes_on(case) and SOKER.legal_moves(case.after).plays == case.left
    ),
    "It is a Link: {seat} skips a turn, and you can win with your next play.": lambda case: (
        case.skips() and goes_on(case) and wins(case.after)
    ),
    "It leaves you a single card: play that, and your hand is empty.": lambda case: len(case.left) == 1,
    "It leaves you four of one country and {card} besides: play that, and you win.": odd_card_wins,
    "It is a Link: {seat} skips a turn, with only one play missing for a win.": lambda case: (
        case.skips() and wins_somewhere(case.after, case.seat)
    ),
    "{seat} could win with a play on {card_under}, but holds nothing that wins on {card}.": lambda case: (
        case.after.turn == case.seat != case.me
        and wins(case.same_for(case.seat))
        and not wins(case.after)
        and (case.card("card_under"), case.card()) == (case.state.top, case.after.top)
    ),
    "{seat} holds nothing that fits on {card}.": lambda case: (
        case.after.turn == case.seat != case.me and case.card() == case.after.top and not every_play(case.after)
    ),
    "More than one card leaves your hand at once, {seat} skips a turn, and you play again.": lambda case: (
        len(case.played) > 1 and case.skips() and goes_on(case)
    ),
    "It is a Link: {seat} skips a turn, and you play again.": lambda case: case.skips() and goes_on(case),
    "More than one card leaves your hand at once, and {seat} skips a turn.": lambda case: (
        len(case.played) > 1 and case.skips()
    ),
    "It is a Link: {seat} skips a turn.": lambda case: case.skips(),
    "It is the only card in your hand that fits.": only_play,
    "It keeps your cards of one country together.": lambda case: together(
        case.left, lambda country: of(country, case.played)
    ),
    "It fits, and keeps {card} for later.": lambda case: case.card() >= JOKER and case.card() in case.left,
    "It fits, and keeps cards of one club together for a package.": keeps_a_package,
    "Nothing in your hand fits, so draw a card.": lambda case: case.hint.move == Draw() and not every_play(case.state),
    "Nothing in your hand fits, so end your turn.": lambda case: (
        case.hint.move == EndTurn() and not every_play(case.state)
    ),
    "You hold four of one country: keep them, and one card more that you can play wins.": set_and_one_more,
    "Every play there is would break up your cards of one country.": lambda case: together(
        case.hand, lambda country: not all(of(country, play) for play in every_play(case.state))
    ),
    "Every play there is would cost you a special card, which you keep for later.": lambda case: all(
        any(one >= JOKER for one in play) for play in every_play(case.state)
    ),
    "{seat} could win with a play on anything you may play now, but holds nothing that wins on {card}.": lambda case: (
        case.card() == case.state.top and anything_lets_them_win(case) and not wins(case.same_for(case.seat))
    ),
    "Of the moves compared, this one won most often when the game was played on many times.": lambda case: True,
}
"""What each sentence says, asked of the rules. That the last is said of the best move, ``odds.hint`` sees to."""


def test_every_sentence_of_a_hint_is_here():
    tree = ast.parse(Path(hints.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    said = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "msg"]
    assert {text.value for text in said if isinstance(text, ast.Constant)} == set(TRUE)


def positions() -> Iterator[State]:
    """Positions of games, most of them played greedily, as people and system players come to."""
    rng = random.Random(11)
    for game in range(150):
        state = SOKER.deal(2 + game % 3, 0, rng.randbytes(32))
        slips = rng.choice((0.1, 0.5))
        while state.way is None:
            yield state
            hand, legal = state.hands[state.turn], SOKER.legal_moves(state)
            slip = rng.random() < slips
            move = random_play.choose(legal, rng) if slip else greedy_play.choose(hand, state.top_club, legal, rng)
            state, _ = SOKER.apply(state, move)


def test_what_is_said_of_any_move_is_true():
    said = Counter[str]()
    for state in positions():
        for move in candidates(state, EVERY):
            hint = hints.reason(state, move)
            assert hint.move == move
            assert TRUE[hint.why](Case(state, hint)), (hint, state, state.hands)
            hint.why.format(**hint.values)
            said[hint.why] += 1
    seldom = {text for text in TRUE if not said[text]}
    assert seldom <= {why for _, _, why in RARE}, seldom


BLOCKED = "{seat} could win with a play on anything you may play now, but holds nothing that wins on {card}."
RARE: list[tuple[State, Move, str]] = [
    (
        position(["JOKER", "MIL-GKP CHE-FRW"], top="INT-DEF", drawn=True),
        Play(cards("JOKER")),
        "You win at once: your hand is empty.",
    ),
    (
        position(
            ["INT-MID RED BAY-MID BAY-GKP", "MIL-GKP CHE-FRW", "CHE-GKP"], top="INT-DEF", under="ARS-MID", deck=""
        ),
        Play(cards("RED")),
        "Everyone else skips and draws a card, and you play again with any card.",
    ),
    (
        position(["INT-MID RED BAY-MID BAY-GKP", "MIL-GKP CHE-FRW", "CHE-GKP"], top="INT-DEF", deck=""),
        Play(cards("RED")),
        "Everyone else skips, and you play again with any card.",
    ),
    (
        position(["YELLOW-1 BAY-MID BAY-GKP", "MIL-GKP CHE-FRW"], top="INT-DEF"),
        Play(cards("YELLOW-1")),
        "{card} keeps your turn and any card may follow: you can win with your next play.",
    ),
    (
        position(["INT-GKP INT-MID MIL-GKP MIL-MID", "MIL-DEF CHE-FRW"], top="BAY-DEF", drawn=False),
        Draw(),
        "Nothing in your hand fits, so draw a card.",
    ),
    (
        position(["INT-GKP INT-MID MIL-GKP MIL-DEF", "MIL-FRW CHE-FRW"], top="BAY-DEF"),
        Draw(),
        "You hold four of one country: keep them, and one card more that you can play wins.",
    ),
    (
        position(["BAY-MID RED", "MIL-GKP CHE-FRW BAY-GKP"], top="INT-DEF"),
        Draw(),
        "Every play there is would cost you a special card, which you keep for later.",
    ),
    (
        position(["BAY-MID RED", "MIL-GKP CHE-FRW BAY-GKP"], top="INT-DEF"),
        Play(cards("RED")),
        "{card} keeps your turn and any card may follow: you can win with your next play.",
    ),
    (
        position(["BAY-MID CHE-GKP CHE-DEF YELLOW-1", "MIL-MID CHE-FRW"], top="INT-MID"),
        Play(cards("BAY-MID")),
        "It fits, and keeps {card} for later.",
    ),
    (
        position(["BAY-DEF CHE-GKP CHE-FRW", "BAY-MID"], top="INT-DEF"),
        Draw(),
        BLOCKED,
    ),
]


@pytest.mark.parametrize(("state", "move", "why"), RARE, ids=[why for _, _, why in RARE])
def test_what_seldom_happens_is_said_and_true(state: State, move: Move, why: str):
    hint = hints.reason(state, move)
    assert hint.why == why
    assert TRUE[why](Case(state, hint))


def test_a_hint_names_the_seat_and_the_cards():
    state = position(["MIL-DEF MIL-GKP RED CHE-FRW", "BAY-MID", "CHE-GKP BAY-GKP"], top="INT-DEF")
    hint = hints.reason(state, Play(cards("MIL-GKP MIL-DEF")))
    assert hint.why == "It is a Link: {seat} skips a turn, with only one play missing for a win."
    assert hint.values == {"seat": 1}
    five = position(["INT-GKP INT-DEF MIL-GKP JUV-GKP BAY-MID BAY-DEF", "BAY-GKP CHE-GKP"], top="CHE-DEF")
    hint = hints.reason(five, Play(cards("BAY-DEF")))
    assert hint.values == {"card": card("BAY-MID")}
