"""The playground stands on names that simcord does not promise; here is what must go on working."""

from __future__ import annotations

import asyncio
import json
import time

import pytest
import simcord.http.client as transport
from aiohttp import ClientSession
from simcord import Env, _dpy_internals
from simcord.backend import Backend
from simcord.backend.cdn import CDN_BASE
from simcord.preview import Preview
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from soker_discord.playground import live_env, shims
from soker_discord.playground.live_page import HOLD
from soker_discord.playground.server import PEOPLE, Playground, running
from tests.soker_discord.playground.conftest import Opening
from tests.soker_discord.playground.tabs import Tab
from tests.toy_bot import Ball, make_toy_bot

PRIVATE = {
    Env: (
        "_begin_operation",
        "_end_operation",
        "_settle_internal",
        "_register_dispatch_observer",
        "_run_pre_shutdown",
    ),
    Backend: ("emit",),
    Preview: (
        "_viewer",
        "_publish",
        "_action",
        "_get_page",
        "_close_page",
        "_advance_presentation_time",
        "_MAX_PAGES",
        "_PAGE_LEASE_SECONDS",
    ),
    PreviewServer: ("start", "_static", "_state", "_authorized", "_STATIC_FILES"),
    _dpy_internals: (
        "set_webhook_adapter",
        "reset_webhook_adapter",
        "install_http",
        "install_websocket",
        "install_shards",
        "set_guild_ready_timeout",
        "get_state",
    ),
    transport: ("_path_of",),
}


@pytest.mark.parametrize(("owner", "name"), [(owner, name) for owner, names in PRIVATE.items() for name in names])
def test_simcord_still_has_every_name_that_the_shims_use(owner: object, name: str):
    assert hasattr(owner, name)


def test_a_page_still_has_what_the_shims_read():
    assert {"id", "revision", "last_activity"} <= set(_Page.__dataclass_fields__)


def test_another_simcord_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(shims.simcord, "__version__", "9.9.9")
    with pytest.raises(shims.SimcordChanged, match=r"needs simcord 3\.2\.1, found 9\.9\.9"):
        shims.check_version()


def test_a_page_text_that_changed_is_refused():
    with pytest.raises(shims.SimcordChanged):
        shims.page_text("/app.js", "something new", capability="c", first="/f")


async def test_every_file_of_the_page_is_served(playground: Playground, http: ClientSession):
    """Fonts are no text, and every change of the page's texts finds its place."""
    for path in PreviewServer._STATIC_FILES:
        async with http.get(f"{playground.address.rstrip('/')}{path}") as response:
            assert response.status == 200, path
            assert await response.read()


async def test_the_first_page_says_what_to_type(playground: Playground, http: ClientSession):
    async with http.get(playground.address) as response:
        page = await response.text()
    assert "<kbd>/toy new</kbd>" in page
    assert "<title>Soker</title>" in page


async def test_a_tab_opens_as_the_person_in_its_address(tab: Opening):
    for asked, shown in (("Cleo", "Cleo"), ("ben", "Ben"), (None, "Ada")):
        snapshot = (await tab(asked)).snapshot  # pyright: ignore[reportArgumentType]
        names = {viewer["id"]: viewer["name"] for viewer in snapshot["viewers"]}
        assert names[snapshot["viewerId"]] == shown
        assert tuple(names.values()) == PEOPLE


async def test_what_one_person_does_every_other_tab_shows(tab: Opening):
    ada, ben, cleo = [await tab(person) for person in PEOPLE[:3]]
    await ada.run("toy new", title="Derby")
    for other in (ben, cleo):
        await other.wait_for("Derby (green)")
    await ben.click("Join")
    for other in (ada, cleo):
        await other.wait_for("Joined (1)")


async def test_clicks_of_four_people_at_once_all_count(tab: Opening):
    tabs = [await tab(person) for person in PEOPLE]
    await tabs[0].run("toy new", title="Derby")
    for each in tabs:
        await each.wait_for("Derby")
    receipts = await asyncio.gather(*(each.click("Join") for each in tabs))
    assert not any(receipt["rejected"] for receipt in receipts)
    for each in tabs:
        await each.wait_for("Joined (4)")


