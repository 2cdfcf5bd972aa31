"""One place that turns whatever went wrong into a kind private answer."""

from __future__ import annotations

import discord
import structlog
from discord import app_commands, ui

from engine.game import msg
from soker_discord.commands.app import App
from soker_discord.screens.games import screens_of
from soker_discord.screens.ids import ControlId
from soker_discord.screens.layout import button, inert
from soker_discord.store.failures import is_database_away
from soker_discord.tables.refusals import AlreadyDone, Illegal, Refused, SeatedElsewhere, Stale
from soker_discord.tables.screens import public
from soker_discord.tables.view import Mode, TableStatus

log = structlog.get_logger(__name__)

MOVED_ON = msg("That button was from an earlier moment. The table shows how things stand now.")
TIME_RAN_OUT = msg("Time ran out before that click; the table has drawn and ended the turn.")
DATABASE_AWAY = msg("The database cannot be reached just now. Nothing was changed; try again in a moment.")
OUR_FAULT = msg("Something went wrong on our side. Nothing was lost; please try again.")

TOO_LATE = (10062, 40060, 10015, 50027)
"""Unknown interaction, already acknowledged, unknown webhook, invalid token: there is nobody left to answer."""


async def answer_error(app: App, itx: discord.Interaction, error: BaseException) -> None:
    """Tell the asker what went wrong and what to do. Never raises; a double delivery is answered with silence."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, AlreadyDone) or _nobody_to_answer(error):
        return
    try:
        await _answer(app, itx, error)
    except discord.HTTPException as failed:
        if not _nobody_to_answer(failed):
            log.warning("an answer could not be given", status=failed.status, code=failed.code)
    except Exception:
        log.exception("the error handler failed")


def _nobody_to_answer(error: BaseException) -> bool:
    return isinstance(error, discord.HTTPException) and error.code in TOO_LATE


async def _answer(app: App, itx: discord.Interaction, error: BaseException) -> None:
    if isinstance(error, SeatedElsewhere):
        await app.tell(itx, sentence(app, error), await _way_to(app, error.table_id))
        return
    text = sentence(app, error)
    if text in (app.speech()(OUR_FAULT), app.speech()(DATABASE_AWAY)):
        log.error("an interaction failed", interaction=itx.id, error=type(error).__name__, exc_info=error)
    await app.tell(itx, text)


def sentence(app: App, error: BaseException) -> str:
    """What a person is told of an error."""
    _ = app.speech()
    if isinstance(error, Refused):
        return _.fill(error.text, {name: _shown(value) for name, value in error.values.items()})
    if isinstance(error, Illegal):
        return screens_of(error.game).why_illegal(error.error, _)
    if isinstance(error, Stale):
        return _(TIME_RAN_OUT if error.time_ran_out else MOVED_ON)
    if is_database_away(error):
        return _(DATABASE_AWAY)
    return _(OUR_FAULT)


def _shown(value: object) -> object:
    return inert(value) if isinstance(value, str) else value


async def _way_to(app: App, table_id: int) -> ui.ActionRow:
    """Go to the table one sits at, or leave it."""
    _ = app.speech()
    view = await app.tables.looking.look(table_id)
    unfinished = view.mode is Mode.SYSTEM and view.status is TableStatus.ASLEEP
    leave = button(_("Leave that table"), ControlId("leave", table_id))
    row = ui.ActionRow(
        button(_("Go to my table"), ControlId("goto", table_id), style=discord.ButtonStyle.primary),
        button(_("Give it up"), ControlId("giveup", table_id)) if unfinished else leave,
    )
    screens = public(await app.tables.screens.of_table(table_id))
    if screens and screens[-1].guild_id is not None:
        row.add_item(ui.Button(label=_("Show it"), url=screens[-1].url))
    return row
