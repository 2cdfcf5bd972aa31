"""simcord's environment and backend, as our tests need them: quick, with people who differ, and disturbable.

Everything here that rests on names simcord does not promise is guarded by test_harness.py.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import discord
from simcord import Env
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction, Message

from soker_discord.playground.shims import path_on_the_wire
from tests.simulated.wire import RequestLog, Wire

IDLE = 0.001
REMEMBERED = 512
INVALID_TOKEN = BackendError(401, 50027, "Invalid Webhook Token")


@dataclass
class Personal:
    """How one person's interactions arrive. ``extra`` is laid over the payload as it is."""

    locale: str = "en-US"
    guild_locale: str | None = None
    owners: dict[str, str] | None = None
    """``authorizing_integration_owners``; None: installed in the guild, as Discord sends it."""
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sighting:
    """Something that was shown, to one person or (None) to all who can see the channel."""

    channel_id: int
    person_id: int | None
    shown: bytes


class SimulatedBackend(Backend):
    """Discord itself: interactions can be held back, dead tokens are refused as Discord does, what is shown is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.log = RequestLog()
        self.log.shown = self._see_answer
        self.http_requests = self.log
        self.people: dict[int, Personal] = {}
        self.held: list[dict[str, Any]] | None = None
        self.delivered: deque[dict[str, Any]] = deque(maxlen=REMEMBERED)
        self.sightings: list[Sighting] | None = None

    def personal(self, user_id: int) -> Personal:
        """The person's settings, to be changed in place."""
        return self.people.setdefault(user_id, Personal())

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        if event != "INTERACTION_CREATE":
            super().emit(event, payload)
        elif self.held is not None:
            self.held.append(self._personalised(payload))
        else:
            self.deliver(self._personalised(payload))

    def deliver(self, payload: dict[str, Any]) -> None:
        """Send an interaction to the bot; the same payload may be delivered again."""
        self.delivered.append(payload)
        super().emit("INTERACTION_CREATE", deepcopy(payload))

    def _personalised(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        user = payload["member"]["user"] if "member" in payload else payload["user"]
        personal = self.people.get(int(user["id"]), Personal())
        changed = dict(payload) | {"locale": personal.locale}
        owners = {"0": payload.get("guild_id", "0")} if personal.owners is None else personal.owners
        changed["authorizing_integration_owners"] = owners
        if personal.guild_locale is not None:
            changed["guild_locale"] = personal.guild_locale
        return changed | personal.extra

    def interaction_by_token(self, token: str) -> Interaction:
        """The interaction of a token; an expired one is refused with 401/50027, as Discord does."""
        try:
            return super().interaction_by_token(token)
        except BackendError:
            if token.startswith("simcord_interaction_"):
                raise INVALID_TOKEN from None
            raise

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        committed = super().commit_message(message, broadcast=broadcast)
        self._see(committed)
        return committed

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        edited = super().edit_message(channel_id, message_id, fields)
        self._see(edited)
        return edited

    def _see(self, message: Message) -> None:
        if self.sightings is not None and message.channel_id in self.channels:
            self.sightings.append(Sighting(message.channel_id, owner_of(message), self.as_bytes(message)))

    def _see_answer(self, interaction_id: int, answer: Any) -> None:
        interaction = self.interactions.get(interaction_id)
        if self.sightings is not None and interaction is not None:
            self.sightings.append(Sighting(interaction.channel_id, interaction.user_id, canonical(answer)))

    def as_bytes(self, message: Message) -> bytes:
        """The message as it travels, with a digest of every file it carries."""
        payload: dict[str, Any] = dict(serializers.message_payload(self, message))
        payload["files"] = [
            hashlib.sha256(self.cdn.get(attachment["url"]) or b"").hexdigest() for attachment in message.attachments
        ]
        return canonical(payload)

    def forget_expired(self) -> None:
        """Drop interactions whose token is dead; the bot cannot tell the difference."""
        now = self.now_iso()
        for interaction in list(self.interactions.values()):
            if interaction.expires_at is not None and interaction.expires_at <= now:
                del self.interactions[interaction.id]
                self.interaction_tokens.pop(interaction.token, None)


def owner_of(message: Message) -> int | None:
    """The one person who sees an ephemeral message, None for a public one."""
    if not message.is_ephemeral:
        return None
    return int(((message.interaction_metadata or {}).get("user") or {}).get("id", 0))


def canonical(payload: Any) -> bytes:
    """JSON that is equal where the payload is."""
    return json.dumps(payload, sort_keys=True, ensure_ascii=False, default=str).encode()


class Disturbance:
    """Requests of one kind that wait or lose their answer."""

    def __init__(self, wire: Wire, *, stalls: bool, times: int | None) -> None:
        self.wire = wire
        self.stalls = stalls
        self.left = times
        self.met = 0
        self._gate = asyncio.Event()

    def takes(self, method: str, path: str) -> bool:
        """True if this request is to be disturbed; counts it."""
        if not self.wire.matches(method, path) or self.left == 0 or self._gate.is_set():
            return False
        self.left = None if self.left is None else self.left - 1
        self.met += 1
        return True

    def release(self) -> None:
        """Let what waits go on, and disturb no more."""
        self._gate.set()

    async def released(self) -> None:
        """Wait for the release."""
        await self._gate.wait()


class SimulatedEnv(Env):
    """An environment that settles in about 2 ms and whose wire can be disturbed."""

    backend: SimulatedBackend  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(self, bot: discord.Client, **options: Any) -> None:
        super().__init__(bot, **options)
        self.backend = SimulatedBackend()
        self.disturbances: list[Disturbance] = []
        self.ordinary: tuple[type[BaseException], ...] = ()
        """What a command may raise for its error handler to answer: no fault of the bot."""

    def _record_error(self, error: BaseException) -> None:
        if not isinstance(getattr(error, "original", error), self.ordinary):
            super()._record_error(error)

    async def _settle_internal(self, **options: Any) -> None:
        if self.backend.held is not None:
            return
        await super()._settle_internal(**{**options, "idle": IDLE})

    def _capture_errors(self) -> None:
        super()._capture_errors()
        self._disturb(self.bot.http)
        self._disturb(self._webhook_adapter)

    @contextmanager
    def logged_errors(self) -> Iterator[None]:
        """Count what discord.py only logs (dynamic items, tasks) among the bot's errors."""
        logger, handler = logging.getLogger("discord"), _Recorder(self._record_error)
        logger.addHandler(handler)
        try:
            yield
        finally:
            logger.removeHandler(handler)

    def raise_new_errors(self) -> None:
        """Fail if the bot raised anything that the test has not looked at (``env.errors``)."""
        self._raise_errors_since(self._errors_acknowledged)

    def _disturb(self, transport: Any) -> None:
        request = transport.request

        async def disturbed(route: Any, *args: Any, **kwargs: Any) -> Any:
            met = self._met(route.method, path_on_the_wire(route.url))
            if met is not None and met.stalls:
                await self.external_wait(met.released(), reason="a slow Discord")
            answer = await request(route, *args, **kwargs)
            if met is not None and not met.stalls:
                raise discord.DiscordServerError(_LostAnswer(), "the answer was lost")  # pyright: ignore[reportArgumentType]
            return answer

        transport.request = disturbed

    def _met(self, method: str, path: str) -> Disturbance | None:
        return next((each for each in self.disturbances if each.takes(method, path)), None)

    @contextmanager
    def disturbed(self, disturbance: Disturbance) -> Iterator[Disturbance]:
        """Disturb requests inside the block; what still waits at its end goes on."""
        self.disturbances.append(disturbance)
        try:
            yield disturbance
        finally:
            self.disturbances.remove(disturbance)
            disturbance.release()


class _Recorder(logging.Handler):
    """Hands on every logged exception."""

    def __init__(self, record: Callable[[BaseException], None]) -> None:
        super().__init__(logging.ERROR)
        self._record = record

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self._record(record.exc_info[1])


class _LostAnswer:
    """As much of a response as an exception needs."""

    status = 503
    reason = "Service Unavailable"
