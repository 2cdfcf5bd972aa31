"""The stored ladder: written as tournaments finish, made anew, checked, and mended."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import AsyncIterator, Awaitable, Sequence
from dataclasses import replace
from datetime import timedelta, timezone

import pytest
from sqlalchemy import Table, delete, select, update
from sqlmodel import SQLModel

from ratings.display import order_key
from ratings.errors import BadEvent
from ratings.event import Board, Entrant, Event, Unrated
from ratings.journal import JournalRow, standing_after
from soker_discord.store import ladder as store
from soker_discord.store.database import Database, run
from soker_discord.store.ladder import EVENT, JOURNAL, STANDING, BoardState, Unreadable
from soker_discord.tables.ladder import record
from soker_discord.tables.ladder_check import verify
from soker_discord.tables.ladder_fold import UnknownBoard
from soker_discord.tables.ladder_upkeep import NothingToTakeOut, UnknownEvent, rebuild, void
from soker_discord.tables.refusals import Refused
from tests.soker_discord.ladder_events import (
    BOARDS,
    EVERYWHERE,
    ONE_SERVER,
    START,
    finish,
    finish_at_once,
    in_order,
    journal,
    people,
    random_events,
    record_all,
)

LADDER = [
    SQLModel.metadata.tables[name] for name in ("ladder_board", "ladder_event", "ladder_journal", "ladder_standing")
]


@pytest.fixture
async def database(any_url: str) -> AsyncIterator[Database]:
    database = Database(any_url)
    yield database
    await database.close()


async def everything(database: Database, table: Table) -> list[tuple]:
    """All rows of a table, as they are, in the order of its key."""
    async with database.read() as db:
        return [tuple(row) for row in await run(db, select(table).order_by(*table.primary_key.columns))]


async def ladder_rows(database: Database) -> list[list[tuple]]:
    """Journal and standings, whole."""
    return [await everything(database, table) for table in (JOURNAL, STANDING)]


async def stored_journal(database: Database, board: Board) -> list[JournalRow]:
    async with database.read() as db:
        return [found.row for found in await store.journal_between(db, board.name, 0, 10**9)]


async def standings(database: Database, board: Board) -> dict:
    async with database.read() as db:
        return {person: found.standing for person, found in (await store.standings_after(db, board.name, -1)).items()}


async def tamper(database: Database, statement) -> None:
    async with database.write() as db:
        assert (await run(db, statement)).rowcount == 1


async def assert_sound(database: Database) -> None:
    """Verify finds no difference on any board, and rebuilding changes not a byte."""
    before = [await everything(database, table) for table in LADDER]
    assert [(found.different, found.differences) for found in await verify(database)] == [(0, ())] * len(BOARDS)
    assert [found.changed for found in await rebuild(database)] == [0] * len(BOARDS)
    assert [await everything(database, table) for table in LADDER] == before


async def test_the_living_ladder_is_the_fold_of_its_events_bit_for_bit(database: Database):
    """Hundreds finish at once, on two boards each, with ties, unrated ones and system players among them."""
    events = random_events(3, 300, await people(database, 20))
    await finish_at_once(database, events)
    for board in BOARDS:
        ordered = await in_order(database, board, events)
        assert len(ordered) == len(events)
        assert await stored_journal(database, board) == journal(board, ordered)
    await assert_sound(database)


async def test_where_people_stand_is_what_their_last_row_says(database: Database):
    persons = await people(database, 8)
    await finish_at_once(database, random_events(4, 60, persons))
    rows = await stored_journal(database, EVERYWHERE)
    expected = {row.person: standing_after(row) for row in rows if row.events}
    assert await standings(database, EVERYWHERE) == expected
    async with database.read() as db:
        found = await store.standings_after(db, EVERYWHERE.name, -1)
    keys = {person: -order_key(standing.rating) for person, standing in expected.items()}
    assert {person: stored.rank_key for person, stored in found.items()} == keys


async def test_a_person_with_unrated_events_only_stands_nowhere(database: Database):
    one, two = await people(database, 2)
    event = Event(1, "", START, (Entrant(one, 1), Entrant(two, 2)), Unrated.FRIENDLY)
    rows = await finish(database, event)
    assert [row.unrated for row in rows[EVERYWHERE.name]] == [Unrated.FRIENDLY] * 2
    assert await standings(database, EVERYWHERE) == {}
    await assert_sound(database)


async def test_an_event_counts_once_however_often_it_is_finished(database: Database):
    """Raced by twenty, then replayed, then with another order: the first stays."""
    one, two, three = await people(database, 3)
    event = Event(1, "", START, (Entrant(one, 1, 40), Entrant(two, 2, 30), Entrant(three, 3, 20)))
    raced = await asyncio.gather(*(finish(database, event) for _ in range(20)))
    assert all(found == raced[0] for found in raced)
    before = await ladder_rows(database)
    other = replace(event, entrants=(Entrant(one, 3), Entrant(two, 2), Entrant(three, 1)))
    assert await finish(database, other) == raced[0]
    assert await ladder_rows(database) == before
    assert len(before[0]) == 6
    await assert_sound(database)


async def test_an_event_joins_a_board_it_was_not_on(database: Database):
    one, two = await people(database, 2)
    event = Event(1, "", START, (Entrant(one, 1), Entrant(two, 2)))
    first = await finish(database, event, [EVERYWHERE])
    both = await finish(database, event)
    assert both[EVERYWHERE.name] == first[EVERYWHERE.name]
    assert [row.board for row in both[ONE_SERVER.name]] == [ONE_SERVER.name] * 2


async def test_boards_named_in_any_order_by_many_at_once_do_not_wait_for_each_other_for_ever(database: Database):
    """All of the boards are new, too."""
    persons = await people(database, 6)
    boards = [Board(name) for name in "abcd"]
    rng = random.Random(1)
    events = random_events(5, 60, persons)
    await asyncio.gather(*(finish(database, event, rng.sample(boards, rng.randint(2, 4))) for event in events))
    assert {found.different for found in await verify(database)} == {0}


async def test_a_board_stays_what_it_was_made_as(database: Database):
    one, two = await people(database, 2)
    for number in (1, 2):
        event = Event(number, "", START, (Entrant(one, 1), Entrant(two, 2)))
        rows = await finish(database, event, [Board("b", spans_servers=number == 1)])
    assert {row.weight for row in rows["b"]} == {0.5}


async def test_what_is_not_committed_never_was(database: Database):
    persons = await people(database, 4)
    events = random_events(6, 10, persons)
    for event in events[:5]:
        await finish(database, event)
    before = [await everything(database, table) for table in LADDER]
    with pytest.raises(RuntimeError, match="power cut"):
        async with database.write() as db:
            await record(db, events[5], BOARDS)
            raise RuntimeError("power cut")
    assert [await everything(database, table) for table in LADDER] == before
    for event in events[5:]:
        await finish(database, event)
    assert await stored_journal(database, EVERYWHERE) == journal(
        EVERYWHERE, await in_order(database, EVERYWHERE, events)
    )


async def test_an_event_that_is_refused_leaves_nothing(database: Database, monkeypatch: pytest.MonkeyPatch):
    """Also what the transaction did before on another board."""
    one, two = await people(database, 2)
    event = Event(1, "", START, (Entrant(one, 1), Entrant(two, 2)))
    append = store.append_event

    async def fail_on_the_second(db, state: BoardState, *rest):
        if state.board == ONE_SERVER:
            raise BadEvent("refused")
        return await append(db, state, *rest)

    monkeypatch.setattr(store, "append_event", fail_on_the_second)
    with pytest.raises(BadEvent):
        await finish(database, event)
    assert [await everything(database, table) for table in LADDER] == [[], [], [], []]


async def test_a_moment_counts_whatever_zone_it_is_written_in(database: Database):
    one, two = await people(database, 2)
    here = START.astimezone(timezone(timedelta(hours=5)))
    rows = await finish(database, Event(1, "", here, (Entrant(one, 1), Entrant(two, 2))))
    assert rows[EVERYWHERE.name] == tuple(await stored_journal(database, EVERYWHERE))
    await assert_sound(database)


# rebuilding and verifying

FLOATS = ("before_mu", "before_sigma", "aged_mu", "aged_sigma", "after_mu", "after_sigma", "weight")


@pytest.fixture
async def played(database: Database) -> list[Event]:
    """Eighty events, recorded."""
    events = random_events(7, 80, await people(database, 9))
    await record_all(database, events)
    return events


async def _some_row(database: Database, events: Sequence[Event]) -> JournalRow:
    rated = [event for event in events if event.unrated is None]
    async with database.read() as db:
        return (await store.journal_of_event(db, EVERYWHERE.name, rated[len(rated) // 2].id))[0]


def _its_key(row: JournalRow):
    return (JOURNAL.c.board == row.board) & (JOURNAL.c.event == row.event) & (JOURNAL.c.person_id == row.person)


async def test_a_float_that_was_changed_in_its_last_bit_is_found_and_mended(database: Database, played: list[Event]):
    before = await ladder_rows(database)
    row = await _some_row(database, played)
    for column in FLOATS:
        name, _, part = column.partition("_")
        value = getattr(getattr(row, name), part) if part else row.weight
        forged = value * (1 + 2**-52)
        assert forged != value
        await tamper(database, update(JOURNAL).where(_its_key(row)).values({column: forged}))
        found = next(found for found in await verify(database) if found.different)
        assert found.different == 1
        [difference] = found.differences
        assert (difference.event, difference.person) == (row.event, row.person)
        assert (difference.stored, difference.wanted) == (forged, value)
        assert [found.changed_rows for found in await rebuild(database, EVERYWHERE.name)] == [1]
        assert await ladder_rows(database) == before


async def test_a_standing_that_was_changed_is_found_and_mended(database: Database, played: list[Event]):
    before = await ladder_rows(database)
    row = await _some_row(database, played)
    which = (STANDING.c.board == row.board) & (STANDING.c.person_id == row.person)
    for column in ("mu", "sigma", "rank_key", "events", "season"):
        await tamper(database, update(STANDING).where(which).values({column: STANDING.c[column] + 1}))
        assert [found.different for found in await verify(database)] == [1, 0]
        assert [found.changed_standings for found in await rebuild(database)] == [1, 0]
        assert await ladder_rows(database) == before


async def test_rows_that_are_missing_or_too_many_are_found_and_mended(database: Database, played: list[Event]):
    before = await ladder_rows(database)
    row = await _some_row(database, played)
    stranger = (await people(database, 1))[0]
    which = (STANDING.c.board == row.board) & (STANDING.c.person_id == row.person)
    await tamper(database, delete(JOURNAL).where(_its_key(row)))
    await tamper(database, delete(STANDING).where(which))
    async with database.write() as db:
        await store.write_rows(db, [store.StoredRow(1, replace(row, event=played[0].id, person=stranger))])
        await store.write_standings(db, row.board, {stranger: standing_after(row)})
    [found] = await verify(database, EVERYWHERE.name)
    assert found.different == 4
    assert {(one.field, one.stored, one.wanted) for one in found.differences} == {
        ("row", None, "there"),
        ("row", "there", None),
    }
    [rebuilt] = await rebuild(database, EVERYWHERE.name)
    assert (rebuilt.changed_rows, rebuilt.changed_standings) == (2, 2)
    assert await ladder_rows(database) == before


async def test_a_group_under_a_wrong_name_is_found_and_mended(database: Database, played: list[Event]):
    """It would make a later meeting count too much."""
    before = await everything(database, EVENT)
    which = (EVENT.c.board == EVERYWHERE.name) & (EVENT.c.event == played[3].id)
    await tamper(database, update(EVENT).where(which).values(group_key="0-0"))
    assert [found.different for found in await verify(database)] == [1, 0]
    assert [found.groups for found in await rebuild(database)] == [1, 0]
    assert await everything(database, EVENT) == before


async def test_verify_changes_nothing(database: Database, played: list[Event]):
    row = await _some_row(database, played)
    await tamper(database, update(JOURNAL).where(_its_key(row)).values(after_mu=1.0))
    before = [await everything(database, table) for table in LADDER]
    await verify(database)
    assert [await everything(database, table) for table in LADDER] == before


async def test_many_differences_are_counted_and_the_first_are_told(database: Database, played: list[Event]):
    async with database.write() as db:
        await run(db, update(JOURNAL).values(points=JOURNAL.c.points + 1))
    rows = len(await stored_journal(database, EVERYWHERE))
    found = (await verify(database))[0]
    assert found.different == rows == found.rows
    assert len(found.differences) == 10


async def test_rebuilding_from_an_event_on_equals_rebuilding_all(database: Database, played: list[Event]):
    before = await ladder_rows(database)
    later = [event.id for event in played[40:]]
    async with database.write() as db:
        await run(db, update(JOURNAL).where(JOURNAL.c.event.in_(later)).values(after_mu=0.5, before_sigma=1.0))
        await run(db, update(STANDING).values(mu=3.0, rank_key=0.0))
    done = await rebuild(database, since=played[40].id)
    assert [found.events for found in done] == [40, 40]
    assert await ladder_rows(database) == before
    assert [found.changed for found in await rebuild(database)] == [0, 0]


async def test_rebuilding_is_shown_as_it_goes(database: Database, played: list[Event]):
    told = []
    await rebuild(database, progress=lambda *what: told.append(what))
    assert told[-1] == (ONE_SERVER.name, 80, 80)


async def test_a_board_or_event_that_is_not_there_is_named(database: Database, played: list[Event]):
    for work in (rebuild(database, "nowhere"), verify(database, "nowhere")):
        with pytest.raises(UnknownBoard, match="nowhere"):
            await work
    with pytest.raises(UnknownEvent, match="9999"):
        await rebuild(database, since=9999)
    await finish(database, replace(played[0], id=500), [ONE_SERVER])
    with pytest.raises(UnknownEvent, match=r"soker.*500"):
        await rebuild(database, EVERYWHERE.name, 500)


async def test_an_event_that_was_changed_by_hand_is_named(database: Database, played: list[Event]):
    which = (EVENT.c.board == EVERYWHERE.name) & (EVENT.c.event == played[3].id)
    await tamper(database, update(EVENT).where(which).values(entrants=[[1, 1], "x"]))
    for work in (rebuild(database), verify(database)):
        with pytest.raises(Unreadable, match=f"Event {played[3].id} on board soker"):
            await work


async def test_rebuilding_beside_running_games_loses_none(database: Database, played: list[Event]):
    """Events finish while the ladder is made anew and checked, again and again."""
    async with database.write() as db:
        await run(db, update(JOURNAL).values(after_mu=JOURNAL.c.after_mu + 1.0))
        await run(db, update(STANDING).values(mu=STANDING.c.mu + 1.0))
    persons = await people(database, 6)
    more = [replace(event, id=1000 + event.id) for event in random_events(8, 60, persons)]
    work: list[Awaitable[object]] = [finish(database, event) for event in more]
    for place in (10, 20, 30, 40):
        work.insert(place, rebuild(database))
    await asyncio.gather(*work, verify(database))
    await rebuild(database)
    for board in BOARDS:
        ordered = await in_order(database, board, [*played, *more])
        assert len(ordered) == 140
        assert await stored_journal(database, board) == journal(board, ordered)
    await assert_sound(database)


# taking an event out


async def test_taking_an_event_out_leaves_the_ladder_as_if_it_had_never_been(database: Database, played: list[Event]):
    """Ratings, and the weights of the group's later meetings; the journal says why."""
    out = next(event for event in played[10:] if event.unrated is None and len(event.people) == 2)
    again = [replace(out, id=600 + day, finished_at=START + timedelta(days=900, hours=day)) for day in range(3)]
    for event in again:
        await finish(database, event)
    done = await void(database, again[0].id, "  One of them was their brother. ")
    assert [found.board for found in done] == [EVERYWHERE.name, ONE_SERVER.name]
    for board in BOARDS:
        ordered = await in_order(database, board, [*played, *again])
        without = [event for event in ordered if event.id != again[0].id]
        assert _ratings(await stored_journal(database, board)) == _ratings(journal(board, without))
    async with database.read() as db:
        rows = await store.journal_of_event(db, EVERYWHERE.name, again[0].id)
        [everywhere, _] = await store.find_event(db, again[0].id)
        weights = [(await store.journal_of_event(db, EVERYWHERE.name, event.id))[0].weight for event in again]
    assert {row.unrated for row in rows} == {Unrated.TAKEN_OUT}
    assert everywhere.note == "One of them was their brother."
    assert weights == [0.0, 1.0, 0.5]
    await assert_sound(database)


