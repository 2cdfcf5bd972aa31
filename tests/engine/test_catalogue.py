"""Games are found by name and by the version of the rules they were played by."""

from __future__ import annotations

import inspect

import pytest

from engine import catalogue
from engine.game import Game
from engine.soker import SOKER
from tests.engine.soker.positions import SEED


def test_soker_is_found_by_its_name():
    assert catalogue.game("soker") is SOKER
    assert "soker" in catalogue.names()


def test_every_game_is_found_by_its_own_name_and_version():
    for name in catalogue.names():
        newest = catalogue.game(name)
        assert newest.name == name
        assert catalogue.game(name, newest.rules_version) is newest


def test_the_first_version_of_soker_is_there_for_good():
    first = catalogue.game("soker", 1)
    assert (first.name, first.rules_version) == ("soker", 1)


def test_names_are_told_once():
    assert len(set(catalogue.names())) == len(catalogue.names())


@pytest.mark.parametrize(
    ("name", "version"), [("chess", None), ("chess", 1), ("", None), ("Soker", None), ("soker", 0), ("soker", 999)]
)
def test_an_unknown_game_or_version_is_a_lookup_error(name: str, version: int | None):
    with pytest.raises(LookupError):
        catalogue.game(name, version)


@pytest.mark.parametrize("name", catalogue.names())
def test_every_game_offers_the_whole_protocol(name: str):
    game = catalogue.game(name)
    for attribute in Game.__annotations__:
        assert getattr(game, attribute) is not None
    for function, promised in inspect.getmembers(Game, inspect.isfunction):
        if function.startswith("_"):
            continue
        offered = inspect.signature(getattr(game, function))
        assert list(offered.parameters) == list(inspect.signature(promised).parameters)[1:], function


@pytest.mark.parametrize("name", catalogue.names())
def test_every_game_can_be_dealt_to_the_seats_it_names_and_no_others(name: str):
    game = catalogue.game(name)
    for seats in range(game.min_seats, game.max_seats + 1):
        assert game.to_act(game.deal(seats, seats - 1, SEED)) == seats - 1
    for seats in (game.min_seats - 1, game.max_seats + 1):
        with pytest.raises(ValueError, match="seats"):
            game.deal(seats, 0, SEED)
