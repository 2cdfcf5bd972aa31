"""Soker, a football card game for two to four."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Json, Result
from engine.soker import codec, rules, scoring
from engine.soker.dealing import MAX_SEATS, MIN_SEATS
from engine.soker.events import Event
from engine.soker.favourite import favourite_club
from engine.soker.moves import LegalMoves, Move
from engine.soker.state import State
from engine.soker.view import View
from engine.soker.view import view as view_of

__all__ = ["SOKER", "Soker"]


class Soker:
    """The game as the protocol ``engine.game.Game`` asks for it."""

    name = "soker"
    rules_version = 1
    min_seats = MIN_SEATS
    max_seats = MAX_SEATS
    turn_seconds = 30.0

    def deal(self, seats: int, starter: int, seed: bytes) -> State:
        """Deal a game (D1, D2)."""
        return rules.deal(seats, starter, seed)

    def to_act(self, state: State) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        return rules.to_act(state)

    def legal_moves(self, state: State) -> LegalMoves:
        """Every move of the seat to act. Raises ValueError when the game is over."""
        return rules.legal_moves(state)

    def apply(self, state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
        """The next state and what happened. Raises IllegalMove."""
        return rules.apply(state, move)

    def timeout_move(self, state: State) -> Move:
        """What the clock does (T3)."""
        return rules.timeout_move(state)

    def result(self, state: State) -> Result | None:
        """How the game ended."""
        return rules.result(state)

    def points(self, state: State) -> tuple[int, ...]:
        """Points a seat so far (G2)."""
        return rules.points(state)

    def view(self, state: State, seat: int | None) -> View:
        """What that seat or a spectator may see."""
        return view_of(state, seat)

    def hands(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Every seat's cards, open."""
        return state.hands

    def starter(self, first: int, number: int, seats: int) -> int:
        """Who starts a game of a series (G1)."""
        return rules.starter(first, number, seats)

    def score(self, results: Sequence[Result], seat: int) -> tuple[int, int, int]:
        """Points, games won, country wins (G3)."""
        return scoring.score(results, seat)

    def favourite(self, moves: Sequence[Move]) -> str | None:
        """The club that these moves discarded most cards of."""
        return favourite_club(moves)

    def dump_state(self, state: State) -> Json:
        """A state as JSON, for the store alone."""
        return codec.dump_state(state)

    def load_state(self, data: Json) -> State:
        """A state from the store."""
        return codec.load_state(data)

    def dump_move(self, move: Move) -> Json:
        """A move as JSON."""
        return codec.dump_move(move)

    def load_move(self, data: Json) -> Move:
        """A move from JSON of any origin. Raises ValueError."""
        return codec.load_move(data)

    def dump_event(self, event: Event) -> Json:
        """An event as JSON."""
        return codec.dump_event(event)

    def load_event(self, data: Json) -> Event:
        """An event from JSON. Raises ValueError for an unknown kind."""
        return codec.load_event(data)


SOKER = Soker()
