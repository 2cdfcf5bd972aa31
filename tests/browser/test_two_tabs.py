"""Two people in two tabs of a real browser open a room and play a whole game, by what the page shows them alone."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

import pytest
from playwright.async_api import Browser

from soker_discord.playground.server import Playground
from tests.browser.discord_page import DESKTOP, PHONE, DiscordPage, Menu, Message, Option, Shown

pytestmark = pytest.mark.browser

AT_MOST = 300
"""Moves after which a game of two people who play whenever they can should long be over."""
ENDING = re.compile(
    r"(Ada|Ben) wins with (an empty hand|four cards of one country)!|A deadlock: nobody could go on, so nobody wins\."
)
TABLE = "Soker · game 1"


@dataclass
class Players:
    """Both people. ``rng`` chooses among what the hand of the one to move offers."""

    ada: DiscordPage
    ben: DiscordPage
    rng: random.Random
    offered: int = 0
    packages: int = 0
    met: list[str] = field(default_factory=list)

    @property
    def tables(self) -> tuple[Message, Message]:
        """The table as each of them sees it."""
        return self.ada.message(TABLE), self.ben.message(TABLE)

    async def sit_down(self) -> None:
        """Ada opens a room, Ben joins, Ada starts; each tab shows what was done in the other."""
        await self.ada.command("/soker new")
        await self.ben.message("room open").wait_for("Ada · host", "Waiting for one more person.")
        await self.ben.message("room open").press("Join")
        await self.ada.message("room open").wait_for("Ben", "Ada can start now")
        await self.ada.message("room open").press("Start")
        for page in (self.ada, self.ben):
            await page.message(TABLE).wait_for("is to move")
            await page.message("Your hand").wait_for("Top card")

    async def play_out(self) -> None:
        """Play to the end of the game."""
        for _ in range(AT_MOST):
            table = await self.tables[0].read()
            if "is over" in table.text:
                return
            mover = self.ada if "Ada is to move" in table.text else self.ben
            await self.move(mover)
            await self.tables[0].wait_for_change(table)
        raise AssertionError(f"the game does not end: {self.met[-10:]}")

    async def move(self, mover: DiscordPage) -> None:
        """A package where there is one, else a card, else draw, else end the turn."""
        hand = mover.message("Your hand")
        await hand.wait_for("Your turn")
        seen = await hand.read()
        if packages := _offers(seen, "Build a package"):
            self.offered += 1
            await self.lay_package(hand, *self.rng.choice(packages))
        elif plays := _offers(seen, "Play a card"):
            menu, card = self.rng.choice(plays)
            assert card.description, "every card says what it does before it is played"
            await hand.choose("Play a card", card.value, key=menu.key)
            self.met.append(f"{card.label}: {card.description}")
        else:
            label = "Draw" if seen.can_press("Draw") else "End turn"
            await hand.press(label)
            self.met.append(label)
        await hand.wait_for_change(seen)

    async def lay_package(self, hand: Message, menu: Menu, club: Option) -> None:
        """All cards of the club, another top card than the one proposed; the outcome is said before it is played."""
        await hand.choose("Build a package", club.value, key=menu.key)
        await hand.wait_for("Package of", "On top:", "➜ ")
        building = await hand.read()
        tops = building.menus_called("Which card on top?")[0]
        other = next(option for option in tops.options if not option.chosen)
        await hand.choose(tops.placeholder, other.value, key=tops.key)
        building = await hand.wait_for_change(building)
        assert building is not None
        assert re.search(r"➜ (Link: .+ skips a turn\.|You win: .+!|.+ is next\.|You play again\.)", building.text)
        assert building.can_press("Play the package")
        await hand.press("Play the package")
        self.packages += 1
        self.met.append(building.text)


def _offers(seen: Shown, placeholder: str) -> list[tuple[Menu, Option]]:
    return [(menu, option) for menu in seen.menus_called(placeholder) for option in menu.options]


async def test_two_people_play_a_whole_game_in_two_tabs(browser: Browser, playground: Playground):
    ada = await DiscordPage.open(browser, playground.address_of("Ada"), DESKTOP)
    ben = await DiscordPage.open(browser, playground.address_of("Ben"), PHONE)
    assert (await ada.person(), await ben.person()) == ("Ada", "Ben")
    players = Players(ada, ben, random.Random(11))
    await players.sit_down()
    await players.play_out()

    assert players.packages == players.offered
    for table in players.tables:
        await table.wait_for(f"{TABLE} is over", "Secret:", "Rematch?")
    first, second = [await table.read() for table in players.tables]
    assert first.text.split(TABLE)[1] == second.text.split(TABLE)[1]
    assert ENDING.search(first.text)
    assert first.can_press("Rematch")
    for page in (ada, ben):
        await page.message("The game is over").wait_for("points")

    await ben.message(f"{TABLE} is over").press("Check the deal")
    report = ben.message("The deal, checked")
    await report.wait_for("✅")
    assert "❌" not in (await report.read()).text
    assert not any("The deal, checked" in text for text in await ada.texts()), "it is Ben's answer alone"
    assert ada.faults == ben.faults == []


async def test_a_reload_keeps_the_person_and_the_names_at_the_top_open_others(browser: Browser, playground: Playground):
    page = await DiscordPage.open(browser, playground.address)
    assert await page.person() == "Ada"
    await page.page.locator("#viewer-picker").select_option(label="Cleo")
    await page.page.wait_for_url("**viewer=Cleo")
    await page.page.reload()
    await page.ready()
    assert await page.person() == "Cleo"
    links = await page.page.locator(".other-people a").all_inner_texts()
    assert links == ["+ Ada", "+ Ben", "+ Dan"]
    async with page.page.context.expect_page() as opened:
        await page.page.get_by_role("link", name="+ Dan").click()
    dan = DiscordPage(await opened.value)
    await dan.ready()
    assert await dan.person() == "Dan"


async def test_a_newcomer_is_told_what_to_do_and_gets_it_typed(browser: Browser, playground: Playground):
    page = await DiscordPage.open(browser, playground.address_of("Ben"), PHONE)
    welcome = page.page.locator(".welcome")
    assert "/soker new" in await welcome.inner_text()
    assert await page.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it fits a phone"
    await welcome.get_by_role("button", name="Type it for me").click()
    await page.run_typed()
    await page.message("room open").wait_for("Ben · host")
    await welcome.wait_for(state="hidden")
