"""Rooms through the real commands and buttons: open, join, leave, remove, close, the host's place, codes, idleness."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest
from sqlmodel import col, select

from soker_discord.store.models import GameRow, Seat, Table
from soker_discord.tables.codes import ALPHABET
from tests.simulated.env import Seen, Simulation
from tests.soker_discord.players import Party

CODE = re.compile(rf"`([{ALPHABET}]{{6}})`")
FULL = "This room is full. Open another one with /soker new."
WRONG = "There is no open room with that code. Check the six characters and try again."


async def opened(sim: Simulation, name: str = "Ada", room: str = "public") -> Seen:
    return sim.answers(await sim.people[name].slash(sim.channel, "soker new", room=room))[0]


def code_of(seen: Seen) -> str:
    found = CODE.search(seen.text)
    assert found, seen.text
    return found[1]


async def tables(sim: Simulation) -> list[Table]:
    async with sim.bot.database.read() as db:
        return list((await db.exec(select(Table).order_by(col(Table.id)))).all())


async def seated(sim: Simulation) -> list[int]:
    async with sim.bot.database.read() as db:
        return list((await db.exec(select(Seat.person_id).where(col(Seat.holds)))).all())


async def test_a_public_room_shows_seats_code_and_join(sim: Simulation):
    room = await opened(sim)
    assert not room.ephemeral
    assert "1. **Ada** · host" in room.text
    assert "3 seats are free" in room.text
    assert len(code_of(room)) == 6
    assert room.button("Join").custom_id


async def test_a_private_room_gives_the_code_to_the_host_alone(sim: Simulation):
    room = await opened(sim, room="private")
    assert room.ephemeral
    code = code_of(room)
    assert sim.public() == []
    joined = sim.private(await sim.people["Ben"].slash(sim.channel, "soker join", code=code))[0]
    assert "2. **Ben**" in joined.text
    assert code not in joined.text
    assert "2. **Ben**" in room.text, "the host's own message follows"
    assert sim.public() == []


async def test_a_private_table_appears_in_the_channel_at_the_start(sim: Simulation):
    ada, ben = sim.people["Ada"], sim.people["Ben"]
    room = await opened(sim, room="private")
    await ben.slash(sim.channel, "soker join", code=code_of(room))
    await ada.click(room, label="Start")
    shown = sim.public()
    assert len(shown) == 1
    assert "is to move" in shown[0].text
    party = Party(sim, [ada, ben], random.Random(4), shown[0])
    await party.find_game()
    await party.play_out()


async def test_a_code_is_taken_in_lower_case_from_another_channel(sim: Simulation):
    room = await opened(sim)
    elsewhere = sim.guild.create_text_channel("elsewhere")
    result = await sim.people["Ben"].slash(elsewhere, "soker join", code=f" {code_of(room).lower()} ")
    assert "2. **Ben**" in room.text
    here = sim.answers(result)[0]
    assert not here.ephemeral
    assert "2. **Ben**" in here.text, "the table has a screen in each channel where someone joined"


async def test_a_code_is_taken_from_another_server_and_both_follow_the_game(sim: Simulation):
    ada = sim.people["Ada"]
    room = await opened(sim)
    abroad = sim.env.create_guild("Abroad")
    channel = abroad.create_text_channel("cards")
    zoe = sim.person("Zoe", guild=abroad)
    there = sim.answers(await zoe.slash(channel, "soker join", code=code_of(room)))[0]
    assert "2. **Zoe**" in there.text
    assert "2. **Zoe**" in room.text
    await ada.click(room, label="Start")
    assert "is to move" in room.text
    assert "is to move" in there.text
    assert any("### Your hand" in seen.text for seen in sim.messages(zoe, channel))
    mine = next(seen for seen in sim.messages(ada) if "### Your hand" in seen.text)
    hers = next(seen for seen in sim.messages(zoe, channel) if "### Your hand" in seen.text)
    mover, hand = (ada, mine) if mine.selects != [] else (zoe, hers)
    await mover.click(hand, label="Draw")
    assert "draws 1 card" in room.text
    assert "draws 1 card" in there.text


@pytest.mark.parametrize("text", ["ABCDEF", "", "x" * 90, "O0I1l!", "📕📗", "'; --"])
async def test_a_wrong_code_is_answered_kindly(sim: Simulation, text: str):
    answer = sim.private(await sim.people["Ben"].slash(sim.channel, "soker join", code=text))
    assert [seen.text for seen in answer] == [WRONG]


async def test_ten_wrong_codes_in_ten_minutes_are_the_limit(sim: Simulation):
    ben = sim.people["Ben"]
    room = await opened(sim)
    right = code_of(room)
    for _ in range(10):
        assert sim.private(await ben.slash(sim.channel, "soker join", code="AAAAAA"))[0].text == WRONG
    told = sim.private(await ben.slash(sim.channel, "soker join", code=right))[0].text
    assert "ten wrong codes in ten minutes" in told
    assert "Ben" not in room.text
    other = await sim.people["Cleo"].slash(sim.channel, "soker join", code=right)
    assert "Cleo" in room.text, other
    await sim.advance(601)
    await ben.slash(sim.channel, "soker join", code=right)
    assert "Ben" in room.text


async def test_the_code_of_a_closed_room_is_wrong(sim: Simulation):
    room = await opened(sim)
    await sim.people["Ada"].click(room, label="Leave")
    told = sim.private(await sim.people["Ben"].slash(sim.channel, "soker join", code=code_of_closed(await tables(sim))))
    assert told[0].text == WRONG


def code_of_closed(rows: list[Table]) -> str:
    assert rows[0].status == "closed"
    return rows[0].code


async def test_a_full_room_refuses_the_fifth_by_button_and_by_code(sim: Simulation):
    room = await opened(sim)
    code = code_of(room)
    for name in ("Ben", "Cleo", "Dan"):
        await sim.people[name].click(room, label="Join")
    eve = sim.person("Eve")
    assert sim.private(await eve.click(room, label="Join"))[0].text == FULL
    assert sim.private(await eve.slash(sim.channel, "soker join", code=code))[0].text == FULL
    assert len(await seated(sim)) == 4


async def test_a_started_room_refuses_latecomers(sim: Simulation):
    party = await Party.sit_down(sim, list(sim.people.values())[:2], random.Random(1))
    code = (await tables(sim))[0].code
    told = sim.private(await sim.people["Cleo"].slash(sim.channel, "soker join", code=code))[0].text
    assert told == "This game has already started. Open a room of your own with /soker new."
    forged = await sim.forged(sim.people["Dan"], party.table, f"s:join:{(await tables(sim))[0].id}")
    assert sim.private(forged)[0].text == told


async def test_joining_twice_is_no_fault(sim: Simulation):
    room = await opened(sim)
    await sim.people["Ben"].click(room, label="Join")
    again = await sim.people["Ben"].click(room, label="Join")
    assert sim.private(again) == []
    assert room.text.count("Ben") == 1


async def test_start_takes_two_and_the_host(sim: Simulation):
    ada, ben = sim.people["Ada"], sim.people["Ben"]
    room = await opened(sim)
    told = sim.private(await ada.click(room, label="Start"))[0].text
    assert told == "It takes at least two people to start. Share the code and wait for one more."
    await ben.click(room, label="Join")
    told = sim.private(await ben.click(room, label="Start"))[0].text
    assert told == "Only Ada, the host of this room, can do that."
    async with sim.bot.database.read() as db:
        assert (await db.exec(select(GameRow))).all() == []


async def test_the_hosts_place_passes_on_and_an_empty_room_closes(sim: Simulation):
    ada, ben = sim.people["Ada"], sim.people["Ben"]
    room = await opened(sim)
    await ben.click(room, label="Join")
    await ada.click(room, label="Leave")
    assert "Ben** · host" in room.text
    assert "Ada" not in room.text
    await ben.click(room, label="Leave")
    assert "Everyone left, so this room closed." in room.text
    assert await seated(sim) == []
    (row,) = await tables(sim)
    assert row.secret in room.text, "the secret of the deal that never was is shown (fair deals)"


async def test_who_leaves_may_come_back(sim: Simulation):
    ben = sim.people["Ben"]
    room = await opened(sim)
    await ben.click(room, label="Join")
    await ben.click(room, label="Leave")
    assert "Ben" not in room.text
    await ben.click(room, label="Join")
    assert "2. **Ben**" in room.text


async def test_the_host_removes_a_person_who_cannot_come_back(sim: Simulation):
    ada, ben = sim.people["Ada"], sim.people["Ben"]
    room = await opened(sim)
    code = code_of(room)
    await ben.click(room, label="Join")
    panel = sim.private(await ada.click(room, label="Host"))[0]
    menu = panel.select("Remove a person")
    await ada.select(panel, [menu.values[0]], custom_id=menu.custom_id)
    assert "Ben" not in room.text
    told = sim.private(await ben.slash(sim.channel, "soker join", code=code))[0].text
    assert told == "The host has removed you from this room. You can open your own with /soker new."
    assert sim.private(await ben.slash(sim.channel, "soker new")) == [], "and is free for another room"


async def test_only_the_host_removes_closes_and_sets(sim: Simulation):
    ben = sim.people["Ben"]
    room = await opened(sim)
    await ben.click(room, label="Join")
    (row,) = await tables(sim)
    for verb, values in (("remove", ("1",)), ("close", ()), ("idleon", ()), ("host", ())):
        told = sim.private(await sim.forged(ben, room, f"s:{verb}:{row.id}", *values))[0].text
        assert told == "Only Ada, the host of this room, can do that."
    assert "1. **Ada** · host" in room.text


async def test_the_host_closes_the_room(sim: Simulation):
    ada = sim.people["Ada"]
    room = await opened(sim)
    panel = sim.private(await ada.click(room, label="Host"))[0]
    await ada.click(panel, label="Close the room")
    assert "The host closed this room." in room.text
    assert not room.buttons
    assert await seated(sim) == []


async def untouched_for(sim: Simulation, time: timedelta) -> None:
    """Nobody has touched a room for so long, and the sweep comes by."""
    async with sim.bot.database.write() as db:
        for table in (await db.exec(select(Table))).all():
            table.touched_at = sim.now() - time
            db.add(table)
    await sim.advance(16)


async def test_an_idle_lobby_closes_after_half_an_hour_and_says_so(sim: Simulation):
    room = await opened(sim)
    await untouched_for(sim, timedelta(minutes=29))
    assert room.button("Join")
    await sim.people["Ben"].click(room, label="Join")  # not idle: the half hour begins anew
    await sim.advance(61)
    assert room.button("Join")
    await untouched_for(sim, timedelta(minutes=30))
    assert "Nobody did anything for 30 minutes, so this room closed." in room.text
    assert await seated(sim) == []


async def test_asking_for_a_second_table_offers_the_first(sim: Simulation):
    ada, ben = sim.people["Ada"], sim.people["Ben"]
    first = await opened(sim)
    await ben.click(first, label="Join")
    second = await opened(sim, "Cleo")
    for result in (
        await ben.slash(sim.channel, "soker new"),
        await ben.click(second, label="Join"),
        await ben.slash(sim.channel, "soker join", code=code_of(second)),
    ):
        (told,) = sim.private(result)
        assert told.text == "You already sit at another table. Leave it first, or go back to it."
        assert told.button("Go to my table")
        assert any(button.url and str(first.id) in button.url for button in told.buttons)
    assert "Ben" not in second.text
    await ben.click(told, label="Leave that table")
    assert "Ben" not in first.text
    await ben.click(second, label="Join")
    assert "Ben" in second.text
    await ada.click(first, label="Leave")


async def test_codes_are_unique_among_open_rooms(sim: Simulation):
    people = sim.crowd(40)
    rooms = [sim.answers(await person.slash(sim.channel, "soker new"))[0] for person in people]
    assert len({code_of(room) for room in rooms}) == 40


async def test_table_brings_the_room_to_the_bottom(sim: Simulation):
    ada = sim.people["Ada"]
    room = await opened(sim)
    await sim.people["Cleo"].slash(sim.channel, "soker new")
    lower = sim.answers(await ada.slash(sim.channel, "soker table"))[0]
    assert room.gone
    assert sim.public()[-1].id == lower.id
    await sim.people["Ben"].click(lower, label="Join")
    assert "Ben" in lower.text


async def test_table_without_a_table_says_what_to_do(sim: Simulation):
    told = sim.private(await sim.people["Ada"].slash(sim.channel, "soker table"))[0].text
    assert told == "There is no table here. Open one with /soker new."


async def test_a_name_with_markdown_and_mentions_is_inert(sim: Simulation):
    mallory = sim.person("**@everyone** [x](https://a.b)\n# big `code`")
    room = sim.answers(await mallory.slash(sim.channel, "soker new"))[0]
    line = next(line for line in room.text.splitlines() if line.startswith("1. "))
    shown = line.removeprefix("1. **").split("** · ")[0]
    assert not re.search(r"(?<!\\)[*_`\[\]()#@~|<>]", shown)
    assert room.payload["mention_everyone"] is False
