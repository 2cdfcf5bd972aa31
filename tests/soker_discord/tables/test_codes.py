"""Room codes: six characters without look-alikes, read as a person types them."""

from __future__ import annotations

import random

import pytest

from soker_discord.tables.codes import ALPHABET, new_code, normalise


def test_no_two_characters_look_alike():
    assert not set(ALPHABET) & set("01OIL")
    assert len(ALPHABET) == len(set(ALPHABET)) == 31


def test_codes_have_six_characters_of_the_alphabet():
    rng = random.Random(1)
    codes = {new_code(rng) for _ in range(2000)}
    assert all(len(code) == 6 and set(code) <= set(ALPHABET) for code in codes)
    assert len(codes) == 2000
    assert set("".join(codes)) == set(ALPHABET)


@pytest.mark.parametrize("typed", ["abc234", " ABC234 ", "abc-234", "aBc 2 34"])
def test_codes_are_read_as_people_type_them(typed: str):
    assert normalise(typed) == "ABC234"


async def test_the_bots_source_of_randomness_is_cryptographic(sqlite_url: str):
    from soker_discord.bot import make_bot
    from tests.soker_discord.conftest import settings_for

    bot = make_bot(settings_for(sqlite_url))
    assert isinstance(bot.tables.rooms.house.rng, random.SystemRandom)
    await bot.database.close()
