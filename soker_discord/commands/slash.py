"""``/soker``: new, join, table."""

from __future__ import annotations

import discord
from discord import app_commands

from soker_discord.commands.app import App, request_of, require_writing, respond
from soker_discord.publish.rendering import public_screen
from soker_discord.tables.opponents import FEWEST, MOST, players_of
from soker_discord.tables.refusals import Refused
from soker_discord.tables.screens import public
from soker_discord.tables.tournaments import GAMES
from soker_discord.tables.view import Mode, TableStatus, TableView

GAME = "soker"


class SokerCommands(app_commands.Group):
    """The game's slash commands. Thin: a use case, an answer, and publishing."""

    def __init__(self, app: App) -> None:
        super().__init__(name="soker", description="Soker, the football card game", guild_only=True)
        self.app = app

    @app_commands.command(name="new", description="Open a table: with people, against the system, or for training")
    @app_commands.describe(
        mode="With people (two to four), against the system, or training with open hands.",
        room="Public: everybody here sees it. Private: only who has the code, or with the system you alone.",
        play="A single game, or a tournament of eight games won on points.",
        rating="Tournaments with people feed the ladder unless they are friendly.",
        strength="How strong the system's players are.",
        opponents="How many of them: one to three. Tournaments and training have three.",
    )
    @app_commands.choices(
        mode=[
            app_commands.Choice(name="with people", value=Mode.PEOPLE.value),
            app_commands.Choice(name="against the system", value=Mode.SYSTEM.value),
            app_commands.Choice(name="training", value=Mode.TRAINING.value),
        ],
        room=[app_commands.Choice(name="public", value="public"), app_commands.Choice(name="private", value="private")],
        play=[
            app_commands.Choice(name="single game", value="single"),
            app_commands.Choice(name="tournament of eight games", value="tournament"),
        ],
        rating=[
            app_commands.Choice(name="ranked", value="ranked"),
            app_commands.Choice(name="friendly", value="friendly"),
        ],
        strength=[app_commands.Choice(name=key, value=key) for key in players_of(GAME).strengths],
    )
    async def new(
        self,
        itx: discord.Interaction,
        mode: str = Mode.PEOPLE.value,
        room: str | None = None,
        play: str = "single",
        rating: str | None = None,
        strength: str | None = None,
        opponents: app_commands.Range[int, FEWEST, MOST] | None = None,
    ) -> None:
        require_writing(itx, self.app.speech())
        private = room == "private" or (room is None and mode == Mode.TRAINING)
        table_id = await self.app.tables.rooms.open(
            request_of(itx),
            game=GAME,
            private=private,
            games=GAMES if play == "tournament" else 1,
            ranked=None if rating is None else rating == "ranked",
            mode=Mode(mode),
            strength=strength,
            opponents=opponents,
        )
        if private:
            await self.app.give_private(itx, table_id)
        else:
            await self._show_publicly(itx, table_id)

    @app_commands.command(name="join", description="Sit down in a room by its six-character code")
    @app_commands.describe(code="The room's code, upper or lower case")
    async def join(self, itx: discord.Interaction, code: str) -> None:
        require_writing(itx, self.app.speech())
        table_id = await self.app.tables.rooms.join_by_code(request_of(itx), code)
        view = await self.app.tables.looking.look(table_id, itx.user.id)
        here = await self._shown_here(itx, table_id)
        if view.status != TableStatus.LOBBY or view.private:
            await self.app.give_private(itx, table_id)
        elif here is None:
            await self._show_publicly(itx, table_id)
        else:
            _ = self.app.speech()
            await self.app.tell(itx, _("You sit at the table: {url}", url=here))
        self.app.publishing.show(table_id)

    @app_commands.command(name="table", description="Bring your table to the bottom of this channel")
    async def table(self, itx: discord.Interaction) -> None:
        require_writing(itx, self.app.speech())
        table_id = await self.app.tables.looking.table_of(itx.user.id, itx.channel_id or 0)
        _ = self.app.speech()
        if table_id is None:
            raise Refused(_("There is no table here. Open one with /soker new."))
        view = await self.app.tables.looking.look(table_id, itx.user.id)
        if view.hidden or (view.private and view.status == TableStatus.LOBBY):
            await self.app.give_private(itx, table_id)
            return
        older = [s for s in public(await self.app.tables.screens.of_table(table_id)) if s.channel_id == itx.channel_id]
        await self._show_publicly(itx, table_id)
        for screen in older:
            await self.app.tables.screens.forget(screen.message_id)
            await self.app.publishing.take_away(screen)
        await self.app.follow_table(table_id)

    async def _shown_here(self, itx: discord.Interaction, table_id: int) -> str | None:
        screens = public(await self.app.tables.screens.of_table(table_id))
        return next((screen.url for screen in screens if screen.channel_id == itx.channel_id), None)

    async def _show_publicly(self, itx: discord.Interaction, table_id: int) -> TableView:
        """Answer with the table's public message."""
        view = await self.app.tables.looking.look(table_id)
        layout = public_screen(view, self.app.publishing.now(), self.app.speech())
        message_id = await respond(itx, layout, private=False)
        number = 0 if view.game is None else view.game.number
        await self.app.tables.screens.keep_public(
            request_of(itx), table_id, message_id, game_number=number, version=view.version
        )
        self.app.publishing.answered_publicly(message_id, view)
        return view
