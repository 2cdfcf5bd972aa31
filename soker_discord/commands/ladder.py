"""``/ladder``: top, profile, history, why, odds, hide."""

from __future__ import annotations

import discord
from discord import app_commands

from engine.game import msg
from soker_discord.commands.app import App, request_of
from soker_discord.commands.ladder_messages import guild_of, person_of, send, show, viewer_of
from soker_discord.screens.ladder.ask import LadderAsk
from soker_discord.screens.ladder.odds import odds_screen
from soker_discord.screens.ladder.why import why_screen
from soker_discord.tables.boards import FAMILIES, WITH_PEOPLE
from soker_discord.tables.ladder_reading import Subject
from soker_discord.tables.refusals import Refused

NO_BOTS = msg("A bot stands on no ladder. Name people for the odds.")
SERVER, EVERYWHERE = "server", "everywhere"

WHERE = [
    app_commands.Choice(name="this server", value=SERVER),
    app_commands.Choice(name="everywhere", value=EVERYWHERE),
]
WHEN = [app_commands.Choice(name="all time", value="ever"), app_commands.Choice(name="this season", value="season")]
BOARDS = [app_commands.Choice(name=family.title, value=family.key) for family in FAMILIES.values()]
ABOUT_WHERE = "This server's ladder or that of everywhere"
ABOUT_BOARD = "With people, or against the system"


class LadderCommands(app_commands.Group):
    """The ladder's slash commands. Answers are private; a button shows them to everybody."""

    def __init__(self, app: App) -> None:
        super().__init__(name="ladder", description="Who plays best: ratings from what counts")
        self.app = app

    @app_commands.command(name="top", description="The leaderboard")
    @app_commands.describe(where=ABOUT_WHERE, when="Everybody, or who played this season", board=ABOUT_BOARD)
    @app_commands.choices(where=WHERE, when=WHEN, board=BOARDS)
    async def top(
        self, itx: discord.Interaction, where: str = SERVER, when: str = "ever", board: str = WITH_PEOPLE.key
    ) -> None:
        await show(self.app, itx, LadderAsk("top", board, _here(itx, where), season=when == "season"))

    @app_commands.command(name="profile", description="Rating, place, record and the rating over time")
    @app_commands.describe(person="Whose; yours without it", where=ABOUT_WHERE, board=ABOUT_BOARD)
    @app_commands.choices(where=WHERE, board=BOARDS)
    async def profile(
        self,
        itx: discord.Interaction,
        person: discord.User | None = None,
        where: str = SERVER,
        board: str = WITH_PEOPLE.key,
    ) -> None:
        await show(self.app, itx, LadderAsk("profile", board, _here(itx, where)), _subject(itx, person))

    @app_commands.command(name="history", description="The latest results and what they did to the rating")
    @app_commands.describe(person="Whose; yours without it", where=ABOUT_WHERE, board=ABOUT_BOARD)
    @app_commands.choices(where=WHERE, board=BOARDS)
    async def history(
        self,
        itx: discord.Interaction,
        person: discord.User | None = None,
        where: str = SERVER,
        board: str = WITH_PEOPLE.key,
    ) -> None:
        await show(self.app, itx, LadderAsk("history", board, _here(itx, where)), _subject(itx, person))

    @app_commands.command(name="why", description="Why your rating changed the last time, with the numbers")
    @app_commands.describe(where=ABOUT_WHERE, board=ABOUT_BOARD)
    @app_commands.choices(where=WHERE, board=BOARDS)
    async def why(self, itx: discord.Interaction, where: str = SERVER, board: str = WITH_PEOPLE.key) -> None:
        here = _here(itx, where)
        view = await self.app.tables.ladder.why(board, guild_of(itx, here), _subject(itx, None), viewer_of(itx))
        await send(itx, why_screen(view, board, here, self.app.speech()), picture=False)

    @app_commands.command(name="odds", description="Who would win a tournament of two to four people")
    @app_commands.describe(
        first="One of them",
        second="Another; you without one",
        third="A third",
        fourth="A fourth",
        where=ABOUT_WHERE,
        board=ABOUT_BOARD,
    )
    @app_commands.choices(where=WHERE, board=BOARDS)
    async def odds(
        self,
        itx: discord.Interaction,
        first: discord.User,
        second: discord.User | None = None,
        third: discord.User | None = None,
        fourth: discord.User | None = None,
        where: str = SERVER,
        board: str = WITH_PEOPLE.key,
    ) -> None:
        named = [person for person in (first, second, third, fourth) if person is not None]
        if any(person.bot for person in named):
            raise Refused(NO_BOTS)
        subjects = [person_of(person) for person in (named if len(named) > 1 else [*named, itx.user])]
        here = _here(itx, where)
        chances = await self.app.tables.ladder.odds(board, guild_of(itx, here), subjects, viewer_of(itx))
        await send(itx, odds_screen(chances, board, here, self.app.speech()), picture=False)

    @app_commands.command(name="hide", description="Take yourself off all leaderboards, or put yourself back")
    @app_commands.describe(hidden="Yes: no leaderboard lists you and only you see your profile")
    async def hide(self, itx: discord.Interaction, hidden: bool = True) -> None:
        await self.app.tables.people.hide(request_of(itx), hidden)
        _ = self.app.speech()
        if hidden:
            await self.app.tell(itx, _("You are hidden: no leaderboard lists you and only you see your profile."))
        else:
            await self.app.tell(itx, _("You are back on the leaderboards."))


def _here(itx: discord.Interaction, where: str) -> bool:
    """This server's ladder; outside of a server there is only that of everywhere."""
    return where == SERVER and itx.guild_id is not None


def _subject(itx: discord.Interaction, person: discord.User | None) -> Subject:
    return person_of(itx.user if person is None else person)
