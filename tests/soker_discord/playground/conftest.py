"""A running playground of the toy bot, and tabs of its page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from aiohttp import ClientSession

from soker_discord.playground.server import Playground, running
from tests.soker_discord.playground.tabs import Tab
from tests.toy_bot import Ball, make_toy_bot

Opening = Callable[[str], Awaitable[Tab]]


async def hurried(seconds: float) -> None:
    """A minute of the toy's clock in a tenth of a second."""
    await asyncio.sleep(seconds / 600)


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with running(lambda: make_toy_bot(Ball(), sleep=hurried), first="/toy new") as playground:
        yield playground


@pytest.fixture
async def http() -> AsyncIterator[ClientSession]:
    async with ClientSession() as session:
        yield session


@pytest.fixture
def tab(playground: Playground, http: ClientSession) -> Opening:
    """Opens a tab as a person."""
    return lambda person: Tab.open(http, playground, person)
