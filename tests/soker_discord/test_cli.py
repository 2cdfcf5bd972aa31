"""The ``soker`` command as a person at a terminal meets it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from soker_discord.cli import app
from soker_discord.settings import Settings

runner = CliRunner()


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings but those of the test, and a terminal wide enough for every sentence."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def output(*arguments: str, code: int = 0) -> str:
    result = runner.invoke(app, arguments)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return " ".join(result.output.split())


def test_help_lists_every_command():
    text = output("--help")
    for command in ("play", "bot", "db", "settings", "simulate", "verify"):
        assert command in text


def test_without_a_token_the_bot_says_what_to_do():
    text = output("bot", code=2)
    assert "DISCORD_TOKEN is missing" in text
    assert "make play" in text


def test_a_database_that_is_not_upgraded_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    assert "soker db upgrade" in output("bot", code=2)


def test_the_database_is_made_and_can_be_upgraded_again(tmp_path: Path):
    assert "up to date" in output("db", "upgrade")
    assert (tmp_path / "soker.db").exists()
    assert "up to date" in output("db", "upgrade")


@pytest.mark.parametrize("url", ["mysql://u:very-secret@h/n", "nonsense"])
def test_a_wrong_database_url_is_named_without_its_password(monkeypatch: pytest.MonkeyPatch, url: str):
    monkeypatch.setenv("DATABASE_URL", url)
    text = output("db", "upgrade", code=2)
    assert "DATABASE_URL" in text
    assert "very-secret" not in text


def test_an_unreachable_database_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://u:very-secret@127.0.0.1:1/n")
    text = output("db", "upgrade", code=2)
    assert "cannot be reached" in text
    assert "very-secret" not in text


def test_settings_are_listed_and_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", "very-secret")
    monkeypatch.setenv("DATABASE_URL", "postgres://u:very-secret@h/n")
    text = output("settings")
    assert "very-secret" not in text
    for name, field in Settings.model_fields.items():
        assert name.upper() in text
        assert field.description


def test_settings_come_from_a_file_too(tmp_path: Path):
    (tmp_path / ".env").write_text("PLAYGROUND_PORT=4321\n")
    assert "4321" in output("settings")


@pytest.mark.parametrize(("name", "value"), [("LOG_LEVEL", "LOUD"), ("PLAYGROUND_PORT", "99999")])
def test_a_setting_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str):
    monkeypatch.setenv(name, value)
    assert name.lower() in output("settings", code=2).lower()


def test_env_example_names_every_setting():
    text = (Path(__file__).parents[2] / ".env.example").read_text()
    for name in Settings.model_fields:
        assert name.upper() in text


def test_verify_says_what_is_wrong_with_a_file(tmp_path: Path):
    file = tmp_path / "game.json"
    assert "cannot be read" in output("verify", str(file), code=2)
    file.write_text("{")
    assert "cannot be read" in output("verify", str(file), code=2)
    file.write_text(json.dumps({"game": "soker"}))
    assert "missing" in output("verify", str(file), code=1)
