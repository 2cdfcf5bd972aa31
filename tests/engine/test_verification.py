"""A good record passes every check; whatever is wrong with one is named in words, and nothing is ever raised."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine import fairness
from engine.game import Json
from engine.soker.cards import CARDS
from engine.verification import Check, GameRecord, check
from tests.engine.records import SALT, ended_early, finished, played, record_of

ALL_CHECKS = ["record", "rules", "commitment", "starter", "deal", "moves", "result"]
GOOD = finished()
OTHER_SECRET = bytes(range(1, 33))


def checked(record: Any) -> tuple[Check, ...]:
    """The checks of a record that went through JSON, as a file of a person does."""
    return check(GameRecord.from_bytes(json.dumps(record).encode())).checks


def failures(record: Any) -> dict[str, str]:
    """The checks that failed, with what they say."""
    return {found.name: found.words for found in checked(record) if not found.ok}


def altered(**values: Any) -> Json:
    """The good record with other values."""
    return {**copy.deepcopy(GOOD), **values}


def with_result(**values: Any) -> Json:
    """The good record with other values in its result."""
    return altered(result={**GOOD["result"], **values})


# Good records


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_good_record_passes_every_check(seats: int):
    found = checked(finished(seats))
    assert [each.name for each in found] == ALL_CHECKS
    assert all(each.ok for each in found), found


def test_a_record_goes_to_json_and_back():
    assert GameRecord.from_json(GOOD).to_json() == GOOD


def test_a_later_game_of_a_series_passes_whoever_starts_it():
    """G1: the starter of a later game was not drawn; it follows from the first."""
    starters = set()
    for number in (2, 3):
        record = finished(2, number)
        starters.add(record["starter"])
        assert failures(record) == {}
    assert starters == {0, 1}


def test_what_passed_is_told_in_words():
    words = {found.name: found.words for found in checked(GOOD)}
    result = GOOD["result"]
    assert words["rules"] == "soker, rules 1"
    assert words["starter"] == f"seat {GOOD['starter']} was drawn to start"
    assert words["moves"] == f"all {len(GOOD['moves'])} moves follow the rules"
    points = ", ".join(str(count) for count in result["points"])
    assert words["result"] == f"seat {result['winner']} won, {result['way']}, points {points}"


# Ended early by a vote of all


@pytest.mark.parametrize("moves", [0, 1, 12, 40])
def test_a_game_ended_early_passes_with_the_points_of_its_discards(moves: int):
    record = ended_early(moves)
    assert sum(record["result"]["points"]) == sum(len(move.get("cards", [])) for move in record["moves"])
    found = checked(record)
    assert all(each.ok for each in found), found
    assert "nobody won, ended early" in found[-1].words


def test_a_game_ended_early_has_no_winner():
    record = ended_early(12)
    record["result"]["winner"] = 1
    assert failures(record)["result"].startswith("ended early means: nobody won")


def test_a_game_ended_early_has_the_points_of_its_discards_and_no_others():
    record = ended_early(12)
    points = record["result"]["points"]
    for wrong in ([count + 1 for count in points], points[:-1], [*points, 0], points[::-1]):
        if wrong == points:
            continue
        record["result"]["points"] = wrong
        expected = ", ".join(str(count) for count in points)
        assert failures(record)["result"].startswith(f"ended early means: nobody won, points {expected};")


def test_a_game_that_came_to_its_end_was_not_ended_early():
    points = played(2).discarded
    record = record_of(played(2), {"winner": None, "way": "ended early", "points": list(points)})
    words = failures(record)["result"]
    assert words.startswith(f"the moves lead to: seat {GOOD['result']['winner']} won, {GOOD['result']['way']}")
    assert "the record says: nobody won, ended early" in words


@pytest.mark.parametrize("way", ["deadlock", "empty hand", "country", "stopped", ""])
def test_a_game_that_does_not_end_ends_in_no_other_way(way: str):
    record = ended_early(12)
    record["result"]["way"] = way
    assert failures(record)["result"].startswith("the moves do not end the game")


# Tampering


def test_another_secret_is_not_the_one_committed_to():
    found = failures(altered(secret=OTHER_SECRET.hex()))
    assert found["commitment"] == "the secret is not the one that was committed to"


def test_another_commitment_is_noticed_while_all_else_still_fits():
    found = failures(altered(commitment=fairness.commitment(OTHER_SECRET)))
    assert found == {"commitment": "the secret is not the one that was committed to"}


def test_another_secret_with_its_own_commitment_leads_to_another_game():
    found = failures(altered(secret=OTHER_SECRET.hex(), commitment=fairness.commitment(OTHER_SECRET)))
    assert found
    assert "commitment" not in found
    assert found.keys() <= {"starter", "moves", "result"}


@pytest.mark.parametrize(
    ("secret", "words"),
    [
        ("", "the secret has 0 bytes instead of 32"),
        ("00" * 31, "the secret has 31 bytes instead of 32"),
        ("00" * 33, "the secret has 33 bytes instead of 32"),
        ("0" * 63, "the secret is not hexadecimal"),
        ("é" * 64, "the secret is not hexadecimal"),
        ("secret", "the secret is not hexadecimal"),
    ],
)
def test_a_secret_is_32_bytes_in_hex(secret: str, words: str):
    assert failures(altered(secret=secret)) == {"commitment": words}


@pytest.mark.parametrize("salt", ["", SALT[:-1], SALT + " ", ",".join(reversed(SALT.split(",")))])
def test_another_salt_leads_to_another_game(salt: str):
    found = failures(altered(salt=salt))
    assert found
    assert found.keys() <= {"starter", "moves", "result"}


def test_another_starter_of_a_first_game_was_not_drawn():
    drawn = GOOD["starter"]
    assert failures(altered(starter=1 - drawn))["starter"] == f"seat {drawn} was drawn to start, not seat {1 - drawn}"


def test_a_starter_has_a_seat():
    assert failures(altered(starter=2)) == {"deal": "there is no seat 2"}


@pytest.mark.parametrize("seats", [1, 5, 1000])
def test_D1_a_number_of_seats_that_cannot_be(seats: int):
    assert failures(altered(seats=seats, starter=0)) == {"deal": f"Soker is for 2 to 4 seats, not {seats}"}


@pytest.mark.parametrize("seats", [3, 4])
def test_another_number_of_seats_leads_to_another_game(seats: int):
    assert {"moves", "result"} & failures(altered(seats=seats)).keys()


def test_rules_that_are_not_known():
    assert failures(altered(rules_version=2)) == {"rules": "unknown: 'soker', rules 2"}
    assert failures(altered(game="chess")) == {"rules": "unknown: 'chess', rules 1"}


def test_a_card_from_somewhere_else_is_named_with_its_move():
    moves = copy.deepcopy(GOOD["moves"])
    place = next(place for place, move in enumerate(moves) if move["kind"] == "play")
    card = moves[place]["cards"][0]
    moves.insert(place + 1, {"kind": "play", "cards": [card]})
    expected = f"move {place + 2} is refused by M1: card {card} is not in your hand."
    assert failures(altered(moves=moves)) == {"moves": expected}


def test_P1_a_second_draw_is_named():
    moves = [{"kind": "draw"}, {"kind": "draw"}]
    words = failures(altered(moves=moves))["moves"]
    assert words == "move 2 is refused by P1: You have drawn already. Play a card or end your turn."


def test_M1_a_card_that_does_not_fit_is_named_by_its_number():
    """The first discard and the starter's hand are worked out by the deal of the good record."""
    state = played(2, most_moves=0).state
    top = CARDS[state.top]
    hand = [CARDS[card] for card in state.hands[state.turn]]
    fits_not = next(
        card.id
        for card in hand
        if card.kind == "player" and card.country != top.country and card.position != top.position
    )
    words = failures(altered(moves=[{"kind": "play", "cards": [fits_not]}]))["moves"]
    expected = f"card {fits_not} matches neither the country nor the position of card {top.id}."
    assert words == f"move 1 is refused by M1: {expected}"


