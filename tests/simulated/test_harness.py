"""The harness keeps the promises of README.md."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import discord
import pytest
from discord.ext import tasks

from tests.simulated.env import Held, Simulation, simulated
from tests.simulated.wire import Requests, Wire
from tests.toy_bot import CLOCK_SECONDS, Ball, make_toy_bot


@pytest.fixture
def ball() -> Ball:
    return Ball()


@pytest.fixture
async def sim(ball: Ball) -> AsyncIterator[Simulation]:
    async with simulated(lambda sleep, clock: make_toy_bot(ball, sleep=sleep, clock=clock)) as simulation:
        yield simulation


async def opened(sim: Simulation):
    """A table in the channel, and Ada who opened it."""
    ada = sim.people["Ada"]
    result = await ada.slash(sim.channel, "toy new", title="Cup", colour="red")
    return ada, sim.answers(result)[0]


async def test_a_message_is_read_at_any_depth(sim: Simulation) -> None:
    _, table = await opened(sim)
    assert "## Cup (red)" in table.text
    assert "Joined (0): nobody" in table.text
    assert [button.label for button in table.buttons] == ["Count", "Join", "My hand", "Say", "Clock", "Closed"]
    assert table.button("Closed").disabled
    assert table.button("Clock").emoji == "⏱"


async def test_a_message_follows_edits(sim: Simulation) -> None:
    ada, table = await opened(sim)
    await ada.click(table, custom_id="toy:join")
    assert "Joined (1)" in table.text


async def test_private_messages_are_seen_by_their_owner_alone(sim: Simulation) -> None:
    ada, table = await opened(sim)
    ben = sim.people["Ben"]
    hand = sim.private(await ada.click(table, label="My hand"))[0]
    assert hand.ephemeral
    assert sim.newest(ada).id == hand.id
    assert [message.id for message in sim.messages(ben)] == [table.id] == [message.id for message in sim.public()]
    secret = f"Secret of {ada.id}".encode()
    assert secret in sim.bytes_seen(ada)
    assert secret not in sim.bytes_seen(ben)
    menu = hand.select("Play a card")
    assert menu.custom_id == "toy:play:0"
    assert [option.label for option in menu.options][:2] == ["Goalkeeper", "Defender"]


async def test_choosing_edits_the_table_in_the_background_by_token(sim: Simulation) -> None:
    ada, table = await opened(sim)
    hand = sim.private(await ada.click(table, label="My hand"))[0]
    before = sim.requests
    await ada.select(hand, ["1"], custom_id=hand.select("Play").custom_id)
    assert "Ada plays 1" in table.text
    assert sim.requests - before == Requests(callbacks=1, by_token=1, by_bot=0)
    await ada.select(hand, ["2", "0"], custom_id=hand.select("Build").custom_id)
    assert "Ada plays 2+0" in table.text


async def test_a_form_is_filled(sim: Simulation) -> None:
    ada, table = await opened(sim)
    shown = await ada.click(table, label="Say")
    await ada.submit_modal(shown, {"words": "hello", "mood": ["loud"]})
    assert "Ada says hello (loud)" in table.text


async def test_a_hundred_people_join_at_once(sim: Simulation, ball: Ball) -> None:
    _, table = await opened(sim)
    crowd = sim.crowd(100)
    results = await sim.at_once(*[person.click(table, label="Join") for person in crowd])
    assert all(result.acknowledged for result in results)
    assert sorted(ball.joined) == sorted(person.id for person in crowd)
    assert "Joined (100)" in table.text


async def test_commands_and_clicks_at_once_from_one_person_too(sim: Simulation, ball: Ball) -> None:
    ada, table = await opened(sim)
    whisper, first, second = await sim.at_once(
        ada.slash(sim.channel, "toy whisper"), ada.click(table, label="Join"), ada.click(table, label="Join")
    )
    assert whisper.response is not None and whisper.response.content == "psst, Ada"
    assert first.acknowledged and second.acknowledged
    assert ball.joined == [ada.id]


async def test_the_same_interaction_twice_is_acknowledged_once(ball: Ball) -> None:
    factory = lambda sleep, clock: make_toy_bot(ball, sleep=sleep, clock=clock)  # noqa: E731
    async with simulated(factory, check_errors=False) as sim:
        ada, table = await opened(sim)
        result = await sim.twice(ada.click(table, label="Join"))
        assert result.acknowledged
        await sim.again(result)
        assert [verb for verb, *_ in ball.seen] == ["join", "join", "join"]
        refused = [e for e in sim.env.errors if isinstance(e, discord.HTTPException) and e.code == 40060]
        assert len(refused) == 2, "the toy does not know double deliveries; Discord refuses them"


async def test_a_held_click_is_as_old_as_the_moment_it_was_made(sim: Simulation, ball: Ball) -> None:
    ada, table = await opened(sim)
    made = sim.now()
    held = await sim.hold(ada.click(table, label="Join"))
    assert isinstance(held, Held) and not held.result.acknowledged
    await sim.advance(1.5)
    await sim.release(held)
    _, created, helper, clock = ball.seen[-1]
    assert created == made
    assert helper == clock == made + timedelta(seconds=1.5)


async def test_a_forged_click_reaches_the_bot(sim: Simulation, ball: Ball) -> None:
    ada, table = await opened(sim)
    hand = sim.private(await ada.click(table, label="My hand"))[0]
    await sim.forged(sim.people["Ben"], table, "toy:closed")
    await sim.forged(sim.people["Ben"], hand, "toy:play:99", "4")
    assert [verb for verb, *_ in ball.seen] == ["hand", "closed", "play"]
    assert ball.story == ["Ben plays 4"]


async def test_all_clocks_of_the_bot_follow_virtual_time(sim: Simulation, ball: Ball) -> None:
    ada, table = await opened(sim)
    start = sim.now()
    assert start == datetime(2026, 1, 1, tzinfo=UTC)
    await sim.advance(12.25)
    await ada.click(table, label="Join")
    _, created, helper, clock = ball.seen[-1]
    assert created == helper == clock == start + timedelta(seconds=12.25)
    assert discord.utils.utcnow() == clock
    loop_time = asyncio.get_running_loop().time

    async def bots_loop_time() -> float:
        return loop_time()

    assert await sim.on_bot(bots_loop_time()) == 12.25
    assert abs(loop_time() - time.monotonic()) < 1
    assert abs(time.time() - datetime.now(UTC).timestamp()) < 1


async def test_a_sleeping_clock_neither_blocks_nor_runs_by_itself(sim: Simulation) -> None:
    ada, table = await opened(sim)
    began = time.perf_counter()
    await ada.click(table, label="Clock")
    assert time.perf_counter() - began < 0.5
    assert "until <t:" in table.text
    await sim.advance(CLOCK_SECONDS - 0.01)
    assert "time is up" not in table.text
    await sim.advance(0.02)
    assert "time is up" in table.text


async def test_a_day_passes_quickly(sim: Simulation) -> None:
    ada, table = await opened(sim)
    await ada.click(table, label="Clock")
    before = sim.routes.get("EDIT_BY_TOKEN", 0)
    await sim.advance(86_400)
    assert sim.routes["EDIT_BY_TOKEN"] == before + 1


async def test_a_tasks_loop_runs_by_virtual_time_alone(sim: Simulation) -> None:
    ticks: list[datetime] = []

    @tasks.loop(seconds=15)
    async def sweep() -> None:
        ticks.append(discord.utils.utcnow())

    async def start() -> None:
        sweep.start()

    began = sim.now()
    await sim.on_bot(start())
    await sim.advance(3600)
    assert ticks == [began + timedelta(seconds=15 * i) for i in range(241)]
    sweep.cancel()


async def test_a_plain_sleep_takes_real_time_and_moves_virtual_time(sim: Simulation) -> None:
    began, real = sim.now(), time.perf_counter()
    await sim.on_bot(asyncio.sleep(0.2))
    assert time.perf_counter() - real >= 0.19
    assert (sim.now() - began).total_seconds() == pytest.approx(0.2, abs=0.001)


async def test_an_expired_token_is_refused_as_discord_does(sim: Simulation) -> None:
    ada, table = await opened(sim)
    hand = sim.private(await ada.click(table, label="My hand"))[0]
    await sim.advance(15 * 60 + 1)
    sim.clear()
    hook = discord.Webhook.partial(sim.bot.application_id, sim.bot.ball.table_token, client=sim.bot)

    async def edit() -> discord.HTTPException:
        with pytest.raises(discord.HTTPException) as refused:
            await hook.edit_message("@original", content="late")  # pyright: ignore[reportArgumentType]
        return refused.value

    error = await sim.on_bot(edit())
    assert (error.status, error.code) == (401, 50027)
    before = sim.requests
    await ada.select(hand, ["1"], custom_id=hand.select("Play").custom_id)
    assert "Ada plays 1" in table.text
    assert sim.requests - before == Requests(callbacks=1, by_token=1, by_bot=1)


async def test_a_restart_keeps_the_buttons_and_closes_the_old_bot(sim: Simulation) -> None:
    ada, table = await opened(sim)
    old = sim.bot
    await sim.restart()
    assert sim.bot is not old and old.closed_cleanly
    await ada.click(table, label="Join")
    assert "Joined (1)" in table.text
    await sim.restart(politely=True)
    await ada.click(table, label="My hand")
    assert sim.newest(ada).ephemeral


async def test_people_differ(sim: Simulation, ball: Ball) -> None:
    ada, table = await opened(sim)
    dina = sim.person("Dina", locale="ru")
    await dina.click(table, label="Join")
    await ada.click(table, label="Join")
    assert ball.locales == {dina.id: "ru", ada.id: "en-US"}
    sim.personal(dina).owners = {"1": str(dina.id)}
    held = await sim.hold(dina.click(table, label="Join"))
    assert held.payload["authorizing_integration_owners"] == {"1": str(dina.id)}
    await sim.release(held)
    held = await sim.hold(ada.click(table, label="Join"))
    assert held.payload["authorizing_integration_owners"] == {"0": str(sim.guild.id)}
    await sim.release(held)


async def test_a_failing_edit_has_no_effect(sim: Simulation) -> None:
    ada, table = await opened(sim)
    hand = sim.private(await ada.click(table, label="My hand"))[0]
    with sim.failing(Wire.EDIT_BY_TOKEN, status=404, code=10015):
        before = sim.requests
        await ada.select(hand, ["1"], custom_id=hand.select("Play").custom_id)
        assert sim.requests - before == Requests(callbacks=1, by_token=1, by_bot=1)
    assert "Ada plays 1" in table.text
    assert not sim.env.backend.faults


async def test_a_lost_answer_took_effect(ball: Ball) -> None:
    factory = lambda sleep, clock: make_toy_bot(ball, sleep=sleep, clock=clock)  # noqa: E731
    async with simulated(factory, check_errors=False) as sim:
        ada, table = await opened(sim)
        with sim.losing(Wire.CALLBACK) as lost:
            await ada.click(table, label="Join")
        assert lost.met == 1
        assert "Joined (1)" in table.text
        assert [type(error) for error in sim.env.errors] == [discord.DiscordServerError]


async def test_a_stalled_edit_waits_for_its_release(sim: Simulation) -> None:
    ada, table = await opened(sim)
    hand = sim.private(await ada.click(table, label="My hand"))[0]
    with sim.stalling(Wire.EDIT_BY_TOKEN, times=1) as slow:
        await ada.select(hand, ["1"], custom_id=hand.select("Play").custom_id)
        assert slow.met == 1 and "plays" not in table.text
        await ada.click(table, label="Join")
        assert "Joined (1)" in table.text
        slow.release()
        await sim.settle()
    assert "Ada plays 1" in table.text


async def test_a_watch_keeps_what_edits_cover(sim: Simulation) -> None:
    ada, table = await opened(sim)
    ben = sim.people["Ben"]
    with sim.watching() as watch:
        for _ in range(2):
            await ada.click(table, label="Join")
        shown = await ben.click(table, label="Say")
        sim.clear()
        assert shown.modal is not None
    assert watch.bytes_for(ada).count(b'"toy:join"') == 2
    assert b"Say something" in watch.bytes_for(ben)
    assert b"Say something" not in watch.bytes_for(ada)


async def test_two_runs_show_the_same_bytes() -> None:
    async def run() -> bytes:
        ball = Ball()
        async with simulated(lambda sleep, clock: make_toy_bot(ball, sleep=sleep, clock=clock)) as sim:
            with sim.watching() as watch:
                ada, table = await opened(sim)
                await sim.at_once(*[person.click(table, label="Join") for person in sim.crowd(3)])
                hand = sim.private(await ada.click(table, label="My hand"))[0]
                await sim.advance(3)
                await ada.select(hand, ["1"], custom_id=hand.select("Play").custom_id)
            return watch.bytes_for(ada) + sim.bytes_seen(ada)

    assert await run() == await run()


async def test_clearing_keeps_the_counts_and_living_tokens(sim: Simulation) -> None:
    ada, table = await opened(sim)
    hand = sim.private(await ada.click(table, label="My hand"))[0]
    before = sim.requests
    sim.clear()
    assert sim.requests == before and before.total > 0
    assert not sim.env.transcript()
    await ada.select(hand, ["3"], custom_id=hand.select("Play").custom_id)
    assert "Ada plays 3" in table.text


async def test_a_click_is_quick(sim: Simulation) -> None:
    ada, table = await opened(sim)
    began = time.perf_counter()
    for _ in range(50):
        await ada.click(table, label="Count")
    assert (time.perf_counter() - began) / 50 < 0.02
