"""Takes the pictures of the README anew: ``python -m tests.browser.take_pictures docs/pictures``.

Three people play in the playground; each picture is taken when there is something to see on it.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, async_playwright
from pydantic import SecretStr

from soker_discord.bot import make_bot
from soker_discord.playground.server import Playground, running
from soker_discord.settings import Settings
from soker_discord.store.database import Database
from soker_discord.store.migrating import upgrade
from tests.browser.conftest import chromium_path
from tests.browser.discord_page import DiscordPage, Menu, Message, Option, Shown

PEOPLE = ("Ada", "Ben", "Cleo")
WIDE, NARROW = (1000, 1400), (390, 1400)
TABLE = "Soker · game 1"
PICTURES = {"lobby", "table", "hand", "package", "end", "training"}
MOVES_BEFORE_TABLE = 7
CARDS_WORTH_SEEING = 5


@dataclass
class Album:
    """The pictures, and the tabs they are taken of: a wide and a narrow one for each person."""

    folder: Path
    wide: dict[str, DiscordPage]
    narrow: dict[str, DiscordPage]
    rng: random.Random
    taken: set[str]

    async def take(self, name: str, person: str, words: str, *, phone: bool = False) -> None:
        """Take a picture once, and one of a phone beside it where asked for."""
        if name in self.taken:
            return
        self.taken.add(name)
        for tabs, suffix in ((self.wide, ""), (self.narrow, "-phone"))[: 1 + phone]:
            message = tabs[person].message(words)
            await message.wait_for(words)
            await tabs[person].page.wait_for_timeout(400)
            path = self.folder / f"{name}{suffix}.png"
            await tabs[person].picture(path, message)
            _smaller(path)

    async def play(self) -> None:
        """A game from the lobby to its end."""
        await self.wide["Ada"].command("/soker new")
        for person in PEOPLE[1:]:
            await self.wide[person].message("room open").press("Join")
            await self.wide["Ada"].message("room open").wait_for(person)
        await self.take("lobby", "Ada", "room open")
        await self.wide["Ada"].message("room open").press("Start")
        moves = 0
        while "is over" not in (table := await self.wide["Ada"].message(TABLE).read()).text:
            mover = next(person for person in PEOPLE if f"{person} is to move" in table.text)
            if moves >= MOVES_BEFORE_TABLE and "Link at" in table.text:
                await self.take("table", "Ada", TABLE, phone=True)
            await self.move(mover)
            await self.wide["Ada"].message(TABLE).wait_for_change(table)
            moves += 1
        await self.take("end", "Ada", TABLE)

    async def train(self) -> None:
        """A training table with a hint, as wide as a phone."""
        page = self.narrow["Ada"]
        await page.command("/soker new", mode="training")
        await page.message("Soker · training").press("Start")
        table = page.message("Training · professional")
        await table.wait_for("Your turn", within=60_000)
        await table.press("Hint")
        await table.wait_for("💡")
        await page.page.wait_for_timeout(400)
        path = self.folder / "training.png"
        await page.picture(path, table)
        _smaller(path)
        self.taken.add("training")
        await table.press("Leave")

    async def move(self, mover: str) -> None:
        """A package for its picture, else a card, else draw, else end the turn."""
        hand = self.wide[mover].message("Your hand")
        await hand.wait_for("Your turn")
        seen = await hand.read()
        if _worth_seeing(seen):
            await self.take("hand", mover, "Your hand", phone=True)
        plays, packages = _offers(seen, "Play a card"), _offers(seen, "Build a package")
        if packages and ("package" not in self.taken or not plays):
            await self.lay(hand, mover, *packages[0])
        elif plays:
            menu, card = self.rng.choice(plays)
            await hand.choose("Play a card", card.value, key=menu.key)
        else:
            await hand.press("Draw" if seen.can_press("Draw") else "End turn")
        await hand.wait_for_change(seen)

    async def lay(self, hand: Message, mover: str, menu: Menu, club: Option) -> None:
        """Build a package and play it."""
        await hand.choose("Build a package", club.value, key=menu.key)
        await hand.wait_for("Package of")
        if "Link" in (await hand.read()).text:
            await self.take("package", mover, "Package of")
        await hand.press("Play the package")


def _offers(seen: Shown, placeholder: str) -> list[tuple[Menu, Option]]:
    return [(menu, option) for menu in seen.menus_called(placeholder) for option in menu.options]


def _worth_seeing(hand: Shown) -> bool:
    cards = sum(hand.text.count(f"{mark} ") for mark in ("✅", "🔗", "▪️"))
    kinds = all(hand.text.count(f"{mark} ") for mark in ("▪️", "✅"))
    return cards > CARDS_WORTH_SEEING and kinds and hand.text.count("🔗 ") > 1


def _smaller(path: Path) -> None:
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


async def _tabs(browser: Browser, playground: Playground, size: tuple[int, int]) -> dict[str, DiscordPage]:
    return {person: await DiscordPage.open(browser, playground.address_of(person), size, scale=2) for person in PEOPLE}


async def take_all(folder: Path, taken: set[str]) -> None:
    """Play one game and take the pictures that are missing and that it gives reason to."""
    with tempfile.TemporaryDirectory() as place:
        url = f"sqlite:///{place}/pictures.db"
        database = Database(url)
        await upgrade(database)
        await database.close()
        settings = Settings(_env_file=None, database_url=SecretStr(url))  # pyright: ignore[reportCallIssue]
        async with running(lambda: make_bot(settings)) as playground, async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
            wide = await _tabs(browser, playground, WIDE)
            album = Album(folder, wide, await _tabs(browser, playground, NARROW), random.Random(), taken)
            await album.play()
            if "training" not in taken:
                await album.train()
            await browser.close()


def main(folder: Path) -> None:
    """Play games until there is every picture."""
    taken: set[str] = set()
    while missing := PICTURES - taken:
        print("Still to take:", ", ".join(sorted(missing)))
        asyncio.run(take_all(folder, taken))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
