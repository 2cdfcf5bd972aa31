"""Checks a finished game: that it was dealt as committed, played by the rules, and ended as recorded.

A record may come from anyone: whatever is wrong with it is reported, nothing is raised.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from typing import Any, TypeGuard

from engine import catalogue, fairness
from engine.catalogue import AnyGame
from engine.game import ENDED_EARLY, IllegalMove, Json, Result

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game in full. ``number`` is its place in its series, from 1; ``secret`` is in hex."""

    game: str
    rules_version: int
    number: int
    seats: int
    starter: int
    commitment: str
    secret: str
    salt: str
    moves: list[Json]
    result: Json

    def to_json(self) -> Json:
        """The record as JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Any) -> GameRecord:
        """A record from JSON of any origin, unchecked: ``check`` says what is wrong with it."""
        source = data if isinstance(data, dict) else {}
        values: dict[str, Any] = {field.name: source.get(field.name) for field in fields(cls)}
        return cls(**values)

    @classmethod
    def from_bytes(cls, data: bytes) -> GameRecord:
        """A record from the bytes of a file. Raises ValueError, in words, for what is not JSON."""
        try:
            return cls.from_json(json.loads(data))
        except json.JSONDecodeError as error:
            raise ValueError(f"it is not JSON: line {error.lineno}, column {error.colno}") from error
        except UnicodeDecodeError as error:
            raise ValueError("it is not text") from error
        except ValueError as error:
            raise ValueError("a number in it is too long") from error
        except RecursionError as error:
            raise ValueError("it is nested too deeply to be the record of a game") from error


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked, and what was found."""

    name: str
    ok: bool
    words: str


