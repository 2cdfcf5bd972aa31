"""Reading the ladder: leaderboards and places on them, a person's history, an event's rows.

To find a place among very many people, a histogram of them is kept in memory, at most a minute old, and only the step
of it that the person stands in is counted. It counts a board of a few thousand each time: there a place is exact.
"""

from __future__ import annotations

import asyncio
import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import accumulate

import structlog

from ratings.display import is_provisional, order_key
from ratings.journal import JournalRow, Standing
from ratings.seasons import Season
from soker_discord.store import ladder as store
from soker_discord.store import leaderboard as lists
from soker_discord.store import members
from soker_discord.store.database import Session
from soker_discord.store.ladder import StoredEvent
from soker_discord.store.leaderboard import Count, Key, Listed, Listing, Step
from soker_discord.tables.house import House

EXACT = 5000
"""A listing of fewer people is counted anew for everyone who asks."""
FRESH = timedelta(seconds=20)
"""A histogram that is older is taken anew in the background."""
OLDEST = timedelta(seconds=60)
"""A histogram that is older is not used any more."""

KEPT = 500
"""Listings whose overview is kept; the one taken longest ago goes first."""

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a leaderboard: its people in order, the place of the first, and how many the whole list has.

    ``settled_before`` and ``settled_people`` count those whose rating is not provisional: before the first, and all.
    """

    first_place: int
    listed: tuple[Listed, ...]
    people: int
    settled_before: int
    settled_people: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where a person stands among those who are listed, from 1; equal ratings by who is known longer.

    ``settled_rank`` is the place among those whose rating is not provisional as it is stored (None: theirs is). People
    who are hidden or left the server do not count; one of them has the place they would have. ``gone``: they left.
    """

    rank: int
    people: int
    settled_rank: int | None
    settled_people: int
    standing: Standing
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Overview:
    """How the people of a listing are spread: steps from the top, how many stand before each, and who is hidden."""

    taken_at: datetime
    starts: Sequence[float]
    before: Sequence[Count]
    everyone: Count
    hidden: Sequence[Key]
    hidden_settled: Sequence[Key]

    @property
    def listed(self) -> Count:
        """All who are not hidden."""
        return minus(self.everyone, Count(len(self.hidden), len(self.hidden_settled)))

    def listed_before(self, step: int, key: Key, counted: Count) -> Count:
        """Who is listed before a key in a step, of which ``counted`` stand before the key, hidden ones too."""
        before = Count(self.before[step].people + counted.people, self.before[step].settled + counted.settled)
        return minus(before, Count(bisect_left(self.hidden, key), bisect_left(self.hidden_settled, key)))

    def step_of(self, rank_key: float) -> int:
        """The step a key lies in."""
        return max(0, bisect_right(self.starts, rank_key) - 1)

    def step_at(self, offset: int) -> tuple[int, int]:
        """The last step that begins within the first ``offset`` of the list, and how many of it are within, too."""
        low, high = 0, len(self.starts) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self._first_of(middle) <= offset:
                low = middle
            else:
                high = middle - 1
        return low, offset - self._first_of(low)

    def _first_of(self, step: int) -> int:
        return self.listed_before(step, Key(self.starts[step], 0), Count()).people


def minus(one: Count, other: Count) -> Count:
    """The difference of two counts, never below nothing."""
    return Count(max(0, one.people - other.people), max(0, one.settled - other.settled))


def overview(steps: Sequence[Step], hidden: Sequence[tuple[Key, bool]], now: datetime) -> Overview:
    """The overview of a histogram and of the hidden people in it. There is always a first step, without a bound."""
    people = list(accumulate((step.count.people for step in steps), initial=0))
    settled = list(accumulate((step.count.settled for step in steps), initial=0))
    totals = [Count(*pair) for pair in zip(people, settled, strict=True)]
    return Overview(
        taken_at=now,
        starts=[-math.inf, *(step.start for step in steps[1:])],
        before=totals[:-1] or [Count()],
        everyone=totals[-1],
        hidden=[key for key, _ in hidden],
        hidden_settled=[key for key, settled in hidden if settled],
    )


