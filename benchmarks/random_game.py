"""A game of people who do anything legal, played through the use cases as the bot's handlers call them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from engine.soker import SOKER
from engine.soker.moves import Move
from engine.soker.random_play import choose
from engine.soker.state import State
from soker_discord.store.database import Database
from soker_discord.store.models import GameRow
from soker_discord.tables.house import House, Request
from soker_discord.tables.service import Tables, make_tables

GUILD, CHANNEL = 10**18, 10**18 + 1
IDS: Iterator[int] = itertools.count(10**18 + 2)
"""Ids as Discord gives them: people, clicks and messages alike."""


def now() -> datetime:
    """The wall clock."""
    return datetime.now(UTC)


def tables_over(database: Database, rng: random.Random) -> Tables:
    """The use cases, with real time and repeatable deals."""
    return make_tables(House(database, now, rng))


def click(person: int) -> Request:
    """A click made just now."""
    number = next(IDS)
    return Request(number, now(), person, f"Person {person % 1000}", GUILD, CHANNEL, token=f"token of {number} " * 12)


@dataclass
class RandomGame:
    """One game. ``state`` follows the moves, so that choosing the next one asks nothing of the database.

    ``people`` are Discord ids by position, ``hands`` the messages of their hands, ``table`` the public message.
    """

    table_id: int
    game_id: int
    people: list[int]
    hands: list[int]
    table: int
    state: State
    rng: random.Random
    seq: int = 0

    @classmethod
    async def begin(cls, tables: Tables, database: Database, seats: int, rng: random.Random) -> RandomGame:
        """New people open a room, sit down, start, and have a table and a hand each on their screens."""
        host, *others = [next(IDS) for _ in range(seats)]
        table_id = await tables.rooms.open(click(host), game=SOKER.name, private=False)
        for person in others:
            await tables.rooms.join(click(person), table_id)
        outcome = await tables.deals.start(click(host), table_id)
        view = await tables.looking.look(table_id)
        people = [seat.discord_id or 0 for seat in sorted(view.seats, key=lambda seat: seat.position or 0)]
        table, *hands = [next(IDS) for _ in range(seats + 1)]
        await tables.screens.keep_public(click(host), table_id, table, game_number=1, version=view.version)
        for person, hand in zip(people, hands, strict=True):
            await tables.screens.keep_private(click(person), table_id, hand, game_number=1)
        async with database.read() as db:
            row = await db.get(GameRow, outcome.game_id)
        assert row is not None
        return cls(table_id, outcome.game_id, people, hands, table, SOKER.load_state(row.state), rng)

    @property
    def over(self) -> bool:
        """True when somebody won, or nobody can."""
        return SOKER.to_act(self.state) is None

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        seat = SOKER.to_act(self.state)
        assert seat is not None
        return seat

    def choose(self) -> Move:
        """A random legal move."""
        return choose(SOKER.legal_moves(self.state), self.rng)

    def follow(self, move: Move) -> None:
        """The move was made."""
        self.state, _ = SOKER.apply(self.state, move)
        self.seq += 1
