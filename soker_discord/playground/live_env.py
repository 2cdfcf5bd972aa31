"""The simulated Discord as it is played in: the real clock, no settlement, and memory that stays small."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import discord
import discord.http
from simcord import Env, _dpy_internals
from simcord._clock import Clock
from simcord.backend import Backend
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import Interaction, Message
from simcord.gateway import ShardRouter
from simcord.http import FakeHTTPClient, FakeWebhookAdapter

from soker_discord.playground.shims import unquote_paths

BOT_NAME = "Soker"
ANSWER_WITHIN = 3.0
"""Discord's seconds for the first answer to an interaction."""
GOODBYE = 2.0
"""Seconds the bot's own tasks have to end when it is closed."""
KEPT_MESSAGES = 300
"""Messages kept in a channel; beyond, the oldest are forgotten, private ones first."""


class RealClock(Clock):
    """Simulated Discord's clock, running as the wall clock does."""

    def __init__(self) -> None:
        super().__init__()
        self._began = time.monotonic()

    def now(self) -> datetime:
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        raise RuntimeError("real time cannot be advanced")


class Untold(list[Any]):
    """A log that keeps nothing and tells that something happened."""

    def __init__(self, tell: Callable[[], None]) -> None:
        super().__init__()
        self._tell = tell

    def append(self, entry: Any, /) -> None:
        self._tell()


class LiveBackend(Backend):
    """Discord's state, which counts its changes and wakes those who wait for one."""

    def __init__(self) -> None:
        self.version = 0
        self.changed = asyncio.Event()
        super().__init__(clock=RealClock())
        self.transcript = Untold(self.note)
        self.http_requests = Untold(self.note)
        self.bot_user.name = BOT_NAME

    def note(self) -> None:
        """Something changed, or is about to before anyone else runs."""
        self.version += 1
        self.changed.set()
        self.changed = asyncio.Event()

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        """Send a gateway event; interactions say that the bot is installed in their guild, as Discord's do."""
        if event == "INTERACTION_CREATE":
            payload = {**payload, "authorizing_integration_owners": {"0": payload.get("guild_id", "0")}}
        super().emit(event, payload)

    def forget(self) -> None:
        """Drop what nobody can reach any more: dead interactions, old messages, files no message shows."""
        self._forget_interactions()
        for messages in self.messages.values():
            self._forget_messages(messages)
        self._forget_files()
        self._sequences.clear()

    def _forget_interactions(self) -> None:
        now = self.now_iso()
        for interaction in list(self.interactions.values()):
            if interaction.expires_at is not None and interaction.expires_at <= now:
                del self.interactions[interaction.id]
                self.interaction_tokens.pop(interaction.token, None)

    def _forget_messages(self, messages: dict[int, Message]) -> None:
        surplus = len(messages) - KEPT_MESSAGES
        if surplus > 0:
            for message in sorted(messages.values(), key=lambda each: (not each.is_ephemeral, each.id))[:surplus]:
                del messages[message.id]
            self.note()

    def _forget_files(self) -> None:
        shown = {
            attachment["url"]
            for messages in self.messages.values()
            for message in messages.values()
            for attachment in message.attachments
        }
        for url in list(self.cdn._blobs):
            if url.startswith(f"{CDN_BASE}/attachments/") and url not in shown:
                del self.cdn._blobs[url]


class LiveHTTPClient(FakeHTTPClient):
    """The bot's requests; the pictures of its application emojis are kept, so that the page can show them."""

    async def request(self, route: discord.http.Route, **kwargs: Any) -> Any:
        answer = await super().request(route, **kwargs)
        if route.method == "POST" and route.path.endswith("/emojis"):
            head, _, picture = kwargs["json"]["image"].partition(",")
            url = f"{CDN_BASE}/emojis/{answer['id']}.{'gif' if 'gif' in head else 'png'}"
            self.backend.cdn._blobs[url] = base64.b64decode(picture)
        return answer


class LiveEnv(Env):
    """A simcord environment in which people act whenever they like and nothing waits for the bot to come to rest."""

    backend: LiveBackend  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(self, bot: discord.Client, **options: Any) -> None:
        super().__init__(bot, **options)
        self.backend = LiveBackend()
        self._dispatched: Interaction | None = None
        self._elders: set[asyncio.Task[Any]] = set()

    def _begin_operation(self, label: str) -> None:
        """Operations may overlap."""

    def _end_operation(self) -> None:
        """Operations may overlap."""

    async def start(self) -> None:
        """Log the bot in. Its requests reach the simulation from this task and those that it starts from now on."""
        unquote_paths()
        self._loop = asyncio.get_running_loop()
        self._elders = asyncio.all_tasks()
        self._generation = 1
        self._webhook_adapter = FakeWebhookAdapter(self.backend)
        self._adapter_token = _dpy_internals.set_webhook_adapter(self._webhook_adapter)
        _dpy_internals.install_http(self.bot, LiveHTTPClient(self.backend, self._loop))
        _dpy_internals.set_guild_ready_timeout(self.bot, 0.0)
        router = self._connect()
        await self.bot.login("playground")
        if isinstance(self.bot, discord.AutoShardedClient):
            self.bot.shard_count = self._shard_count
            _dpy_internals.install_shards(self.bot, router.shards)
        for shard_id in self._shard_ids:
            router.identify(shard_id)
        self._started = True
        self._register_dispatch_observer(self._note_dispatch)
        await self.bot.wait_until_ready()

    def _connect(self) -> ShardRouter:
        state = _dpy_internals.get_state(self.bot)
        state.shard_count = self._shard_count
        state.shard_ids = list(self._shard_ids)
        self._message_states.add(state)
        router = ShardRouter(self.backend, state, self.bot.dispatch, self._shard_count, self._shard_ids)
        self.backend.subscribers.append(router.feed)
        if not isinstance(self.bot, discord.AutoShardedClient):
            _dpy_internals.install_websocket(self.bot, router.websockets[0])
        return router

    def _note_dispatch(self, interaction: Interaction) -> None:
        self._dispatched = interaction

    async def _settle_internal(self, **options: Any) -> None:
        """Wait for the first answer to the interaction that was just sent, if one was; for nothing else."""
        interaction, self._dispatched = self._dispatched, None
        if interaction is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._answered(interaction), ANSWER_WITHIN)

    async def _answered(self, interaction: Interaction) -> None:
        while not interaction.responded:
            await self.backend.changed.wait()

    async def shutdown(self) -> None:
        """Close the page, then the bot, and see its tasks end before the loop does."""
        await self._run_pre_shutdown()
        self._started = False
        await self.bot.close()
        _dpy_internals.reset_webhook_adapter(self._adapter_token)
        if left := asyncio.all_tasks() - self._elders - {asyncio.current_task()}:
            await asyncio.wait(left, timeout=GOODBYE)