@dataclass(slots=True)
class Leaderboards:
    """The ladder as it is read. One for a process, so that histograms are shared."""

    house: House
    _kept: dict[Listing, Overview] = field(default_factory=dict)
    _taking: dict[Listing, asyncio.Task[Overview]] = field(default_factory=dict)

    def is_quick(self, board: str, *, season: Season | None = None) -> bool:
        """Whether a page can be had at once: nothing of the board has to be counted first that may be large."""
        kept = self._kept.get(_listing(board, season))
        if kept is None:
            return False
        return kept.everyone.people < EXACT or self.house.now() - kept.taken_at < OLDEST

    async def top(self, board: str, offset: int, limit: int, *, season: Season | None = None) -> Page:
        """A page of a leaderboard after the first ``offset`` people; of a season, those last active in it.

        Ordered by mu - 3 sigma as stored, the best first. A board nobody is on is empty.
        """
        listing = _listing(board, season)
        seen = await self._overview(listing)
        step, skip = seen.step_at(offset)
        async with self.house.database.read() as db:
            listed = await lists.page(db, listing, seen.starts[step], skip, limit)
            before = Count() if not listed else await _before(db, listing, seen, _key_of(listed[0]))
        everyone = seen.listed
        return Page(offset + 1, tuple(listed), everyone.people, before.settled, everyone.settled)

    async def place_of(self, board: str, person: int, *, season: Season | None = None) -> Place | None:
        """Where a person stands on a board, or on that of a season; None for one who is not on it."""
        listing = _listing(board, season)
        seen = await self._overview(listing)
        async with self.house.database.read() as db:
            own = await store.standing_of(db, board, person)
            if own is None or (season is not None and own.season != season.number):
                return None
            ahead = await _before(db, listing, seen, Key(own.rank_key, person))
            gone = await members.is_gone(db, board, person)
        everyone = seen.listed
        settled_rank = None if is_provisional(own.standing.rating) else ahead.settled + 1
        return Place(ahead.people + 1, everyone.people, settled_rank, everyone.settled, own.standing, gone)

    async def standing(self, board: str, person: int) -> Standing | None:
        """Where a person stands on a board, as stored; None without a rated event."""
        async with self.house.database.read() as db:
            found = await store.standing_of(db, board, person)
        return None if found is None else found.standing

    async def history(self, board: str, person: int, limit: int) -> tuple[JournalRow, ...]:
        """A person's newest events on a board, newest first."""
        async with self.house.database.read() as db:
            return await store.journal_of_person(db, board, person, limit)

    async def row(self, board: str, event: int, person: int) -> JournalRow | None:
        """What an event did to a person on a board."""
        rows = await self.rows_of_event(board, event)
        return next((row for row in rows if row.person == person), None)

    async def rows_of_event(self, board: str, event: int) -> tuple[JournalRow, ...]:
        """What an event did to its people on a board, by place and id."""
        async with self.house.database.read() as db:
            return await store.journal_of_event(db, board, event)

    async def event(self, board: str, event: int) -> StoredEvent | None:
        """An event on a board: its entrants with the system players among them, and what a host said about it."""
        async with self.house.database.read() as db:
            found = await store.find_event(db, event)
        return next((stored for stored in found if stored.event.board == board), None)

    async def _overview(self, listing: Listing) -> Overview:
        """How a listing is spread: now where it is small, else at most a minute ago."""
        kept = self._kept.get(listing)
        if kept is None:
            return await asyncio.shield(self._take_beside(listing))
        if kept.everyone.people < EXACT:
            return await self._take(listing)
        age = self.house.now() - kept.taken_at
        if age < FRESH:
            return kept
        task = self._take_beside(listing)
        return kept if age < OLDEST else await asyncio.shield(task)

    def _take_beside(self, listing: Listing) -> asyncio.Task[Overview]:
        """The task that takes an overview anew: one at a time, whoever waits for it."""
        task = self._taking.get(listing)
        if task is None:
            task = self._taking[listing] = asyncio.ensure_future(self._take(listing))
            task.add_done_callback(lambda done: self._taken(listing, done))
        return task

    def _taken(self, listing: Listing, done: asyncio.Task[Overview]) -> None:
        del self._taking[listing]
        if not done.cancelled() and (error := done.exception()) is not None:
            _log.warning("no new histogram of a leaderboard", board=listing.board, error=str(error))

    async def _take(self, listing: Listing) -> Overview:
        now = self.house.now()
        async with self.house.database.read() as db:
            steps = await lists.histogram(db, listing)
            small = sum(step.count.people for step in steps) < EXACT
            hidden = await lists.hidden(db, listing, small=small)
        taken = overview(steps, hidden, now)
        self._kept.pop(listing, None)
        self._kept[listing] = taken
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return taken


async def _before(db: Session, listing: Listing, seen: Overview, key: Key) -> Count:
    """Who is listed before a key."""
    step = seen.step_of(key.rank_key)
    return seen.listed_before(step, key, await lists.ahead(db, listing, seen.starts[step], key))


def _key_of(listed: Listed) -> Key:
    return Key(-order_key(listed.standing.rating), listed.person)


def _listing(board: str, season: Season | None) -> Listing:
    return Listing(board, None if season is None else season.number)
