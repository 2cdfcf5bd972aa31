"""What a move asks of Discord: whole games through the bot's real buttons and menus, in simulated Discord.

Time is virtual. People take 8 to 20 seconds a move, all equally likely, and each opens their hand once a game, with the
table's button, when the cards are dealt. A third of draws and ends of turns is pressed on the table, all else on the
hand; a package takes several clicks. Counted is everything from the command that opens the room to the ending.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.databases import sqlite_full
from soker_discord.logs import configure
from tests.simulated.env import Simulation
from tests.simulated.wire import Requests
from tests.soker_discord.conftest import bot_over
from tests.soker_discord.players import Party

PACE = (8.0, 20.0)
"""Seconds a person takes for a move."""
SEATS = (2, 3, 4)


@dataclass
class Asked:
    """Requests of some games. ``by_kind`` names them as ``tests.simulated.wire.Wire`` does."""

    moves: int = 0
    seconds: float = 0.0
    total: Requests = field(default_factory=Requests)
    by_kind: Counter[str] = field(default_factory=Counter)

    def a_move(self, count: int) -> float:
        """A number of requests as an average a move."""
        return count / self.moves


async def count_requests(games: int, seed: int, after_game: Callable[[], None]) -> dict[int, Asked]:
    """Play so many games with each number of seats; returns what they asked by seats."""
    configure("ERROR")
    asked = {seats: Asked() for seats in SEATS}
    async with sqlite_full() as blank:
        await blank.close()
        for seats in SEATS:
            for number in range(games):
                async with _copy_of(blank.engine.url.database or "") as url, bot_over(url) as sim:
                    await _one_game(sim, seats, random.Random(seed * 1000 + number), asked[seats])
                after_game()
    return asked


@asynccontextmanager
async def _copy_of(database: str) -> AsyncIterator[str]:
    with tempfile.TemporaryDirectory(prefix="soker-bench-") as folder:
        target = Path(folder) / "soker.db"
        shutil.copy(database, target)
        yield f"sqlite:///{target}"


async def _one_game(sim: Simulation, seats: int, rng: random.Random, asked: Asked) -> None:
    requests, routes, began = sim.requests, Counter(sim.routes), sim.now()
    party = await Party.sit_down(sim, list(sim.people.values())[:seats], rng)
    for person in party.people:
        await person.click(party.table, label="My hand")
    while (await party.row()).result is None:
        await sim.advance(rng.uniform(*PACE))
        await party.move()
        sim.clear()
    asked.moves += party.met.moves
    asked.seconds += (sim.now() - began).total_seconds()
    asked.total += sim.requests - requests
    asked.by_kind += Counter(sim.routes) - routes
