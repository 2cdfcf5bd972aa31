"""Records of finished games, made as a table makes them."""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine import fairness
from engine.game import Json
from engine.soker import SOKER
from engine.soker.moves import Move, Play
from engine.soker.random_play import choose
from engine.soker.state import State

SECRET = bytes(range(32))
SALT = "1420070400007340082,1420070400012582912,1420070400046137344"


@dataclass(frozen=True)
class Played:
    """A game as it was played: its last state, its moves, and how many cards each seat has discarded."""

    number: int
    state: State
    moves: tuple[Move, ...]
    discarded: tuple[int, ...]


def played(seats: int, number: int = 1, most_moves: int = 100_000) -> Played:
    """A game of random moves, to its end unless it takes more than ``most_moves``."""
    seed = fairness.seed(SECRET, SALT)
    starter = SOKER.starter(fairness.first_starter(seed, seats), number, seats)
    state = SOKER.deal(seats, starter, seed)
    rng = random.Random(seats)
    moves: list[Move] = []
    discarded = [0] * seats
    while (seat := SOKER.to_act(state)) is not None and len(moves) < most_moves:
        move = choose(SOKER.legal_moves(state), rng) if len(moves) % 5 else SOKER.timeout_move(state)
        state, _ = SOKER.apply(state, move)
        moves.append(move)
        discarded[seat] += len(move.cards) if isinstance(move, Play) else 0
    return Played(number, state, tuple(moves), tuple(discarded))


def record_of(game: Played, result: Json) -> Json:
    """The record of a game with that result."""
    return {
        "game": "soker",
        "rules_version": 1,
        "number": game.number,
        "seats": game.state.seats,
        "starter": game.state.starter,
        "commitment": fairness.commitment(SECRET),
        "secret": SECRET.hex(),
        "salt": SALT,
        "moves": [SOKER.dump_move(move) for move in game.moves],
        "result": result,
    }


def finished(seats: int = 2, number: int = 1) -> Json:
    """The record of a game that was played to its end."""
    game = played(seats, number)
    points = list(game.discarded)
    if game.state.winner is not None:
        points[game.state.winner] += {"empty hand": 3, "country": 7}[str(game.state.way)]
    return record_of(game, {"winner": game.state.winner, "way": game.state.way, "points": points})


def ended_early(moves: int, seats: int = 3) -> Json:
    """The record of a game that all voted to end after so many moves."""
    game = played(seats, most_moves=moves)
    assert SOKER.to_act(game.state) is not None
    return record_of(game, {"winner": None, "way": "ended early", "points": list(game.discarded)})
