"""``soker ladder`` as a host at a terminal meets it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from sqlalchemy import update
from typer.testing import CliRunner

from ratings.event import Event
from soker_discord.cli import app
from soker_discord.settings import Settings
from soker_discord.store import ladder as store
from soker_discord.store.database import Database, run
from tests.soker_discord.ladder_events import BOARDS, EVERYWHERE, people, random_events, record_all

T = TypeVar("T")

runner = CliRunner()


@pytest.fixture(autouse=True)
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, any_url: str) -> None:
    """The database of the test, and a terminal wide enough for every sentence."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DATABASE_URL", any_url)


def output(*arguments: str, code: int = 0) -> str:
    result = runner.invoke(app, ["ladder", *arguments])
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return " ".join(result.output.split())


def with_database(url: str, work: Callable[[Database], Awaitable[T]]) -> T:
    async def run() -> T:
        database = Database(url)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())


@pytest.fixture
def played(any_url: str) -> list[Event]:
    """Thirty events on two boards."""

    async def work(database: Database) -> list[Event]:
        events = random_events(21, 30, await people(database, 8))
        await record_all(database, events)
        return events

    return with_database(any_url, work)


def forge(url: str, event: Event) -> None:
    """Give everyone a better rating after an event."""

    async def work(database: Database) -> None:
        async with database.write() as db:
            which = (store.JOURNAL.c.board == EVERYWHERE.name) & (store.JOURNAL.c.event == event.id)
            await run(db, update(store.JOURNAL).where(which).values(after_mu=99.5))

    with_database(url, work)


def test_boards_are_listed(played: list[Event]):
    text = output("boards")
    for board in BOARDS:
        assert board.name in text
    assert "counts less" in text
    assert "counts in full" in text
    assert f"{max(event.finished_at for event in played):%Y-%m-%d %H:%M} UTC" in text


def test_a_ladder_without_boards_says_so():
    assert "no boards yet" in output("boards")
    assert output("verify") == output("rebuild") == ""


def test_a_sound_ladder_is_called_sound(played: list[Event]):
    assert output("verify").count("all as the events make it") == 2
    assert output("rebuild").count("nothing had to be changed") == 2


def test_a_forged_rating_is_told_and_mended(any_url: str, played: list[Event]):
    event = next(event for event in played if event.unrated is None)
    forge(any_url, event)
    text = output("verify", code=1)
    assert f"{len(event.people)} of them differ" in text
    assert "after mu" in text
    assert "99.5" in text
    assert "soker ladder rebuild" in text
    assert "all as the events make it" in output("verify", "--board", "soker/77")
    assert f"changed: {len(event.people)} rows, 0 standings." in output("rebuild")
    assert "differ" not in output("verify")


def test_rebuilding_from_an_event_on(any_url: str, played: list[Event]):
    forge(any_url, played[25])
    text = output("rebuild", "--since", str(played[20].id), "--board", "soker")
    assert "soker: 10 events" in text
    assert "changed" in text
    output("verify")


def test_an_event_is_taken_out_once_and_its_reason_is_kept(any_url: str, played: list[Event]):
    event = next(event for event in played if event.unrated is None)
    text = output("void", str(event.id), "--reason", "Two of them were [one].")
    assert f"Event {event.id} is taken out: Two of them were [one]." in text
    assert text.count("changed:") == 2
    assert "Two of them were [one]." in output("void", str(event.id), "--reason", "Again.", code=2)
    output("verify")

    async def note(database: Database) -> str | None:
        async with database.read() as db:
            return (await store.find_event(db, event.id))[0].note

    assert with_database(any_url, note) == "Two of them were [one]."


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("void", "9999", "--reason", "A test."), "No board has an event 9999"),
        (("void", "1", "--reason", " "), "needs a reason"),
        (("rebuild", "--board", "nowhere"), "no board nowhere"),
        (("rebuild", "--since", "9999"), "No board has an event 9999"),
        (("verify", "--board", "nowhere"), "no board nowhere"),
        (("void", "9223372036854775808", "--reason", "A test."), "less than or equal to 9223372036854775807"),
        (("rebuild", "--since", "99999999999999999999"), "less than or equal to 9223372036854775807"),
    ],
)
def test_what_is_not_there_is_named(played: list[Event], arguments: tuple[str, ...], words: str):
    assert words in output(*arguments, code=2)


def test_an_event_that_was_changed_by_hand_is_named(any_url: str, played: list[Event]):
    async def work(database: Database) -> None:
        async with database.write() as db:
            which = store.EVENT.c.event == played[3].id
            await run(db, update(store.EVENT).where(which).values(unrated="because"))

    with_database(any_url, work)
    assert "unknown reason: because" in output("verify", code=1)


def test_a_database_that_is_not_upgraded_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", "sqlite:///new.db")
    assert "soker db upgrade" in output("verify", code=2)


def test_an_unreachable_database_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://u:very-secret@127.0.0.1:1/n")
    text = output("boards", code=2)
    assert "cannot be reached" in text
    assert "very-secret" not in text
