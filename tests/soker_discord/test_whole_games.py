"""Whole games through the real commands, buttons and menus; after every move the messages agree with the state."""

from __future__ import annotations

import os
import random

import pytest

from engine.verification import GameRecord, check
from tests.simulated.env import Simulation
from tests.soker_discord.players import Party

GAMES = 20


@pytest.mark.parametrize("number", range(GAMES))
async def test_a_whole_game(sim: Simulation, number: int):
    seats = 2 + number % 3
    people = list(sim.people.values())[:seats]
    party = await Party.sit_down(sim, people, random.Random(number))
    await party.check()
    await party.play_out()
    record = await sim.on_bot(sim.bot.tables.looking.record(party.game_id))
    report = check(GameRecord.from_json(record))
    assert report.ok, report


@pytest.mark.soak
@pytest.mark.timeout(7200)
async def test_many_whole_games(sim: Simulation):
    total = int(os.environ.get("SOAK_GAMES", "200"))
    met = {}
    for number in range(total):
        people = list(sim.people.values())[: 2 + number % 3]
        party = await Party.sit_down(sim, people, random.Random(1000 + number))
        await party.play_out()
        for kind, count in party.met.kinds.items():
            met[kind] = met.get(kind, 0) + count
        record = await sim.on_bot(sim.bot.tables.looking.record(party.game_id))
        assert check(GameRecord.from_json(record)).ok
        await people[0].click(party.table, label="Leave")
        for person in people[1:]:
            await person.click(party.table, label="Leave")
        print(f"game {number + 1} of {total}: {party.met.moves} moves", flush=True)
    print(f"{total} games: {met}")
    assert met["package"] > 0
    assert met["joker"] > 0
    assert met["joker in a package"] > 0
