"""Who is still a member of a server, for its own ladder: people who left do not clutter it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from soker_discord.store.members import are_here, is_gone, note_members, unchecked
from soker_discord.store.people import person_by_discord
from soker_discord.tables.house import House
from soker_discord.tables.rooms import person_key

CHECKED_FOR = timedelta(days=1)
"""How long Discord's word on a member holds."""


@dataclass(frozen=True, slots=True)
class Members:
    """What is known of who left. The bot asks Discord only about people it has just shown."""

    house: House

    async def unchecked(self, board: str, persons: Collection[int]) -> Sequence[tuple[int, int]]:
        """The people, with their Discord ids, about whom nobody asked within a day."""
        async with self.house.database.read() as db:
            return await unchecked(db, board, persons, self.house.now() - CHECKED_FOR)

    async def note(self, board: str, gone: Mapping[int, bool]) -> None:
        """Discord said of these people whether they are gone from the server. Nothing is written for nobody."""
        if not gone:
            return
        async with self.house.database.write() as db:
            await note_members(db, board, gone, self.house.now())

    async def is_here(self, board: str, discord_id: int) -> None:
        """A person acts in the server: should they have left it, they are back. Writes only for one noted as gone."""
        async with self.house.database.read() as db:
            person = await person_by_discord(db, discord_id)
            if person is None or not await is_gone(db, board, person_key(person)):
                return
        async with self.house.database.write() as db:
            await are_here(db, [board], [person_key(person)])
