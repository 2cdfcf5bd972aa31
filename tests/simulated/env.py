"""``simulated(...)``: the bot in a simulated Discord with virtual time, and what a test does there. See README.md."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

import discord
import simcord.interactions
from simcord import ChannelHandle, GuildHandle, InteractionResult, MemberActor, ResponseMessage
from simcord.backend import serializers
from simcord.backend.access import message_accessible
from simcord.backend.models import Message
from simcord.enums import ComponentType, InteractionType

from soker_discord.playground.shims import unquote_paths
from tests.simulated import components
from tests.simulated.components import Button, Select
from tests.simulated.wire import Requests, Wire
from tests.simulated.world import Disturbance, Personal, Sighting, SimulatedEnv

Sleep = Callable[[float], Awaitable[object]]
Clock = Callable[[], datetime]
BotFactory = Callable[[Sleep, Clock], discord.Client]
T = TypeVar("T")

PEOPLE = ("Ada", "Ben", "Cleo", "Dan")
STRIDE = 600.0
"""Virtual seconds an advance takes at a time: each stride may take ``settle_timeout`` of real time."""


class VirtualTime:
    """A sleep and a clock for the bot that know no real time. A sleep ends by ``advance`` alone."""

    def __init__(self) -> None:
        self.env: SimulatedEnv | None = None

    async def sleep(self, seconds: float) -> None:
        assert self.env is not None, "the bot may sleep once the simulation runs"
        await self.env.external_wait(asyncio.sleep(seconds), reason="clock")

    def now(self) -> datetime:
        assert self.env is not None, "there is no time before the simulation runs"
        return self.env.now()


class Seen(ResponseMessage):
    """A message as it is now: it follows edits. Give it to ``person.click`` and ``person.select``."""

    @property
    def text(self) -> str:
        """Content and text displays."""
        return "\n".join(part for part in (self._message.content, components.text(self._message.components)) if part)

    @property
    def buttons(self) -> list[Button]:
        return components.buttons(self._message.components)

    @property
    def selects(self) -> list[Select]:
        return components.selects(self._message.components)

    @property
    def payload(self) -> dict[str, Any]:
        """The message as Discord sends it."""
        return dict(serializers.message_payload(self._env.backend, self._message))

    @property
    def gone(self) -> bool:
        """True if it was deleted."""
        return self._message.id not in self._env.backend.messages.get(self._message.channel_id, {})

    def button(self, label: str) -> Button:
        """The button with this label; fails with the labels there are."""
        found = [button for button in self.buttons if button.label == label]
        assert len(found) == 1, f"{len(found)} buttons are called {label!r} among {[b.label for b in self.buttons]}"
        return found[0]

    def select(self, name: str) -> Select:
        """The menu whose placeholder or custom id begins so."""
        found = [menu for menu in self.selects if name in (menu.placeholder[: len(name)], menu.custom_id[: len(name)])]
        known = [(menu.placeholder, menu.custom_id) for menu in self.selects]
        assert len(found) == 1, f"{len(found)} menus begin with {name!r} among {known}"
        return found[0]


@dataclass(frozen=True, slots=True)
class Held:
    """An interaction that was made and is still under way. ``result`` fills when it is delivered."""

    payload: dict[str, Any]
    result: InteractionResult


class Simulation:
    """A running bot, a guild, a channel and people. Everything of simcord is reached by ``env``."""

    def __init__(self, env: SimulatedEnv, factory: BotFactory, time: VirtualTime) -> None:
        self.env = env
        self._factory = factory
        self._time = time
        self._bots: list[discord.Client] = [env.bot]
        self._names = itertools.count(1)
        self.guild: GuildHandle = env.create_guild("Test")
        self.channel: ChannelHandle = self.guild.create_text_channel("general")
        self.people: dict[str, MemberActor] = {}

    # ------------------------------------------------------------------ people

    def person(
        self, name: str | None = None, *, locale: str = "en-US", guild: GuildHandle | None = None
    ) -> MemberActor:
        """A new member; the same name again gives the same person."""
        name = name or f"Person {next(self._names)}"
        if guild is None and name in self.people:
            return self.people[name]
        known = self.people.get(name)
        user = known.user if known is not None else self.env.create_user(name)
        member = (guild or self.guild).add_member(user)
        self.people.setdefault(name, member)
        self.personal(member).locale = locale
        return member

    def crowd(self, count: int) -> list[MemberActor]:
        """Many new members."""
        return [self.person() for _ in range(count)]

    def personal(self, person: MemberActor) -> Personal:
        """How the person's interactions arrive: locale, installation owners, anything; change it in place."""
        return self.env.backend.personal(person.id)

    # -------------------------------------------------------------------- time

    @property
    def bot(self) -> Any:
        """The running bot."""
        return self.env.bot

    def now(self) -> datetime:
        """The virtual instant."""
        return self.env.now()

    async def advance(self, seconds: float) -> None:
        """Let virtual time pass, running every timer at its moment."""
        left = seconds
        while left > STRIDE:
            await self.env.advance_time(STRIDE)
            left -= STRIDE
        await self.env.advance_time(left)

    async def settle(self) -> None:
        """Let the bot finish whatever it is doing."""
        await self.env.settle()

    async def on_bot(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine as the bot's own work, and settle."""
        with self.env._bot_scope():
            task = asyncio.create_task(work)
        await self.env.settle()
        assert task.done(), "the work waits for something: advance time, then ask again"
        return task.result()

    # ------------------------------------------------------------ at once, twice

    async def hold(self, act: Awaitable[InteractionResult]) -> Held:
        """Make an interaction (any of simcord's verbs, with its checks) without delivering it.

        It is as old as the moment it was made: hold, advance or change the table, ``release``, and it is a late click.
        """
        held = self.env.backend.held = []
        try:
            result = await act
        finally:
            self.env.backend.held = None
        assert len(held) == 1, f"one act makes one interaction, not {len(held)}"
        return Held(held[0], result)

    async def release(self, *held: Held) -> list[InteractionResult]:
        """Deliver interactions one right behind the other, before the bot runs at all; then settle once."""
        for each in held:
            self.env._notify_dispatch_observers(each.result._interaction)
            self.env.backend.deliver(each.payload)
        await self.env.settle()
        return [each.result for each in held]

    async def at_once(self, *acts: Awaitable[InteractionResult]) -> list[InteractionResult]:
        """Several people (or one) act at the same moment: clicks, menus, slash commands, forms."""
        return await self.release(*[await self.hold(act) for act in acts])

    async def twice(self, act: Awaitable[InteractionResult]) -> InteractionResult:
        """One interaction, delivered two times at once, as an overlap of two gateway sessions does."""
        held = await self.hold(act)
        return (await self.release(held, held))[0]

    async def again(self, result: InteractionResult) -> InteractionResult:
        """Deliver an interaction that was dealt with a second time."""
        wanted = str(result._interaction.id)
        payload = next((each for each in reversed(self.env.backend.delivered) if each["id"] == wanted), None)
        assert payload is not None, "that interaction is too long ago"
        return (await self.release(Held(payload, result)))[0]

    def forge(
        self, person: MemberActor, message: ResponseMessage | discord.Message, custom_id: str, *values: str
    ) -> Held:
        """A click (with values: a choice in a menu) that no client would offer: old, foreign, disabled, invented."""
        backend = self.env.backend
        stored = backend.get_message(_channel_of(message), message.id)
        kind = ComponentType.STRING_SELECT if values else ComponentType.BUTTON
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": int(kind)}
        if values:
            data["values"] = list(values)
        record, payload = simcord.interactions.base_payload(
            backend,
            type=InteractionType.MESSAGE_COMPONENT,
            channel_id=stored.channel_id,
            guild_id=person.guild.id,
            user_id=person.id,
            data=data,
        )
        payload["message"] = components.with_control(dict(serializers.message_payload(backend, stored)), data)
        record.source_message_id = stored.id
        return Held(backend._personalised(payload), InteractionResult(self.env, record))

    async def forged(
        self, person: MemberActor, message: ResponseMessage | discord.Message, custom_id: str, *values: str
    ) -> InteractionResult:
        """Deliver a forged click."""
        return (await self.release(self.forge(person, message, custom_id, *values)))[0]

    # ----------------------------------------------------------------- seeing

    def messages(self, person: MemberActor, channel: ChannelHandle | None = None) -> list[Seen]:
        """What a person sees in a channel now, oldest first: public messages and their own ephemeral ones."""
        return [Seen(self.env, message) for message in self._visible(person, channel or self.channel)]

    def newest(self, person: MemberActor, channel: ChannelHandle | None = None) -> Seen:
        """The last message a person sees."""
        seen = self.messages(person, channel)
        assert seen, f"{person.name} sees no message"
        return seen[-1]

    def public(self, channel: ChannelHandle | None = None) -> list[Seen]:
        """The messages everyone sees, oldest first."""
        stored = self.env.backend.messages.get((channel or self.channel).id, {}).values()
        return [Seen(self.env, message) for message in sorted(stored, key=lambda m: m.id) if not message.is_ephemeral]

    def see(self, message: ResponseMessage | discord.Message) -> Seen:
        """A message of a result as something to look at."""
        return Seen(self.env, self.env.backend.get_message(_channel_of(message), message.id))

    def answers(self, result: InteractionResult) -> list[Seen]:
        """The messages an interaction brought: the response (for an update: the clicked message) and follow-ups."""
        sent = [] if result.response is None else [result.response]
        return [Seen(self.env, each._message) for each in [*sent, *result.followups]]

    def private(self, result: InteractionResult) -> list[Seen]:
        """The ephemeral ones among the answers."""
        return [each for each in self.answers(result) if each.ephemeral]

    def bytes_seen(self, person: MemberActor) -> bytes:
        """Every byte of what a person sees now in any channel: texts, controls, custom ids, digests of files."""
        channels = [ChannelHandle(self.env, self.guild, channel) for channel in self.env.backend.channels.values()]
        shown = [self.env.backend.as_bytes(m) for channel in channels for m in self._visible(person, channel)]
        return b"\n".join(shown)

    @contextmanager
    def watching(self) -> Iterator[Watch]:
        """Keep everything that is shown inside the block, also what an edit soon covers, and modals."""
        backend = self.env.backend
        assert backend.sightings is None, "someone watches already"
        backend.sightings = []
        try:
            yield Watch(backend.sightings)
        finally:
            backend.sightings = None

    def _visible(self, person: MemberActor, channel: ChannelHandle) -> list[Message]:
        stored = sorted(self.env.backend.messages.get(channel.id, {}).values(), key=lambda message: message.id)
        return [m for m in stored if message_accessible(self.env.backend, channel.id, m, person.id, history=True)]

    # ------------------------------------------------------------------- wire

    @property
    def requests(self) -> Requests:
        """How many requests the bot made so far, by limit; subtract two of them."""
        return self.env.backend.log.totals

    @property
    def routes(self) -> dict[str, int]:
        """How many requests so far by route."""
        return dict(self.env.backend.log.routes)

    @contextmanager
    def failing(self, wire: Wire, *, status: int = 500, code: int = 0, times: int | None = 1) -> Iterator[None]:
        """Refuse requests of one kind (``times=None``: all) inside the block. The refused have no effect."""
        backend = self.env.backend
        self.env.inject_error(wire.method, wire.path, status=status, code=code, times=times)
        fault = backend.faults[-1]
        try:
            yield
        finally:
            if any(each is fault for each in backend.faults):
                backend.faults.remove(fault)

    def losing(self, wire: Wire, *, times: int | None = 1) -> Any:
        """Requests of one kind take effect, but the bot gets a 503 instead of the answer. A context manager."""
        return self.env.disturbed(Disturbance(wire, stalls=False, times=times))

    def stalling(self, wire: Wire, *, times: int | None = None) -> Any:
        """Requests of one kind hang until ``.release()`` or the end of the block. A context manager."""
        return self.env.disturbed(Disturbance(wire, stalls=True, times=times))

    def clear(self) -> None:
        """Forget logs and dead interactions: call it between the moves of long runs. Counts stay."""
        backend = self.env.backend
        backend.transcript.clear()
        backend.http_requests.clear()
        backend.forget_expired()

    # --------------------------------------------------------------- lifecycle

    async def restart(self, *, politely: bool = False) -> None:
        """A new bot of the factory takes over. The old one dies without a word; ``politely`` it is closed first."""
        old = self.env.bot
        if politely:
            with self.env._bot_scope():
                await old.close()
        new = self._factory(self._time.sleep, self._time.now)
        self._bots.append(new)
        await self.env.restart_bot(new)
        await self._close(old)

    async def _close(self, bot: discord.Client) -> None:
        if bot in self._bots:
            self._bots.remove(bot)
            await bot.close()

    async def close(self) -> None:
        """Close every bot that was made."""
        for bot in list(self._bots):
            await self._close(bot)


def _channel_of(message: ResponseMessage | discord.Message) -> int:
    return message.channel_id if isinstance(message, ResponseMessage) else message.channel.id


class Watch:
    """What was shown since the watch began, kept when it ends."""

    def __init__(self, sightings: list[Sighting]) -> None:
        self._sightings = sightings

    def bytes_for(self, person: MemberActor) -> bytes:
        """Every byte that reached one person, in order."""
        return b"\n".join(each.shown for each in self._sightings if each.person_id in (None, person.id))


@asynccontextmanager
async def simulated(
    factory: BotFactory,
    *,
    people: Sequence[str] = PEOPLE,
    check_errors: bool = True,
    ordinary: tuple[type[BaseException], ...] = (),
    **options: Any,
) -> AsyncIterator[Simulation]:
    """Run the factory's bot in a simulated Discord; at the end close every bot, and fail if the bot raised anything.

    ``ordinary`` are exceptions that commands raise for their error handler to answer. The factory gets a sleep and
    a clock of virtual time. ``options`` go to simcord's Env.
    """
    unquote_paths()
    time = VirtualTime()
    env = SimulatedEnv(factory(time.sleep, time.now), **options)
    env.ordinary = ordinary
    time.env = env
    await env.start()
    simulation = Simulation(env, factory, time)
    context = env.time_context()
    context.__enter__()
    try:
        with env.logged_errors():
            for name in people:
                simulation.person(name)
            await env.settle()
            yield simulation
            await env.settle()
    finally:
        with suppress(ValueError):  # a fixture is left in another context than it was entered in
            context.__exit__(None, None, None)
        try:
            await env.shutdown()
        finally:
            await simulation.close()
    if check_errors:
        env.raise_new_errors()
