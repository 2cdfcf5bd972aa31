"""A private table with the system: one message, one person, and nothing of it reaches anybody else."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from soker_discord.screens.table import ACCENTS, Phase
from soker_discord.store.models import MoveBy, Seat, Table, TableStatus
from soker_discord.tables.thinking import Lane
from tests.simulated.env import Simulation
from tests.soker_discord.alone import Alone
from tests.soker_discord.test_system_tables import SYSTEM, TRAINING, rows, sleep_since

HIDDEN: dict[str, Any] = {"room": "private", "strength": "amateur", **SYSTEM}


def ephemeral(sim: Simulation, party: Alone) -> list[Any]:
    return [seen for seen in sim.messages(party.person) if seen.ephemeral]


async def test_a_break_that_runs_out_keeps_the_message(sim: Simulation):
    """The Start click's right is old, nobody presses Ready: the person still sees the next game."""
    party = await Alone.open(sim, random.Random(0), play="tournament", **HIDDEN)
    for _ in range(8):
        await party.play_out(checking=False)
        if (await party.moves())[-1].by == MoveBy.SYSTEM:
            break
        label = next(button.label for button in party.screen().buttons if button.label.startswith("Ready"))
        await party.person.click(party.screen(), label=label)
        await party.find_game()
    async with sim.bot.database.write() as db:
        for seat in (await db.exec(select(Seat).where(Seat.token_expires != None))).all():  # noqa: E711
            seat.token_expires = sim.now() - timedelta(minutes=1)
            db.add(seat)
    assert await party.status() == TableStatus.BREAK
    before = party.game_id
    await sim.advance(31)
    await party.find_game()
    assert party.game_id != before
    assert len(ephemeral(sim, party)) == 1, "one message goes from game to game"
    assert f"game {(await party.row()).round} of 8" in party.screen().text


async def test_after_downtime_the_hand_tells_the_new_deadline(sim: Simulation):
    party = await Alone.open(sim, random.Random(3), opponents=1, **HIDDEN)
    assert await party.my_turn()
    await party.person.click(party.screen(), label="Refresh")
    await sim.advance(8)
    await sim.restart()
    await sim.advance(1)
    row = await party.row()
    assert row.full_clock_at is not None
    assert row.deadline is not None
    assert f"<t:{int(row.deadline.timestamp())}" in party.screen().text
    assert "this turn has a full clock" in party.screen().text


async def test_T2_the_clock_turns_amber_and_red_in_a_message_of_its_own(sim: Simulation):
    party = await Alone.open(sim, random.Random(3), opponents=1, **HIDDEN)
    assert await party.my_turn()
    (hand,) = ephemeral(sim, party)
    row = await party.row()
    assert row.deadline is not None
    await sim.advance((row.deadline - sim.now()).total_seconds() - 14)
    clock = party.screen()
    assert clock.id != hand.id
    assert clock.payload["components"][0]["accent_color"] == ACCENTS[Phase.AMBER].value
    assert hand.payload["components"][0]["accent_color"] == ACCENTS[Phase.GREEN].value, "never redrawn under fingers"
    await sim.advance(10)
    assert clock.payload["components"][0]["accent_color"] == ACCENTS[Phase.RED].value
    assert "last seconds" in clock.text
    await party.person.click(hand, label="Draw" if not hand.button("Draw").disabled else "End turn")
    assert clock.gone, "the move takes it away"
    assert not sim.public()


async def test_who_does_not_want_to_be_called_is_not(sim: Simulation):
    party = await Alone.open(sim, random.Random(3), opponents=1, **HIDDEN)
    assert await party.my_turn()
    await party.person.click(party.screen(), label="Call me at 5 s: on")
    await sim.advance(28)
    assert len(ephemeral(sim, party)) == 1


async def test_a_stranger_is_shown_nothing(sim: Simulation):
    party = await Alone.open(sim, random.Random(4), opponents=1, **HIDDEN)
    await party.my_turn()
    ben = sim.person("Ben")
    lobby = sim.answers(await ben.slash(sim.channel, "soker new"))[0]
    row = await party.row()
    for verb in ("goto", "lobby", "hand", "host", "leave", "resume", "rematch"):
        with sim.watching() as watch:
            await sim.forged(ben, lobby, f"s:{verb}:{row.table_id}")
        shown = watch.bytes_for(ben)
        assert b"Libero" not in shown, verb
        assert b"Deck:" not in shown, verb
    for verb in ("draw", "end", "back", "hint", "odds"):
        with sim.watching() as watch:
            await sim.forged(ben, lobby, f"s:{verb}:{row.id}:{row.seq}")
        assert b"Libero" not in watch.bytes_for(ben), verb
    assert (await party.row()).seq == row.seq


async def test_one_unfinished_game_at_a_time_and_giving_it_up(any_sim: Simulation):
    sim = any_sim
    party = await Alone.open(sim, random.Random(5), play="tournament", **HIDDEN)
    await party.my_turn()
    await party.person.click(party.screen(), label="Leave")
    refused = sim.answers(await party.person.slash(sim.channel, "soker new", **HIDDEN))[0]
    assert "is not finished" in refused.text
    assert {"Go to my table", "Give it up"} <= {button.label for button in refused.buttons}
    forged = await sim.forged(sim.person("Ben"), refused, f"s:giveup:{(await party.row()).table_id}")
    assert "Only Ada" in sim.answers(forged)[-1].text
    await party.person.click(refused, label="Give it up")
    games = await rows(sim, type(await party.row()))
    assert len(games) == 8
    assert all(game.result is not None for game in games)
    other = await Alone.open(sim, random.Random(6), **HIDDEN)
    assert other.game_id > games[-1].id


