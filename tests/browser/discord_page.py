"""The playground's page as people use it: messages, buttons, menus and commands, one page a person."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Locator, Page, expect

DESKTOP = (1280, 900)
PHONE = (390, 844)
MARGIN = 12
LOOK_AGAIN = 20
SOON = 10_000
"""Milliseconds within which everything happens that a person waits for."""

_READ = """message => {
  const copy = message.cloneNode(true);
  copy.querySelectorAll("time, .select-list, .select-guidance").forEach(node => node.remove());
  document.body.append(copy);
  const text = copy.innerText;
  copy.remove();
  const label = button => button.querySelector(".button-label")?.textContent ?? "";
  return {
    text,
    buttons: [...message.querySelectorAll("button.component-button")].map(
      button => ({ label: label(button), disabled: button.disabled })),
    menus: [...message.querySelectorAll(".preview-select")].map(menu => ({
      placeholder: menu.querySelector(".select-trigger").getAttribute("aria-label"),
      key: menu.dataset.controlKey,
      options: [...menu.querySelectorAll("[role=option]")].map(option => ({
        value: option.dataset.value,
        label: option.querySelector(".option-label")?.textContent ?? "",
        description: option.querySelector(".option-description")?.textContent ?? "",
        chosen: option.getAttribute("aria-selected") === "true",
      })),
    })),
  };
}"""


@dataclass(frozen=True, slots=True)
class Option:
    """A line of a menu."""

    value: str
    label: str
    description: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of a message. ``key`` tells it from another of the same words."""

    placeholder: str
    key: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a message shows at one moment. Times are left out of ``text``: they tick."""

    text: str
    buttons: dict[str, bool]
    menus: tuple[Menu, ...]

    def can_press(self, label: str) -> bool:
        """True if there is such a button and it is not greyed out."""
        return self.buttons.get(label, False)

    def menus_called(self, placeholder: str) -> list[Menu]:
        """Menus whose placeholder begins so."""
        return [menu for menu in self.menus if menu.placeholder.startswith(placeholder)]


class Message:
    """The newest message on a page that holds some words, wherever it stands now."""

    def __init__(self, place: Locator) -> None:
        self.place = place

    async def glimpse(self) -> Shown | None:
        """What it shows now, None where there is no such message."""
        found = await self.place.evaluate_all(f"messages => messages.map({_READ})")
        return _shown(found[0]) if found else None

    async def read(self) -> Shown:
        """What it shows as soon as it is there."""
        await expect(self.place).to_be_attached(timeout=SOON)
        shown = await self.glimpse()
        assert shown is not None
        return shown

    async def press(self, label: str) -> None:
        """Press a button; waits until it can be pressed."""
        exact = self.place.page.locator(".button-label").get_by_text(label, exact=True)
        await self.place.locator("button.component-button", has=exact).click(timeout=SOON)

    async def choose(self, placeholder: str, *values: str, key: str | None = None) -> None:
        """Choose exactly these options of a menu, by their values."""
        menu = self.place.locator(f'.preview-select[data-control-key="{key}"]') if key else self._menu(placeholder)
        await menu.locator(".select-trigger").click(timeout=SOON)
        popup = menu.locator(".select-list")
        await expect(popup).to_be_visible(timeout=SOON)
        if await popup.locator(".select-apply").count() == 0:
            await popup.locator(f'[role=option][data-value="{values[0]}"]').click(timeout=SOON)
            return
        for option in await popup.locator("[role=option]").all():
            chosen = await option.get_attribute("aria-selected") == "true"
            if chosen != (await option.get_attribute("data-value") in values):
                await option.click(timeout=SOON)
        await popup.locator(".select-apply").click(timeout=SOON)

    def _menu(self, placeholder: str) -> Locator:
        trigger = self.place.page.locator(f'.select-trigger[aria-label^="{placeholder}"]')
        return self.place.locator(".preview-select", has=trigger).first

    async def wait_for(self, *texts: str, within: float = SOON) -> None:
        """Wait until it holds all of these words, so many milliseconds at most for each."""
        for text in texts:
            await expect(self.place).to_contain_text(text, timeout=within)

    async def wait_for_change(self, shown: Shown) -> Shown | None:
        """Wait until it shows anything else than ``shown``; None where it is gone."""
        for _ in range(SOON // LOOK_AGAIN):
            now = await self.glimpse()
            if now != shown:
                return now
            await self.place.page.wait_for_timeout(LOOK_AGAIN)
        raise AssertionError(f"the message stays as it is: {shown.text}")


def _shown(found: dict[str, Any]) -> Shown:
    menus = (
        Menu(menu["placeholder"], menu["key"], tuple(Option(**option) for option in menu["options"]))
        for menu in found["menus"]
    )
    buttons = {button["label"]: not button["disabled"] for button in found["buttons"]}
    return Shown(found["text"], buttons, tuple(menus))


class DiscordPage:
    """A tab: the channel as one person sees it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))

    @classmethod
    async def open(
        cls, browser: Browser, address: str, size: tuple[int, int] = DESKTOP, *, scale: float = 1.0
    ) -> DiscordPage:
        """Open a tab at the address of a person. A narrow one is a phone. ``scale``: pixels a CSS pixel."""
        phone = size[0] < 600
        context = await browser.new_context(
            viewport={"width": size[0], "height": size[1]}, is_mobile=phone, has_touch=phone, device_scale_factor=scale
        )
        page = cls(await context.new_page())
        await page.page.goto(address)
        await page.ready()
        return page

    async def ready(self) -> None:
        """Wait until the page has been drawn."""
        await expect(self.page.locator("#preview-app")).to_have_attribute("aria-busy", "false", timeout=SOON)

    async def person(self) -> str:
        """Whose tab it is."""
        return (await self.page.locator("#viewer-picker option:checked").inner_text()).strip()

    async def command(self, text: str, **options: str) -> None:
        """Run a slash command as a person types it: Enter picks it, options are chosen by name, Enter runs it."""
        await self.page.locator("#channel-composer-input").click()
        await self.page.keyboard.type(text)
        await expect(self.page.locator(".command-entry").first).to_be_visible(timeout=SOON)
        await self.page.keyboard.press("Enter")
        await expect(self.page.locator(".command-chip")).to_be_visible(timeout=SOON)
        for option, value in options.items():
            more = self.page.get_by_text(re.compile(r"^\+\d+ more$"))
            if await more.count():
                await more.click()
            for words in (option, value):
                await self.page.get_by_role("option").get_by_text(words, exact=True).last.click(timeout=SOON)
        await self.page.locator(".command-chip").click()
        await self.page.keyboard.press("Enter")

    async def run_typed(self) -> None:
        """Run the command that is typed already."""
        await expect(self.page.locator(".command-entry").first).to_be_visible(timeout=SOON)
        await self.page.keyboard.press("Enter")
        await expect(self.page.locator(".command-chip")).to_be_visible(timeout=SOON)
        await self.page.keyboard.press("Enter")

    def message(self, text: str) -> Message:
        """The newest message that holds these words."""
        return Message(self.page.locator("article.channel-message", has_text=text).last)

    async def texts(self) -> list[str]:
        """The text of every message, oldest first."""
        return await self.page.locator("article.channel-message").all_inner_texts()

    async def picture(self, path: Path, of: Message) -> None:
        """Save a picture of one message, as narrow as what it holds."""
        await of.place.scroll_into_view_if_needed()
        body = await of.place.locator(".component-container").last.bounding_box()
        whole = await of.place.bounding_box()
        assert body is not None
        assert whole is not None
        width = body["x"] + body["width"] + MARGIN - whole["x"]
        await self.page.screenshot(path=path, clip={**whole, "width": width}, scale="device")