@dataclass(frozen=True, slots=True)
class Report:
    """All checks in order; those after a failure that makes them impossible are left out."""

    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether every check passed."""
        return all(check.ok for check in self.checks)


class _FailedError(Exception):
    """A check failed on which all the following stand."""


def check(record: GameRecord) -> Report:
    """Check a record. Never raises."""
    inspector = _Inspector(record)
    with suppress(_FailedError):
        inspector.inspect()
    return Report(tuple(inspector.checks))


def _is_text(value: Any) -> TypeGuard[str]:
    """Whether it is text that has a UTF-8 form: half a surrogate pair has none."""
    return isinstance(value, str) and not any("\ud800" <= letter <= "\udfff" for letter in value)


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 1 << 31


def _is_from_one(value: Any) -> bool:
    return _is_count(value) and value > 0


_SHAPE: dict[str, Callable[[Any], bool]] = {
    "game": _is_text,
    "rules_version": _is_from_one,
    "number": _is_from_one,
    "seats": _is_from_one,
    "starter": _is_count,
    "commitment": _is_text,
    "secret": _is_text,
    "salt": _is_text,
    "moves": lambda value: isinstance(value, list),
}


class _Inspector:
    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.checks: list[Check] = []

    def note(self, name: str, ok: bool, words: str) -> None:
        self.checks.append(Check(name, ok, words))

    def fail(self, name: str, words: str) -> _FailedError:
        self.note(name, False, words)
        return _FailedError(words)

    def inspect(self) -> None:
        self.shape()
        game = self.rules()
        secret = self.secret()
        state = self.deal(game, secret)
        state = self.moves(game, state)
        self.result(game, state)

    def shape(self) -> None:
        """Every field is there and of its type (``True`` is no number), every number in a sane range."""
        wrong = [name for name, fits in _SHAPE.items() if not fits(getattr(self.record, name))]
        if wrong:
            raise self.fail("record", f"missing or not what it should be: {', '.join(wrong)}")
        self.note("record", True, "the record is complete")

    def rules(self) -> AnyGame:
        """The game and its rules are known."""
        record = self.record
        try:
            game = catalogue.game(record.game, record.rules_version)
        except LookupError:
            raise self.fail("rules", f"unknown: {record.game!r}, rules {record.rules_version}") from None
        self.note("rules", True, f"{record.game}, rules {record.rules_version}")
        return game

    def secret(self) -> bytes:
        """The secret is the one that was committed to."""
        try:
            secret = bytes.fromhex(self.record.secret)
        except ValueError:
            raise self.fail("commitment", "the secret is not hexadecimal") from None
        if len(secret) != SECRET_BYTES:
            raise self.fail("commitment", f"the secret has {len(secret)} bytes instead of {SECRET_BYTES}")
        if fairness.commitment(secret) != self.record.commitment:
            self.note("commitment", False, "the secret is not the one that was committed to")
        else:
            self.note("commitment", True, "the secret is the one that was committed to")
        return secret

    def deal(self, game: AnyGame, secret: bytes) -> Any:
        """The hands follow from secret and salt, and so does the starter of a first game (D3)."""
        record = self.record
        try:
            seed = fairness.seed(secret, record.salt)
            state = game.deal(record.seats, record.starter, seed)
        except ValueError as error:
            raise self.fail("deal", str(error)) from None
        self.starter(seed)
        self.note("deal", True, "hands, deck and first card follow from the secret and the players' salt")
        return state

    def starter(self, seed: bytes) -> None:
        """The starter of a first game was drawn; that of a later one cannot be told from its record alone."""
        record = self.record
        if record.number != 1:
            self.note("starter", True, "not drawn: it follows from the first game of the series, by rotation")
            return
        drawn = fairness.first_starter(seed, record.seats)
        if drawn == record.starter:
            self.note("starter", True, f"seat {drawn} was drawn to start")
        else:
            self.note("starter", False, f"seat {drawn} was drawn to start, not seat {record.starter}")

    def moves(self, game: AnyGame, state: Any) -> Any:
        """Every move was legal when it was made."""
        for number, data in enumerate(self.record.moves, start=1):
            try:
                state, _ = game.apply(state, game.load_move(data))
            except IllegalMove as error:
                raise self.fail("moves", f"move {number} is refused by {error.rule}: {_words(error)}") from None
            except ValueError as error:
                raise self.fail("moves", f"move {number} is none: {error}") from None
        self.note("moves", True, f"all {len(self.record.moves)} moves follow the rules")
        return state

    def result(self, game: AnyGame, state: Any) -> None:
        """The recorded result is the one the moves lead to, or that of a game ended early by a vote of all."""
        try:
            recorded = _read_result(self.record.result)
        except ValueError as error:
            raise self.fail("result", str(error)) from None
        reached = game.result(state)
        if reached is None:
            self._ended_early(recorded, tuple(game.points(state)))
        elif reached == recorded:
            self.note("result", True, _told(reached))
        else:
            self.note("result", False, f"the moves lead to: {_told(reached)}; the record says: {_told(recorded)}")

    def _ended_early(self, recorded: Result, points: tuple[int, ...]) -> None:
        """A game that was ended before its end has no winner and the points of its discards so far (G2)."""
        if recorded.way != ENDED_EARLY:
            self.note("result", False, f"the moves do not end the game; the record says: {_told(recorded)}")
        elif recorded != Result(None, ENDED_EARLY, points):
            expected = f"nobody won, points {_numbers(points)}"
            self.note("result", False, f"ended early means: {expected}; the record says: {_told(recorded)}")
        else:
            self.note("result", True, _told(recorded))


def _words(refusal: IllegalMove) -> str:
    """A refusal's sentence, with cards by the numbers they have in the record."""
    told = {key: f"card {value}" if key.startswith("card") else value for key, value in refusal.values.items()}
    return refusal.text.format(**told)


def _read_result(data: Any) -> Result:
    if not isinstance(data, dict):
        raise ValueError("the record tells no result: only a finished game can be checked")
    winner, way, points = data.get("winner"), data.get("way"), data.get("points")
    if not (winner is None or _is_count(winner)):
        raise ValueError("the winner of the result is neither a seat nor null")
    if not _is_text(way):
        raise ValueError("the way of the result is no text")
    if not isinstance(points, list) or not all(_is_count(count) for count in points):
        raise ValueError("the points of the result are no list of numbers")
    return Result(winner, way, tuple(points))


def _told(result: Result) -> str:
    who = "nobody won" if result.winner is None else f"seat {result.winner} won"
    return f"{who}, {result.way}, points {_numbers(result.points)}"


def _numbers(points: tuple[int, ...]) -> str:
    return ", ".join(str(count) for count in points)
