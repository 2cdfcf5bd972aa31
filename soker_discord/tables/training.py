"""Training (O1): win chances, the odds of each move, a hint. All hands are open; the order of the deck is not."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import catalogue
from engine.game import msg
from engine.system import Chances, Hint, Option
from soker_discord.store.models import GameRow, Mode, Table, TableStatus
from soker_discord.store.people import person_by_discord
from soker_discord.store.rooms import seats_of
from soker_discord.tables.house import Request
from soker_discord.tables.refusals import Refused, Stale
from soker_discord.tables.rooms import NOT_SEATED
from soker_discord.tables.system_play import Course, SystemPlay
from soker_discord.tables.thinking import Lane

ONLY_IN_TRAINING = msg("Odds and hints are for training. Open a training table with /soker new.")
NOT_YOUR_TURN = msg("Odds and hints are for your own turn. Wait until it comes.")
ASLEEP = msg("The table is asleep. Press Resume, then ask again.")
REMEMBERED = 500
"""Positions whose chances are kept: several people look at one, and a screen is drawn more than once."""


@dataclass(frozen=True, slots=True)
class Training:
    """The use cases of training."""

    system: SystemPlay
    _known: OrderedDict[tuple[int, int], Chances] = field(default_factory=OrderedDict)

    async def chances(self, row: Any, strengths: Sequence[str | None]) -> Chances | None:
        """How likely each seat is to win a running game as a row has it; None where the game has no odds.

        The same position always has the same figures, in every process.
        """
        players = catalogue.system(row.game)
        if players is None:
            return None
        key = (row.id, row.seq)
        if key not in self._known:
            state = catalogue.game(row.game, row.rules_version).load_state(row.state)
            source = random.Random(f"chances of {row.id} at {row.seq}")
            self._known[key] = await self.system.thinking.run(Lane.PEOPLE, players.chances, state, strengths, source)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return self._known.get(key)

    async def options(self, request: Request, game_id: int, seq: int) -> tuple[Option, ...]:
        """What the asker may do on turn ``seq``, the likeliest to win first.

        Raises Stale if the game has moved on; Refused: no training, not their turn, no seat, asleep.
        """
        course = await self._own_turn(request, game_id, seq)
        assert course.players is not None
        rng = self.system.new_rng()
        return await self.system.thinking.run(Lane.PEOPLE, course.players.options, course.state, course.strengths, rng)

    async def hint(self, request: Request, game_id: int, seq: int) -> Hint:
        """What to do and why. Raises as ``options`` does."""
        course = await self._own_turn(request, game_id, seq)
        assert course.players is not None
        rng = self.system.new_rng()
        return await self.system.thinking.run(Lane.PEOPLE, course.players.hint, course.state, course.strengths, rng)

    async def _own_turn(self, request: Request, game_id: int, seq: int) -> Course:
        async with self.system.house.database.read() as db:
            row = await db.get(GameRow, game_id)
            table = None if row is None else await db.get(Table, row.table_id)
            if row is None or table is None or table.id is None:
                raise Refused(ONLY_IN_TRAINING)
            person = await person_by_discord(db, request.discord_id)
            seats = [seat for seat, _ in await seats_of(db, table.id)]
        if table.mode != Mode.TRAINING:
            raise Refused(ONLY_IN_TRAINING)
        seat = next((seat for seat in seats if person is not None and seat.person_id == person.id), None)
        if seat is None:
            raise Refused(NOT_SEATED)
        if table.status == TableStatus.ASLEEP:
            raise Refused(ASLEEP)
        course = await self.system.course(game_id)
        if course is None or course.seq != seq:
            raise Stale(table.id)
        if course.game.to_act(course.state) != seat.position:
            raise Refused(NOT_YOUR_TURN)
        return course
