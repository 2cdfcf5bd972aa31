"""`soker simulate`: whole random games, told in numbers that fit together."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from rich.console import Console
from typer.testing import CliRunner

from engine.game import Result
from engine.soker import Soker
from engine.soker.events import Event, Linked, Reshuffled
from engine.soker.moves import Move, Play
from engine.soker.state import State
from soker_discord import simulate
from soker_discord.cli import app
from soker_discord.simulate import PlayedGame, Summary

runner = CliRunner()
HEADINGS = (
    "games",
    "moves a game",
    "empty hand",
    "country",
    "deadlock",
    "Links a game",
    "reshuffles a game",
    "points a seat",
)


@pytest.fixture(autouse=True)
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal wide enough for the table, without colours."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")


class Watched(Soker):
    """Soker, with a note of everything that is done with it."""

    def __init__(self) -> None:
        self.starters: list[int] = []
        self.seeds: list[bytes] = []
        self.moves = 0
        self.cards = 0
        self.events: Counter[type[Event]] = Counter()
        self.results: list[Result] = []

    def deal(self, seats: int, starter: int, seed: bytes) -> State:
        """Deal."""
        self.starters.append(starter)
        self.seeds.append(seed)
        return super().deal(seats, starter, seed)

    def apply(self, state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
        """Apply."""
        after, events = super().apply(state, move)
        self.moves += 1
        self.cards += len(move.cards) if isinstance(move, Play) else 0
        self.events.update(type(event) for event in events)
        result = self.result(after)
        if result is not None:
            self.results.append(result)
        return after, events


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    """The game that simulations play, watched."""
    game = Watched()
    monkeypatch.setattr(simulate, "SOKER", game)
    return game


def table(*arguments: str) -> list[str]:
    """The cells of the printed table's only row."""
    result = runner.invoke(app, ["simulate", *arguments])
    assert result.exit_code == 0, result.output
    heads = next(line for line in result.output.splitlines() if line.startswith("┃"))
    assert tuple(cell.strip() for cell in heads.strip("┃").split("┃")) == HEADINGS
    (row,) = [line for line in result.output.splitlines() if line.startswith("│")]
    return [cell.strip() for cell in row.strip("│").split("│")]


def refused(*arguments: str) -> str:
    """What is answered to arguments that cannot be."""
    result = runner.invoke(app, ["simulate", *arguments])
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return " ".join(result.output.split())


# The numbers


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_number_is_what_happened_in_the_games(watched: Watched, seats: int):
    summary = simulate.simulate(40, seats, seed=seats)
    assert summary.games == len(watched.results) == 40
    assert summary.moves == watched.moves
    assert summary.links == watched.events[Linked]
    assert summary.reshuffles == watched.events[Reshuffled]
    assert summary.ways == Counter(result.way for result in watched.results)
    assert summary.points == tuple(sum(result.points[seat] for result in watched.results) for seat in range(seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_G2_ends_add_up_to_the_games_and_points_to_the_discards_and_wins(watched: Watched, seats: int):
    summary = simulate.simulate(40, seats, seed=17)
    assert sum(summary.ways.values()) == summary.games
    assert sum(summary.share(way) for way in simulate.WAYS) == pytest.approx(1)
    wins = 3 * summary.ways.get("empty hand", 0) + 7 * summary.ways.get("country", 0)
    assert sum(summary.points) == watched.cards + wins


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_G1_the_start_goes_round(watched: Watched, seats: int):
    simulate.simulate(9, seats, seed=1)
    assert watched.starters == [number % seats for number in range(9)]


def test_every_game_is_dealt_anew(watched: Watched):
    simulate.simulate(50, 2, seed=1)
    assert len(set(watched.seeds)) == 50
    assert all(len(seed) == 32 for seed in watched.seeds)


def test_a_game_is_counted_from_the_deal_to_its_end(watched: Watched):
    game = simulate.play_game(3, 2, random.Random(5))
    expected = PlayedGame(watched.moves, watched.events[Linked], watched.events[Reshuffled], result=watched.results[0])
    assert game == expected
    assert watched.starters == [2]


def test_the_same_seed_gives_the_same_games_and_another_seed_others():
    assert simulate.simulate(20, 3, seed=8) == simulate.simulate(20, 3, seed=8)
    assert simulate.simulate(20, 3, seed=8) != simulate.simulate(20, 3, seed=9)


def test_progress_is_told_after_every_game():
    told: list[int] = []
    simulate.simulate(7, 2, seed=1, after_game=lambda: told.append(1))
    assert len(told) == 7


@pytest.mark.parametrize("games", [0, -3])
def test_no_games_are_nothing_to_tell(games: int):
    with pytest.raises(ValueError, match="at least one game"):
        simulate.simulate(games, 2, seed=1)


# The table


def test_averages_and_shares_are_a_game():
    """Worked out by hand: 2,500 games, 2,000 + 300 + 200 of them ended in the three ways."""
    summary = Summary(
        games=2500,
        moves=130_000,
        ways={"empty hand": 2000, "country": 300, "deadlock": 200},
        links=11_250,
        reshuffles=100,
        points=(30_000, 27_500),
    )
    console = Console(width=200)
    with console.capture() as capture:
        console.print(simulate.render(summary))
    text = capture.get()
    assert "Soker, 2 seats, random play" in text
    (row,) = [line for line in text.splitlines() if line.startswith("│")]
    cells = [cell.strip() for cell in row.strip("│").split("│")]
    assert cells == ["2,500", "52.0", "80.0%", "12.0%", "8.0%", "4.5", "0.04", "12.0  11.0"]


def test_a_way_in_which_no_game_ended_has_no_share():
    summary = Summary(games=4, moves=8, ways={"country": 4}, links=0, reshuffles=0, points=(44, 0))
    assert [summary.share(way) for way in simulate.WAYS] == [0, 1, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_command_prints_one_row_that_is_the_same_for_the_same_seed(seats: int):
    arguments = ("--games", "25", "--seats", str(seats), "--seed", "11")
    cells = table(*arguments)
    assert cells == table(*arguments)
    summary = simulate.simulate(25, seats, seed=11)
    assert cells[0] == "25"
    assert cells[1] == f"{summary.moves / 25:.1f}"
    assert sum(float(cell.rstrip("%")) for cell in cells[2:5]) == pytest.approx(100, abs=0.2)
    assert cells[7].split() == [f"{points / 25:.1f}" for points in summary.points]


def test_without_a_seed_the_games_differ():
    rows = {tuple(table("--games", "30", "--seats", "2")) for _ in range(3)}
    assert len(rows) > 1


def test_without_seats_four_play():
    assert len(table("--games", "3", "--seed", "1")[7].split()) == 4


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--games", "0"),
        ("--games", "-5"),
        ("--games", "many"),
        ("--games", "1.5"),
        ("--seats", "1"),
        ("--seats", "5"),
        ("--seats", "two"),
        ("--seed", "lucky"),
    ],
)
def test_an_argument_that_cannot_be_is_named(option: str, value: str):
    assert option in refused(option, value)


def test_an_option_that_is_not_there_is_named():
    assert "--players" in refused("--players", "3")
    assert "--games" in refused("--games")