async def test_a_click_on_what_has_just_changed_is_not_refused(tab: Opening):
    ada, ben = await tab("Ada"), await tab("Ben")
    await ada.run("toy new", title="Derby")
    await ben.wait_for("Derby")
    await ada.wait_for("Derby")
    await ada.click("Join")
    assert not (await ben.click("Join"))["rejected"], "Ben's tab has not seen the news"


async def test_edits_in_the_background_reach_every_tab(tab: Opening):
    """A card played in a private hand edits the table afterwards; the clock edits it without any click."""
    ada, ben, cleo = [await tab(person) for person in PEOPLE[:3]]
    await ada.run("toy new", title="Derby")
    await ben.wait_for("Derby")
    await ben.click("My hand")
    await ben.wait_for("Your hand")
    await ben.choose("Play a card", "2")
    for each in (ada, ben, cleo):
        await each.wait_for("Ben plays 2")
    await ben.click("Clock")
    for each in (ada, ben, cleo):
        await each.wait_for("time is up")


async def test_a_private_message_reaches_its_owner_alone(tab: Opening):
    ada, ben = await tab("Ada"), await tab("Ben")
    await ada.run("toy new", title="Derby")
    await ben.wait_for("Derby")
    await ben.click("My hand")
    await ben.wait_for("Secret of")
    await ben.run("toy whisper")
    await ben.wait_for("psst, Ben")
    for _ in range(2):
        await ada.news()
        assert "Secret of" not in json.dumps(ada.snapshot)
        assert "psst" not in json.dumps(ada.snapshot)


async def test_news_are_told_at_once_and_silence_is_waited_out(tab: Opening):
    ada, ben = await tab("Ada"), await tab("Ben")
    await ada.run("toy new", title="Derby")
    await ben.wait_for("Derby")
    while True:
        began, known = time.monotonic(), ben.revision
        await ben.news()
        if ben.revision == known:
            break
    assert time.monotonic() - began >= HOLD * 0.9
    waiting = asyncio.create_task(ben.news())
    await asyncio.sleep(0.05)
    await ada.click("Join")
    await asyncio.wait_for(waiting, HOLD)
    await ben.wait_for("Joined (1)")


async def test_pictures_of_the_bots_emojis_are_kept(playground: Playground):
    picture = b"\x89PNG\r\n\x1a\n"
    emoji = await playground.env.bot.create_application_emoji(name="joker", image=picture)
    assert playground.env.backend.cdn._blobs[f"{CDN_BASE}/emojis/{emoji.id}.png"] == picture


async def test_what_nobody_can_reach_is_forgotten(
    playground: Playground, tab: Opening, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(live_env, "KEPT_MESSAGES", 2)
    ada = await tab("Ada")
    await ada.run("toy new", title="Derby")
    for _ in range(4):
        await ada.run("toy whisper")
    backend = playground.env.backend
    assert len(backend.messages[playground.channel.id]) == 5
    backend.forget()
    left = list(backend.messages[playground.channel.id].values())
    assert [message.is_ephemeral for message in left] == [False, True], "private ones go first, the oldest before"
    assert backend.interactions, "tokens that live are kept"
    for interaction in backend.interactions.values():
        interaction.expires_at = backend.now_iso()
    backend.forget()
    assert not backend.interactions
    assert not backend.interaction_tokens


async def test_a_tab_that_waits_for_news_does_not_hold_up_the_end(http: ClientSession):
    async with running(lambda: make_toy_bot(Ball())) as playground:
        tab = await Tab.open(http, playground, "Ada")
        await tab.news()
        waiting = asyncio.create_task(tab.news())
        await asyncio.sleep(0.05)
        began = time.monotonic()
    assert time.monotonic() - began < HOLD
    await asyncio.gather(waiting, return_exceptions=True)


async def test_markdown_is_read_once_a_text_and_never_shared():
    calls: list[object] = []

    def read(value: object, profile: str = "message", *, context: object = None) -> shims.Tokens:
        calls.append(value)
        return [{"text": value}]

    tokens = shims.remembering(read, most=2)
    first = tokens("a", context={"users": {}})
    first[0]["text"] = "changed by its reader"
    assert tokens("a", context={"users": {}}) == [{"text": "a"}]
    assert calls == ["a"]
    assert tokens("a", context={"users": {"1": "Ada"}}) == [{"text": "a"}]
    assert tokens(None) == []
    tokens("b")
    assert len(calls) == 3
