"""The statements of a person's record (O4): games by how they ended, the latest of them, their moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, case, exists, func, or_, select
from sqlmodel import SQLModel

import soker_discord.store.ladder_models
import soker_discord.store.models  # noqa: F401 - every table below
from engine.game import ENDED_EARLY
from ratings.event import Unrated
from soker_discord.store.database import Session, run
from soker_discord.store.models import Mode, MoveBy

_TABLES = SQLModel.metadata.tables
GAME, PLAYER, MOVE, JOURNAL, TABLE, TOURNAMENT = (
    _TABLES[name] for name in ("game", "game_player", "move", "ladder_journal", "table", "tournament")
)

_WAY = GAME.c.result["way"].as_string()
_WON = case((GAME.c.result["winner"].as_integer() == PLAYER.c.position, 1), else_=0)


def _finished(person: int, game: str, mode: Mode, *what: Any) -> Any:
    """A person's games of a mode that ended by the rules; what everyone voted to end is none."""
    own = and_(PLAYER.c.game_id == GAME.c.id, PLAYER.c.person_id == person)
    at = and_(TABLE.c.id == GAME.c.table_id, TABLE.c.mode == mode.value)
    return (
        select(*what)
        .select_from(GAME)
        .join(PLAYER, own)
        .join(TABLE, at)
        .where(GAME.c.game == game, GAME.c.ended_at.is_not(None), _WAY != ENDED_EARLY)
    )


async def games_by_way(db: Session, person: int, game: str, mode: Mode) -> Sequence[tuple[str, int, int]]:
    """The way games ended, how many of a person's ended so, and how many of those the person won."""
    query = _finished(
        person, game, mode, _WAY.label("way"), func.count().label("games"), func.sum(_WON).label("wins")
    ).group_by(_WAY)
    return [(row.way, row.games, int(row.wins)) for row in await run(db, query)]


async def latest_wins(db: Session, person: int, game: str, mode: Mode, limit: int) -> Sequence[bool]:
    """Whether a person won each of their latest games, newest first."""
    query = _finished(person, game, mode, _WON).order_by(GAME.c.ended_at.desc(), GAME.c.id.desc()).limit(limit)
    return [bool(row[0]) for row in await run(db, query)]


async def latest_moves(db: Session, person: int, game: str, mode: Mode, games: int) -> Sequence[tuple[int, Any]]:
    """The moves a person made in their latest games, and the version of the rules each was made by."""
    newest = _finished(person, game, mode, GAME.c.id, GAME.c.rules_version, PLAYER.c.position)
    newest_games = newest.order_by(GAME.c.ended_at.desc(), GAME.c.id.desc()).limit(games).subquery()
    query = select(newest_games.c.rules_version, MOVE.c.move).join(
        newest_games,
        and_(
            MOVE.c.game_id == newest_games.c.id,
            MOVE.c.seat == newest_games.c.position,
            MOVE.c.by == MoveBy.PERSON.value,
        ),
    )
    return [(row.rules_version, row.move) for row in await run(db, query)]


async def tournaments_of(db: Session, person: int, board: str) -> tuple[int, int]:
    """A person's finished tournaments on a board, friendly ones too, and how many of them they won.

    A single game that counts for itself is none.
    """
    played = or_(JOURNAL.c.unrated.is_(None), JOURNAL.c.unrated == Unrated.FRIENDLY.value)
    won = func.coalesce(func.sum(case((JOURNAL.c.place == 1, 1), else_=0)), 0)
    single = exists().where(TOURNAMENT.c.id == JOURNAL.c.event, TOURNAMENT.c.games == 1)
    query = select(func.count().label("played"), won.label("won")).where(
        JOURNAL.c.board == board, JOURNAL.c.person_id == person, played, ~single
    )
    row = (await run(db, query)).one()
    return row.played, int(row.won)
