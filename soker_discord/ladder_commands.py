"""``soker ladder``: what a host does with the ladder at a terminal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from soker_discord.terminal import console, with_database

if TYPE_CHECKING:
    from soker_discord.store.database import Database
    from soker_discord.tables.ladder_check import Difference, Verified
    from soker_discord.tables.ladder_upkeep import Rebuilt

T = TypeVar("T")
Told = Callable[[str, int, int], None]

LARGEST_ID = 2**63 - 1
"""The largest number that a database's big integer holds."""

commands = typer.Typer(help="The ladder.", no_args_is_help=True)

BoardOption = Annotated[str | None, typer.Option("--board", help="One board instead of all; `soker ladder boards`.")]


@commands.command("boards")
def list_boards() -> None:
    """List the boards: their events, their people, the newest event."""
    from soker_discord.store.ladder import board_summaries

    async def work(database: Database):
        async with database.read() as db:
            return await board_summaries(db)

    table = Table("Board", "The same group again", "Events", "People", "Newest event")
    for found in with_database(work):
        again = "counts less" if found.board.spans_servers else "counts in full"
        newest = "-" if found.newest is None else f"{found.newest:%Y-%m-%d %H:%M} UTC"
        table.add_row(escape(found.board.name), again, str(found.events), str(found.people), newest)
    console.print(table if table.row_count else "There are no boards yet: the first ranked tournament makes them.")


@commands.command("rebuild")
def rebuild_ladder(
    board: BoardOption = None,
    since: Annotated[
        int | None, typer.Option("--since", min=1, max=LARGEST_ID, help="From this event on; all if left out.")
    ] = None,
) -> None:
    """Make the ladder anew from its events. The bot may run meanwhile."""
    from soker_discord.tables.ladder_upkeep import rebuild

    for found in _with_progress(lambda database, told: rebuild(database, board, since, told)):
        _say_rebuilt(found)


@commands.command("verify")
def verify_ladder(board: BoardOption = None) -> None:
    """Check that the ladder is what its events make it, bit for bit. Ends with 1 if it is not."""
    from soker_discord.tables.ladder_check import verify

    results = _with_progress(lambda database, told: verify(database, board, told))
    for found in results:
        _say_verified(found)
    if any(found.different for found in results):
        console.print("`soker ladder rebuild` makes the ladder what its events make it.")
        raise typer.Exit(1)


@commands.command("void")
def void_event(
    event: Annotated[
        int, typer.Argument(min=1, max=LARGEST_ID, help="The event's number; `/ladder why` ends with it.")
    ],
    reason: Annotated[str, typer.Option("--reason", help="Why; its people can read it.")],
) -> None:
    """Take an event out of the ladder, on every board, and rebuild from there."""
    from soker_discord.tables.ladder_upkeep import void

    results = _with_progress(lambda database, told: void(database, event, reason, told))
    console.print(f"Event {event} is taken out: {escape(reason.strip())}", highlight=False)
    for found in results:
        _say_rebuilt(found)


def _with_progress(work: Callable[[Database, Told], Awaitable[Sequence[T]]]) -> Sequence[T]:
    """Do it with a bar a board."""
    with _bars() as told:
        return with_database(lambda database: work(database, told))


@contextmanager
def _bars() -> Iterator[Told]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        tasks = {}

        def told(board: str, done: int, total: int) -> None:
            if board not in tasks:
                tasks[board] = progress.add_task(escape(board))
            progress.update(tasks[board], completed=done, total=total)

        yield told


def _say_rebuilt(found: Rebuilt) -> None:
    folded = f"{escape(found.board)}: {found.events} events, {found.rows} rows folded;"
    if not found.changed:
        console.print(f"{folded} nothing had to be changed.", highlight=False)
        return
    groups = f", {found.groups} groups" if found.groups else ""
    changed = f"{found.changed_rows} rows, {found.changed_standings} standings{groups}"
    console.print(f"{folded} [yellow]changed: {changed}.[/yellow]", highlight=False)


def _say_verified(found: Verified) -> None:
    from soker_discord.tables.ladder_check import TOLD

    looked = f"{escape(found.board)}: {found.events} events, {found.rows} rows, {found.standings} people;"
    if not found.different:
        console.print(f"{looked} [green]all as the events make it.[/green]", highlight=False)
        return
    first = "" if found.different <= TOLD else f" The first {TOLD}:"
    console.print(f"{looked} [red]{found.different} of them differ.[/red]{first}", highlight=False)
    table = Table("Event", "Person", "Value", "Stored", "By the events")
    for difference in found.differences:
        table.add_row(*_cells(difference))
    console.print(table)
    if any(difference.field == "engine" for difference in found.differences):
        console.print("Some rows were rated under other equations or parameters than today's.")


def _cells(difference: Difference) -> Iterator[str]:
    values = (difference.event, difference.person, difference.field, difference.stored, difference.wanted)
    for value in values:
        yield "-" if value is None else escape(str(value))
