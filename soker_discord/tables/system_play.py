"""System players move (T4): computed from what their seat could see, then made like everybody's moves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from engine import catalogue, fairness
from engine.game import Game, IllegalMove
from engine.system import Aim, SystemPlayers
from soker_discord.store.database import Session
from soker_discord.store.games import moves_of, players_of
from soker_discord.store.models import GameRow, MoveBy, Table, TableStatus
from soker_discord.tables.house import House
from soker_discord.tables.outcome import Outcome, outcome
from soker_discord.tables.play import Play, open_sitting
from soker_discord.tables.refusals import Refused
from soker_discord.tables.thinking import Lane, Thinking

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, repr=False)
class Course:
    """A running game as it was read, hidden cards and all: enough to let anyone in it think. ``strengths`` by position,
    None for a person."""

    seq: int
    game: Game[Any, Any, Any, Any]
    players: SystemPlayers[Any] | None
    dealt: Any
    moves: tuple[Any, ...]
    state: Any
    strengths: tuple[str | None, ...]
    aim: Aim

    def choose(self, state: Any, moves: Sequence[Any], rng: random.Random) -> Any:
        """The move of the system player whose turn it is in ``state``, after these moves."""
        seat = self.game.to_act(state)
        assert seat is not None
        strength = self.strengths[seat]
        assert strength is not None
        assert self.players is not None
        try:
            memory = self.players.memory(self.dealt, moves, seat)
            return self.players.choose(memory, strength, self.aim, rng)
        except Exception:
            log.exception("a system player could not think; it plays as the clock would", strength=strength)
            return self.game.timeout_move(state)


@dataclass(frozen=True, slots=True)
class RestOfGame:
    """How a game that everybody left is played to its end: every move and who makes it, from ``seq`` on."""

    seq: int
    moves: tuple[tuple[Any, MoveBy], ...]


@dataclass(frozen=True, slots=True)
class SystemPlay:
    """The use cases of system players."""

    house: House
    play: Play
    thinking: Thinking

    async def act(self, game_id: int, seq: int) -> Outcome | None:
        """The system player whose turn ``seq`` is makes its move, if its time to act has come, else None.

        Any process may compute it; the first commit wins, and the others find the turn gone.
        """
        course = await self.course(game_id)
        if course is None or course.seq != seq:
            return None
        turn = course.game.to_act(course.state)
        if turn is None or course.strengths[turn] is None:
            return None
        move = await self.thinking.run(Lane.SYSTEM, course.choose, course.state, course.moves, self.new_rng())

        async def work(db: Session) -> Outcome | None:
            try:
                sitting, _ = await open_sitting(db, game_id)
            except Refused:
                return None
            row = sitting.row
            if row.seq != seq or row.result is not None or sitting.table.status != TableStatus.PLAYING:
                return None
            if row.act_at is None or self.house.now() < row.act_at:
                return None
            try:
                self.play.make(sitting, move, MoveBy.SYSTEM)
            except IllegalMove:
                log.exception("a system player chose what it may not do; it plays as the clock would", game=game_id)
                self.play.make(sitting, sitting.game.timeout_move(sitting.state), MoveBy.SYSTEM)
            await self.play.settle(db, sitting)
            return outcome(sitting.table, row)

        return await self.house.transact(work)

    async def rest_of_game(self, game_id: int) -> RestOfGame | None:
        """How a game goes to its end without people: they draw and pass, system players play. None if it is over."""
        course = await self.course(game_id)
        if course is None or course.game.to_act(course.state) is None:
            return None
        return await self.thinking.run(Lane.LEFT, _play_on, course, self.new_rng())

    async def course(self, game_id: int) -> Course | None:
        """A game as it stands; None if it is gone or over."""
        async with self.house.database.read() as db:
            row = await db.get(GameRow, game_id)
            if row is None or row.result is not None:
                return None
            table = await db.get(Table, row.table_id)
            assert table is not None
            stored = await moves_of(db, game_id)
            strengths = tuple(person.strength for _, person in await players_of(db, game_id))
        game = catalogue.game(row.game, row.rules_version)
        return Course(
            seq=row.seq,
            game=game,
            players=catalogue.system(row.game),
            dealt=game.deal(row.seats, row.starter, fairness.seed(bytes.fromhex(row.secret), row.salt)),
            moves=tuple(game.load_move(dict(move)) for move in stored[: row.seq]),
            state=game.load_state(row.state),
            strengths=strengths,
            aim=Aim.WIN if table.games == 1 else Aim.POINTS,
        )

    def new_rng(self) -> random.Random:
        """A source of its own for one thought: never the game's seed, and none that threads share."""
        return random.Random(self.house.rng.getrandbits(128))

    async def warm_up(self) -> tuple[str, ...]:
        """Load what is compiled for every game. Returns what is missing, in words for the host."""
        found = [catalogue.system(name) for name in catalogue.names()]
        said = [await self.thinking.run(Lane.SYSTEM, players.warm_up) for players in found if players is not None]
        return tuple(text for text in said if text)


def _play_on(course: Course, rng: random.Random) -> RestOfGame:
    state, moves, made = course.state, list(course.moves), []
    while (seat := course.game.to_act(state)) is not None:
        person = course.strengths[seat] is None
        move = course.game.timeout_move(state) if person else course.choose(state, moves, rng)
        state, _ = course.game.apply(state, move)
        moves.append(move)
        made.append((move, MoveBy.AWAY if person else MoveBy.SYSTEM))
    return RestOfGame(course.seq, tuple(made))