def _ratings(rows: Sequence[JournalRow]) -> list[JournalRow]:
    return [row for row in rows if row.unrated is None]


async def test_taking_the_only_event_out_takes_its_people_off_the_board(database: Database):
    one, two = await people(database, 2)
    await finish(database, Event(1, "", START, (Entrant(one, 1), Entrant(two, 2))))
    await void(database, 1, "A test.")
    assert await standings(database, EVERYWHERE) == {}
    await assert_sound(database)


async def test_what_cannot_be_taken_out_is_refused_in_words(database: Database, played: list[Event]):
    rated = next(event for event in played if event.unrated is None)
    friendly = next(event for event in played if event.unrated is Unrated.FRIENDLY)
    await void(database, rated.id, "A test.")
    before = [await everything(database, table) for table in LADDER]
    with pytest.raises(NothingToTakeOut, match=r"taken out before .*A test\."):
        await void(database, rated.id, "Again.")
    with pytest.raises(NothingToTakeOut, match="friendly"):
        await void(database, friendly.id, "Again.")
    with pytest.raises(UnknownEvent, match="9999"):
        await void(database, 9999, "A test.")
    with pytest.raises(Refused, match="reason"):
        await void(database, played[-1].id, "  ")
    assert [await everything(database, table) for table in LADDER] == before