def test_a_move_left_out_is_noticed():
    """Without one of its time-outs the others play out of turn."""
    for place, move in enumerate(GOOD["moves"]):
        if move["kind"] == "timeout":
            moves = [*GOOD["moves"][:place], *GOOD["moves"][place + 1 :]]
            assert {"moves", "result"} & failures(altered(moves=moves)).keys()


def test_moves_out_of_order_are_noticed():
    """The clock, a draw, the end of that turn: whoever ends before drawing is refused (P1)."""
    right = [{"kind": "timeout"}, {"kind": "draw"}, {"kind": "end"}]
    assert "moves" not in failures(altered(moves=right))
    words = failures(altered(moves=[right[0], right[2], right[1]]))["moves"]
    assert words == "move 2 is refused by P1: Play a card, or draw one before you end your turn."


def test_the_last_move_left_out_does_not_end_the_game():
    words = failures(altered(moves=GOOD["moves"][:-1]))["result"]
    assert words.startswith("the moves do not end the game; the record says: seat")


def test_a_move_after_the_end_is_refused():
    moves = [*GOOD["moves"], {"kind": "draw"}]
    rule = {"empty hand": "W1", "country": "W2"}[GOOD["result"]["way"]]
    assert failures(altered(moves=moves)) == {"moves": f"move {len(moves)} is refused by {rule}: This game is over."}


