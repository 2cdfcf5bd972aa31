import json
from typing import Any

import pytest

from engine.soker.codec import dump_event, dump_move, dump_state, load_event, load_move, load_state
from engine.soker.events import Deadlocked, Drew, Linked, Played, Reshuffled
from engine.soker.moves import Draw, EndTurn, Play, TimeOut
from engine.soker.rules import deal
from tests.engine.soker.positions import SEED


@pytest.mark.parametrize("move", [Play((0,)), Play((3, 64, 1)), Draw(), EndTurn(), TimeOut()])
def test_a_move_goes_to_json_and_back(move: Play | Draw | EndTurn | TimeOut):
    assert load_move(json.loads(json.dumps(dump_move(move)))) == move


def test_moves_as_they_are_stored_for_ever():
    assert dump_move(Play((3, 64))) == {"kind": "play", "cards": [3, 64]}
    assert [dump_move(move) for move in (Draw(), EndTurn(), TimeOut())] == [
        {"kind": "draw"},
        {"kind": "end"},
        {"kind": "timeout"},
    ]


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "draw",
        7,
        {},
        {"kind": None},
        {"kind": ["draw"]},
        {"kind": "won"},
        {"kind": "draw", "cards": []},
        {"kind": "draw", "cards": [1]},
        {"kind": "timeout", "cards": [1]},
        {"kind": "end", "seat": 1},
        {"kind": "play"},
        {"kind": "play", "cards": []},
        {"kind": "play", "cards": 3},
        {"kind": "play", "cards": "12"},
        {"kind": "play", "cards": {"0": 1}},
        {"kind": "play", "cards": [68]},
        {"kind": "play", "cards": [1, 68]},
        {"kind": "play", "cards": ["1", 1]},
        {"kind": "play", "cards": [-1]},
        {"kind": "play", "cards": [True]},
        {"kind": "play", "cards": [1.0]},
        {"kind": "play", "cards": ["1"]},
        {"kind": "play", "cards": [None]},
        {"kind": "play", "cards": [[1]]},
        {"kind": "play", "cards": [1], "seat": 0},
    ],
)
def test_anything_else_is_no_move(data: Any):
    with pytest.raises(ValueError, match=r"move|card"):
        load_move(data)


def test_events_as_they_are_stored_for_ever():
    assert dump_event(Played(1, (3, 64))) == {"kind": "played", "seat": 1, "cards": [3, 64]}
    assert dump_event(Linked(1, 5, None)) == {"kind": "linked", "seat": 1, "club": 5, "skipped": None}
    assert dump_event(Drew(2, 1, "red")) == {"kind": "drew", "seat": 2, "count": 1, "why": "red"}
    assert dump_event(Reshuffled(40)) == {"kind": "reshuffled", "count": 40}
    assert dump_event(Deadlocked()) == {"kind": "deadlocked"}


@pytest.mark.parametrize("data", [{}, {"kind": "exploded"}, {"kind": None}])
def test_an_unknown_event_is_refused(data: dict[str, Any]):
    with pytest.raises(ValueError, match="event"):
        load_event(data)


def test_a_state_goes_to_json_and_back():
    state = deal(3, 1, SEED)
    assert load_state(json.loads(json.dumps(dump_state(state)))) == state


def test_what_is_written_is_plain_json():
    """Lists and objects only: what is stored is what was in memory, without a trip through text."""
    state = deal(3, 1, SEED)
    for data in (dump_state(state), dump_move(Play((3, 64))), dump_event(Played(1, (3, 64)))):
        assert json.loads(json.dumps(data)) == data


def test_hidden_things_stay_out_of_what_a_log_would_show():
    state = deal(3, 1, SEED)
    assert SEED.hex() not in repr(state)
    assert repr(SEED) not in repr(state)
    assert "hands" not in repr(state)
    assert "deck" not in repr(state)