async def test_two_who_take_the_same_event_out_at_once(database: Database, played: list[Event]):
    """One does it, the other is told; tournaments that finish meanwhile are in."""
    rated = next(event for event in played if event.unrated is None)
    more = [replace(event, id=1000 + event.id) for event in random_events(9, 20, await people(database, 6))]
    results = await asyncio.gather(
        void(database, rated.id, "One."),
        void(database, rated.id, "Two."),
        *(finish(database, event) for event in more),
        return_exceptions=True,
    )
    assert sorted(isinstance(result, NothingToTakeOut) for result in results) == [False] * 21 + [True]
    assert not [result for result in results if isinstance(result, BaseException)][1:]
    await assert_sound(database)


# at length

COUNT = int(os.environ.get("SOKER_SOAK_TOURNAMENTS", "10000"))
AT_ONCE = 50


@pytest.mark.soak
@pytest.mark.timeout(3600)
async def test_thousands_of_tournaments_fifty_at_once_and_none_is_lost(database: Database):
    """Live = rebuild = verify, with host commands beside the running games."""
    events = random_events(11, COUNT, await people(database, 500))
    began = time.perf_counter()
    for first in range(0, COUNT, AT_ONCE):
        await finish_at_once(database, events[first : first + AT_ONCE])
    recorded = time.perf_counter()
    for board in BOARDS:
        ordered = await in_order(database, board, events)
        assert len(ordered) == COUNT
        assert await stored_journal(database, board) == journal(board, ordered)
    folding = time.perf_counter()
    await assert_sound(database)
    done = time.perf_counter()
    kind = "SQLite" if database.is_sqlite else "PostgreSQL"
    print(f"\n{kind}: {COUNT} tournaments on two boards, {COUNT / (recorded - began):.0f} a second recorded,")
    print(f"{4 * COUNT / (done - folding):.0f} a second folded and compared")
