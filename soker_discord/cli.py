"""The ``soker`` command."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from pydantic import SecretStr
from rich.table import Table

from soker_discord import ladder_commands
from soker_discord.settings import Settings
from soker_discord.terminal import console, read_settings

app = typer.Typer(
    help="Soker, a football card game for Discord.", no_args_is_help=True, add_completion=False, rich_markup_mode="rich"
)
database_commands = typer.Typer(help="The database.", no_args_is_help=True)
app.add_typer(database_commands, name="db")
app.add_typer(ladder_commands.commands, name="ladder")


@app.command("play")
def play_locally(
    port: Annotated[int | None, typer.Option(help="The local port; 0 takes any free one.")] = None,
) -> None:
    """Play in your browser: the same bot in a simulated Discord, no token needed."""
    try:
        from soker_discord.playground.server import serve
    except ModuleNotFoundError as error:
        console.print("[red]The playground is not installed.[/red] Run `make play`, or install the extra `playground`.")
        raise typer.Exit(2) from error
    from soker_discord.bot import make_bot
    from soker_discord.store.database import Database
    from soker_discord.store.migrating import upgrade

    settings = read_settings()

    async def run(folder: str) -> None:
        url = f"sqlite:///{folder}/playground.db"
        database = Database(url)
        await upgrade(database)
        await database.close()
        local = settings.model_copy(update={"database_url": SecretStr(url)})
        wanted = settings.playground_port if port is None else port
        try:
            await serve(lambda: make_bot(local), port=wanted)
        except OSError as error:
            console.print(f"[red]Port {wanted} cannot be used:[/red] {error.strerror}. Try `soker play --port 0`.")
            raise typer.Exit(2) from error

    with tempfile.TemporaryDirectory(prefix="soker-") as folder:
        asyncio.run(run(folder))


@app.command("bot")
def run_bot() -> None:
    """Run the bot on Discord. Needs DISCORD_TOKEN."""
    import discord

    from soker_discord.bot import make_bot
    from soker_discord.store.migrating import is_current

    settings = read_settings()
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    if not token:
        console.print(
            "[red]DISCORD_TOKEN is missing.[/red] Copy the bot's token from the Discord developer portal into a file "
            "named .env as DISCORD_TOKEN=..., or set it in the environment. To try the game without one: `make play`."
        )
        raise typer.Exit(2)

    async def run() -> None:
        bot = make_bot(settings)
        loop = asyncio.get_running_loop()
        async with bot:
            if not await is_current(bot.database):
                console.print("[red]The database is not up to date.[/red] Run `soker db upgrade` first.")
                raise typer.Exit(2)
            closing: set[asyncio.Task[None]] = set()
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, lambda: closing.add(asyncio.ensure_future(bot.close())))
            await bot.start(token)

    try:
        asyncio.run(run())
    except discord.LoginFailure as error:
        console.print("[red]Discord does not accept this DISCORD_TOKEN.[/red] Copy it anew from the developer portal.")
        raise typer.Exit(2) from error


@database_commands.command("upgrade")
def upgrade_database() -> None:
    """Bring the database to the newest form. Safe to run again."""
    from soker_discord.store.database import Database
    from soker_discord.store.migrating import upgrade

    settings = read_settings()

    async def run() -> None:
        database = Database(settings.database_url.get_secret_value())
        try:
            await upgrade(database)
        finally:
            await database.close()

    try:
        asyncio.run(run())
    except ValueError as error:
        console.print(f"[red]{error}[/red]")
        raise typer.Exit(2) from error
    except OSError as error:
        console.print(f"[red]The database cannot be reached:[/red] {error}")
        raise typer.Exit(2) from error
    console.print("The database is up to date.")


@app.command("settings")
def list_settings() -> None:
    """List every setting, its meaning and whether it is set. Secrets are not shown."""
    settings = read_settings()
    table = Table("Setting", "Now", "Meaning")
    for name, field in Settings.model_fields.items():
        value = getattr(settings, name)
        shown = "(secret, set)" if isinstance(value, SecretStr) else "(not set)" if value is None else str(value)
        table.add_row(name.upper(), shown, field.description or "")
    console.print(table)


@app.command("simulate")
def simulate_games(
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seats: Annotated[int, typer.Option(min=2, max=4, help="How many seats.")] = 4,
    seed: Annotated[int | None, typer.Option(help="For the same games again.")] = None,
) -> None:
    """Play random games and tell how they went."""
    from soker_discord.simulate import run

    run(games, seats, random.randrange(2**32) if seed is None else seed, console)


@app.command("verify")
def verify_game(file: Annotated[Path, typer.Argument(help="The file that 'Check the deal' gave you.")]) -> None:
    """Check a finished game: the commitment, the deal, every move."""
    from engine.verification import GameRecord, check

    try:
        record = GameRecord.from_json(json.loads(file.read_text("utf-8")))
    except (OSError, ValueError) as error:
        console.print(f"[red]This file cannot be read:[/red] {error}")
        raise typer.Exit(2) from error
    report = check(record)
    for found in report.checks:
        console.print(f"{'[green]ok[/green]  ' if found.ok else '[red]WRONG[/red]'} {found.name}: {found.words}")
    if not report.ok:
        raise typer.Exit(1)
