"""States, moves and events as plain JSON and back."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_args

from engine.game import Json
from engine.soker.cards import DECK_SIZE
from engine.soker.events import Event
from engine.soker.moves import Draw, EndTurn, Move, Play, TimeOut
from engine.soker.state import State


def dump_state(state: State) -> Json:
    """A state as JSON. It holds every hand and the seed: it is for the store alone."""
    return {
        "starter": state.starter,
        "seed": state.seed.hex(),
        "hands": [list(hand) for hand in state.hands],
        "deck": list(state.deck),
        "discards": list(state.discards),
        "top_club": state.top_club,
        "turn": state.turn,
        "discarded": list(state.discarded),
        "drawn": state.drawn,
        "passes": state.passes,
        "reshuffles": state.reshuffles,
        "winner": state.winner,
        "way": state.way,
    }


def load_state(data: Json) -> State:
    """A state that ``dump_state`` wrote."""
    return State(
        starter=data["starter"],
        seed=bytes.fromhex(data["seed"]),
        hands=tuple(tuple(hand) for hand in data["hands"]),
        deck=tuple(data["deck"]),
        discards=tuple(data["discards"]),
        top_club=data["top_club"],
        turn=data["turn"],
        discarded=tuple(data["discarded"]),
        drawn=data["drawn"],
        passes=data["passes"],
        reshuffles=data["reshuffles"],
        winner=data["winner"],
        way=data["way"],
    )


_BARE_MOVES: dict[str, type[Draw | EndTurn | TimeOut]] = {kind.kind: kind for kind in (Draw, EndTurn, TimeOut)}


def dump_move(move: Move) -> Json:
    """A move as JSON."""
    if isinstance(move, Play):
        return {"kind": move.kind, "cards": list(move.cards)}
    return {"kind": move.kind}


def load_move(data: Json) -> Move:
    """A move from JSON of any origin. Raises ValueError for everything that is not exactly a move."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str):
        raise ValueError("a move is an object with a kind")
    if kind == Play.kind and data.keys() == {"kind", "cards"}:
        return Play(_cards(data["cards"]))
    if kind in _BARE_MOVES and data.keys() == {"kind"}:
        return _BARE_MOVES[kind]()
    raise ValueError("not a move of Soker")


def _cards(data: Any) -> tuple[int, ...]:
    if not isinstance(data, list) or not data:
        raise ValueError("cards are a list of at least one")
    if not all(type(card) is int and 0 <= card < DECK_SIZE for card in data):
        raise ValueError("there is no such card")
    return tuple(data)


_EVENTS: dict[str, type[Any]] = {event.kind: event for event in get_args(Event)}
_FIELDS: dict[str, tuple[str, ...]] = {
    kind: tuple(field.name for field in fields(event)) for kind, event in _EVENTS.items()
}


def dump_event(event: Event) -> Json:
    """An event as JSON."""
    data: Json = {"kind": event.kind}
    for name in _FIELDS[event.kind]:
        value = getattr(event, name)
        data[name] = list(value) if isinstance(value, tuple) else value
    return data


def load_event(data: Json) -> Event:
    """An event that ``dump_event`` wrote. Raises ValueError for an unknown kind."""
    kind = data.get("kind")
    if kind not in _EVENTS:
        raise ValueError(f"not an event of Soker: {kind!r}")
    values = [data[name] for name in _FIELDS[kind]]
    return _EVENTS[kind](*[tuple(value) if isinstance(value, list) else value for value in values])