@pytest.mark.parametrize("move", [None, 7, "draw", [], {}, {"kind": "won"}, {"kind": "play", "cards": [68]}])
def test_what_is_no_move_is_named_with_its_number(move: Any):
    moves = [GOOD["moves"][0], move, *GOOD["moves"][2:]]
    found = failures(altered(moves=moves))
    assert found.keys() == {"moves"}
    assert found["moves"].startswith("move 2 is none: ")


def test_another_winner_is_noticed():
    right = GOOD["result"]["winner"]
    for wrong in (1 - right, None, 2):
        words = failures(with_result(winner=wrong))["result"]
        assert words.startswith(f"the moves lead to: seat {right} won")


@pytest.mark.parametrize("way", ["empty hand", "country", "deadlock", "ended early", "Empty Hand"])
def test_another_way_of_winning_is_noticed(way: str):
    assert ("result" in failures(with_result(way=way))) == (way != GOOD["result"]["way"])


def test_other_points_are_noticed_and_the_right_ones_told():
    points = GOOD["result"]["points"]
    for wrong in ([points[0] + 1, points[1]], [points[0], points[1] - 3], points[:1], [*points, 0], []):
        words = failures(with_result(points=wrong))["result"]
        assert f"points {points[0]}, {points[1]};" in words


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (None, "only a finished game can be checked"),
        ([], "only a finished game can be checked"),
        ({}, "the way of the result is no text"),
        ({"winner": "0", "way": "country", "points": [1, 2]}, "the winner of the result is neither a seat nor null"),
        ({"winner": True, "way": "country", "points": [1, 2]}, "the winner of the result is neither a seat nor null"),
        ({"winner": 0, "way": None, "points": [1, 2]}, "the way of the result is no text"),
        ({"winner": 0, "way": "country", "points": "1, 2"}, "the points of the result are no list of numbers"),
        ({"winner": 0, "way": "country", "points": [1, 2.0]}, "the points of the result are no list of numbers"),
        ({"winner": 0, "way": "country", "points": [1, True]}, "the points of the result are no list of numbers"),
    ],
)
def test_a_result_that_cannot_be_read(result: Any, words: str):
    found = failures(altered(result=result))
    assert found.keys() == {"result"}
    assert words in found["result"]


# What is no record


@pytest.mark.parametrize("name", sorted(GOOD.keys() - {"result"}))
def test_a_missing_field_is_named(name: str):
    record = {key: value for key, value in GOOD.items() if key != name}
    assert failures(record) == {"record": f"missing or not what it should be: {name}"}


def test_a_missing_result_is_named():
    record = {key: value for key, value in GOOD.items() if key != "result"}
    assert "no result" in failures(record)["result"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rules_version", True),
        ("rules_version", 1.0),
        ("number", 0),
        ("number", "1"),
        ("seats", -2),
        ("seats", 10**30),
        ("starter", False),
        ("starter", None),
        ("salt", ["1", "2"]),
        ("salt", "\ud800"),
        ("secret", 0),
        ("moves", {}),
        ("moves", "draw"),
    ],
)
def test_a_field_of_another_kind_is_named(name: str, value: Any):
    assert failures(altered(**{name: value})) == {"record": f"missing or not what it should be: {name}"}


