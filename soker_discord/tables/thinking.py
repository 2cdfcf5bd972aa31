"""What takes processor time, beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import Enum, auto
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Lane(Enum):
    """Who waits. Each has a thread of its own, in which the work is done in the order it came: tables share fairly,
    and nobody who clicked waits behind the system's own thoughts."""

    PEOPLE = auto()
    """Somebody looks at a screen for it: odds, hints, win chances. Some 50 ms each."""
    SYSTEM = auto()
    """A system player's move, about 0.1 s; it had five seconds anyway."""
    LEFT = auto()
    """A game that everybody left, seconds long."""


class Thinking:
    """Runs functions in a few threads. Compiled ones give the interpreter free, so the event loop keeps its share."""

    def __init__(self) -> None:
        self._threads = {lane: ThreadPoolExecutor(1, f"thinking-{lane.name.lower()}") for lane in Lane}

    async def run(self, lane: Lane, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What ``work`` returns. Raises what it raises."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads[lane], lambda: work(*args, **named))

    def close(self) -> None:
        """Drop what waits and let what runs end by itself."""
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)
