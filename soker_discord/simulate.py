"""Whole games of Soker by random legal play, and what came of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from engine.game import Result
from engine.soker import SOKER
from engine.soker.events import Event, Linked, Reshuffled
from engine.soker.meaning import COUNTRY, DEADLOCK, EMPTY_HAND
from engine.soker.random_play import choose

WAYS = (EMPTY_HAND, COUNTRY, DEADLOCK)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game from the deal to its end."""

    moves: int
    links: int
    reshuffles: int
    result: Result


@dataclass(frozen=True, slots=True)
class Summary:
    """Many games in numbers. ``ways`` counts games by how they ended, ``points`` are sums by seat."""

    games: int
    moves: int
    ways: dict[str, int]
    links: int
    reshuffles: int
    points: tuple[int, ...]

    def a_game(self, total: int) -> float:
        """A total as an average per game."""
        return total / self.games

    def share(self, way: str) -> float:
        """The share of games that ended that way."""
        return self.ways.get(way, 0) / self.games


def play_game(seats: int, starter: int, rng: random.Random) -> PlayedGame:
    """One game by random legal play."""
    state = SOKER.deal(seats, starter, rng.randbytes(32))
    moves = 0
    kinds: Counter[type[Event]] = Counter()
    while (result := SOKER.result(state)) is None:
        state, events = SOKER.apply(state, choose(SOKER.legal_moves(state), rng))
        moves += 1
        kinds.update(type(event) for event in events)
    return PlayedGame(moves, kinds[Linked], kinds[Reshuffled], result)


def simulate(games: int, seats: int, seed: int, after_game: Callable[[], None] = lambda: None) -> Summary:
    """Play games, the start going round (G1). The same seed gives the same games. Raises ValueError for no games."""
    if games < 1:
        raise ValueError("at least one game is needed")
    rng = random.Random(seed)
    played: list[PlayedGame] = []
    for number in range(1, games + 1):
        played.append(play_game(seats, SOKER.starter(0, number, seats), rng))
        after_game()
    return Summary(
        games=games,
        moves=sum(game.moves for game in played),
        ways=dict(Counter(game.result.way for game in played)),
        links=sum(game.links for game in played),
        reshuffles=sum(game.reshuffles for game in played),
        points=tuple(sum(game.result.points[seat] for game in played) for seat in range(seats)),
    )


def run(games: int, seats: int, seed: int, console: Console) -> Summary:
    """Simulate with a progress bar, and print the table."""
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("games", total=games)
        summary = simulate(games, seats, seed, after_game=lambda: progress.advance(task))
    console.print(render(summary))
    return summary


def render(summary: Summary) -> Table:
    """The summary as a table."""
    seats = len(summary.points)
    table = Table(title=f"Soker, {seats} seats, random play")
    for heading in ("games", "moves a game", *WAYS, "Links a game", "reshuffles a game", "points a seat"):
        table.add_column(heading, justify="right")
    table.add_row(
        f"{summary.games:,}",
        f"{summary.a_game(summary.moves):.1f}",
        *[f"{summary.share(way):.1%}" for way in WAYS],
        f"{summary.a_game(summary.links):.1f}",
        f"{summary.a_game(summary.reshuffles):.2f}",
        "  ".join(f"{summary.a_game(points):.1f}" for points in summary.points),
    )
    return table
