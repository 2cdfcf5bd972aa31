"""Many at once, twice the same, a click against the clock: exact counts, one outcome, kind answers."""

from __future__ import annotations

import random

from sqlalchemy import func
from sqlmodel import col, select

from engine.soker import SOKER
from soker_discord.store.models import GameRow, MoveRow, Receipt, Seat
from tests.simulated.env import Simulation
from tests.soker_discord.players import Party


async def count(sim: Simulation, model: type, *where: object) -> int:
    async with sim.bot.database.read() as db:
        query = select(func.count()).select_from(model)
        for clause in where:
            query = query.where(clause)  # pyright: ignore[reportArgumentType]
        return (await db.exec(query)).one()


async def test_a_hundred_people_press_join(any_sim: Simulation):
    sim = any_sim
    ada = sim.people["Ada"]
    table = sim.answers(await ada.slash(sim.channel, "soker new"))[0]
    crowd = sim.crowd(100)
    results = await sim.at_once(*(person.click(table, label="Join") for person in crowd))
    assert await count(sim, Seat) == 4
    assert await count(sim, Seat, col(Seat.holds)) == 4
    told = [answer.text for result in results for answer in sim.private(result)]
    assert len(told) == 97
    assert set(told) == {"This room is full. Open another one with /soker new."}
    assert sum(person.name in table.text for person in crowd) >= 3
    assert "free" not in table.text


async def test_start_pressed_ten_times_deals_once(any_sim: Simulation):
    sim = any_sim
    ada, ben = sim.people["Ada"], sim.people["Ben"]
    table = sim.answers(await ada.slash(sim.channel, "soker new"))[0]
    await ben.click(table, label="Join")
    results = await sim.at_once(*(ada.click(table, label="Start") for _ in range(10)))
    assert await count(sim, GameRow) == 1
    told = [answer.text for result in results for answer in sim.private(result)]
    assert told.count("The game has already started.") == 9
    hands = [seen for seen in sim.messages(ada) if seen.ephemeral and "### Your hand" in seen.text]
    assert len(hands) == 1


async def first_turn(sim: Simulation) -> Party:
    people = list(sim.people.values())[:2]
    return await Party.sit_down(sim, people, random.Random(3))


async def test_a_person_who_plays_twice_at_once_plays_once(any_sim: Simulation):
    sim = any_sim
    party = await first_turn(sim)
    state = await party.state()
    mover = (await party.seating())[SOKER.to_act(state) or 0]
    hand = party.hand(mover)
    menu = hand.select("Play a card")
    first, second = menu.values[:2]
    await sim.at_once(
        mover.select(hand, [first], custom_id=menu.custom_id),
        mover.select(hand, [second], custom_id=menu.custom_id),
    )
    moves = await party.moves()
    assert len(moves) == 1
    assert moves[0].seq == 1
    assert (await party.row()).seq == 1
    await party.check()


async def test_the_same_interaction_twice_acts_once_and_is_silent(any_sim: Simulation):
    sim = any_sim
    party = await first_turn(sim)
    mover = (await party.seating())[SOKER.to_act(await party.state()) or 0]
    hand = party.hand(mover)
    result = await sim.twice(mover.click(hand, label="Draw"))
    assert len(await party.moves()) == 1
    await sim.again(result)
    assert len(await party.moves()) == 1
    assert not [seen for seen in sim.messages(mover) if seen.ephemeral and "### Your hand" not in seen.text]
    assert await count(sim, Receipt, Receipt.interaction_id == result._interaction.id) == 1


async def test_a_click_in_time_beats_the_clock(any_sim: Simulation):
    """T3: a click counts by when it was made, the table waits 1.5 seconds for those on their way."""
    sim = any_sim
    party = await first_turn(sim)
    mover = (await party.seating())[SOKER.to_act(await party.state()) or 0]
    hand = party.hand(mover)
    await sim.advance(29.9)
    held = await sim.hold(mover.click(hand, label="Draw"))
    await sim.advance(1.0)
    await sim.release(held)
    moves = await party.moves()
    assert [(move.by, move.move["kind"]) for move in moves] == [("person", "draw")]


async def test_a_click_after_the_clock_is_answered_with_the_present(any_sim: Simulation):
    sim = any_sim
    party = await first_turn(sim)
    mover = (await party.seating())[SOKER.to_act(await party.state()) or 0]
    hand = party.hand(mover)
    await sim.advance(29.9)
    held = await sim.hold(mover.click(hand, label="Draw"))
    await sim.advance(1.7)  # it took so long to arrive that the grace was over
    await sim.release(held)
    moves = await party.moves()
    assert [(move.by, move.move["kind"]) for move in moves] == [("clock", "timeout")]
    assert "earlier moment" in party.hand(mover).text


async def test_a_click_made_too_late_lets_the_clock_act(any_sim: Simulation):
    """Between the deadline and the end of the grace a new click is too late, and the clock's move is made by it."""
    sim = any_sim
    party = await first_turn(sim)
    mover = (await party.seating())[SOKER.to_act(await party.state()) or 0]
    await sim.advance(30.5)
    await mover.click(party.hand(mover), label="Draw")
    moves = await party.moves()
    assert [(move.by, move.move["kind"]) for move in moves] == [("clock", "timeout")]
    assert "Time ran out" in party.hand(mover).text
    await party.check()


async def test_a_click_and_the_clock_at_the_same_moment(any_sim: Simulation):
    sim = any_sim
    party = await first_turn(sim)
    mover = (await party.seating())[SOKER.to_act(await party.state()) or 0]
    await sim.advance(29.9)
    held = await sim.hold(mover.click(party.hand(mover), label="Draw"))
    await sim.advance(1.5)
    clock = sim.on_bot(sim.bot.tables.play.time_out(party.game_id, 0, 0))
    await clock
    await sim.release(held)
    await sim.advance(0.2)
    async with sim.bot.database.read() as db:
        rows = (await db.exec(select(MoveRow.seq).where(MoveRow.game_id == party.game_id))).all()
    assert list(rows) == [1]
