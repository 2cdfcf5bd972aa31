"""``soker play``: it starts, says where it is, and ends."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from soker_discord.bot import make_bot
from soker_discord.playground.server import greeting, local_timezone, running
from soker_discord.settings import Settings
from soker_discord.store.database import Database
from soker_discord.store.migrating import upgrade
from tests.toy_bot import Ball, make_toy_bot

SOKER = [sys.executable, "-c", "from soker_discord.cli import app; app()"]
SOON = 60
ROOT = Path(__file__).parents[3]


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """`soker play` in a process of its own, its output in a pipe."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
    process = subprocess.Popen(
        [*SOKER, "play", "--port", "0"], stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=environment
    )
    yield process
    if process.poll() is None:
        process.kill()
    process.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_play_prints_its_address_serves_and_ends(playing: subprocess.Popen[str], number: signal.Signals):
    assert playing.stdout is not None
    for line in playing.stdout:
        if address := re.search(r"http://127\.0\.0\.1:\d+/", line):
            break
    else:
        raise AssertionError("no address was printed")
    with urllib.request.urlopen(address[0], timeout=SOON) as response:
        assert b"/soker new" in response.read()
    playing.send_signal(number)
    assert playing.wait(SOON) == 0


def test_a_port_in_use_is_said_kindly(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [*SOKER, "play", "--port", str(port)],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"},
            timeout=SOON,
            check=False,
        )
    assert done.returncode == 2
    assert f"Port {port} cannot be used" in done.stdout + done.stderr


async def test_the_greeting_names_everyone():
    async with running(lambda: make_toy_bot(Ball()), people=("Ada", "Zoë Ø")) as playground:
        text = str(greeting(playground, "/toy new").renderable)
        assert f"{playground.address}?viewer=Zo%C3%AB%20%C3%98" in text
    assert "/toy new" in text


async def test_the_real_bot_can_be_closed_at_any_moment_of_its_first_second(tmp_path: Path):
    """Closed in the middle of a query, nothing may be left that the end of the program would wait for."""
    url = f"sqlite:///{tmp_path}/soker.db"
    database = Database(url)
    await upgrade(database)
    await database.close()
    settings = Settings(_env_file=None, database_url=SecretStr(url))  # pyright: ignore[reportCallIssue]
    before = asyncio.all_tasks()
    for pause in (0, 0.001, 0.003, 0.01, 0.03):
        async with running(lambda: make_bot(settings)):
            await asyncio.sleep(pause)
        assert asyncio.all_tasks() == before


def test_the_time_zone_is_one_that_exists(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TZ", "Europe/Rome")
    assert local_timezone() == "Europe/Rome"
    monkeypatch.setenv("TZ", "Nowhere/Town")
    assert local_timezone() == "UTC"
