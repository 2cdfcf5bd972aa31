"""What the learnt player looks at, and its weights: a small net for every number of seats, learnt by self-play.

Every move that is open is judged by what it leaves: of each group of ``GROUPS`` one row is on, the rows that are on are
added up over ``HIDDEN`` units, and what is above zero in these, weighed, is the logarithm of the odds of winning.
``kernel.py`` computes it. The weights come from ``learnt.csv``, which ``python -m benchmarks.train_policy`` writes.

numba looks for changes in ``kernel.py`` alone: who changes the weights or a place here has to save that file too.
"""

from __future__ import annotations

import csv
from importlib import resources

import numpy as np
from numpy.typing import NDArray

HIDDEN = 16
MOST_CARDS, MOST_CLUBS, MOST_HELD = 7, 6, 12
"""Larger numbers count as these: cards of a country and the joker, clubs of other countries, cards in a hand."""
BUCKETS = 8
"""How likely the next seat's cards fit: eighths of the way to one in two, then one row more for a special on top."""

LINK, AGAIN, RED_AGAIN, DRAWING, ENDING = 1, 2, 3, 4, 5
"""What a move is, beside a plain one (0): the next seat skips, a yellow, the red, a draw, the end of the turn."""

_WAYS = (MOST_CARDS + 1) * (MOST_CLUBS + 1)
_SIZES = (
    ("kind", 6),
    ("nearest", _WAYS),
    ("second", _WAYS),
    ("off", 10),
    ("clubs", 18),
    ("again", 8),
    ("held", MOST_HELD + 1),
    ("fits", 10),
    ("spread", 25),
    ("next", 11),
    ("next but one", 11),
    ("next but two", 11),
    ("reply", (BUCKETS + 1) * 7 + 1),
    ("threat", 5),
    ("own", 8),
)
GROUPS = {name: sum(size for _, size in _SIZES[:place]) for place, (name, _) in enumerate(_SIZES)}
"""The first row of every group:

- kind of the move;
- nearest and second: the two countries in which a set is nearest, by cards held in it (the joker too) and the number
  of clubs among the others, which is how many plays it takes to be rid of them;
- off: players of other countries than the nearest; spread: of how many countries and positions these are;
- clubs in hand, without and with a joker; again: which yellows and reds; held: cards in hand;
- fits: clubs among the off cards that fit the new top, own: cards of its club, both without and with the next turn;
- next, next but one, next but two: cards in their hands;
- reply: how likely an unseen card fits the top, with the size of the hand that is next; threat: unseen of its club.
"""
ROWS = sum(size for _, size in _SIZES)
SCALE = 512
"""In the file, weights are whole numbers of this part."""

Weights = NDArray[np.float32]


def load() -> tuple[Weights, Weights]:
    """The shipped weights for 2, 3 and 4 seats: rows by units, and what the units count, then a constant."""
    text = resources.files("engine.soker").joinpath("learnt.csv").read_text(encoding="utf-8")
    numbers = np.array([[int(number) for number in line] for line in csv.reader(text.splitlines())], dtype=np.float32)
    nets = numbers.reshape(3, ROWS + 2, HIDDEN) / np.float32(SCALE)
    rows = np.ascontiguousarray(nets[:, :ROWS])
    units = np.ascontiguousarray(np.concatenate((nets[:, ROWS], nets[:, ROWS + 1, :1]), axis=1))
    return rows, units


def written(rows: Weights, units: Weights) -> str:
    """The text of the file that ``load`` reads back, to the nearest part of ``SCALE``."""
    constant = np.zeros((3, 1, HIDDEN), dtype=np.float32)
    constant[:, 0, 0] = units[:, HIDDEN]
    nets = np.concatenate((rows, units[:, None, :HIDDEN], constant), axis=1)
    lines = np.rint(nets * SCALE).astype(np.int64).reshape(-1, HIDDEN).tolist()
    return "".join(",".join(map(str, line)) + "\n" for line in lines)
