"""A process that plays a tournament's last moves and dies where it is told to, and the one that starts after it.

``python -m tests.soker_discord.killing.player`` reads errands, a line each, and forks a process for every one.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from sqlalchemy import event

from engine.soker import SOKER
from soker_discord.commands.app import App
from soker_discord.commands.errors import answer_error
from soker_discord.commands.game import make_move
from soker_discord.locales.speech import speech
from soker_discord.logs import configure
from soker_discord.publish.calling import Calling
from soker_discord.publish.publishing import Publishing
from soker_discord.screens.ids import ControlId
from soker_discord.store.database import Database
from soker_discord.tables import tournaments
from soker_discord.tables.house import House
from soker_discord.tables.service import make_tables
from soker_discord.timers.sweep import Sweep
from soker_discord.timers.turn_clock import TurnClock
from tests.soker_discord.killing.paper import Death, PaperDelivery, Point, Seen, paper_click
from tests.soker_discord.killing.prepared import Click, Prepared, now

PATIENCE = 30
"""Seconds until a process that waits for something in vain is ended."""
AGAIN = 500_000
"""What a new click's number is above that of the click which got no answer."""


class Broken(StrEnum):
    """Ways to do it wrongly, which the checks must notice."""

    NOT = "not"
    ANSWERS_FIRST = "the answer comes before the commit"
    TWO_TRANSACTIONS = "the ladder is written after the tournament's own transaction"
    RECORDS_TWICE = "the ladder has the tournament under two numbers"


class Again(StrEnum):
    """What people do after the restart with the click that may have been lost."""

    SAME = "the same click is delivered, then they click anew"
    ANEW = "they click anew, then the same click is delivered"
    AT_ONCE = "both at once"


@dataclass(frozen=True, slots=True)
class Errand:
    """What a process has to do: play on and die at ``point``, or (``again``) start after such a death.

    ``part``: how far into the commit it dies, as a share of how long the commit before took.
    """

    url: str
    seen: str
    prepared: Prepared
    point: Point = Point.NEVER
    part: float = 0.0
    on_table: bool = False
    broken: Broken = Broken.NOT
    again: Again | None = None
    stored: bool = False

    def as_line(self) -> str:
        named = {name: getattr(self, name) for name in self.__slots__}
        return json.dumps({**named, "prepared": self.prepared.as_json()})

    @classmethod
    def from_line(cls, line: str) -> Errand:
        stored = json.loads(line)
        again = None if stored["again"] is None else Again(stored["again"])
        kinds = {"point": Point(stored["point"]), "broken": Broken(stored["broken"]), "again": again}
        return cls(**{**stored, **kinds, "prepared": Prepared.from_json(stored["prepared"])})


@dataclass(frozen=True, slots=True)
class Process:
    """The bot without its connection to Discord, about one errand."""

    errand: Errand
    death: Death
    seen: Seen
    database: Database
    delivery: PaperDelivery
    app: App
    sweep: Sweep

    async def click(self, click: Click) -> None:
        """A click arrives. The bot's own handler deals with it."""
        errand, on_table = self.errand, self.errand.on_table
        message = errand.prepared.table if on_table else click.hand
        itx = paper_click(
            click.interaction, click.person, message, private=not on_table, seen=self.seen, death=self.death
        )
        if errand.broken is Broken.ANSWERS_FIRST:
            await itx.response.defer()
        control = ControlId("play", errand.prepared.game_id, click.seq)
        try:
            await make_move(self.app, itx, control, SOKER.load_move(click.move))
        except Exception as error:
            await answer_error(self.app, itx, error)

    async def ending_shown(self) -> None:
        """Wait until the table's message shows the end of the tournament."""
        if self.errand.prepared.table not in self.seen.numbers("ending shown"):
            await self.delivery.ended.wait()


