"""A tournament: eight games with the same seats (G1), a break between them, an order at the end (G3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from engine import catalogue
from engine.game import Result
from engine.series import Standing, standing, won_or_lost
from ratings.event import Entrant, Event, Unrated
from soker_discord.store.database import Session
from soker_discord.store.games import players_of
from soker_discord.store.models import GameRow, Mode, Person, Table, TableStatus, Tournament
from soker_discord.store.tournaments import results_of, tournaments_at
from soker_discord.tables.boards import boards_of
from soker_discord.tables.house import House
from soker_discord.tables.ladder import record
from soker_discord.tables.outcome import ENDED_EARLY, result_of
from soker_discord.tables.rooms import person_key
from soker_discord.tables.system_ratings import FIXED, best_of

GAMES = 8
"""Games of a tournament (G1)."""
BREAK = timedelta(seconds=30)
"""The longest time between two games; everyone's Ready ends it at once."""


@dataclass(frozen=True, slots=True)
class Tournaments:
    """What happens to a tournament while its games are dealt and end, inside the transaction of the caller."""

    house: House

    async def begin(self, db: Session, table: Table, seats: int) -> Tournament:
        """The next tournament at a table. The right to start its first game rotates from one to the next."""
        assert table.id is not None
        number = await tournaments_at(db, table.id) + 1
        tournament = Tournament(
            table_id=table.id,
            number=number,
            games=table.games,
            seats=seats,
            first_starter=((table.first_starter or 0) + number - 1) % seats,
            unrated=None if table.ranked else Unrated.FRIENDLY.value,
            started_at=self.house.now(),
        )
        db.add(tournament)
        await db.flush()
        return tournament

    async def game_over(self, db: Session, table: Table, row: GameRow) -> None:
        """A game of a tournament has its result: a break follows, or the end of the tournament."""
        tournament = await db.get(Tournament, row.tournament_id)
        assert tournament is not None
        assert row.result is not None
        early = row.result["way"] == ENDED_EARLY
        if row.round < tournament.games and not early:
            table.status = TableStatus.BREAK.value
            table.break_ends = self.house.now() + BREAK
            return
        if early and tournament.unrated is None:
            tournament.unrated = Unrated.ENDED_EARLY.value
        table.status = TableStatus.OVER.value
        await self._finish(db, table, tournament, row)

    async def _finish(self, db: Session, table: Table, tournament: Tournament, last: GameRow) -> None:
        await db.flush()
        assert tournament.id is not None
        assert last.id is not None
        results = [result_of(found) for found in await results_of(db, tournament.id)]
        final = (
            standing_of(last, results) if tournament.games > 1 else won_or_lost(standing_of(last, results), results[0])
        )
        tournament.result = {"scores": [list(score) for score in final.scores], "places": list(final.places)}
        tournament.finished_at = self.house.now()
        db.add(tournament)
        event = event_of(tournament, final, [person for _, person in await players_of(db, last.id)])
        await record(db, event, boards_of(table.game, Mode(table.mode), table.home_guild_id), tournament.note)


def event_of(tournament: Tournament, final: Standing, people: Sequence[Person]) -> Event:
    """What the ladder is told of a finished tournament. ``people`` are who sat there, by position.

    A system player's rating stands for its strength and is fixed. A single game against the system is won or lost
    against the best of its players.
    """
    assert tournament.id is not None
    assert tournament.finished_at is not None
    entrants = tuple(
        Entrant(
            person=person_key(person),
            place=place,
            points=score[0],
            fixed=None if person.strength is None else FIXED[person.strength],
        )
        for person, place, score in zip(people, final.places, final.scores, strict=True)
    )
    if tournament.games == 1:
        entrants = _duel_with_the_best(entrants, [person.strength for person in people if person.strength is not None])
    return Event(
        id=tournament.id,
        board="",
        finished_at=tournament.finished_at,
        entrants=entrants,
        unrated=None if tournament.unrated is None else Unrated(tournament.unrated),
    )


def _duel_with_the_best(entrants: Sequence[Entrant], strengths: Sequence[str]) -> tuple[Entrant, ...]:
    """The person, and the system player that came out best."""
    persons = [entrant for entrant in entrants if entrant.fixed is None]
    best = min((entrant for entrant in entrants if entrant.fixed is not None), key=lambda entrant: entrant.place)
    return (*persons, replace(best, fixed=best_of(strengths[0], len(strengths))))


def standing_of(row: GameRow, results: Sequence[Result]) -> Standing:
    """Where the seats of a game's tournament stand after these results (G3)."""
    return standing(catalogue.game(row.game, row.rules_version), results, row.seats)