@pytest.mark.parametrize("record", [None, [], 3, "soker", True, {}])
def test_another_thing_than_a_record_is_said_to_miss_everything(record: Any):
    found = failures(record)
    assert found.keys() == {"record"}
    assert all(name in found["record"] for name in GOOD.keys() - {"result"})


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not JSON: line 1, column 1"),
        (b"{", "not JSON: line 1, column 2"),
        (b'{"game": "soker",\n "seats" 3}', "not JSON: line 2, column 10"),
        (json.dumps(GOOD).encode()[:-1], "not JSON: line 1"),
        (b'{"game": "\xff\xfe"}', "not text"),
        (b"\x89PNG\r\n\x1a\n", "not text"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"seats": ' + b"9" * 5000 + b"}", "a number in it is too long"),
    ],
)
def test_what_is_no_json_is_an_error_in_words(data: bytes, words: str):
    with pytest.raises(ValueError, match=words):
        GameRecord.from_bytes(data)


# Anything at all

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)
near_numbers = st.sampled_from([-1, 0, 1, 2, 3, 4, 5, 67, 68, 2**31, 10**30, True, 1.0, float("nan")])
near_texts = st.sampled_from(["", "soker", "0", "\ud800", "00" * 32, SALT])
values = anything | near_numbers | near_texts


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are the same JSON: ``1``, ``1.0`` and ``true`` are not."""
    return json.dumps(one) == json.dumps(other)


@given(anything)
def test_any_json_is_answered_without_an_exception(data: Any):
    report = check(GameRecord.from_json(data))
    assert report.checks
    assert all(found.words for found in report.checks)
    assert not report.ok


@given(st.binary())
def test_any_bytes_are_a_record_or_an_error_in_words(data: bytes):
    try:
        record = GameRecord.from_bytes(data)
    except ValueError as error:
        assert str(error)
        return
    assert not check(record).ok


@given(st.sampled_from(sorted(GOOD.keys() - {"number", "secret"})), values)
def test_any_other_value_of_a_field_is_noticed(name: str, value: Any):
    assume(not is_same(value, GOOD[name]))
    report = check(GameRecord.from_json(altered(**{name: value})))
    assert not report.ok


@given(st.sampled_from(sorted(GOOD["result"])), values)
def test_any_other_value_in_the_result_is_noticed(name: str, value: Any):
    assume(not is_same(value, GOOD["result"][name]))
    assert "result" in failures(with_result(**{name: value}))


card_lists = st.lists(st.integers(-2, 70) | anything, max_size=5)
near_moves = st.fixed_dictionaries(
    {"kind": st.sampled_from(["play", "draw", "end", "timeout", "won"]) | anything},
    optional={"cards": card_lists | anything, "seat": anything},
)


@given(st.integers(0, len(GOOD["moves"]) - 1), near_moves | anything)
def test_any_move_in_place_of_another_is_answered(place: int, move: Any):
    moves = [*GOOD["moves"][:place], move, *GOOD["moves"][place + 1 :]]
    found = checked(altered(moves=moves))
    assert {each.name for each in found if not each.ok} <= {"moves", "result"}


def paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON structure."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path] + [found for key, value in inner for found in paths(value, (*path, key))]


def leave_out(holder: Any, key: Any, value: Any) -> None:
    del holder[key]


def replace(holder: Any, key: Any, value: Any) -> None:
    holder[key] = value


def wrap(holder: Any, key: Any, value: Any) -> None:
    holder[key] = [holder[key]]


Change = Callable[[Any, Any, Any], None]
SHORT = ended_early(8)


@given(
    st.lists(
        st.tuples(st.sampled_from(paths(SHORT)[1:]), st.sampled_from([leave_out, replace, wrap]), values),
        min_size=1,
        max_size=3,
    )
)
def test_a_record_changed_anywhere_is_answered(changes: list[tuple[tuple[Any, ...], Change, Any]]):
    record = copy.deepcopy(SHORT)
    for path, change, value in changes:
        holder = record
        try:
            for key in path[:-1]:
                holder = holder[key]
            change(holder, path[-1], copy.deepcopy(value))
        except (LookupError, TypeError):
            continue
    assert all(found.words for found in check(GameRecord.from_json(record)).checks)
