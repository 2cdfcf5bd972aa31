"""What the ladder's commands show: a page, a profile, a history, a reason, the odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.game import msg
from ratings.display import Tier, is_provisional, tier
from ratings.explanation import explain
from ratings.inactivity import aged
from ratings.journal import JournalRow, Standing, newcomer
from ratings.odds import expected_place, win_chances
from ratings.rating import Rating
from ratings.seasons import season_of
from soker_discord.store.ladder import StoredEvent
from soker_discord.tables.boards import board_of
from soker_discord.tables.careers import Careers
from soker_discord.tables.house import House
from soker_discord.tables.ladder_view import Chance, HistoryView, Moment, ProfileView, Rival, TopRow, TopView, WhyView
from soker_discord.tables.leaderboard import Leaderboards, Page, Place
from soker_discord.tables.people import Known, People
from soker_discord.tables.refusals import Refused

PAGE = 10
"""People on a page."""
HISTORY = 10
"""Events of a history."""
CHART = 200
"""The latest events that a chart shows."""

UNKNOWN = msg("{name} has not played here yet.")
UNKNOWN_YOU = msg("You have not played yet. Open a room with /soker new.")
NOTHING_YET = msg("Nothing of {name} has been rated on this ladder yet.")
NOTHING_YET_YOU = msg("Nothing of yours has been rated on this ladder yet. Play with /soker new.")
KEPT_PRIVATE = msg("{name} keeps the rating private.")
TWICE = msg("Name different people for the odds.")


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asks, by their Discord id."""

    discord_id: int


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom they ask about: a Discord id and the name to use in an answer while we do not know the person."""

    discord_id: int
    name: str


@dataclass(frozen=True, slots=True)
class LadderReading:
    """The reading use cases of the ladder. ``guild_id`` None is the board of everywhere."""

    house: House
    people: People
    boards: Leaderboards
    careers: Careers

    def is_quick(self, family: str, guild_id: int | None, *, this_season: bool = False) -> bool:
        """Whether a leaderboard, or a place on it, can be read at once: nothing large has to be counted first."""
        season = season_of(self.house.now()) if this_season else None
        return self.boards.is_quick(board_of(family, guild_id).name, season=season)

    async def top(
        self, family: str, guild_id: int | None, page: int, *, this_season: bool, viewer: Viewer | None
    ) -> TopView:
        """A page of a leaderboard; the last one where ``page`` (from 0) is beyond it."""
        board = board_of(family, guild_id).name
        season = season_of(self.house.now()) if this_season else None
        found = await self.boards.top(board, max(0, page) * PAGE, PAGE, season=season)
        pages = max(1, -(-found.people // PAGE))
        if not found.listed and page > 0:
            return await self.top(family, guild_id, min(page, pages) - 1, this_season=this_season, viewer=viewer)
        you = await self.people.by_discord(viewer.discord_id) if viewer else None
        place = await self.boards.place_of(board, you.id, season=season) if you else None
        own = None if you is None or place is None or you.hidden or place.gone else _own_row(you, place)
        rows = tuple(_rows(found, you.id if you else None))
        return TopView(rows, own, max(0, page), pages, found.people, season)

    async def profile(self, family: str, guild_id: int | None, subject: Subject, viewer: Viewer) -> ProfileView:
        """A person's profile. Raises Refused for someone unknown, or hidden from others."""
        person = await self._visible(subject, viewer)
        board = board_of(family, guild_id).name
        place = await self.boards.place_of(board, person.id)
        rating = None if place is None else place.standing.rating
        rows = await self.boards.history(board, person.id, CHART)
        return ProfileView(
            name=person.name,
            own=subject.discord_id == viewer.discord_id,
            hidden=person.hidden,
            career=await self.careers.career(person.id, family),
            rating=rating,
            now=None if place is None else self._now(place.standing),
            rank=None if place is None or person.hidden or place.gone else place.rank,
            people=0 if place is None else place.people,
            tier=None if place is None or place.gone else _tier_of(place),
            moments=tuple(Moment(row.finished_at, row.after) for row in reversed(rows) if row.unrated is None),
            latest_only=len(rows) == CHART,
        )

    async def history(self, family: str, guild_id: int | None, subject: Subject, viewer: Viewer) -> HistoryView:
        """A person's newest events. Raises Refused for someone unknown, hidden from others, or without any."""
        person = await self._visible(subject, viewer)
        rows = await self._rows_of(family, guild_id, person, subject, viewer, HISTORY)
        stored = [await self.boards.event(row.board, row.event) for row in rows if row.unrated is not None]
        notes = {event.event.id: event.note for event in stored if event is not None and event.note}
        return HistoryView(person.name, rows, notes)

    async def why(self, family: str, guild_id: int | None, subject: Subject, viewer: Viewer) -> WhyView:
        """Why a person's rating last changed. Raises Refused as ``history`` does."""
        person = await self._visible(subject, viewer)
        row, *_ = await self._rows_of(family, guild_id, person, subject, viewer, 1)
        event = await self.boards.event(row.board, row.event)
        rivals, ratings = await self._others(row, event)
        explanation = None if row.unrated is not None else explain(row, ratings)
        return WhyView(person.name, row, explanation, rivals, None if event is None else event.note)

    async def odds(
        self, family: str, guild_id: int | None, subjects: Sequence[Subject], viewer: Viewer
    ) -> tuple[Chance, ...]:
        """Who of two to four people wins a tournament. Raises Refused for a person named twice or hidden from others.

        Someone without a rated tournament counts as the newcomer they are.
        """
        if len({subject.discord_id for subject in subjects}) != len(subjects):
            raise Refused(TWICE)
        board = board_of(family, guild_id).name
        named = [await self._rated(board, subject, viewer) for subject in subjects]
        ratings = [rating for _, rating in named]
        chances = win_chances(ratings)
        return tuple(
            Chance(name, rating, chances[index], expected_place(rating, ratings[:index] + ratings[index + 1 :]))
            for index, (name, rating) in enumerate(named)
        )

    async def _visible(self, subject: Subject, viewer: Viewer) -> Known:
        own = subject.discord_id == viewer.discord_id
        person = await self.people.by_discord(subject.discord_id)
        if person is None:
            raise Refused(UNKNOWN_YOU) if own else Refused(UNKNOWN, name=subject.name)
        if person.hidden and not own:
            raise Refused(KEPT_PRIVATE, name=subject.name)
        return person

    async def _rows_of(
        self, family: str, guild_id: int | None, person: Known, subject: Subject, viewer: Viewer, limit: int
    ) -> tuple[JournalRow, ...]:
        rows = await self.boards.history(board_of(family, guild_id).name, person.id, limit)
        if not rows:
            own = subject.discord_id == viewer.discord_id
            raise Refused(NOTHING_YET_YOU) if own else Refused(NOTHING_YET, name=subject.name)
        return rows

    async def _others(self, row: JournalRow, event: StoredEvent | None) -> tuple[tuple[Rival, ...], list[Rating]]:
        """The others of an event as they may be shown, and the ratings the change was made from."""
        rows = [other for other in await self.boards.rows_of_event(row.board, row.event) if other.person != row.person]
        known = await self.people.by_id([other.person for other in rows])
        people = [_rival(known.get(other.person), other.aged) for other in rows]
        entrants = () if event is None else event.event.entrants
        fixed = [entrant.fixed for entrant in entrants if entrant.fixed is not None]
        rivals = (*people, *(Rival(None, rating, system=True) for rating in fixed))
        return rivals, [*(other.aged for other in rows), *fixed]

    async def _rated(self, board: str, subject: Subject, viewer: Viewer) -> tuple[str, Rating]:
        person = await self.people.by_discord(subject.discord_id)
        if person is None:
            return subject.name, newcomer().rating
        person = await self._visible(subject, viewer)
        standing = await self.boards.standing(board, person.id) or newcomer()
        return person.name, aged(standing.rating, standing.last_active, self.house.now())

    def _now(self, standing: Standing) -> Rating | None:
        now = aged(standing.rating, standing.last_active, self.house.now())
        return None if now == standing.rating else now


def _rival(person: Known | None, rating: Rating) -> Rival:
    return Rival(None, None) if person is None or person.hidden else Rival(person.name, rating)


def _rows(page: Page, own: int | None) -> Iterator[TopRow]:
    settled = page.settled_before
    for place, listed in enumerate(page.listed, page.first_place):
        rating = listed.standing.rating
        step = None
        if not is_provisional(rating):
            settled += 1
            step = tier(min(settled, page.settled_people), page.settled_people) if page.settled_people else None
        yield TopRow(place, listed.person, listed.name, rating, step, listed.standing.events, own=listed.person == own)


def _own_row(you: Known, place: Place) -> TopRow:
    standing = place.standing
    return TopRow(place.rank, you.id, you.name, standing.rating, _tier_of(place), standing.events, own=True)


def _tier_of(place: Place) -> Tier | None:
    if place.settled_rank is None or place.settled_people == 0:
        return None
    return tier(min(place.settled_rank, place.settled_people), place.settled_people)
