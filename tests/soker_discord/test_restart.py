"""The bot dies in the middle of a lobby and of a game: everything works on, the old buttons too."""

from __future__ import annotations

import random
from datetime import timedelta

from simcord import MemberActor

from engine.soker import SOKER
from tests.simulated.components import Select
from tests.simulated.env import Seen, Simulation
from tests.soker_discord.players import Party


async def test_a_lobby_survives(sim: Simulation):
    ada, ben, cleo = (sim.people[name] for name in ("Ada", "Ben", "Cleo"))
    table = sim.answers(await ada.slash(sim.channel, "soker new"))[0]
    await ben.click(table, label="Join")
    await sim.restart()
    await cleo.click(table, label="Join")
    assert "Cleo" in table.text
    await ada.click(table, label="Start")
    party = Party(sim, [ada, ben, cleo], random.Random(1), table)
    await party.find_game()
    await party.play_out()


async def test_a_game_survives_with_its_old_buttons(sim: Simulation):
    party = await Party.sit_down(sim, list(sim.people.values())[:3], random.Random(5))
    for _ in range(40):
        if (await party.row()).result is not None:
            break
        await sim.restart()
        await party.move()
        await party.check()
    await party.play_out()


async def until_a_package(party: Party) -> tuple[MemberActor, Seen, Select]:
    """Play on until someone may build a package: who, their hand, its menu."""
    for _ in range(200):
        mover = (await party.seating())[SOKER.to_act(await party.state()) or 0]
        hand = party.hand(mover)
        for menu in hand.selects:
            if menu.placeholder.startswith("Build"):
                return mover, hand, menu
        await party.move()
    raise AssertionError("no package in 200 moves")


async def test_a_package_that_is_being_built_survives(sim: Simulation):
    """The choice travels in the custom ids."""
    rng = random.Random(0)
    party = await Party.sit_down(sim, list(sim.people.values())[:2], rng)
    mover, hand, menu = await until_a_package(party)
    before = len(await party.moves())
    await mover.select(hand, [menu.values[0]], custom_id=menu.custom_id)
    await sim.restart()
    await mover.click(hand, label="Play the package")
    moves = await party.moves()
    assert len(moves) == before + 1
    assert len(moves[-1].move["cards"]) >= 2


async def test_downtime_gives_open_turns_a_full_clock(sim: Simulation):
    party = await Party.sit_down(sim, list(sim.people.values())[:2], random.Random(5))
    await sim.advance(25)
    await sim.restart()
    row = await party.row()
    assert row.deadline is not None
    assert row.deadline - sim.now() > timedelta(seconds=29)
    assert "full clock" in party.table.text
    await sim.advance(28)
    assert not await party.moves()
    await sim.advance(4)
    assert [move.by for move in await party.moves()] == ["clock"]
