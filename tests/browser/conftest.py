"""A real Chromium and the playground it looks at. Without Chromium these tests are skipped, and the summary says so."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright
from pydantic import SecretStr

from soker_discord.bot import make_bot
from soker_discord.playground.server import Playground, running
from soker_discord.settings import Settings
from soker_discord.store.database import Database
from soker_discord.store.migrating import upgrade

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium_path() -> str | None:
    """Where Chromium is: the variable CHROMIUM, or the first of its names on PATH."""
    return os.environ.get("CHROMIUM") or next((found for name in NAMES if (found := shutil.which(name))), None)


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    """A headless Chromium."""
    path = chromium_path()
    if path is None:
        pytest.skip("no Chromium on PATH: NOTHING WAS TESTED IN A BROWSER. Install chromium, or set CHROMIUM to one.")
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield chromium
        await chromium.close()


@pytest.fixture
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    """The real bot over a fresh database in a running playground, on the real clock."""
    url = f"sqlite:///{tmp_path}/soker.db"
    database = Database(url)
    await upgrade(database)
    await database.close()
    settings = Settings(_env_file=None, database_url=SecretStr(url))  # pyright: ignore[reportCallIssue]
    async with running(lambda: make_bot(settings)) as playground:
        yield playground