@asynccontextmanager
async def process(errand: Errand) -> AsyncIterator[Process]:
    """The parts of a bot over a database, put together as the bot does it."""
    database, seen, death = Database(errand.url), Seen(Path(errand.seen)), Death(errand.point)
    tables = make_tables(House(database, now, random.SystemRandom()))
    delivery = PaperDelivery(seen, death, now)
    publishing = Publishing(tables, delivery, now, speech)
    clock = TurnClock(tables, publishing, Calling(tables, delivery, speech), now, asyncio.sleep, lambda _: 0)
    sweep = Sweep(tables, publishing, clock, lambda: ([0], 1))
    yield Process(errand, death, seen, database, delivery, App(tables, publishing, clock, speech), sweep)
    sweep.stop()
    clock.close()
    publishing.close()
    await database.close()


async def play_and_die(errand: Errand) -> None:
    """Make the moves that are left; the last one finishes the tournament."""
    async with process(errand) as running:
        _watch_transactions(running)
        await running.sweep.beat()
        *earlier, last = errand.prepared.clicks
        for click in earlier:
            await running.click(click)
        running.death.armed = True
        if errand.point is Point.ANY_MOMENT:
            os.write(sys.stdout.fileno(), f"clicking {os.getpid()}\n".encode())
        await running.click(last)
        await running.ending_shown()
        if errand.point is not Point.NEVER:
            await asyncio.Event().wait()


def _watch_transactions(running: Process) -> None:
    """Die inside the finishing transaction, or around its commit, where that is the point."""
    death, engine = running.death, running.database.engine.sync_engine
    part, loop = running.errand.part, asyncio.get_running_loop()
    commit: Callable[[Any], None] = engine.dialect.do_commit
    took = 0.001

    def executed(*what: Any) -> None:
        if what[2].startswith("INSERT INTO ladder_event"):
            death.reach(Point.IN_THE_TRANSACTION)

    def watched(dbapi_connection: Any) -> None:
        nonlocal took
        death.reach(Point.BEFORE_THE_COMMIT)
        if death.at(Point.DURING_THE_COMMIT):
            loop.call_later(part * took, death.strike)
        began = time.perf_counter()
        commit(dbapi_connection)
        took = time.perf_counter() - began
        death.reach(Point.AFTER_THE_COMMIT)

    event.listen(engine, "after_cursor_execute", executed)
    engine.dialect.do_commit = watched


async def start_after(errand: Errand) -> None:
    """What the bot does at its start, and people with the click that got no answer."""
    async with process(errand) as running:
        running.sweep.start()
        if errand.stored:
            await running.ending_shown()  # the sweep alone sees to it
        last = errand.prepared.clicks[-1]
        anew = replace(last, interaction=last.interaction + AGAIN)
        if errand.again is Again.AT_ONCE:
            await asyncio.gather(running.click(last), running.click(anew))
        else:
            for click in (last, anew) if errand.again is Again.SAME else (anew, last):
                await running.click(click)
        await running.ending_shown()


def _break(broken: Broken) -> None:
    """Do it wrongly from here on."""
    record = tournaments.record

    async def nothing(*_: Any) -> Any: ...

    async def twice(db: Any, what: Any, *more: Any) -> Any:
        await record(db, replace(what, id=what.id + 1), *more)
        return await record(db, what, *more)

    if broken is Broken.TWO_TRANSACTIONS:
        tournaments.record = nothing
    elif broken is Broken.RECORDS_TWICE:
        tournaments.record = twice


def _in_a_process(work: Coroutine[Any, Any, None], broken: Broken) -> int:
    """Fork, and wait for the end of the other one: its exit status, or a signal's number below zero."""
    child = os.fork()
    if child == 0:
        signal.alarm(PATIENCE)
        _break(broken)
        asyncio.run(work)
        os._exit(0)
    work.close()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> None:
    """Run errands as they come in, until there are no more."""
    configure("WARNING")
    for line in sys.stdin:
        errand = Errand.from_line(line)
        work = play_and_die(errand) if errand.again is None else start_after(errand)
        print(f"ended {_in_a_process(work, errand.broken)}", flush=True)


if __name__ == "__main__":
    main()
