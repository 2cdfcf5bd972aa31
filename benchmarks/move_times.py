"""How long a move takes, and how much processor time, through the use cases and screens as the bot uses them."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from statistics import fmean, median, quantiles
from typing import Any

from benchmarks.databases import postgres, sqlite_full, sqlite_normal
from benchmarks.random_game import RandomGame, click, now, tables_over
from engine.soker import SOKER
from engine.soker.moves import Move
from engine.soker.state import State
from soker_discord.locales.speech import speech
from soker_discord.publish.rendering import private_screen, public_screen
from soker_discord.store.database import Database
from soker_discord.tables.looking import Snapshot
from soker_discord.tables.service import Tables

DATABASES: dict[str, Callable[[], AbstractAsyncContextManager[Database]]] = {
    "SQLite, FULL (ours)": sqlite_full,
    "SQLite, NORMAL": sqlite_normal,
    "PostgreSQL": postgres,
}
WARM_UP = 50
"""Moves before a run that do not count: statements are compiled once."""


@dataclass(frozen=True, slots=True)
class MoveTimes:
    """One move, in milliseconds.

    By the wall clock: ``transaction`` is ``tables.play.move``; ``reading`` is ``tables.looking.with_screens``, all that
    publishing asks of the database; ``answer`` is what answering the click asks of it besides: ``looking.look`` for the
    mover's own hand and ``screens.renew`` for the right to edit it, another transaction.

    Processor time: ``processor`` is that of the whole process, all threads, in transaction, reading and drawing;
    ``own`` the part that is our own pure code: the state as the database gives it read and written again, the move by
    the rules, every viewer's view, and the layouts of the table and of every hand, down to the JSON that Discord is
    sent. The rest is the database's: SQLAlchemy, the driver, SQLite itself (PostgreSQL's own processes are not in it).
    """

    transaction: float
    reading: float
    answer: float
    processor: float
    own: float

    @property
    def whole(self) -> float:
        """From the click to everything that the screens are drawn from."""
        return self.transaction + self.reading


@dataclass
class Runs:
    """Several runs over one database, each a list of moves."""

    runs: list[list[MoveTimes]] = field(default_factory=list)

    def median(self, of: Callable[[MoveTimes], float]) -> float:
        """The median of the runs' medians."""
        return median(median(map(of, run)) for run in self.runs)

    def p99(self, of: Callable[[MoveTimes], float]) -> float:
        """The median of the runs' 99th percentiles."""
        return median(quantiles(map(of, run), n=100)[98] for run in self.runs)

    def mean(self, of: Callable[[MoveTimes], float]) -> float:
        """The median of the runs' means: for processor time, where every move counts."""
        return median(fmean(map(of, run)) for run in self.runs)


async def one_run(
    opened: Callable[[], AbstractAsyncContextManager[Database]], moves: int, seed: int
) -> list[MoveTimes]:
    """Random games of two, three and four people in turn, in a fresh database, until so many moves were measured."""
    rng = random.Random(seed)
    async with opened() as database:
        tables = tables_over(database, rng)
        measured: list[MoveTimes] = []
        seats = 2
        while len(measured) < WARM_UP + moves:
            game = await RandomGame.begin(tables, database, seats, rng)
            while not game.over:
                measured.append(await _one_move(tables, game))
            seats = 2 + (seats - 1) % 3
        return measured[WARM_UP : WARM_UP + moves]


async def _one_move(tables: Tables, game: RandomGame) -> MoveTimes:
    move, seat, before = game.choose(), game.seat, game.state
    request = click(game.people[seat])
    processor = time.process_time()
    transaction = await _milliseconds(tables.play.move(request, game.game_id, game.seq, move))
    began = time.perf_counter()
    _, snapshot = await tables.looking.with_screens(game.table_id)
    reading = (time.perf_counter() - began) * 1000
    drawing = _processor_milliseconds(lambda: draw_all(snapshot, game.people))
    processor = (time.process_time() - processor) * 1000
    rules = _processor_milliseconds(lambda: apply_as_stored(before, move))
    game.follow(move)
    answer = await _milliseconds(tables.looking.look(game.table_id, game.people[seat]))
    answer += await _milliseconds(tables.screens.renew(request, game.hands[seat], drawn_at=game.seq))
    return MoveTimes(transaction, reading, answer, processor, drawing + rules)


async def _milliseconds(work: Awaitable[object]) -> float:
    began = time.perf_counter()
    await work
    return (time.perf_counter() - began) * 1000


def _processor_milliseconds(work: Callable[[], object]) -> float:
    began = time.thread_time()
    work()
    return (time.thread_time() - began) * 1000


def draw_all(snapshot: Snapshot, people: list[int]) -> list[str]:
    """The table and everybody's hand as Discord is sent them."""
    layouts = [public_screen(snapshot.seen_by(None), now(), speech())]
    layouts += [private_screen(snapshot.seen_by(person), speech()) for person in people]
    return [json.dumps(layout.to_components()) for layout in layouts]


def apply_as_stored(state: State, move: Move) -> Any:
    """What the transaction does in pure code: the state read, the move made, everything written down again."""
    following, events = SOKER.apply(SOKER.load_state(SOKER.dump_state(state)), move)
    return SOKER.dump_state(following), SOKER.dump_move(move), [SOKER.dump_event(event) for event in events]
