"""What a move costs: time by the clock, processor time, requests to Discord.

    python -m benchmarks.moves

Times are those of random games of two, three and four people through the use cases; what each column covers stands
with ``benchmarks.move_times.MoveTimes``. Databases take turns, so that whatever slows the machine slows all of them.
Requests are those of whole games in simulated Discord, see ``benchmarks.move_requests``.
Fails if a figure is not what is wanted.
"""

from __future__ import annotations

import argparse
import asyncio

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from benchmarks.move_requests import PACE, SEATS, Asked, count_requests
from benchmarks.move_times import DATABASES, MoveTimes, Runs, one_run

CONFIGURED = next(iter(DATABASES))
MOVE_WITHIN = 3.0
"""Milliseconds for a move through tables and store, the median on SQLite as configured. Reading for the screens, which
comes after the click is answered, stands beside it."""
OWN_WITHIN = 2.0
"""Milliseconds of processor time for our own code, a move."""
LIMITED_WITHIN = 0.1
"""Requests a move that count towards Discord's global limit."""


async def measure_times(runs: int, moves: int, seed: int, progress: Progress) -> dict[str, Runs]:
    """Every database, one after the other in every run."""
    found = {name: Runs() for name in DATABASES}
    task = progress.add_task("moves, runs", total=runs * len(DATABASES))
    for run in range(runs):
        for name, opened in DATABASES.items():
            found[name].runs.append(await one_run(opened, moves, seed + run))
            progress.advance(task)
    return found


async def measure_requests(games: int, seed: int, progress: Progress) -> dict[int, Asked]:
    """Whole games at a human pace."""
    task = progress.add_task("requests, games", total=games * len(SEATS))
    return await count_requests(games, seed, after_game=lambda: progress.advance(task))


def times_table(found: dict[str, Runs]) -> Table:
    """Wall clock, median and 99th percentile."""
    count = len(next(iter(found.values())).runs)
    moves = len(next(iter(found.values())).runs[0])
    table = Table(title=f"Milliseconds a move: median / p99, {count} runs of {moves} moves each")
    for heading in ("", "transaction", "reading", "both", "besides: answer"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, runs in found.items():
        columns = (_transaction, _reading, _whole, _answer)
        table.add_row(name, *[f"{runs.median(of):.2f} / {runs.p99(of):.2f}" for of in columns])
    return table


def processor_table(found: dict[str, Runs]) -> Table:
    """Processor time, mean."""
    table = Table(title="Milliseconds of processor time a move: mean")
    for heading in ("", "our own code", "database", "both"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, runs in found.items():
        own, both = runs.mean(_own), runs.mean(_processor)
        table.add_row(name, f"{own:.2f}", f"{both - own:.2f}", f"{both:.2f}")
    return table


def requests_table(asked: dict[int, Asked]) -> Table:
    """Requests a move by kind."""
    table = Table(title=f"Requests a move, {PACE[0]:.0f} to {PACE[1]:.0f} seconds a move")
    kinds = {"callback": "CALLBACK", "edit by token": "EDIT_BY_TOKEN", "follow-up": "FOLLOW_UP"}
    for heading in ("seats", "moves", "minutes", *kinds, "delete by token", "global limit"):
        table.add_column(heading, justify="right")
    for seats, of in asked.items():
        counts = [of.by_kind[kind] for kind in (*kinds.values(), "DELETE_BY_TOKEN")]
        numbers = [f"{of.a_move(count):.3f}" for count in (*counts, of.total.by_bot)]
        table.add_row(str(seats), f"{of.moves}", f"{of.seconds / 60:.0f}", *numbers)
    return table


def _transaction(times: MoveTimes) -> float:
    return times.transaction


def _reading(times: MoveTimes) -> float:
    return times.reading


def _whole(times: MoveTimes) -> float:
    return times.whole


def _answer(times: MoveTimes) -> float:
    return times.answer


def _own(times: MoveTimes) -> float:
    return times.own


def _processor(times: MoveTimes) -> float:
    return times.processor


def missed(found: dict[str, Runs], asked: dict[int, Asked]) -> list[str]:
    """The figures that are not what is wanted, in words."""
    limited = max(of.a_move(of.total.by_bot) for of in asked.values())
    figures = (
        ("milliseconds for a move on SQLite", found[CONFIGURED].median(_transaction), MOVE_WITHIN),
        ("milliseconds of processor time of our own code", found[CONFIGURED].mean(_own), OWN_WITHIN),
        ("globally limited requests a move", limited, LIMITED_WITHIN),
    )
    return [f"{value:.2f} {what}, at most {most} wanted" for what, value, most in figures if value > most]


async def measure(options: argparse.Namespace, console: Console) -> tuple[dict[str, Runs], dict[int, Asked]]:
    """Everything, with a progress bar."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        found = await measure_times(options.runs, options.moves, options.seed, progress)
        return found, await measure_requests(options.games, options.seed, progress)


def main() -> None:
    """Measure, print, and fail if a figure is not what is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="runs a database")
    parser.add_argument("--moves", type=int, default=500, help="moves a run")
    parser.add_argument("--games", type=int, default=5, help="games with each number of seats, for the requests")
    parser.add_argument("--seed", type=int, default=1, help="for the same games again")
    options = parser.parse_args()
    console = Console()
    found, asked = asyncio.run(measure(options, console))
    for table in (times_table(found), processor_table(found), requests_table(asked)):
        console.print(table)
    if words := missed(found, asked):
        raise SystemExit("; ".join(words))


if __name__ == "__main__":
    main()
