"""Coming and going in a running game, the clock for those who do not come, sleep, votes, calls and rematches."""

from __future__ import annotations

import random
from datetime import timedelta

from simcord import MemberActor
from sqlmodel import col, select

from engine.soker import SOKER
from soker_discord.store.models import GameRow, Seat, Table
from tests.simulated.env import Seen, Simulation
from tests.soker_discord.players import Party


async def party_of(sim: Simulation, seats: int, seed: int = 3, **options: str) -> Party:
    return await Party.sit_down(sim, list(sim.people.values())[:seats], random.Random(seed), **options)


async def mover(party: Party) -> MemberActor:
    return (await party.seating())[SOKER.to_act(await party.state()) or 0]


async def others(party: Party) -> list[MemberActor]:
    turn = await mover(party)
    return [person for person in await party.seating() if person is not turn]


async def holds(sim: Simulation) -> int:
    async with sim.bot.database.read() as db:
        return len((await db.exec(select(Seat).where(col(Seat.holds)))).all())


async def asleep_for(sim: Simulation, time: timedelta) -> None:
    """The tables have been asleep for so long, and the sweep comes by."""
    async with sim.bot.database.write() as db:
        for table in (await db.exec(select(Table))).all():
            table.touched_at = sim.now() - time
            db.add(table)
    await sim.advance(16)


def calls(sim: Simulation) -> list[Seen]:
    return [seen for seen in sim.public() if "five seconds left" in seen.text]


async def test_T3_out_of_time_the_table_draws_and_ends_the_turn(sim: Simulation):
    party = await party_of(sim, 3)
    person = await mover(party)
    before = await party.state()
    seat = SOKER.to_act(before) or 0
    await sim.advance(30)
    assert (await party.row()).seq == 0, "the table waits a moment for clicks on their way"
    await sim.advance(1.6)
    after = await party.state()
    assert len(after.hands[seat]) == len(before.hands[seat]) + 1
    assert SOKER.to_act(after) == (seat + 1) % 3
    assert f"{person.name} draws 1 card." in party.table.text
    await party.check()


async def test_T3_nobody_is_ever_removed_for_being_slow(sim: Simulation):
    party = await party_of(sim, 2)
    await sim.advance(31.6 * 5)
    assert "left" not in party.table.text
    assert await holds(sim) == 2
    await party.move()
    await party.check()


async def test_T2_green_amber_red_by_letter_and_colour(sim: Simulation):
    party = await party_of(sim, 2)
    assert "🟢" in party.table.text
    await sim.advance(14)
    assert "🟢" in party.table.text
    await sim.advance(1.1)
    assert "🟡" in party.table.text
    assert "hurry" in party.table.text
    await sim.advance(10)
    assert "🔴" in party.table.text
    assert "last seconds" in party.table.text


async def test_T2_one_call_for_attention_at_five_seconds_which_goes_when_the_turn_is_over(sim: Simulation):
    party = await party_of(sim, 2)
    person = await mover(party)
    await sim.advance(24)
    assert calls(sim) == []
    await sim.advance(2)
    (call,) = calls(sim)
    assert f"<@{person.id}>" in call.text
    assert [user["id"] for user in call.payload["mentions"]] == [str(person.id)]
    await person.click(party.hand(person), label="Draw")
    assert calls(sim) == []


async def test_the_call_can_be_turned_off_and_on_again(sim: Simulation):
    party = await party_of(sim, 2)
    person = await mover(party)
    await sim.advance(26)
    await person.click(calls(sim)[0], label="Don't call me")
    await sim.advance(6)
    other = await mover(party)
    assert other is not person
    await other.click(party.hand(other), label="Draw")
    await other.click(party.hand(other), label="End turn")
    assert await mover(party) is person
    await sim.advance(27)
    assert calls(sim) == []
    await person.click(party.hand(person), label="Call me at 5 s: off")
    assert party.hand(person).button("Call me at 5 s: on")


async def test_who_has_just_drawn_is_not_called(sim: Simulation):
    """Sparing with requests: they are plainly there."""
    party = await party_of(sim, 2)
    person = await mover(party)
    await sim.advance(20)
    await person.click(party.hand(person), label="Draw")
    await sim.advance(8)
    assert calls(sim) == []


