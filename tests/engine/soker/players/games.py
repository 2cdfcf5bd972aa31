"""Games for the tests of the system players, and the same games with the hidden cards lying elsewhere."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.game import IllegalMove
from engine.soker import SOKER, greedy_play, random_play
from engine.soker.moves import Move, TimeOut
from engine.soker.state import State
from tests.engine.soker.twins import thin


@dataclass(frozen=True)
class Moment:
    """A game that goes on: the deal, the moves so far and where they led."""

    dealt: State
    moves: tuple[Move, ...]
    state: State


def moments(games: int, rng: random.Random, *, every: int = 5, greedy: float = 0.5) -> Iterator[Moment]:
    """Every so many moves of games with 2 to 4 seats, some greedy, some thin, the clock running out now and then."""
    for game in range(games):
        dealt = SOKER.deal(2 + game % 3, game % 2, rng.randbytes(32))
        if game % 6 == 5:
            dealt = thin(dealt, rng)
        state, moves = dealt, []
        careful = rng.random() < greedy
        while state.way is None:
            if len(moves) % every == 0:
                yield Moment(dealt, tuple(moves), state)
            move = _move(state, rng, careful)
            moves.append(move)
            state, _ = SOKER.apply(state, move)


def _move(state: State, rng: random.Random, careful: bool) -> Move:
    if rng.random() < 0.03:
        return TimeOut()
    legal = SOKER.legal_moves(state)
    if careful:
        return greedy_play.choose(state.hands[state.turn], state.top_club, legal, rng)
    return random_play.choose(legal, rng)


def otherwise(moment: Moment, seat: int, rng: random.Random) -> Moment | None:
    """The same game as far as a seat can see, with the cards that it cannot see dealt anew; None where it is not.

    Cards that lie in an opponent's hand or in the deck now and have never been seen change places in the deal.
    """
    dealt, state = moment.dealt, moment.state
    hidden = {card for place, hand in enumerate(state.hands) if place != seat for card in hand} | set(state.deck)
    if state.reshuffles:
        hidden &= {card for place, hand in enumerate(dealt.hands) if place != seat for card in hand} | set(dealt.deck)
        hidden -= _seen(moment, seat)
    order = sorted(hidden)
    places = dict(zip(order, rng.sample(order, len(order)), strict=True))
    other = replace(
        dealt,
        hands=tuple(tuple(sorted(places.get(card, card) for card in hand)) for hand in dealt.hands),
        deck=tuple(places.get(card, card) for card in dealt.deck),
    )
    after = other
    try:
        for move in moment.moves:
            after, _ = SOKER.apply(after, move)
    except IllegalMove:
        return None
    return Moment(other, moment.moves, after) if after.way is None else None


def _seen(moment: Moment, seat: int) -> set[int]:
    """Cards that have lain on the pile or in the seat's hand."""
    state, seen = moment.dealt, set(moment.dealt.discards)
    for move in moment.moves:
        state, _ = SOKER.apply(state, move)
        seen |= set(state.discards) | set(state.hands[seat])
    return seen
