"""One person on a phone trains: a private message that is the whole table, played to its end by what it shows."""

from __future__ import annotations

import random
import re

import pytest
from playwright.async_api import Browser

from soker_discord.playground.server import Playground
from soker_discord.tables import play
from tests.browser.discord_page import PHONE, DiscordPage, Message, Shown

pytestmark = pytest.mark.browser

TABLE = "Training · professional"
OVER = "is over"
AT_MOST = 200
"""Moves after which a game should long be over."""


async def my_turn(page: DiscordPage) -> Shown | None:
    """Wait for the person's turn; None where the game is over."""
    table = page.message("Soker · game 1")
    seen = await table.read()
    for _ in range(300):
        if OVER in seen.text:
            return None
        if "Your turn" in seen.text and seen.can_press("Hint"):
            return seen
        await page.page.wait_for_timeout(100)
        seen = await table.read()
    raise AssertionError(f"the person's turn never comes: {seen.text}")


async def move(table: Message, seen: Shown, rng: random.Random) -> None:
    """A card, else draw, else end the turn."""
    plays = [(menu, option) for menu in seen.menus_called("Play a card") for option in menu.options]
    if plays:
        menu, card = rng.choice(plays)
        await table.choose("Play a card", card.value, key=menu.key)
    else:
        await table.press("Draw" if seen.can_press("Draw") else "End turn")
    for _ in range(200):  # the chosen option shows in the menu at once; the answer brings another menu, or none
        now = await table.glimpse()
        if now is None or "Your turn" not in now.text or _keys(now) != _keys(seen):
            return
        await table.place.page.wait_for_timeout(50)
    raise AssertionError(f"nothing came of the move: {seen.text}")


def _keys(seen: Shown) -> object:
    return [menu.key for menu in seen.menus], seen.can_press("End turn")


async def test_a_whole_game_of_training_on_a_phone(
    browser: Browser, playground: Playground, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(play, "THINKS", (0.2, 0.4))
    monkeypatch.setattr(play, "GOES_ON", (0.1, 0.2))
    ada = await DiscordPage.open(browser, playground.address_of("Ada"), PHONE)
    ben = await DiscordPage.open(browser, playground.address_of("Ben"), PHONE)
    await ada.command("/soker new", mode="training")
    lobby = ada.message("Soker · training")
    await lobby.wait_for("Libero", "Regista", "Bomber", "Nothing is recorded")
    await lobby.press("Start")
    rng, hinted = random.Random(3), False
    for _ in range(AT_MOST):
        seen = await my_turn(ada)
        if seen is None:
            break
        table = ada.message(TABLE)
        assert len(re.findall(r"wins \d+%", seen.text)) == 4, "everybody's chance"
        if not hinted:
            await table.press("Hint")
            await table.wait_for("💡")
            await table.press("Odds of my moves")
            await table.wait_for("You win after")
            seen, hinted = await table.read(), True
        await move(table, seen, rng)
    assert hinted
    ending = ada.message(OVER)
    await ending.wait_for("points", "Secret:", "Rematch?")
    assert await ada.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it fits a phone"
    assert not any("Training" in text for text in await ben.texts()), "nobody else sees it"
    await ending.press("Leave")
    await ada.message("You left").wait_for("You left the room.")
    assert ada.faults == ben.faults == []
