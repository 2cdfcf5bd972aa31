"""System players in the chairs of a table (O1, O2)."""

from __future__ import annotations

from collections.abc import Sequence

from engine import catalogue
from engine.game import msg
from engine.system import SystemPlayers
from soker_discord.store.database import Session
from soker_discord.store.models import Mode, Seat, Table
from soker_discord.store.people import system_player
from soker_discord.tables.house import House
from soker_discord.tables.refusals import Refused

NAMES = ("Libero", "Regista", "Bomber")
"""System players are called by football's own words, the same in every language."""
TRAINING_OPPONENTS = 3
"""Training is with three (O1), a tournament against the system too (O2)."""
FEWEST, MOST = 1, len(NAMES)

HOW_MANY = msg("Play against one, two or three system players.")
TRAINING_IS_FOUR = msg("Training is with three system players. Leave the number of opponents out.")
TOURNAMENT_IS_FOUR = msg(
    "A tournament against the system is with three of its players. Choose three opponents, or a single game."
)
TRAINING_IS_SINGLE = msg("Training is for single games. For a tournament choose people or the system.")
NO_OPPONENTS = msg(
    "Opponents and strength are for training and for games against the system. Choose one of these modes."
)


def players_of(game: str) -> SystemPlayers[object]:
    """The system players of a game. Raises Refused for one that has none."""
    found = catalogue.system(game)
    if found is None:
        raise Refused(msg("This game has no system players yet."))
    return found


def line_up(mode: Mode, game: str, strength: str | None, opponents: int | None, games: int) -> tuple[str, ...]:
    """The strengths of a table's system players, one each; what was not chosen is filled in.

    The middle strength is the usual one. Raises Refused for what does not go together.
    """
    if mode is Mode.PEOPLE:
        if strength is not None or opponents is not None:
            raise Refused(NO_OPPONENTS)
        return ()
    if mode is Mode.TRAINING and games > 1:
        raise Refused(TRAINING_IS_SINGLE)
    if mode is Mode.TRAINING and opponents not in (None, TRAINING_OPPONENTS):
        raise Refused(TRAINING_IS_FOUR)
    if games > 1 and opponents not in (None, TRAINING_OPPONENTS):
        raise Refused(TOURNAMENT_IS_FOUR)
    known = players_of(game).strengths
    chosen = known[len(known) // 2] if strength is None else strength
    count = TRAINING_OPPONENTS if opponents is None else opponents
    if chosen not in known or not FEWEST <= count <= MOST:
        raise Refused(HOW_MANY)
    return (chosen,) * count


async def seat_opponents(db: Session, house: House, table: Table, strengths: Sequence[str]) -> None:
    """Give system players the chairs behind the person's own."""
    assert table.id is not None
    for chair, (strength, name) in enumerate(zip(strengths, NAMES, strict=False), start=1):
        person = await system_player(db, strength, name, house.now())
        assert person.id is not None
        db.add(
            Seat(
                table_id=table.id,
                person_id=person.id,
                chair=chair,
                strength=strength,
                holds=False,
                joined_at=house.now(),
            )
        )
    await db.flush()
