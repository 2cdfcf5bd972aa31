"""Writers that only ever write the newest state."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

import structlog

log = structlog.get_logger(__name__)
Key = TypeVar("Key", bound=Hashable)


class NewestOnly(Generic[Key]):
    """Calls ``write(key)`` after each ``show(key)``, one call at a time a key; calls that were overtaken are left out.

    ``write`` reads the newest state itself. A task exists only while there is something to write.
    """

    def __init__(self, write: Callable[[Key], Awaitable[None]]) -> None:
        self._write = write
        self._wanted: set[Key] = set()
        self._writers: dict[Key, asyncio.Task[None]] = {}

    def show(self, key: Key) -> None:
        """Have the newest state written soon. Never waits."""
        self._wanted.add(key)
        if key not in self._writers:
            self._writers[key] = asyncio.create_task(self._drain(key))

    def answered(self, key: Key) -> None:
        """The state was written by another road: a write that is still under way must not have the last word."""
        if key in self._writers:
            self.show(key)

    async def _drain(self, key: Key) -> None:
        try:
            while key in self._wanted:
                self._wanted.discard(key)
                try:
                    await self._write(key)
                except Exception:
                    log.exception("could not publish", key=str(key))
        finally:
            self._writers.pop(key, None)

    def close(self) -> None:
        """Stop writing."""
        for task in list(self._writers.values()):
            task.cancel()
