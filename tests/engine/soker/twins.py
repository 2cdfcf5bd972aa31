"""The same games in ``rules.py`` and in the kernel, side by side: what one of them says, the other has to say."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest
from numba.core import config

from engine.fairness import Stream
from engine.soker import SOKER, greedy_play, kernel, packed, random_play
from engine.soker.cards import DECK_SIZE, JOKER, RED
from engine.soker.moves import Draw, EndTurn, LegalMoves, Move, Play, TimeOut
from engine.soker.state import State

LIVELY = 300
"""So many moves are random; from then on everyone passes, so that P4 ends the game."""
PASSING = (*(0.02,) * 12, 0.2, 0.95)
"""How likely a seat is not to play although it could: a game each."""
THIN = 0.04
"""How many of the games begin with nearly all cards in hands, so that none are left to draw (P2, P3)."""
MOST_RESHUFFLES = 1000


class Different(AssertionError):
    """The two do not say the same."""


@dataclass
class Twins:
    """Plays random games in both. ``machine`` is the kernel, or a module that has its functions.

    ``seen`` counts what happened, so that a test can tell that it was there to be compared.
    """

    machine: Any = kernel
    seen: Counter[str] = field(default_factory=Counter)
    orders: packed.Cards = field(default_factory=lambda: np.zeros((MOST_RESHUFFLES, DECK_SIZE), dtype=np.int8))
    listed: packed.Numbers = field(default_factory=lambda: np.zeros(packed.LEGAL_SIZE, dtype=np.int64))

    def play(self, seats: int, rng: random.Random, *, greedy: bool = False) -> None:
        """One game to its end, of random moves unless greedy. Raises Different at the first difference."""
        state = SOKER.deal(seats, rng.randrange(seats), rng.randbytes(32))
        passing = rng.choice(PASSING)
        if rng.random() < THIN:
            state, passing = thin(state, rng), 0.5
        twin = packed.pack(state)
        source = packed.random_source(1)
        moves = 0
        while state.way is None:
            legal = SOKER.legal_moves(state)
            self._same_moves(legal, state, twin)
            quiet = moves >= LIVELY or rng.random() < passing
            move = _quiet(legal, rng) if quiet else _lively(state, legal, rng, greedy)
            after, _ = SOKER.apply(state, move)
            if after.reshuffles > state.reshuffles:
                self.orders[state.reshuffles] = reshuffled(state, move)
            told = packed.pack_move(move)
            self.machine.make_move(
                twin.position, twin.deck, self.orders, source, told.kind, told.players, told.specials, told.top
            )
            same_state(after, twin, move)
            self._note(state, move, after)
            state = after
            moves += 1

    def _same_moves(self, legal: LegalMoves, state: State, twin: packed.Packed) -> None:
        self.listed.fill(0)
        self.machine.legal_moves(twin.position, self.listed)
        if self.listed.tolist() != packed.pack_legal(legal):
            raise Different(f"legal moves: {legal}, not {self.listed.tolist()}, in {packed.facts(state)}")

    def _note(self, state: State, move: Move, after: State) -> None:
        seen = self.seen
        seen["moves"] += 1
        seen[type(move).__name__] += 1
        if isinstance(move, Play):
            package = len(move.cards) > 1
            seen["package"] += package
            seen["joker on top of a package"] += package and after.top == JOKER
            seen["link"] += not package and after.top_club is not None and state.top_club == after.top_club
            seen["red"] += after.top == RED
        elif not isinstance(move, Draw):
            seen["ended without drawing"] += not state.drawn and not state.can_draw
        seen["reshuffle"] += after.reshuffles > state.reshuffles
        seen[f"won by {after.way}" if after.winner is not None else str(after.way)] += after.way is not None


def thin(state: State, rng: random.Random) -> State:
    """The same game with all but up to three cards of the deck dealt out."""
    left = rng.choice((0, 0, 1, 3))
    hands = [list(hand) for hand in state.hands]
    for place, card in enumerate(state.deck[left:]):
        hands[place % state.seats].append(card)
    return replace(state, hands=tuple(tuple(sorted(hand)) for hand in hands), deck=state.deck[:left])


def _lively(state: State, legal: LegalMoves, rng: random.Random, greedy: bool) -> Move:
    if greedy:
        return greedy_play.choose(state.hands[state.turn], state.top_club, legal, rng)
    return random_play.choose(legal, rng)


def _quiet(legal: LegalMoves, rng: random.Random) -> Move:
    """What ends a turn without a play: the clock's move, a draw, the end."""
    if rng.random() < 0.3:
        return TimeOut()
    return EndTurn() if legal.end else Draw()


def same_state(state: State, twin: packed.Packed, move: Move | None = None) -> None:
    """Raises Different unless the packed state is the state."""
    numbers = twin.position.tolist()
    deck = twin.deck[: len(state.deck)].tolist()
    if numbers != packed.numbers(state) or deck != list(reversed(state.deck)):
        raise Different(f"after {move}: {packed.facts(state)}, not {packed.facts_of(twin)}")


def reshuffled(state: State, move: Move) -> list[int]:
    """In which order the cards are drawn after the reshuffle that this move brings (P2), then all others."""
    discards = state.discards + move.cards if isinstance(move, Play) else state.discards
    stream = Stream(state.seed, f"reshuffle:{state.reshuffles + 1}")
    deck = stream.shuffled(sorted(discards[:-1]))
    return [*deck, *(card for card in range(DECK_SIZE) if card not in deck)]


def interpreted(line: str = "", instead: str = "") -> ModuleType:
    """The kernel's own source as plain Python, one line of it replaced by another."""
    source = Path(kernel.__file__).read_text(encoding="utf-8")
    if line:
        assert source.count(line) == 1, f"{source.count(line)} times in the kernel: {line}"
        source = source.replace(line, instead)
    module = ModuleType("interpreted kernel")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(config, "DISABLE_JIT", 1)
        exec(compile(source, kernel.__file__, "exec"), module.__dict__)
    assert isinstance(module.make_move, FunctionType)
    module.__dict__.update(count_bits=_count_bits, lowest_bit=_lowest_bit)
    return module


def _count_bits(mask: Any) -> Any:
    return np.int64((int(mask) & (1 << 64) - 1).bit_count())


def _lowest_bit(mask: Any) -> Any:
    return np.int64((int(mask) & -int(mask)).bit_length() - 1 if mask else 64)