async def test_leaving_lets_the_table_play_at_once_and_frees_the_person(sim: Simulation):
    party = await party_of(sim, 3)
    person = await mover(party)
    await person.click(party.table, label="Leave")
    state = await party.state()
    assert (await party.seating())[SOKER.to_act(state) or 0] is not person
    assert f"**{person.name}**" in party.table.text
    assert "left, the table plays" in party.table.text
    room = sim.answers(await person.slash(sim.channel, "soker new"))[0]
    assert f"**{person.name}** · host" in room.text
    for _ in range(8):
        assert await mover(party) is not person, "nobody waits for a seat that was left"
        await party.move()


async def test_the_seat_is_taken_back_with_one_click(sim: Simulation):
    party = await party_of(sim, 2)
    person = (await others(party))[0]
    await person.click(party.table, label="Leave")
    assert "left, the table plays" in party.table.text
    await person.click(party.table, label="My hand")
    assert "left, the table plays" not in party.table.text
    await party.play_out()


async def test_the_seat_is_not_taken_back_from_another_table(sim: Simulation):
    party = await party_of(sim, 3)
    person = (await others(party))[0]
    await person.click(party.table, label="Leave")
    await person.slash(sim.channel, "soker new")
    (told,) = list(sim.private(await person.click(party.table, label="My hand")))
    assert told.text == "You already sit at another table. Leave it first, or go back to it."
    assert "left, the table plays" in party.table.text


async def test_the_hosts_place_passes_on_in_a_game_too(sim: Simulation):
    party = await party_of(sim, 3)
    ada, ben = party.people[:2]
    await ada.click(party.table, label="Leave")
    for _ in range(200):
        if (await party.row()).result is not None:
            break
        await party.move()
    panel = sim.private(await ben.click(party.table, label="Host"))[0]
    assert "Host of room" in panel.text


async def test_everyone_away_the_table_sleeps_and_one_click_wakes_it(sim: Simulation):
    party = await party_of(sim, 2)
    for person in party.people:
        await person.click(party.table, label="Leave")
    assert "💤" in party.table.text
    assert (await party.row()).deadline is None
    assert await holds(sim) == 0
    seq = (await party.row()).seq
    await sim.advance(120)
    assert (await party.row()).seq == seq, "the clock is off"
    await party.people[0].click(party.table, label="Resume")
    assert "💤" not in party.table.text
    assert (await party.row()).deadline is not None


async def test_three_rounds_without_a_person_put_the_table_to_sleep(sim: Simulation):
    party = await party_of(sim, 2)
    await sim.advance(31.6 * 6)
    assert "💤" in party.table.text
    assert len(await party.moves()) == 6
    assert await holds(sim) == 0
    told = sim.private(await sim.forged(party.people[0], party.table, f"s:draw:{party.game_id}:6:t"))
    assert "asleep" in told[0].text
    await party.people[1].click(party.table, label="Resume")
    assert await holds(sim) == 2
    await party.play_out()


async def test_a_sleeping_table_is_played_to_its_end_after_a_day(sim: Simulation):
    party = await party_of(sim, 3)
    for person in party.people:
        await person.click(party.table, label="Leave")
    await asleep_for(sim, timedelta(hours=23, minutes=59))
    assert (await party.row()).result is None
    await asleep_for(sim, timedelta(hours=24))
    row = await party.row()
    assert row.result is not None
    assert row.result["winner"] is None, "drawing never wins (W3)"
    assert "is over" in party.table.text


async def test_an_idle_seat_is_waited_for_unless_the_host_says_otherwise(sim: Simulation):
    party = await party_of(sim, 2)
    person = await mover(party)
    for _ in range(2):
        await sim.advance(31.6)
        other = await mover(party)
        await other.click(party.hand(other), label="Draw")
        await other.click(party.hand(other), label="End turn")
    assert await mover(party) is person, "off by default"


async def test_the_hosts_option_plays_an_idle_seat_at_once_until_its_owner_clicks(sim: Simulation):
    ada, ben = list(sim.people.values())[:2]
    room = sim.answers(await ada.slash(sim.channel, "soker new"))[0]
    await ben.click(room, label="Join")
    panel = sim.private(await ada.click(room, label="Host"))[0]
    await ada.click(panel, label="Play for idle seats: turn on")
    assert panel.button("Play for idle seats: turn off")
    await ada.click(room, label="Start")
    party = Party(sim, [ada, ben], random.Random(5), room)
    await party.find_game()
    idle = await mover(party)
    there = (await others(party))[0]
    for _ in range(2):
        assert await mover(party) is idle
        await sim.advance(31.6)
        await there.click(party.hand(there), label="Draw")
        await there.click(party.hand(there), label="End turn")
    assert await mover(party) is there, "after two time-outs in a row nobody waits"
    assert "idle, the table plays" in party.table.text
    await idle.click(party.table, label="My hand")
    assert "idle, the table plays" not in party.table.text
    await there.click(party.hand(there), label="Draw")
    await there.click(party.hand(there), label="End turn")
    assert await mover(party) is idle


