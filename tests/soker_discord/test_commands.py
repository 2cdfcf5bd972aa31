"""The bot's commands as Discord knows them, and what is asked of the gateway."""

from __future__ import annotations

import discord

from soker_discord.bot import SokerBot
from tests.simulated.env import Simulation


def synced(sim: Simulation) -> int:
    return sum(count for route, count in sim.routes.items() if route.startswith("PUT") and "commands" in route)


async def test_commands_are_synced_once_and_again_only_when_they_change(sim: Simulation):
    assert synced(sim) == 1
    await sim.restart()
    await sim.restart(politely=True)
    assert synced(sim) == 1


async def test_changed_commands_are_synced(sim: Simulation):
    await sim.bot.tables.housekeeping.remember(f"commands:{sim.bot.application_id}", "another digest")
    await sim.restart()
    assert synced(sim) == 2


async def test_guilds_is_the_only_intent(sim: Simulation):
    bot: SokerBot = sim.bot
    assert bot.intents == discord.Intents(guilds=True)


async def test_the_commands_have_descriptions_within_discords_limits(sim: Simulation):
    names = set()
    for command in sim.bot.tree.walk_commands():
        names.add(command.qualified_name)
        assert 1 <= len(command.description) <= 100
    assert {"soker new", "soker join", "soker table"} <= names
