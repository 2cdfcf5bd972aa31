"""Leaderboards, places, histories: what people read of the ladder."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from ratings.display import is_provisional, order_key
from ratings.event import Board
from ratings.journal import Standing
from ratings.rating import Rating
from ratings.seasons import season_named
from soker_discord.store import ladder as store
from soker_discord.store.database import Database, Session, run
from soker_discord.store.leaderboard import PERSON, Listing, Step
from soker_discord.tables import leaderboard
from soker_discord.tables.house import House
from soker_discord.tables.ladder_upkeep import void
from soker_discord.tables.leaderboard import FRESH, OLDEST, Leaderboards, Page
from soker_discord.tables.members import Members
from tests.soker_discord.ladder_events import EVERYWHERE, START, finish, people, random_events, record_all

NAME = EVERYWHERE.name
AUTUMN, WINTER = season_named("2026-Q4"), season_named("2027-Q1")
IN_AUTUMN, IN_WINTER = datetime(2026, 12, 31, 23, tzinfo=UTC), datetime(2027, 1, 1, 1, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
async def house(any_url: str) -> AsyncIterator[House]:
    database = Database(any_url)
    yield House(database, Clock(), random.Random(1))
    await database.close()


@pytest.fixture
def boards(house: House) -> Leaderboards:
    return Leaderboards(house)


async def stand(database: Database, standings: dict[int, Standing]) -> None:
    """Put people on the board as they are."""
    async with database.write() as db:
        await store.lock_or_make_boards(db, [EVERYWHERE])
        await store.write_standings(db, NAME, standings)


async def hide(database: Database, persons: Sequence[int]) -> None:
    async with database.write() as db:
        await run(db, update(PERSON).where(PERSON.c.id.in_(persons)).values(hidden_from_ladder=True))


async def crowd(database: Database, count: int) -> dict[int, Standing]:
    """People on the board, some with equal ratings, some provisional, in two seasons."""
    rng = random.Random(count)
    persons = await people(database, count)
    rng.shuffle(persons)
    return {
        person: Standing(
            Rating(rng.choice((25.0, rng.gauss(25.0, 6.0))), rng.choice((2.0, rng.uniform(1.5, 8.0)))),
            rng.choice((IN_AUTUMN, IN_WINTER)),
            rng.randint(1, 40),
        )
        for person in persons
    }


def in_order(standings: dict[int, Standing]) -> list[int]:
    return sorted(standings, key=lambda person: (-order_key(standings[person].rating), person))


@pytest.mark.parametrize("exact", [True, False])
async def test_every_place_and_page_is_what_sorting_says(
    house: House, boards: Leaderboards, monkeypatch: pytest.MonkeyPatch, exact: bool
):
    """Counted anew, and from a histogram; with hidden people, ties and provisional ratings."""
    monkeypatch.setattr(leaderboard, "EXACT", 10**9 if exact else 0)
    standings = await crowd(house.database, 150)
    await stand(house.database, standings)
    hidden = random.Random(2).sample(sorted(standings), 25)
    await hide(house.database, hidden)
    for season in (None, AUTUMN, WINTER):
        everyone = [one for one in in_order(standings) if season is None or _season(standings[one]) == season]
        listed = [one for one in everyone if one not in hidden]
        settled = [one for one in listed if not is_provisional(standings[one].rating)]
        for offset in range(0, len(listed) + 10, 7):
            page = await boards.top(NAME, offset, 10, season=season)
            assert [found.person for found in page.listed] == listed[offset : offset + 10]
            assert (page.first_place, page.people) == (offset + 1, len(listed))
        for person in everyone:
            place = await boards.place_of(NAME, person, season=season)
            assert place is not None
            before = everyone[: everyone.index(person)]
            assert place.rank == 1 + sum(one in listed for one in before)
            assert (place.people, place.settled_people) == (len(listed), len(settled))
            assert place.settled_rank == (
                None if is_provisional(standings[person].rating) else 1 + sum(one in settled for one in before)
            )
            assert place.standing == standings[person]


def _season(standing: Standing):
    return AUTUMN if standing.last_active == IN_AUTUMN else WINTER


async def test_a_page_names_people_and_where_they_stand(house: House, boards: Leaderboards):
    standings = await crowd(house.database, 3)
    await stand(house.database, standings)
    page = await boards.top(NAME, 0, 10)
    assert {found.person: found.standing for found in page.listed} == standings
    assert {found.name for found in page.listed} == {"Person 0", "Person 1", "Person 2"}


async def test_a_board_or_a_person_that_is_not_there(house: House, boards: Leaderboards):
    [person] = await people(house.database, 1)
    assert await boards.top("nowhere", 0, 10) == Page(1, (), 0, 0, 0)
    assert await boards.place_of(NAME, person) is None
    assert await boards.standing(NAME, person) is None
    assert await boards.history(NAME, person, 5) == ()
    assert await boards.row(NAME, 1, person) is None
    assert await boards.rows_of_event(NAME, 1) == ()
    assert await boards.event(NAME, 1) is None


async def test_a_person_of_another_season_has_no_place_in_this_one(house: House, boards: Leaderboards):
    [person] = await people(house.database, 1)
    await stand(house.database, {person: Standing(Rating(25.0, 3.0), IN_AUTUMN, 4)})
    assert await boards.place_of(NAME, person, season=WINTER) is None
    assert await boards.place_of(NAME, person, season=AUTUMN) is not None


async def test_a_small_board_is_never_old(house: House, boards: Leaderboards):
    """Who has just finished a tournament sees the place it gave them."""
    one, two = await people(house.database, 2)
    await stand(house.database, {one: Standing(Rating(25.0, 3.0), IN_AUTUMN, 4)})
    assert (await boards.top(NAME, 0, 10)).people == 1
    await stand(house.database, {two: Standing(Rating(30.0, 3.0), IN_AUTUMN, 4)})
    place = await boards.place_of(NAME, one)
    assert place is not None
    assert (place.rank, place.people) == (2, 2)


async def test_a_large_board_is_at_most_a_minute_old(
    house: House, boards: Leaderboards, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(leaderboard, "EXACT", 0)
    clock = house.now
    assert isinstance(clock, Clock)
    one, *others = await people(house.database, 4)

    async def rank_after(age: timedelta) -> int:
        clock.now += age
        place = await boards.place_of(NAME, one)
        assert place is not None
        return place.rank

    await stand(house.database, {one: Standing(Rating(25.0, 3.0), IN_AUTUMN, 4)})
    assert await rank_after(timedelta()) == 1
    await stand(house.database, {others[0]: Standing(Rating(40.0, 3.0), IN_AUTUMN, 4)})
    await stand(house.database, {one: Standing(Rating(26.0, 3.0), IN_AUTUMN, 4)})
    for age in (timedelta(), FRESH - timedelta(seconds=1)):
        assert await rank_after(age) in (1, 2)
    before = dict(boards._kept)
    await rank_after(timedelta(seconds=1))
    await asyncio.gather(*boards._taking.values())
    assert boards._kept != before
    assert await rank_after(timedelta()) == 2
    await stand(house.database, {others[1]: Standing(Rating(41.0, 3.0), IN_AUTUMN, 4)})
    assert await rank_after(OLDEST) == 3


async def test_a_history_is_told_from_the_newest_on(house: House, boards: Leaderboards):
    persons = await people(house.database, 5)
    events = random_events(31, 40, persons)
    await record_all(house.database, events)
    person = persons[0]
    theirs = [event.id for event in events if person in {one.person for one in event.people}]
    rows = await boards.history(NAME, person, 10)
    assert [row.event for row in rows] == theirs[::-1][:10]
    assert rows[0] == await boards.row(NAME, theirs[-1], person)
    standing = await boards.standing(NAME, person)
    assert standing is not None
    assert standing.rating == rows[0].after


async def test_an_events_rows_and_why_it_was_taken_out(house: House, boards: Leaderboards):
    persons = await people(house.database, 5)
    events = random_events(32, 10, persons)
    await record_all(house.database, events)
    event = next(event for event in events if event.unrated is None)
    rows = await boards.rows_of_event(NAME, event.id)
    assert {row.person for row in rows} == {one.person for one in event.people}
    await void(house.database, event.id, "A test.")
    found = await boards.event(NAME, event.id)
    assert found is not None
    assert found.note == "A test."
    assert set(found.event.entrants) == set(event.entrants)


async def test_boards_do_not_mix(house: House, boards: Leaderboards):
    persons = await people(house.database, 4)
    events = random_events(33, 6, persons)
    for event in events[:3]:
        await finish(house.database, event, [EVERYWHERE])
    for event in events[3:]:
        await finish(house.database, event, [Board("other")])
    for name, mine in ((NAME, events[:3]), ("other", events[3:])):
        rated = {one.person for event in mine if event.unrated is None for one in event.people}
        assert {found.person for found in (await boards.top(name, 0, 10)).listed} == rated


async def test_many_who_ask_first_share_one_count(house: House, boards: Leaderboards, monkeypatch: pytest.MonkeyPatch):
    await stand(house.database, await crowd(house.database, 20))
    counted = 0
    histogram = leaderboard.lists.histogram

    async def counting(db: Session, listing: Listing) -> list[Step]:
        nonlocal counted
        counted += 1
        await asyncio.sleep(0.01)
        return await histogram(db, listing)

    monkeypatch.setattr(leaderboard.lists, "histogram", counting)
    assert not boards.is_quick(NAME)
    pages = await asyncio.gather(*(boards.top(NAME, 0, 10) for _ in range(20)))
    assert counted == 1
    assert len(set(pages)) == 1
    assert boards.is_quick(NAME)


async def test_only_so_many_overviews_are_kept(boards: Leaderboards, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(leaderboard, "KEPT", 3)
    for number in range(5):
        await boards.top(f"board {number}", 0, 10)
    await boards.top("board 2", 0, 10)
    await boards.top("board 5", 0, 10)
    assert [boards.is_quick(f"board {number}") for number in range(6)] == [False, False, True, False, True, True]


async def test_who_left_is_told_from_who_is_there(house: House, boards: Leaderboards):
    standings = await crowd(house.database, 3)
    await stand(house.database, standings)
    gone, *_ = in_order(standings)
    await Members(house).note(NAME, {gone: True})
    found = [await boards.place_of(NAME, person) for person in in_order(standings)]
    assert [(place.rank, place.people, place.gone) for place in found if place is not None] == [
        (1, 2, True),
        (1, 2, False),
        (2, 2, False),
    ]