async def test_a_game_ends_early_by_a_vote_of_all(sim: Simulation):
    party = await party_of(sim, 3)
    for _ in range(6):
        await party.move()
    points = SOKER.points(await party.state())
    first, second, third = party.people
    await first.click(party.table, label="End early (0/3)")
    await second.click(party.table, label="End early (1/3)")
    await second.click(party.table, label="End early (2/3)")  # a second click takes the vote back
    await third.click(party.table, label="End early (1/3)")
    assert (await party.row()).result is None
    await second.click(party.table, label="End early (2/3)")
    result = (await party.row()).result
    assert result == {"winner": None, "way": "ended early", "points": list(points)}, "G2: discards count"
    assert "Everyone voted to end this game early" in party.table.text
    assert await holds(sim) == 0


async def test_when_who_stays_has_voted_the_last_one_leaving_ends_it(sim: Simulation):
    party = await party_of(sim, 3)
    first, second, third = party.people
    await first.click(party.table, label="End early (0/3)")
    await second.click(party.table, label="End early (1/3)")
    assert (await party.row()).result is None
    await third.click(party.table, label="Leave")
    result = (await party.row()).result
    assert result is not None
    assert result["way"] == "ended early"


async def ended(sim: Simulation, seats: int) -> Party:
    party = await party_of(sim, seats)
    for place, person in enumerate(party.people):
        await person.click(party.table, label=f"End early ({place}/{seats})")
    return party


async def test_rematch_keeps_the_seats_and_the_start_rotates(sim: Simulation):
    """G1: the right to move first rotates; a new message a game."""
    party = await ended(sim, 3)
    first_game, first = party.game_id, party.table
    seating = await party.seating()
    starter = (await party.row()).starter
    await party.people[0].click(first, label="Rematch")
    assert "Rematch: waiting for" in first.text
    await party.people[1].click(first, label="Rematch")
    await party.people[2].click(first, label="Rematch")
    await party.find_game()
    assert party.game_id != first_game
    assert await party.seating() == seating
    assert (await party.row()).starter == (starter + 1) % 3
    party.table = sim.public()[-1]
    assert party.table.id != first.id
    assert "is over" in first.text
    assert [button.label for button in first.buttons] == ["Check the deal"]
    await party.play_out()


async def test_who_leaves_does_not_hold_up_the_rematch_of_the_rest(sim: Simulation):
    party = await ended(sim, 3)
    one, two, three = party.people
    await one.click(party.table, label="Rematch")
    await two.click(party.table, label="Rematch")
    await three.click(party.table, label="Leave")
    await party.find_game()
    assert await party.seating() == [person for person in await party.seating() if person is not three]
    assert len(await party.seating()) == 2
    async with sim.bot.database.read() as db:
        assert len((await db.exec(select(GameRow))).all()) == 2


async def test_since_your_last_turn_tells_what_happened(sim: Simulation):
    party = await party_of(sim, 3)
    person = await mover(party)
    await person.click(party.hand(person), label="Draw")
    await person.click(party.hand(person), label="End turn")
    second = await mover(party)
    await second.click(party.hand(second), label="Draw")
    await second.click(party.hand(second), label="End turn")
    text = party.hand(person).text
    assert "Since your last turn" in text
    assert f"{second.name} draws 1 card." in text
    assert f"{person.name} draws" not in text.split("Since your last turn")[1]


async def test_table_shows_a_running_game_at_the_bottom_and_it_is_followed(sim: Simulation):
    party = await party_of(sim, 2)
    old = party.table
    party.table = sim.answers(await party.people[1].slash(sim.channel, "soker table"))[0]
    assert old.gone
    await party.move()
    await party.check()


async def test_a_lost_hand_is_one_click_away(sim: Simulation):
    party = await party_of(sim, 2)
    await sim.advance(20 * 60)  # asleep by now, and every token is dead
    person = party.people[0]
    await person.click(party.table, label="Resume")
    await person.click(party.table, label="My hand")
    await party.people[1].click(party.table, label="My hand")
    await party.check()
    await party.play_out()
