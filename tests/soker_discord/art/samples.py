"""Invented people and the words around them, for the tests of the pictures; their values come from any source."""

from __future__ import annotations

from soker_discord.art.chart import ChartPoint, ChartWords
from soker_discord.art.leaderboard import LadderRow, LadderWords, TierBadge
from soker_discord.art.standing import StandingRow, StandingWords

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ida", "Jon")

TIERS = (
    TierBadge("L", "Legend", 0),
    TierBadge("C", "Captain", 1),
    TierBadge("P", "Playmaker", 2),
    TierBadge("S", "Starter", 3),
    TierBadge("R", "Reserve", 4),
    TierBadge("A", "Academy", 5),
)

LADDER_WORDS = LadderWords(
    title="Soker ladder",
    scope="This server · season 3",
    page="Page 1 of 12",
    player="Player",
    spread="Likely range",
    rating="Rating",
    you="YOU",
    nobody="Nobody has played yet",
)

CHART_WORDS = ChartWords(
    title="Ada",
    scope="Soker with people · all time",
    first="First",
    peak="Peak",
    now="Now",
    rating="Rating",
    spread="Where the skill most likely is",
    empty="No rated tournament yet",
)

STANDING_WORDS = StandingWords(
    title="Tournament",
    scope="Final standing",
    progress="8 of 8 games",
    player="Player",
    points="Points",
    games="Games won",
    countries="Country wins",
    rating="Rating",
    you="YOU",
)

KIM = LadderRow(47, "Kim", "1108?", TIERS[4], "9 games", 1150.0, 1400.0, 1650.0, own=True)


def ladder_rows(own: int | None = None, names: tuple[str, ...] = NAMES) -> tuple[LadderRow, ...]:
    """A full page, falling in rating, with some who are provisional."""
    rows = []
    for index, name in enumerate(names):
        rating, sigma = 1712 - 61 * index, 60 + 37 * index % 120
        text = f"{rating}{'?' if sigma > 140 else ''}"
        low, middle, high = rating + sigma * 0.5, rating + sigma * 1.5, rating + sigma * 2.5
        tier = TIERS[min(5, (index + 2) // 2)]
        rows.append(
            LadderRow(index + 1, name, text, tier, f"{128 - 11 * index} games", low, middle, high, own == index)
        )
    return tuple(rows)


def chart_points(count: int) -> tuple[ChartPoint, ...]:
    """A rating that wavers upwards while it becomes surer."""
    points = []
    for index in range(count):
        value = 1000.0 + 5.0 * (index % 60) ** 0.8 + (index * 37 % 50) * 2.0 + index * 0.8
        sigma = 60.0 + 300.0 / (1 + index)
        text = f"{round(value)}{'?' if sigma > 100 else ''}"
        points.append(ChartPoint(f"{index % 28 + 1} {MONTHS[index // 28 % 12]}", text, value, value, value + 2 * sigma))
    return tuple(points)


MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def standing_rows() -> tuple[StandingRow, ...]:
    """Four seats, two of which share the second place; Ben looks at them."""
    return (
        StandingRow(1, "Ada", "61", "4", "1", 31, "1463"),
        StandingRow(2, "Ben", "52", "2", "0", 4, "1392", own=True),
        StandingRow(2, "Cleo", "52", "2", "0", -3, "1411?"),
        StandingRow(4, "Dan", "38", "0", "0", -22, "1187"),
    )
