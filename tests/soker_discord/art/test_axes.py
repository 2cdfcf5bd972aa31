"""Ticks are few, round and within the range."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from soker_discord.art.axes import step, ticks


def test_ticks_are_round() -> None:
    assert ticks(690, 2010, 6) == (750, 1000, 1250, 1500, 1750, 2000)
    assert ticks(985, 1015, 6) == (985, 990, 995, 1000, 1005, 1010, 1015)
    assert ticks(-30, 70, 4) == (-25, 0, 25, 50)
    assert ticks(1000.2, 1000.8, 4) == ()


@given(st.floats(-1e6, 1e6), st.floats(12, 1e6), st.integers(2, 8))
def test_ticks_are_few_and_evenly_spaced(low: float, span: float, most: int) -> None:
    found = ticks(low, low + span, most)
    assert len(found) <= most + 1
    assert all(low - 1e-6 <= tick <= low + span + 1e-6 for tick in found)
    assert {after - before for before, after in pairwise(found)} <= {step(low, low + span, most)}
