"""The ladder as a fold: events in their order go in, journal rows come out.

Whoever has the standings of the people of one event can rate it with ``journal_event`` alone; ``Ladder`` keeps the
standings of a whole board and does the same event by event. Both pass plain floats on, so that a rebuilt ladder
equals the living one bit for bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import groupby

from ratings.errors import BadEvent
from ratings.event import Board, Entrant, Event
from ratings.groups import group, meetings, newest, weight
from ratings.inactivity import aged
from ratings.journal import JournalRow, Standing, newcomer, standing_after
from ratings.parameters import STANDARD, Parameters, engine_version
from ratings.rating import Rating
from ratings.update import rate


def journal_event(
    board: Board,
    event: Event,
    standings: Mapping[int, Standing],
    earlier: Iterable[datetime] = (),
    parameters: Parameters = STANDARD,
) -> tuple[JournalRow, ...]:
    """What an event does to its people: a row each, by place and id, in whatever order the event names them.

    ``standings`` holds those of the people who have one; ``earlier`` are the ends of the same group's earlier rated
    events on this board, the newest two at least. Raises BadEvent for an event of another board, and what ``rate``
    raises.
    """
    if event.board != board.name:
        raise BadEvent(f"event {event.id} is of board {event.board!r}, not {board.name!r}")
    fresh = newcomer(parameters)
    before = {entrant.person: standings.get(entrant.person, fresh) for entrant in event.people}
    if event.unrated is not None:
        return _unrated_rows(event, before, parameters)
    met = _met(event, earlier, parameters) if board.spans_servers else 0
    return _rated_rows(event, before, met, parameters)


class Ladder:
    """The standings of one board. ``apply`` moves them on by an event and returns what it wrote.

    The order of the events is the order they are applied in. An event that is refused changes nothing.
    """

    def __init__(self, board: Board, parameters: Parameters = STANDARD) -> None:
        self.board = board
        self.parameters = parameters
        self.standings: dict[int, Standing] = {}
        self._meetings: dict[str, tuple[datetime, ...]] = {}
        self._events: set[int] = set()

    def apply(self, event: Event) -> tuple[JournalRow, ...]:
        """Rate the next event. Raises BadEvent for one that is in already, and what ``journal_event`` raises."""
        if event.id in self._events:
            raise BadEvent(f"event {event.id} is in the ladder already")
        earlier = self._meetings.get(self._group(event.people), ()) if self.board.spans_servers else ()
        rows = journal_event(self.board, event, self.standings, earlier, self.parameters)
        self._keep(rows)
        return rows

    def resume(self, journal: Iterable[JournalRow]) -> None:
        """Go on from rows that were written before, in their order, an event's rows together."""
        for _, rows in groupby(journal, key=lambda row: row.event):
            self._keep(tuple(rows))

    def _keep(self, rows: tuple[JournalRow, ...]) -> None:
        self._events.add(rows[0].event)
        for row in rows:
            self.standings[row.person] = standing_after(row)
        if self.board.spans_servers and rows[0].unrated is None:
            name = self._group(rows)
            times = (*self._meetings.get(name, ()), rows[0].finished_at)
            self._meetings[name] = newest(times, self.parameters)

    @staticmethod
    def _group(people: Iterable[Entrant | JournalRow]) -> str:
        return group(one.person for one in people)


def _rated_rows(
    event: Event, before: Mapping[int, Standing], met: int, parameters: Parameters
) -> tuple[JournalRow, ...]:
    entrants = _by_place(event.entrants)
    priors = [entrant.fixed or _aged(before[entrant.person], event.finished_at, parameters) for entrant in entrants]
    counts = weight(met, parameters)
    posteriors = rate(priors, [entrant.place for entrant in entrants], counts, parameters)
    engine = engine_version(parameters)
    return tuple(
        _row(event, entrant, before[entrant.person], (prior, posterior), counts, met, engine)
        for entrant, prior, posterior in zip(entrants, priors, posteriors, strict=True)
        if entrant.fixed is None
    )


def _unrated_rows(event: Event, before: Mapping[int, Standing], parameters: Parameters) -> tuple[JournalRow, ...]:
    engine = engine_version(parameters)
    standings = [(entrant, before[entrant.person]) for entrant in _by_place(event.people)]
    return tuple(
        _row(event, entrant, standing, (standing.rating, standing.rating), 0.0, 0, engine)
        for entrant, standing in standings
    )


def _by_place(entrants: Iterable[Entrant]) -> list[Entrant]:
    return sorted(entrants, key=lambda entrant: (entrant.place, entrant.person))


def _met(event: Event, earlier: Iterable[datetime], parameters: Parameters) -> int:
    return meetings(newest(earlier, parameters), event.finished_at)


def _aged(standing: Standing, now: datetime, parameters: Parameters) -> Rating:
    return aged(standing.rating, standing.last_active, now, parameters)


def _row(
    event: Event,
    entrant: Entrant,
    standing: Standing,
    change: tuple[Rating, Rating],
    counts: float,
    met: int,
    engine: str,
) -> JournalRow:
    return JournalRow(
        board=event.board,
        event=event.id,
        person=entrant.person,
        place=entrant.place,
        points=entrant.points,
        entrants=len(event.entrants),
        before=standing.rating,
        aged=change[0],
        after=change[1],
        weight=counts,
        met=met,
        events=standing.events + (event.unrated is None),
        last_active=standing.last_active,
        finished_at=event.finished_at,
        engine=engine,
        unrated=event.unrated,
    )
