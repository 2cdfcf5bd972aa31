"""How long a picture takes to draw, how many bytes it has, and whether memory stays flat over many.

    python -m benchmarks.pictures
    python -m benchmarks.pictures --save docs/pictures

Every drawing shows other people than the one before it, as on a busy server. Time is that of the processor, so that
what else the machine does is left out as far as it can be. ``--save`` writes the examples of the documentation.
"""

from __future__ import annotations

import argparse
import math
import random
import resource
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path

from rich.console import Console
from rich.table import Table

from soker_discord.art.chart import ChartPoint, ChartWords, rating_chart
from soker_discord.art.leaderboard import LadderRow, LadderWords, TierBadge, leaderboard
from soker_discord.art.painting import LIGHT
from soker_discord.art.standing import StandingRow, StandingWords, standing

WITHIN = 15.0
"""Milliseconds wanted at the median."""

Draw = Callable[[random.Random], bytes]

_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea", "Max", "Nia", "Otto")
_TIERS = tuple(
    TierBadge(word[0], word, step)
    for step, word in enumerate(("Legend", "Captain", "Playmaker", "Starter", "Reserve", "Academy"))
)
_LADDER = LadderWords(
    "Soker ladder", "This server · season 3", "Page 1 of 12", "Player", "Likely range", "Rating", "YOU", "Nobody yet"
)
_CHART = ChartWords(
    "Ada",
    "Soker with people · all time",
    "First",
    "Peak",
    "Now",
    "Rating",
    "Where the skill most likely is",
    "No rated tournament yet",
)
_STANDING = StandingWords(
    "Tournament", "Final standing", "8 of 8 games", "Player", "Points", "Games won", "Country wins", "Rating", "YOU"
)


def board(chance: random.Random) -> bytes:
    """A full page with the viewer below it."""
    top = 1780.0
    rows = []
    for place, name in enumerate(chance.sample(_NAMES[:10], 10), 1):
        top -= chance.uniform(15, 75)
        rows.append(_ladder_row(place, name, top, chance))
    return leaderboard(_LADDER, tuple(rows), _ladder_row(47, "Kim", top - 90, chance))


def _ladder_row(place: int, name: str, rating: float, chance: random.Random) -> LadderRow:
    sigma = chance.uniform(45, 125)
    text = f"{round(rating)}{'?' if sigma > 105 else ''}"
    tier = _TIERS[min(5, place // 2)]
    played = f"{chance.randint(9, 140)} games"
    return LadderRow(place, name, text, tier, played, rating + sigma, rating + 3 * sigma, rating + 5 * sigma)


def chart(count: int) -> Draw:
    """A rating over so many tournaments."""
    return lambda chance: rating_chart(_CHART, tuple(_points(count, chance)))


def _points(count: int, chance: random.Random) -> Iterator[ChartPoint]:
    day, value, sigma = date(2026, 1, 4), 1000.0, 140.0
    for number in range(count):
        text = f"{round(value)}{'?' if sigma > 100 else ''}"
        yield ChartPoint(f"{day.day} {day:%b}", text, value, value, value + 5 * sigma)
        day += timedelta(days=chance.choice((0, 0, 1, 2, 4)))
        value += chance.gauss(16 * math.exp(-number / 30) + 1, 22)
        sigma = 45 + (sigma - 45) * 0.93


def final(chance: random.Random) -> bytes:
    """A finished tournament of four with two in one place."""
    ada, ben, cleo, dan = chance.sample(_NAMES[:4], 4)
    points = sorted((chance.randint(20, 75) for _ in range(3)), reverse=True)
    rows = (
        StandingRow(1, ada, str(points[0]), "4", "1", 31, "1463"),
        StandingRow(2, ben, str(points[1]), "2", "0", 4, "1392", own=True),
        StandingRow(2, cleo, str(points[1]), "2", "0", -3, "1411?"),
        StandingRow(4, dan, str(points[2]), "0", "0", -22, "1187"),
    )
    return standing(_STANDING, rows, podium=True)


PICTURES: dict[str, Draw] = {
    "leaderboard": board,
    "chart, 10 points": chart(10),
    "chart, 60 points": chart(60),
    "chart, 500 points": chart(500),
    "standing": final,
}

EXAMPLES: dict[str, tuple[Draw, int]] = {
    "ladder-top.png": (board, 4),
    "ladder-chart.png": (chart(60), 32),
    "ladder-standing.png": (final, 2),
}
"""Files of the documentation, and the seed of their people."""


def measure(draw: Draw, count: int) -> tuple[list[float], list[int]]:
    """Milliseconds and bytes of so many drawings, sorted; the first few fill the caches and are left out."""
    chance = random.Random(1)
    for _ in range(3):
        draw(chance)
    took, sizes = [], []
    for _ in range(count):
        start = time.thread_time()
        sizes.append(len(draw(chance)))
        took.append(1000 * (time.thread_time() - start))
    return sorted(took), sorted(sizes)


def report(count: int) -> bool:
    """Measure and show all kinds; whether all are as light and the board as fast as wanted."""
    table = Table("picture", "median ms", "p99 ms", "median kB", "most kB", title=f"{count} drawings each")
    good = True
    for name, draw in PICTURES.items():
        took, sizes = measure(draw, count)
        median = took[len(took) // 2]
        table.add_row(
            name,
            f"{median:.1f}",
            f"{took[int(len(took) * 0.99)]:.1f}",
            f"{sizes[len(sizes) // 2] / 1000:.1f}",
            f"{sizes[-1] / 1000:.1f}",
        )
        good = good and sizes[-1] <= LIGHT and (median <= WITHIN or draw is not board)
    console = Console()
    console.print(table)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    measure(board, count)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    console.print(f"memory grown over {count} more leaderboards: {grown} kB")
    console.print("as wanted" if good else "not as wanted")
    return good


def save(folder: Path) -> None:
    """Write the examples of the documentation."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (draw, seed) in EXAMPLES.items():
        (folder / name).write_bytes(draw(random.Random(seed)))


def main() -> None:
    """Measure, or save examples."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="drawings of each kind")
    parser.add_argument("--save", type=Path, help="write the examples into this folder instead")
    arguments = parser.parse_args()
    if arguments.save:
        save(arguments.save)
    else:
        raise SystemExit(0 if report(arguments.count) else 1)


if __name__ == "__main__":
    main()
