"""The process is killed while it finishes a ranked tournament: no event is lost, and none counts twice.

A killed process keeps what it gave to the operating system; a power cut is another matter.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import asyncpg
import pytest

from soker_discord.store.database import Database
from soker_discord.store.migrating import upgrade
from tests.soker_discord.killing.nursery import KILLED, Copies, Nursery, PostgresCopies, SqliteCopies, at_server
from tests.soker_discord.killing.paper import Point, Seen
from tests.soker_discord.killing.player import Again, Broken, Errand
from tests.soker_discord.killing.prepared import Prepared, prepare
from tests.soker_discord.killing.verdict import faults_after_the_kill, faults_at_the_end, left_in

POINTS = [point for point in Point if point is not Point.NEVER]
LONGEST = 0.03
"""Seconds after the last click by which a process that is killed at any moment is dead."""
SEATS = 3


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    nursery = Nursery()
    yield nursery
    nursery.close()


@dataclass(frozen=True, slots=True)
class Ground:
    """A prepared tournament and copies of its database."""

    prepared: Prepared
    copies: Copies


def on_sqlite(blank: Path, folder: Path, seats: int) -> Ground:
    """A tournament in a SQLite file."""
    original = folder / f"{uuid.uuid4().hex}.db"
    shutil.copy(blank, original)
    prepared = asyncio.run(prepare(f"sqlite:///{original}", seats, seed=seats))
    return Ground(prepared, SqliteCopies(original))


def on_postgres(server: str, seats: int) -> Ground:
    """A tournament in a PostgreSQL database."""
    name = f"soker_{uuid.uuid4().hex}"

    async def make() -> Prepared:
        admin = await asyncpg.connect(server)
        await admin.execute(f"CREATE DATABASE {name}")
        await admin.close()
        database = Database(at_server(server, name))
        await upgrade(database)
        await database.close()
        return await prepare(at_server(server, name), seats, seed=seats)

    return Ground(asyncio.run(make()), PostgresCopies(server, name))


def ground_on(request: pytest.FixtureRequest, folders: pytest.TempPathFactory, seats: int) -> Ground:
    """A tournament on the database that the test is about."""
    if request.param == "postgres":
        return on_postgres(request.getfixturevalue("postgres_server"), seats)
    return on_sqlite(request.getfixturevalue("blank_sqlite"), folders.mktemp("killing"), seats)


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def ground(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Ground:
    return ground_on(request, tmp_path_factory, SEATS)


@pytest.fixture(scope="session", params=["sqlite", "postgres"])
def grounds(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Ground]:
    """Tournaments with every number of seats."""
    return [ground_on(request, tmp_path_factory, seats) for seats in (2, 3, 4)]


@dataclass(frozen=True, slots=True)
class Kill:
    """What a kill did: whether the tournament's end was stored by then, whether shown, and every fault."""

    stored: bool
    shown: bool
    faults: list[str]


async def kill(
    nursery: Nursery, ground: Ground, folder: Path, point: Point, rng: random.Random, broken: Broken = Broken.NOT
) -> Kill:
    """Kill a process that finishes the tournament, start another one over what is left, and look at both."""
    prepared, seen = ground.prepared, Seen(folder / uuid.uuid4().hex)
    async with ground.copies.one(folder) as url:
        errand = Errand(url, str(seen.path), prepared, point, rng.uniform(0, 1.2), rng.random() < 0.3, broken)
        status = nursery.run(errand, rng.uniform(0, LONGEST))
        assert status == (0 if point is Point.NEVER else KILLED), f"{point}: ended with {status}"
        await ground.copies.quiet(url)
        database = Database(url)
        left = await left_in(database, prepared)
        shown = prepared.table in seen.numbers("ending shown")
        faults = faults_after_the_kill(left, prepared, seen)
        after = replace(
            errand, point=Point.NEVER, again=rng.choice(list(Again)), broken=Broken.NOT, stored=left.finished
        )
        if nursery.run(after) != 0:
            faults.append("lost: the ending was not shown after the restart")
        faults += await faults_at_the_end(database, prepared, seen)
        await database.close()
    return Kill(left.finished, shown, faults)


STORED = {
    Point.IN_THE_TRANSACTION: False,
    Point.BEFORE_THE_COMMIT: False,
    Point.AFTER_THE_COMMIT: True,
    Point.BEFORE_THE_ANSWER: True,
    Point.AFTER_THE_ANSWER: True,
    Point.BEFORE_PUBLISHING: True,
}
"""Whether the tournament's end is stored when the process dies at a point. At the others it may be or not."""


@pytest.mark.parametrize("point", POINTS)
async def test_killed_while_finishing(nursery: Nursery, ground: Ground, tmp_path: Path, point: Point):
    killed = await kill(nursery, ground, tmp_path, point, random.Random(point))
    assert killed.faults == []
    assert killed.stored == STORED.get(point, killed.stored)


async def test_nobody_is_killed(nursery: Nursery, ground: Ground, tmp_path: Path):
    killed = await kill(nursery, ground, tmp_path, Point.NEVER, random.Random(1))
    assert killed == Kill(stored=True, shown=True, faults=[])


@pytest.mark.parametrize(
    ("broken", "point", "fault"),
    [
        (Broken.ANSWERS_FIRST, Point.BEFORE_THE_COMMIT, "lost: move"),
        (Broken.TWO_TRANSACTIONS, Point.AFTER_THE_COMMIT, "lost: event"),
        (Broken.RECORDS_TWICE, Point.AFTER_THE_COMMIT, "twice: event"),
    ],
)
async def test_what_is_done_wrongly_is_noticed(
    nursery: Nursery, ground: Ground, tmp_path: Path, broken: Broken, point: Point, fault: str
):
    killed = await kill(nursery, ground, tmp_path, point, random.Random(1), broken=broken)
    assert [found for found in killed.faults if found.startswith(fault)]


# at length

KILLS = int(os.environ.get("SOKER_SOAK_KILLS", "200"))


@pytest.mark.soak
@pytest.mark.timeout(3600)
async def test_hundreds_of_kills(nursery: Nursery, grounds: list[Ground], tmp_path: Path):
    """Half of them on each database, at each point in turn, in tournaments of two to four people."""
    rng, began, count = random.Random(9), time.perf_counter(), KILLS // 2
    kills, stored, shown, faults = Counter[Point](), Counter[Point](), Counter[Point](), []
    for number in range(count):
        point = POINTS[number % len(POINTS)]
        killed = await kill(nursery, rng.choice(grounds), tmp_path, point, rng)
        kills[point] += 1
        stored[point] += killed.stored
        shown[point] += killed.shown
        faults += [f"{number}, {point}: {fault}" for fault in killed.faults]
    print(f"\n{grounds[0].copies.name}: {count} kills in {time.perf_counter() - began:.0f} s, {len(faults)} faults")
    for point in POINTS:
        print(f"  {point}: {kills[point]} kills, stored by then {stored[point]}, shown by then {shown[point]}")
    assert faults == []
