"""Learns the weights of the kernel's learnt player by self-play and writes them beside it.

    python -m benchmarks.train_policy [--games N] [--seed S] [--to FILE]

For each number of seats a net plays against itself, in three games of ten against a greedy player in some of the seats.
Now and then a move is made at random. After each game every position that a learning seat left behind is told how the
game went on: the end, mixed with what the net thought on the way (TD(lambda) [Sutton 1988]), by steps of AdaGrad
[Duchi 2011] on the logarithmic loss. The same seed gives the same weights on the same kind of processor. Takes about
three minutes on one core. Digests in the kernel and the search are brought up to date: both are compiled anew.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import re
from pathlib import Path

import numpy as np
from numba import njit
from rich.console import Console
from rich.progress import Progress

from engine.soker import learnt
from engine.soker.cards import DECK_SIZE, JOKER
from engine.soker.kernel import (
    GREEDY,
    LEARNT,
    RANDOM,
    below,
    carry_out,
    choose_greedy,
    choose_learnt,
    choose_random,
    rows_after,
    take,
    won,
)
from engine.soker.packed import (
    DECK,
    DISCARDED_PLAYERS,
    PLAY,
    PLAYERS,
    POSITION_SIZE,
    SEATS,
    SPECIALS,
    TOP,
    TOP_CLUB,
    TURN,
    WAY,
    WINNER,
    random_source,
)

BLOCKS = 60
"""Over these the random moves become fewer and the steps smaller."""
STEP, SURPRISE, STRANGERS, TRACE = 0.05, 0.1, 0.3, 0.8
"""Size of a step and share of random moves at first, share of greedy seats, and lambda."""
MOST = 200
"""Positions of a seat in one game from which is learnt."""
GROUPS = len(learnt.GROUPS)
TEST_GAMES = 40_000

compiled = njit(nogil=True, cache=True, error_model="numpy")


@compiled
def deal(s, deck, rng, seats, starter):
    """A new game (D1, D2) in place, its deck in no known order."""
    s[:] = 0
    for card in range(DECK_SIZE):
        deck[card] = card
    s[SEATS], s[TURN], s[DECK], s[WINNER] = seats, starter, DECK_SIZE, -1
    for seat in range(seats):
        for _ in range(8 if seat == starter else 7):
            take(s, deck, deck.reshape((1, DECK_SIZE)), rng, seat)
    place = below(rng, s[DECK])
    while deck[place] >= JOKER:
        place = below(rng, s[DECK])
    s[TOP], s[TOP_CLUB] = deck[place], deck[place] >> 2
    s[DISCARDED_PLAYERS] = np.int64(1) << s[TOP]
    s[DECK] -= 1
    deck[place] = deck[s[DECK]]


@compiled
def think(rows, units, on):
    """The probability to win that the net sees, and what its units hold."""
    held = np.zeros(learnt.HIDDEN, dtype=np.float32)
    odds = units[learnt.HIDDEN]
    for unit in range(learnt.HIDDEN):
        for row in on:
            held[unit] += rows[row, unit]
        odds += units[unit] * max(held[unit], np.float32(0))
    return 1 / (1 + math.exp(-odds)), held


@compiled
def learn(rows, units, squares, unit_squares, on, target, step):
    """One step of AdaGrad. Returns what the net thought before it."""
    thought, held = think(rows, units, on)
    error = thought - target
    unit_squares[learnt.HIDDEN] += error * error
    units[learnt.HIDDEN] -= step * error / math.sqrt(unit_squares[learnt.HIDDEN])
    for unit in range(learnt.HIDDEN):
        if held[unit] > 0:
            back, forth = error * units[unit], error * held[unit]
            unit_squares[unit] += forth * forth
            units[unit] -= step * forth / math.sqrt(unit_squares[unit])
            for row in on:
                squares[row, unit] += back * back
                rows[row, unit] -= step * back / math.sqrt(squares[row, unit])
    return thought


@compiled
def play(s, deck, rng, policies, rows, units, surprise, log, counts):
    """One game to its end; writes which rows were on after each move of the learning seats."""
    orders = deck.copy().reshape((1, DECK_SIZE))
    counts[:] = 0
    while s[WAY] == 0:
        seat = s[TURN]
        if policies[seat] == GREEDY:
            kind, players, specials, top = choose_greedy(s, rng)
        elif policies[seat] == RANDOM or below(rng, 1 << 20) < surprise * (1 << 20):
            kind, players, specials, top = choose_random(s, rng)
        else:
            kind, players, specials, top = choose_learnt(s, rows, units)
        wins = kind == PLAY and won(s[PLAYERS + seat] ^ players, s[SPECIALS + seat] ^ specials)
        if policies[seat] == LEARNT and counts[seat] < MOST and not wins:
            on = rows_after(s, kind, players, specials, top)
            for group in range(GROUPS):
                log[seat, counts[seat], group] = on[group]
            counts[seat] += 1
        carry_out(s, deck, orders, rng, kind, players, specials, top)


@compiled
def study(seats, games, rows, units, squares, unit_squares, rng, surprise, step):
    """So many games, and what is learnt from them, in place."""
    s, deck = np.zeros(POSITION_SIZE, dtype=np.int64), np.zeros(DECK_SIZE, dtype=np.int8)
    log = np.zeros((4, MOST, GROUPS), dtype=np.int64)
    counts, policies = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    own, own_units = rows[seats - 2], units[seats - 2]
    for game in range(games):
        deal(s, deck, rng, seats, game % seats)
        for seat in range(seats):
            policies[seat] = GREEDY if below(rng, 1000) < STRANGERS * 1000 else LEARNT
        policies[game // seats % seats] = LEARNT
        play(s, deck, rng, policies, rows, units, surprise, log, counts)
        for seat in range(seats):
            target = 1.0 if s[WINNER] == seat else 0.0
            for place in range(counts[seat] - 1, -1, -1):
                thought = learn(own, own_units, squares, unit_squares, log[seat, place], target, step)
                target = TRACE * target + (1 - TRACE) * thought


@compiled
def wins(seats, games, rows, units, rng):
    """How many of so many games the net wins, alone against greedy players, its seat and the start going round."""
    s, deck = np.zeros(POSITION_SIZE, dtype=np.int64), np.zeros(DECK_SIZE, dtype=np.int8)
    log = np.zeros((4, MOST, GROUPS), dtype=np.int64)
    counts, policies = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    found = 0
    for game in range(games):
        deal(s, deck, rng, seats, game // seats % seats)
        policies[:] = GREEDY
        policies[game % seats] = LEARNT
        play(s, deck, rng, policies, rows, units, 0.0, log, counts)
        found += s[WINNER] == game % seats
    return found


def train(games: int, seed: int) -> tuple[learnt.Weights, learnt.Weights]:
    """The weights for 2, 3 and 4 seats, by so many games each."""
    chance, console = np.random.default_rng(seed), Console(stderr=True)
    rows = chance.normal(0, 0.1, (3, learnt.ROWS, learnt.HIDDEN)).astype(np.float32)
    units = chance.normal(0, 0.5, (3, learnt.HIDDEN + 1)).astype(np.float32)
    units[:, learnt.HIDDEN] = 0
    with Progress(console=console) as progress:
        task = progress.add_task("self-play", total=3 * BLOCKS)
        for seats in (2, 3, 4):
            rng = random_source(seed * 10 + seats)
            squares, unit_squares = np.ones_like(rows[0]), np.ones_like(units[0])
            for block in range(BLOCKS):
                left = 1 - block / BLOCKS
                study(
                    seats,
                    games // BLOCKS,
                    rows,
                    units,
                    squares,
                    unit_squares,
                    rng,
                    SURPRISE * left,
                    STEP * (0.1 + 0.9 * left),
                )
                progress.advance(task)
            won_games = wins(seats, TEST_GAMES, rows, units, random_source(seed + 1))
            console.print(f"{seats} seats: {won_games / TEST_GAMES:.1%} of games against greedy players")
    return rows, units


def main() -> None:
    """Train, write, and have the machine code compiled anew."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    shipped = Path(learnt.__file__).with_name("learnt.csv")
    parser.add_argument("--games", type=int, default=2_400_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=shipped)
    options = parser.parse_args()
    rows, units = train(options.games, options.seed)
    options.to.write_text(learnt.written(rows, units), encoding="utf-8")
    if options.to == shipped:
        stamp(shipped.parent)


def stamp(folder: Path) -> None:
    """Writes the digests of what is compiled in into the sources of the machine code (``kernel.BUILT_WITH``)."""
    built_with = {
        "kernel.py": ("packed.py", "cards.py", "learnt.py", "learnt.csv"),
        "players/search.py": ("kernel.py",),
    }
    for name, parts in built_with.items():
        digest = hashlib.sha256(b"".join((folder / part).read_bytes() for part in parts)).hexdigest()
        source = folder / name
        text = re.sub('(?m)^BUILT_WITH = "[0-9a-f]*"$', f'BUILT_WITH = "{digest}"', source.read_text(encoding="utf-8"))
        source.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
