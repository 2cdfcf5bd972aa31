"""The statements of people."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlmodel import col, select

from soker_discord.store.database import Session
from soker_discord.store.models import Person
from soker_discord.store.once import insert_once


async def person_by_discord(db: Session, discord_id: int) -> Person | None:
    """The person behind a Discord id, if we know them."""
    return (await db.exec(select(Person).where(Person.discord_id == discord_id))).first()


async def people_of(db: Session, persons: Collection[int]) -> Sequence[Person]:
    """The people of these ids, without those that nobody has."""
    return (await db.exec(select(Person).where(col(Person.id).in_(persons)))).all()


async def known_person(db: Session, discord_id: int, name: str, now: datetime) -> Person:
    """The person behind a Discord id; a new one is noted, a new name is kept."""
    person = await person_by_discord(db, discord_id)
    if person is None:
        await insert_once(db, Person, discord_id=discord_id, name=name, attention_call=True, created_at=now)
        person = await person_by_discord(db, discord_id)
        assert person is not None
    if person.name != name:
        person.name = name
        db.add(person)
    return person


async def system_player(db: Session, strength: str, name: str, now: datetime) -> Person:
    """The system player of a strength and a name; a new one is noted."""
    query = select(Person).where(Person.strength == strength, Person.name == name)
    person = (await db.exec(query)).first()
    if person is None:
        await insert_once(db, Person, strength=strength, name=name, attention_call=False, created_at=now)
        person = (await db.exec(query)).one()
    return person


async def wants_calls(db: Session, discord_id: int) -> bool | None:
    """Whether a person wants to be called at the end of their time; None for a person we do not know."""
    return (await db.exec(select(Person.attention_call).where(Person.discord_id == discord_id))).first()
