"""The other side of ``player``: processes that are started, killed, and started again over copies of a database."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import asyncpg

from tests.soker_discord.killing.player import Errand

ROOT = Path(__file__).parents[3]
KILLED = -signal.SIGKILL


class Nursery:
    """Runs errands, each in a process of its own."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.soker_discord.killing.player"]
        self._running = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, errand: Errand, delay: float = 0.0) -> int:
        """The exit status of the errand's process; where it says that it clicks, it is killed ``delay`` s later."""
        to, back = self._pipes
        to.write(errand.as_line() + "\n")
        to.flush()
        for line in back:
            word, number = line.split()
            if word == "ended":
                return int(number)
            time.sleep(delay)
            os.kill(int(number), signal.SIGKILL)
        raise RuntimeError("the process that starts processes has ended")

    def close(self) -> None:
        """There are no more errands."""
        for pipe in self._pipes:
            pipe.close()
        self._running.wait(10)

    @property
    def _pipes(self) -> tuple[IO[str], IO[str]]:
        assert self._running.stdin is not None
        assert self._running.stdout is not None
        return self._running.stdin, self._running.stdout


def _remove(database: Path) -> None:
    """A SQLite file and what stands beside it."""
    for file in database.parent.glob(f"{database.name}*"):
        file.unlink()


@dataclass(frozen=True, slots=True)
class SqliteCopies:
    """Copies of a prepared SQLite file."""

    original: Path
    name: str = "SQLite"

    @asynccontextmanager
    async def one(self, folder: Path) -> AsyncIterator[str]:
        """The URL of a copy, for as long as the block lasts."""
        copy = folder / f"{uuid.uuid4().hex}.db"
        shutil.copy(self.original, copy)
        yield f"sqlite:///{copy}"
        _remove(copy)

    async def quiet(self, url: str) -> None:
        """The killed process holds nothing any more."""


@dataclass(frozen=True, slots=True)
class PostgresCopies:
    """Copies of a prepared PostgreSQL database."""

    server: str
    original: str
    name: str = "PostgreSQL"

    @asynccontextmanager
    async def one(self, folder: Path) -> AsyncIterator[str]:
        """The URL of a copy, for as long as the block lasts."""
        copy = f"soker_{uuid.uuid4().hex}"
        admin = await asyncpg.connect(self.server)
        await admin.execute(f"CREATE DATABASE {copy} TEMPLATE {self.original}")
        yield at_server(self.server, copy)
        await admin.execute(f"DROP DATABASE {copy} WITH (FORCE)")
        await admin.close()

    async def quiet(self, url: str) -> None:
        """Wait until the server has noticed that the killed process is gone: a COMMIT that was sent is carried out."""
        admin = await asyncpg.connect(self.server)
        query = "SELECT count(*) FROM pg_stat_activity WHERE datname = $1"
        while await admin.fetchval(query, url.rsplit("/", 1)[1].split("?")[0]):
            pass
        await admin.close()


Copies = SqliteCopies | PostgresCopies


def at_server(server: str, name: str) -> str:
    """The URL of another database of a server."""
    return server.replace("/postgres?", f"/{name}?")
