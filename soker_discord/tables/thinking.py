"""What takes processor time, beside the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE = 2
"""So many threads leave the event loop its share; the rest waits in the order it came, so tables share fairly."""


class Thinking:
    """Runs functions in threads of its own, a few at a time. A search takes about 0.1 s, so nobody waits long."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="thinking")

    async def run(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What ``work`` returns. Raises what it raises."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: work(*args, **named))

    def close(self) -> None:
        """Drop what waits and let what runs end by itself."""
        self._threads.shutdown(wait=False, cancel_futures=True)