async def test_looking_at_a_sleeping_table_takes_no_seat(sim: Simulation):
    party = await Alone.open(sim, random.Random(6), opponents=1, **HIDDEN)
    await party.my_turn()
    await party.person.click(party.screen(), label="Leave")
    back = sim.answers(await party.person.slash(sim.channel, "soker table"))[0]
    await party.person.click(back, label="Refresh")
    room = sim.answers(await party.person.slash(sim.channel, "soker new"))[0]
    assert "room open" in room.text, "free for a room with people"


async def test_waking_a_game_to_leave_it_again_puts_nothing_off(sim: Simulation):
    party = await Alone.open(sim, random.Random(7), opponents=1, **HIDDEN)
    await party.my_turn()
    await party.move()
    await party.my_turn()
    await party.person.click(party.screen(), label="Leave")
    for _ in range(2):
        await sim.advance(13 * 3600)
        if (await party.row()).result is not None:
            break
        back = sim.answers(await party.person.slash(sim.channel, "soker table"))[0]
        await party.person.click(back, label="Resume")
        await party.person.click(party.screen(), label="Leave")
    await sim.advance(60)
    assert (await party.row()).result is not None


async def test_ids_that_were_erased_never_come_again(any_sim: Simulation):
    """An old button of training means nothing, least of all somebody else's table."""
    sim = any_sim
    ada = sim.person("Ada")
    old = await Alone.open(sim, random.Random(1), **TRAINING)
    hand, first = old.screen(), await old.row()
    refused = sim.answers(await ada.slash(sim.channel, "soker new", **TRAINING))[-1]
    await ada.click(hand, label="Leave")
    await sim.advance(3 * 60)
    party = await Alone.open(sim, random.Random(2), name="Ben", **HIDDEN)
    row = await party.row()
    assert (row.id or 0) > (first.id or 0)
    assert row.table_id > first.table_id
    answer = sim.answers(await ada.click(refused, label="Go to my table"))[-1]
    assert "does not exist any more" in answer.text


@pytest.mark.parametrize("label", ["Draw", "Hint", "Odds of my moves", "Refresh"])
async def test_a_click_is_acknowledged_before_anything_is_computed_for_it(
    sim: Simulation, monkeypatch: pytest.MonkeyPatch, label: str
):
    """Discord waits three seconds; how long other tables make one wait is not known."""
    party = await Alone.open(sim, random.Random(1), **TRAINING)
    while not (await party.my_turn() and not party.screen().button("Draw").disabled):
        await party.move()
    thinking = type(sim.bot.tables.thinking)
    run, answers = thinking.run, []

    async def watched(self: Any, lane: Lane, work: Any, *args: Any, **named: Any) -> Any:
        answers.append(sim.requests.callbacks)
        return await run(self, lane, work, *args, **named)

    before = sim.requests.callbacks
    monkeypatch.setattr(thinking, "run", watched)
    await party.person.click(party.screen(), label=label)
    assert sim.requests.callbacks == before + 1
    assert answers or label == "Refresh", "something was computed"
    assert set(answers) <= {before + 1}, "and only after the answer"


async def test_a_crash_after_a_tournament_was_played_out_is_made_good(sim: Simulation):
    party = await Alone.open(sim, random.Random(1), play="tournament", **{**HIDDEN, "room": "public"})
    await party.person.click(sim.public()[-1], label="Leave")
    async with sim.bot.database.write() as db:
        for table in (await db.exec(select(Table))).all():
            table.touched_at = sim.now() - timedelta(days=1, seconds=5)
            db.add(table)
    (game,) = await sim.on_bot(sim.bot.tables.housekeeping.sleepers())
    await sim.on_bot(sim.bot.tables.housekeeping.end_sleeper(game))
    await sim.restart()
    await sim.advance(60)
    assert await party.status() == TableStatus.OVER
    assert not any("sleeps" in message.text for message in sim.public())
    assert any("Final order" in message.text for message in sim.public())


async def test_a_sleeper_that_fails_holds_up_no_other(sim: Simulation, monkeypatch: Any):
    one = await Alone.open(sim, random.Random(8), opponents=1, **HIDDEN)
    await one.person.click(one.screen(), label="Leave")
    two = await Alone.open(sim, random.Random(9), name="Ben", opponents=1, **HIDDEN)
    await two.person.click(two.screen(), label="Leave")
    housekeeping = type(sim.bot.tables.housekeeping)
    whole = housekeeping.end_sleeper

    async def fails(self: Any, game_id: int) -> Any:
        if game_id == one.game_id:
            raise RuntimeError("this one")
        return await whole(self, game_id)

    monkeypatch.setattr(housekeeping, "end_sleeper", fails)
    await sleep_since(sim, timedelta(days=1))
    assert (await two.row()).result is not None
    monkeypatch.setattr(housekeeping, "end_sleeper", whole)
    await sim.advance(16)
    assert (await one.row()).result is not None
