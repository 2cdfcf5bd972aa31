"""simcord's preview made live: several people in several tabs at once, each seeing news as they come."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from aiohttp import web
from simcord import ChannelHandle, MemberActor
from simcord.backend.errors import SetupError
from simcord.preview import Preview
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from soker_discord.playground import shims
from soker_discord.playground.live_env import LiveEnv

HOLD = 1.5
"""Seconds an answer without news is held back. A browser opens six connections to a host, each tab holds one."""
HOLD_WITH_MANY_TABS = 0.2
GATHER = 0.02
"""Seconds in which further news are gathered before a page is drawn again."""
MANY_TABS = 5
SEEN_LATELY = 10.0


class LivePreview(Preview):
    """The page of one channel. A tab is one person; ``viewer`` may be a name. ``first``: the command to begin with."""

    _MAX_PAGES: ClassVar[int] = 64
    _PAGE_LEASE_SECONDS: ClassVar[float] = 24 * 3600.0

    env: LiveEnv

    def __init__(
        self,
        env: LiveEnv,
        channel: ChannelHandle,
        viewers: Sequence[MemberActor],
        *,
        port: int,
        timezone: str,
        first: str,
    ) -> None:
        super().__init__(
            env,
            channel,
            tuple(viewers),
            layout="channel",
            display="responsive",
            width=1280,
            height=900,
            locale="en-US",
            timezone=timezone,
            presentation_time=None,
            assets=None,
            port=port,
        )
        shims.remember_markdown()
        self._server = LiveServer(self, port)
        self.first = first
        self._acting = asyncio.Lock()
        self._versions: dict[str, int] = {}
        self.ending = False

    def _viewer(self, viewer_id: Any) -> Any:
        named = [viewer for viewer in self.viewers if viewer.name.casefold() == str(viewer_id).casefold()]
        return named[0] if named else super()._viewer(viewer_id)

    def _publish(self, page: _Page, *, reason: Any = "action") -> None:
        self._versions[page.id] = self.env.backend.version
        self._advance_presentation_time()
        super()._publish(page, reason=reason)

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """One act after the other; each is taken as made on what is now, and never refused because news came."""
        async with self._acting:
            page = self._get_page(context_id)
            if isinstance(body, Mapping) and "published_revision" in body:
                body = {**body, "published_revision": page.revision}
            return await super()._action(context_id, body)

    async def news(self, context_id: str, known: int) -> None:
        """Return when the tab's page is newer than the revision it knows, or after a while."""
        give_up = time.monotonic() + self._hold()
        while (page := self._pages.get(context_id)) is not None:
            page.last_activity = time.monotonic()
            changed = self.env.backend.changed
            self._refresh(page)
            left = give_up - time.monotonic()
            if page.revision > known or left <= 0 or self.ending:
                return
            try:
                await asyncio.wait_for(changed.wait(), left)
            except TimeoutError:
                return
            await asyncio.sleep(GATHER)

    def _refresh(self, page: _Page) -> None:
        if page is not self._action_page and self._versions.get(page.id) != self.env.backend.version:
            self._publish(page, reason="refresh")

    def _hold(self) -> float:
        lately = time.monotonic() - SEEN_LATELY
        tabs = sum(page.last_activity > lately for page in self._pages.values())
        return HOLD if tabs < MANY_TABS else HOLD_WITH_MANY_TABS

    def _close_page(self, context_id: str) -> None:
        super()._close_page(context_id)
        self._versions = {page: version for page, version in self._versions.items() if page in self._pages}

    def end(self) -> None:
        """Answer everyone who waits for news, so that the server can close at once."""
        self.ending = True
        self.env.backend.note()


class LiveServer(PreviewServer):
    """The page's server on the loopback address."""

    preview: LivePreview

    async def start(self) -> None:
        """Listen. A port that cannot be used raises OSError."""
        try:
            await super().start()
        except SetupError as error:
            raise error.__cause__ or error from None

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        if not request.path.startswith("/fonts/"):
            page = self.preview
            response.text = shims.page_text(
                request.path, response.text or "", capability=page.capability, first=page.first
            )
        return response

    async def _state(self, request: web.Request) -> web.StreamResponse:
        context_id = request.headers.get("X-Simcord-Context", "")
        if self._authorized(request, context=context_id):
            await self.preview.news(context_id, int(request.query.get("known", "0")))
        return await super()._state(request)
