"""What a move costs: ``python -m benchmarks.moves`` (``make bench``).

* a move through tables and store, in milliseconds by the wall clock: the transaction (``play.move``), and with it the
  reading of the new state that every screen is drawn from (``looking.snapshot``); on SQLite as configured, on SQLite
  that may forget at a power cut, on PostgreSQL;
* the processor time of a move in milliseconds: that of everything (SQLAlchemy, drivers and their threads included), and
  that of our own pure code (engine, views, layouts of the table and of every hand as Discord is sent them);
* requests a move by kind, in simulated Discord, at a human pace: 8 to 20 seconds a move, a hand opened once by each.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.databases import postgres, sqlite_full, sqlite_normal
from benchmarks.random_game import RandomGame, click, now, tables_over
from engine.soker import SOKER
from soker_discord.locales.speech import speech
from soker_discord.publish.rendering import private_screen, public_screen
from soker_discord.store.database import Database
from soker_discord.tables.looking import Snapshot
from soker_discord.tables.service import Tables

DATABASES: dict[str, Callable[[], AbstractAsyncContextManager[Database]]] = {
    "SQLite, synchronous=FULL": sqlite_full,
    "SQLite, synchronous=NORMAL": sqlite_normal,
    "PostgreSQL": postgres,
}
PACE = (8.0, 20.0)
"""Seconds between two moves of people."""


@dataclass
class Times:
    """Milliseconds a move: the transaction, with the reading after it, all processor time, our pure code alone."""

    transaction: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)


async def play_moves(tables: Tables, database: Database, moves: int, rng: random.Random, times: Times) -> None:
    """Play random games of 2, 3 and 4 until so many moves were made, measuring each."""
    made = 0
    while made < moves:
        game = await RandomGame.begin(tables, database, 2 + made % 3, rng)
        while not game.over and made < moves:
            await _measured(tables, game, times)
            made += 1


async def _measured(tables: Tables, game: RandomGame, times: Times) -> None:
    move, person = game.choose(), game.people[game.seat]
    request = click(person)
    processor, start = time.process_time(), time.perf_counter()
    await tables.play.move(request, game.game_id, game.seq, move)
    moved = time.perf_counter()
    snapshot = await tables.looking.snapshot(game.table_id)
    read = time.perf_counter()
    before = time.process_time()
    draw_all(snapshot, game.people)
    after = time.process_time()
    times.transaction.append((moved - start) * 1000)
    times.whole.append((read - start) * 1000)
    times.processor.append((after - processor) * 1000)
    state = game.state
    began = time.process_time()
    SOKER.apply(state, move)
    times.own.append((after - before + time.process_time() - began) * 1000)
    game.follow(move)


def draw_all(snapshot: Snapshot, people: list[int]) -> int:
    """The public table and everybody's hand, as Discord is sent them; returns how many layouts."""
    layouts = [public_screen(snapshot.seen_by(None), now(), speech())]
    layouts += [private_screen(snapshot.seen_by(person), speech()) for person in people]
    return sum(1 for layout in layouts if layout.to_components())


async def measure(moves: int, runs: int, seed: int, console: Console) -> dict[str, Times]:
    """Every database, several runs each, one after the other within a round so that a busy moment hits all."""
    found = {name: Times() for name in DATABASES}
    with Progress(console=console) as progress:
        task = progress.add_task("moves", total=runs * len(DATABASES))
        for run in range(runs):
            for name, opened in DATABASES.items():
                async with opened() as database:
                    rng = random.Random(seed + run)
                    tables = tables_over(database, rng)
                    await play_moves(tables, database, 50, rng, Times())  # statements are compiled once
                    await play_moves(tables, database, moves, rng, found[name])
                progress.advance(task)
    return found


def p99(values: list[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(values, n=100)[98]


def show_times(found: dict[str, Times], console: Console) -> None:
    """A row a database."""
    table = Table(
        "database", "transaction", "p99", "with reading", "p99", "processor", "our own code", title="ms a move"
    )
    for name, times in found.items():
        table.add_row(
            name,
            *(f"{value:.2f}" for value in (statistics.median(times.transaction), p99(times.transaction))),
            *(f"{value:.2f}" for value in (statistics.median(times.whole), p99(times.whole))),
            f"{statistics.mean(times.processor):.2f}",
            f"{statistics.mean(times.own):.2f}",
        )
    console.print(table)


async def count_requests(games: int, seed: int, console: Console) -> None:
    """Whole games in simulated Discord at a human pace; prints requests a move by kind."""
    from tests.simulated.wire import Requests
    from tests.soker_discord.conftest import bot_over

    table = Table("seats", "moves", "callbacks", "by token", "globally limited", title="requests a move")
    for seats in (2, 3, 4):
        total, moves = Requests(), 0
        async for url in fresh_databases(games):
            rng = random.Random(seed + moves + seats)
            async with bot_over(url) as sim:
                made, requests = await one_game(sim, seats, rng)
            moves, total = moves + made, total + requests
        counts = (total.callbacks, total.by_token, total.by_bot)
        table.add_row(str(seats), str(moves), *(f"{count / moves:.3f}" for count in counts))
    console.print(table)


async def fresh_databases(count: int) -> AsyncIterator[str]:
    """URLs of migrated SQLite files, one at a time."""
    async with sqlite_full() as blank:
        await blank.close()
        source = Path(blank.engine.url.database or "")
        for _ in range(count):
            with tempfile.TemporaryDirectory(prefix="soker-bench-") as folder:
                shutil.copy(source, Path(folder) / "soker.db")
                yield f"sqlite:///{folder}/soker.db"


async def one_game(sim, seats: int, rng: random.Random):
    """A game by people who take their time; how many moves, and what was asked of Discord from Start to the end."""
    from tests.soker_discord.players import Party

    party = await Party.sit_down(sim, list(sim.people.values())[:seats], rng)
    before = sim.requests
    await sim.advance(rng.uniform(*PACE))
    for person in party.people:
        await person.click(party.table, label="My hand")
    while (await party.row()).result is None:
        await party.move()
        sim.clear()
        if (await party.row()).result is None:
            await sim.advance(rng.uniform(*PACE))
    return len(await party.moves()), sim.requests - before


def main(
    moves: int = typer.Option(1000, help="Moves a run and database."),
    runs: int = typer.Option(3, help="Runs a database."),
    games: int = typer.Option(5, help="Games a number of seats, for the requests."),
    seed: int = typer.Option(1, help="For the same games again."),
) -> None:
    """Measure and print."""
    console = Console()
    show_times(asyncio.run(measure(moves, runs, seed, console)), console)
    asyncio.run(count_requests(games, seed, console))


if __name__ == "__main__":
    typer.run(main)
