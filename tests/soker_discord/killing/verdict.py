"""What a killed process left behind, and what became of it: every fault in words."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlmodel import col, select

from engine.verification import GameRecord, check
from soker_discord.store.database import Database
from soker_discord.store.ladder_models import LadderEvent, LadderJournal
from soker_discord.store.models import GamePlayer, GameRow, Mode, MoveRow, Seat, Table, TableStatus, Tournament
from soker_discord.tables.boards import boards_of
from soker_discord.tables.house import House
from soker_discord.tables.ladder_check import verify
from soker_discord.tables.ladder_upkeep import rebuild
from soker_discord.tables.outcome import result_of
from soker_discord.tables.service import make_tables
from soker_discord.tables.tournaments import GAMES, standing_of
from tests.soker_discord.killing.paper import GUILD, Seen
from tests.soker_discord.killing.prepared import Prepared, now


@dataclass(frozen=True, slots=True)
class Left:
    """The stored rows that matter."""

    table: Table
    tournament: Tournament
    games: Sequence[GameRow]
    moves: Sequence[MoveRow]
    events: Sequence[LadderEvent]
    journal: Sequence[LadderJournal]
    people: Sequence[int]
    holding: int

    @property
    def finished(self) -> bool:
        """True if the last move is stored."""
        return self.games[-1].result is not None


async def left_in(database: Database, prepared: Prepared) -> Left:
    """Read what is stored of the tournament."""
    async with database.read() as db:
        players = select(GamePlayer.person_id).where(GamePlayer.game_id == prepared.game_id)
        moves = select(MoveRow).where(MoveRow.game_id == prepared.game_id).order_by(col(MoveRow.seq))
        return Left(
            table=(await db.exec(select(Table))).one(),
            tournament=(await db.exec(select(Tournament))).one(),
            games=(await db.exec(select(GameRow).order_by(col(GameRow.id)))).all(),
            moves=(await db.exec(moves)).all(),
            events=(await db.exec(select(LadderEvent))).all(),
            journal=(await db.exec(select(LadderJournal))).all(),
            people=(await db.exec(players.order_by(col(GamePlayer.position)))).all(),
            holding=len((await db.exec(select(Seat).where(col(Seat.holds)))).all()),
        )


def faults_after_the_kill(left: Left, prepared: Prepared, seen: Seen) -> list[str]:
    """An answer stands for a stored move; the last move, the tournament and the ladder are stored together or not."""
    answered = set(seen.numbers("answered"))
    stored = {move.seq for move in left.moves}
    lost = [click.seq for click in prepared.clicks if click.interaction in answered and click.seq + 1 not in stored]
    faults = [f"lost: move {seq} was answered and is not stored" for seq in lost]
    parts = {
        "the last move": len(left.moves) == len(prepared.moves),
        "the game's result": left.finished,
        "the tournament's result": left.tournament.result is not None,
        "the table's end": left.table.status == TableStatus.OVER,
        "events": bool(left.events),
        "the journal": bool(left.journal),
    }
    if len(set(parts.values())) != 1:
        faults.append(f"torn: stored are {[name for name, there in parts.items() if there]} of {list(parts)}")
    return faults


async def faults_at_the_end(database: Database, prepared: Prepared, seen: Seen) -> list[str]:
    """The tournament ended once, everywhere, and everyone was told."""
    left = await left_in(database, prepared)
    faults = [*_faults_of_moves(left, prepared), *_faults_of_the_end(left), *_faults_of_the_ladder(left)]
    if left.finished and not await _replays(database, prepared):
        faults.append("torn: the game does not replay")
    different = sum(found.different for found in await verify(database))
    changed = sum(found.changed for found in await rebuild(database))
    if different or changed:
        faults.append(f"torn: verifying finds {different} differences, rebuilding changes {changed}")
    answered = set(seen.numbers("answered"))
    if not {click.interaction for click in prepared.clicks[:-1]} <= answered:
        faults.append("lost: a click before the last one was not answered")
    return faults


async def _replays(database: Database, prepared: Prepared) -> bool:
    looking = make_tables(House(database, now, random.Random())).looking
    return check(GameRecord.from_json(await looking.record(prepared.game_id))).ok


def _faults_of_moves(left: Left, prepared: Prepared) -> list[str]:
    faults = []
    if len(left.games) != GAMES:
        faults.append(f"twice: there are {len(left.games)} games")
    if [move.seq for move in left.moves] != list(range(1, len(prepared.moves) + 1)):
        faults.append(f"moves are numbered {[move.seq for move in left.moves][-5:]} at the end")
    if [move.move for move in left.moves] != prepared.moves:
        faults.append("moves are not those that were made")
    return faults


def _faults_of_the_end(left: Left) -> list[str]:
    """The result follows from the games; the people are free."""
    if not left.finished or left.tournament.finished_at is None:
        return ["lost: the tournament has not ended"]
    final = standing_of(left.games[-1], [result_of(game.result or {}) for game in left.games])
    faults = []
    if left.tournament.result != {"scores": [list(score) for score in final.scores], "places": list(final.places)}:
        faults.append("the tournament's result is not that of its games")
    if left.table.status != TableStatus.OVER or left.holding:
        faults.append(f"the table is {left.table.status}, and {left.holding} people are held at it")
    return faults


def _faults_of_the_ladder(left: Left) -> list[str]:
    """One event on each board, one row in the journal for each person on each board."""
    boards = sorted(board.name for board in boards_of(left.table.game, Mode.PEOPLE, GUILD))
    events = [(event.board, event.event) for event in left.events]
    rows = [(row.board, row.event, row.person_id) for row in left.journal]
    wanted = [(board, left.tournament.id) for board in boards]
    faults = _compared("event", events, wanted)
    faults += _compared("journal row", rows, [(*event, person) for event in wanted for person in left.people])
    if {event.finished_at for event in left.events} - {left.tournament.finished_at}:
        faults.append("an event ended at another moment than its tournament")
    return faults


def _compared(what: str, found: Sequence[tuple[Any, ...]], wanted: Sequence[tuple[Any, ...]]) -> list[str]:
    lost = [f"lost: {what} {each}" for each in wanted if each not in found]
    return lost + [f"twice: {what} {each}" for each in found if each not in wanted or found.count(each) > 1]
