"""Names are inert, options come in menus of at most 25, labels keep Discord's limits."""

from __future__ import annotations

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soker_discord.screens.ids import ControlId
from soker_discord.screens.layout import button, inert, pages, plain, small

MARKS = "\\*_~`|<>[]()#@:-"


@given(st.text(max_size=60))
def test_no_mark_of_a_name_is_left_unescaped(name: str):
    shown = inert(name)
    rest = "".join(part[1:] for part in ("x" + shown).split("\\") if part) if "\\" not in name else ""
    assert "\n" not in shown
    assert not set(rest) & set("*_`")
    assert shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("**Ada**", "\\*\\*Ada\\*\\*"),
        ("@everyone", "\\@everyone"),
        ("<@123>", "\\<\\@123\\>"),
        ("a\nb\t c", "a b c"),
        ("   ", "?"),
        ("x" * 40, "x" * 32),
        ("\u202eevil", "evil"),
        ("\u3164\u200b", "?"),
        ("\u200d", "?"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("[a](https://b.c)", "\\[a\\]\\(https\\://b.c\\)"),
    ],
)
def test_names_are_inert(name: str, shown: str):
    assert inert(name) == shown


def test_plain_names_fit_a_label():
    assert plain("x" * 90) == "x" * 32


@pytest.mark.parametrize(("count", "sizes"), [(0, []), (1, [1]), (25, [25]), (26, [13, 13]), (51, [17, 17, 17])])
def test_options_come_in_even_menus_of_at_most_25(count: int, sizes: list[int]):
    options = [discord.SelectOption(label=str(number)) for number in range(count)]
    split = pages(options)
    assert [len(page) for page in split] == sizes
    assert [option for page in split for option in page] == options


def test_labels_keep_to_80_characters():
    assert len(button("x" * 200, ControlId("hand", 1)).label or "") == 80


def test_small_print_marks_every_line_and_no_empty_one():
    assert small("a\n\nb") == "-# a\n-# b"
    assert small("") == ""
