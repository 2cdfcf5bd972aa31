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
from soker_discord.tables.tournaments import Tournaments


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


def make_tables(house: House) -> Tables:
    """Every use case over one database, clock and source of randomness."""
    play = Play(house, Tournaments(house))
    deals = Deals(house, play)
    people = People(house)
    return Tables(
        rooms=Rooms(house),
        deals=deals,
        play=play,
        attendance=Attendance(house, play),
        looking=Looking(house),
        screens=Screens(house),
        housekeeping=Housekeeping(house, play, deals),
        people=people,
        members=Members(house),
        ladder=LadderReading(house, people, Leaderboards(house), Careers(house)),
    )
