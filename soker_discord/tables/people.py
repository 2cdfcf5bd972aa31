"""People and what they set for themselves."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from soker_discord.store.database import Session
from soker_discord.store.models import Person
from soker_discord.store.people import known_person, people_of, person_by_discord
from soker_discord.tables.house import House, Request
from soker_discord.tables.rooms import person_key


@dataclass(frozen=True, slots=True)
class Known:
    """A person we know, under our own id. ``hidden``: they are on no leaderboard and others see no profile."""

    id: int
    discord_id: int | None
    name: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class People:
    """Finding people, and their settings."""

    house: House

    async def by_discord(self, discord_id: int) -> Known | None:
        """The person behind a Discord id; None for one who never played."""
        async with self.house.database.read() as db:
            person = await person_by_discord(db, discord_id)
            return None if person is None else _known(person)

    async def by_id(self, persons: Collection[int]) -> dict[int, Known]:
        """The people of these ids, without those that nobody has."""
        async with self.house.database.read() as db:
            return {person_key(person): _known(person) for person in await people_of(db, persons)}

    async def hide(self, request: Request, hidden: bool) -> None:
        """Take the asker off every leaderboard, or put them back. Their ratings go on as before."""

        async def work(db: Session) -> None:
            person = await known_person(db, request.discord_id, request.name, self.house.now())
            person.hidden_from_ladder = hidden
            db.add(person)

        await self.house.transact(work)


def _known(person: Person) -> Known:
    return Known(person_key(person), person.discord_id, person.name, person.hidden_from_ladder)
