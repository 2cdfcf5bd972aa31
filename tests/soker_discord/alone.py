"""One person at a table with the system, played through the screens."""

from __future__ import annotations

import random
from typing import Any

from simcord import MemberActor

from engine.soker import SOKER
from soker_discord.store.models import TableStatus
from tests.simulated.env import Seen, Simulation
from tests.soker_discord.players import Party

LONGEST_THOUGHT = 7.0
"""Seconds after which a system player has moved (T4): about five."""


class Alone(Party):
    """A party of one: the other seats play by themselves while time passes."""

    @classmethod
    async def open(cls, sim: Simulation, rng: random.Random, name: str = "Ada", **options: Any) -> Alone:
        """Open a table and press Start."""
        person = sim.person(name)
        lobby = sim.answers(await person.slash(sim.channel, "soker new", **options))[0]
        await person.click(lobby, label="Start")
        party = cls(sim, [person], rng, lobby)
        await party.find_game()
        return party

    @property
    def person(self) -> MemberActor:
        return self.people[0]

    def screen(self) -> Seen:
        """The person's own newest private message."""
        return [seen for seen in self.sim.messages(self.person) if seen.ephemeral][-1]

    def hand(self, person: MemberActor) -> Seen:
        return self.screen()

    async def move(self) -> None:
        """Something that the hand offers, or the table where everybody sees it."""
        public = self.sim.public()
        self.table = public[-1] if public else self.screen()
        await super().move()

    async def stay_away(self) -> bool:
        """Nobody clicks until the table sleeps. False if the game ends before."""
        for _ in range(60):
            if (status := await self.status()) != TableStatus.PLAYING:
                return status == TableStatus.ASLEEP
            await self.sim.advance(LONGEST_THOUGHT)
        raise AssertionError("the table plays on without anybody")

    async def sleeps(self) -> None:
        """Stay away from game after game until one lasts long enough to fall asleep."""
        for _ in range(10):
            if await self.stay_away():
                return
            public = self.sim.public()
            await self.person.click(public[-1] if public else self.screen(), label="Rematch")
            await self.find_game()
        raise AssertionError("no game lasts long enough")

    async def position(self) -> int:
        """The person's seat in play."""
        return next(place for place, person in enumerate(await self.seating()) if person is self.person)

    async def seating(self) -> Any:
        """The person's place; None for a system player."""
        async with self.sim.bot.database.read() as db:
            from soker_discord.store.games import players_of

            return [
                self.person if person.discord_id == self.person.id else None
                for _, person in await players_of(db, self.game_id)
            ]

    async def my_turn(self) -> bool:
        """Let the system play until the person is to move. False if the game is over."""
        for _ in range(200):
            if (await self.row()).result is not None:
                return False
            if SOKER.to_act(await self.state()) == await self.position():
                return True
            before = (await self.row()).seq
            await self.sim.advance(LONGEST_THOUGHT)
            assert (await self.row()).seq > before, "a system player has not moved"
        raise AssertionError("the person's turn never comes")

    async def play_out(self, *, checking: bool = True, at_most: int = 500) -> None:
        """Play to the end; the person moves at random among what the hand offers."""
        for _ in range(at_most):
            if not await self.my_turn():
                return
            if checking:
                self.check_hand(await self.state(), await self.position(), self.person, await self.position())
            await self.move()
            self.sim.clear()
        raise AssertionError("the game does not end")

    async def status(self) -> TableStatus:
        """How the table stands."""
        table_id = (await self.row()).table_id
        return (await self.sim.bot.tables.looking.look(table_id)).status
