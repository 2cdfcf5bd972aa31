"""Tokens, hands and secrets stay out of logs, representations and SQL errors."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from sqlalchemy.exc import IntegrityError
from sqlmodel import select

from soker_discord.logs import configure
from soker_discord.settings import Settings
from soker_discord.store.models import GameRow, Person, Screen, Seat, Table
from soker_discord.tables.house import Request
from tests.simulated.env import Simulation
from tests.soker_discord.players import Party


@pytest.fixture
def debugging() -> Iterator[None]:
    configure("DEBUG")
    yield
    configure("WARNING")


async def test_nothing_secret_is_logged(
    sim: Simulation, debugging: None, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
):
    caplog.set_level("DEBUG")
    party = await Party.sit_down(sim, list(sim.people.values())[:2], random.Random(2))
    for _ in range(5):
        await party.move()
    async with sim.bot.database.read() as db:
        table = (await db.exec(select(Table))).one()
        tokens = [token for token in (await db.exec(select(Screen.token))).all() if token]
    game = await party.row()
    out, err = capfd.readouterr()
    logged = out + err + caplog.text
    for secret in (table.secret, game.secret, *tokens):
        assert secret not in logged
    assert tokens


async def test_tokens_do_not_show_in_representations(sim: Simulation):
    request = Request(1, datetime.now(UTC), 2, "Ada", None, 3, token="very-secret")
    assert "very-secret" not in repr(request)
    party = await Party.sit_down(sim, list(sim.people.values())[:2], random.Random(2))
    screens = await sim.bot.tables.screens.of_table((await party.row()).table_id)
    dealt = await sim.bot.tables.screens.dealt((await party.row()).table_id)
    assert any(screen.token for screen in screens)
    for value in (*screens, *dealt):
        assert value.token
        assert value.token not in repr(value)


async def test_tokens_are_wiped_when_they_are_spent(sim: Simulation):
    await Party.sit_down(sim, list(sim.people.values())[:2], random.Random(2))
    await sim.advance(15 * 60 + 30)
    async with sim.bot.database.read() as db:
        left = [token for token in (await db.exec(select(Screen.token))).all() if token]
        left += [token for token in (await db.exec(select(Seat.token))).all() if token]
    assert left == []


async def test_a_database_error_does_not_tell_the_values(sim: Simulation):
    with pytest.raises(IntegrityError) as raised:
        async with sim.bot.database.write() as db:
            db.add(Person(id=1, discord_id=77, name="very-secret", created_at=sim.now()))
            db.add(Person(id=2, discord_id=77, name="very-secret", created_at=sim.now()))
    assert "very-secret" not in str(raised.value)


def test_settings_do_not_show_secrets(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", "very-secret")
    monkeypatch.setenv("DATABASE_URL", "postgres://u:very-secret@h/n")
    assert "very-secret" not in repr(Settings(_env_file=None))  # pyright: ignore[reportCallIssue]


async def test_the_record_for_checking_holds_no_person(sim: Simulation):
    """Only the finished game's own secret, moves and points leave the database."""
    party = await Party.sit_down(sim, list(sim.people.values())[:2], random.Random(2))
    await party.play_out(checking=False)
    record = str(await sim.on_bot(sim.bot.tables.looking.record(party.game_id)))
    for person in party.people:
        assert person.name not in record
        assert not re.search(rf"\b{person.id}\b", record)
    async with sim.bot.database.read() as db:
        table = (await db.exec(select(Table))).one()
        game = (await db.exec(select(GameRow))).one()
    assert game.secret in record
    assert table.secret not in record, "the next deal's secret is kept"
