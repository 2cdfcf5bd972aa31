"""A finished tournament enters the ladder, inside the transaction that finishes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from ratings.event import Board, Event
from ratings.journal import JournalRow
from ratings.ladder import journal_event
from ratings.parameters import STANDARD
from soker_discord.store import ladder as store
from soker_discord.store.database import Session
from soker_discord.store.ladder import BoardState
from soker_discord.store.members import are_here

MEETINGS = len(STANDARD.repeat_weights) - 1
"""Earlier meetings of a group that can matter to a weight."""


async def record(
    db: Session, event: Event, boards: Sequence[Board], note: str | None = None
) -> dict[str, tuple[JournalRow, ...]]:
    """Rate an event on each of the boards; returns what it did to its people, by board.

    Belongs into the transaction that finishes the tournament: the boards are held until it ends, which makes the order
    of events on each, and what is not committed never was. An event that is on a board already stays as it is there
    and its rows are returned: finished twice, raced or replayed, it counts once. The board is that of ``boards``,
    whatever ``event.board`` says. ``note`` is a host's reason for an unrated event. The people are stored already.
    Raises what ``ratings.ladder.journal_event`` raises.
    """
    await db.flush()
    states = await store.lock_or_make_boards(db, boards)
    moment = event.finished_at.astimezone(UTC)
    return {
        state.board.name: await _record_on(db, state, replace(event, board=state.board.name, finished_at=moment), note)
        for state in states
    }


async def _record_on(db: Session, state: BoardState, event: Event, note: str | None) -> tuple[JournalRow, ...]:
    if await store.is_on_board(db, event.board, event.id):
        return await store.journal_of_event(db, event.board, event.id)
    standings = await store.standings_of(db, event.board, [entrant.person for entrant in event.people])
    rows = journal_event(state.board, event, standings, await _earlier(db, state.board, event))
    await store.append_event(db, state, event, note, rows)
    await are_here(db, [event.board], [entrant.person for entrant in event.people])
    return rows


async def _earlier(db: Session, board: Board, event: Event) -> list[datetime]:
    if not board.spans_servers or event.unrated is not None:
        return []
    return await store.earlier_meetings(db, board.name, store.group_of(event), MEETINGS)
