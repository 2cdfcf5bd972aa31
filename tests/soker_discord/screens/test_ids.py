"""Custom ids: short, parsed back, never ambiguous."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soker_discord.screens.ids import TEMPLATE, ControlId, number, parse

args = st.lists(st.from_regex(r"[0-9a-z]{1,10}", fullmatch=True), max_size=4).map(tuple)
controls = st.builds(
    ControlId,
    st.from_regex(r"[a-z]{2,12}", fullmatch=True),
    st.integers(0, 999_999_999),
    st.integers(0, 999_999_999) | st.none(),
    args,
).filter(lambda control: not control.args or control.seq is not None)


@given(controls)
def test_a_control_is_parsed_back(control: ControlId):
    assert parse(str(control)) == control
    assert len(str(control)) <= 100


@given(st.text(max_size=120))
def test_anything_else_is_none_of_ours(text: str):
    found = parse(text)
    assert found is None or str(found) == text or TEMPLATE.fullmatch(text)


@pytest.mark.parametrize(
    "text", ["s:draw:-1:0", "s:draw:1:0:A", "s:DRAW:1", "x:draw:1", "s:draw:1:0:", "s::1", "s:draw:"]
)
def test_what_we_never_write_is_not_read(text: str):
    assert parse(text) is None


@pytest.mark.parametrize(
    ("text", "value"), [("0", 0), ("67", 67), ("²", None), ("", None), ("9" * 10, None), ("-1", None)]
)
def test_numbers_of_clicks_are_bounded(text: str, value: int | None):
    assert number(text) == value
