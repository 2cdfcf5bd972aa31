"""A ranked tournament that lacks its last few moves."""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlmodel import col, select

from engine.soker import SOKER
from engine.soker.random_play import choose
from soker_discord.locales.speech import speech
from soker_discord.publish.publishing import Publishing
from soker_discord.store.database import Database
from soker_discord.store.models import GameRow
from soker_discord.tables.house import House, Request
from soker_discord.tables.service import Tables, make_tables
from soker_discord.tables.tournaments import GAMES
from tests.soker_discord.killing.paper import CHANNEL, GUILD, Death, PaperDelivery, Point, Seen

LEFT = 3
"""Moves that are left to be made."""


def now() -> datetime:
    """The wall clock."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Click:
    """A click that makes a move: its interaction, who clicks, on which turn, what, and the message of their hand."""

    interaction: int
    person: int
    seq: int
    move: dict[str, Any]
    hand: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """The tournament: ``moves`` are all of its last game, ``clicks`` those that are left, ``table`` its message."""

    seats: int
    table_id: int
    game_id: int
    table: int
    moves: list[dict[str, Any]]
    clicks: list[Click]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Prepared:
        return cls(**{**stored, "clicks": [Click(**click) for click in stored["clicks"]]})


@dataclass
class _Evening:
    """People who play through the use cases, as the handlers call them."""

    database: Database
    tables: Tables
    people: list[int]
    rng: random.Random
    numbers: Iterator[int]
    table_id: int = 0

    def click(self, person: int) -> Request:
        number = next(self.numbers)
        return Request(number, now(), person, f"Person {person}", GUILD, CHANNEL, token=f"token of {number}")

    async def sit_down(self) -> None:
        host, *others = self.people
        rooms = self.tables.rooms
        self.table_id = await rooms.open(self.click(host), game=SOKER.name, private=False, games=GAMES, ranked=True)
        for person in others:
            await rooms.join(self.click(person), self.table_id)
        await self.tables.deals.start(self.click(host), self.table_id)
        view = await self.tables.looking.look(self.table_id)
        self.people = [seat.discord_id or 0 for seat in sorted(view.seats, key=lambda seat: seat.position or 0)]

    async def script(self) -> tuple[int, list[tuple[int, Any]]]:
        """The newest game, and what will be played in it: seat and move."""
        async with self.database.read() as db:
            row = (await db.exec(select(GameRow).order_by(col(GameRow.id).desc()).limit(1))).one()
        assert row.id is not None
        state, moves = SOKER.load_state(row.state), []
        while (seat := SOKER.to_act(state)) is not None:
            moves.append((seat, choose(SOKER.legal_moves(state), self.rng)))
            state, _ = SOKER.apply(state, moves[-1][1])
        return row.id, moves

    async def play(self, game_id: int, moves: list[tuple[int, Any]]) -> None:
        for seq, (seat, move) in enumerate(moves):
            await self.tables.play.move(self.click(self.people[seat]), game_id, seq, move)

    async def next_game(self) -> None:
        for person in self.people:
            await self.tables.deals.rematch(self.click(person), self.table_id)


async def prepare(url: str, seats: int, seed: int) -> Prepared:
    """Play a tournament in a fresh database up to its last moves; the last game has its messages."""
    database, rng = Database(url), random.Random(seed)
    tables = make_tables(House(database, now, rng))
    evening = _Evening(database, tables, [10**16 + seat for seat in range(seats)], rng, itertools.count(10**18))
    await evening.sit_down()
    for _ in range(GAMES - 1):
        await evening.play(*await evening.script())
        await evening.next_game()
    await _deal_out(tables, evening.table_id)
    game_id, moves = await evening.script()
    await evening.play(game_id, moves[:-LEFT])
    await tables.housekeeping.beat(0, 1, first=True)
    prepared = await _left(evening, game_id, moves)
    await database.close()
    return prepared


async def _deal_out(tables: Tables, table_id: int) -> None:
    delivery = PaperDelivery(Seen(Path(os.devnull)), Death(Point.NEVER), now)
    publishing = Publishing(tables, delivery, now, speech)
    await publishing.deal_out(table_id)
    publishing.close()


async def _left(evening: _Evening, game_id: int, moves: list[tuple[int, Any]]) -> Prepared:
    screens = await evening.tables.screens.of_table(evening.table_id)
    messages = {screen.owner: screen.message_id for screen in screens}
    written = [SOKER.dump_move(move) for _, move in moves]
    clicks = []
    for seq in range(len(moves) - LEFT, len(moves)):
        person = evening.people[moves[seq][0]]
        clicks.append(Click(next(evening.numbers), person, seq, written[seq], messages[person]))
    return Prepared(len(evening.people), evening.table_id, game_id, messages[None], written, clicks)
