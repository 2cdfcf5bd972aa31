"""All use cases under one name."""

from __future__ import annotations

from dataclasses import dataclass

from soker_discord.tables.attendance import Attendance
from soker_discord.tables.careers import Careers
from soker_discord.tables.deals import Deals
from soker_discord.tables.house import House
from soker_discord.tables.housekeeping import Housekeeping
from soker_discord.tables.ladder_reading import LadderReading
from soker_discord.tables.leaderboard import Leaderboards
from soker_discord.tables.looking import Looking
from soker_discord.tables.members import Members
from soker_discord.tables.people import People
from soker_discord.tables.play import Play
from soker_discord.tables.rooms import Rooms
from soker_discord.tables.screens import Screens
from soker_discord.tables.system_play import SystemPlay
from soker_discord.tables.thinking import Thinking
from soker_discord.tables.tournaments import Tournaments
from soker_discord.tables.training import Training


@dataclass(frozen=True, slots=True)
class Tables:
    """The application's use cases, each a transaction of its own."""

    rooms: Rooms
    deals: Deals
    play: Play
    attendance: Attendance
    looking: Looking
    screens: Screens
    housekeeping: Housekeeping
    people: People
    members: Members
    ladder: LadderReading
    system: SystemPlay
    training: Training
    thinking: Thinking


def make_tables(house: House) -> Tables:
    """Every use case over one database, clock and source of randomness."""
    play = Play(house, Tournaments(house))
    deals = Deals(house, play)
    people = People(house)
    thinking = Thinking()
    system = SystemPlay(house, play, thinking)
    training = Training(system)
    return Tables(
        rooms=Rooms(house),
        deals=deals,
        play=play,
        attendance=Attendance(house, play),
        looking=Looking(house, training),
        screens=Screens(house),
        housekeeping=Housekeeping(house, play, deals, system),
        people=people,
        members=Members(house),
        ladder=LadderReading(house, people, Leaderboards(house), Careers(house)),
        system=system,
        training=training,
        thinking=thinking,
    )
