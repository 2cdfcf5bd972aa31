"""Records (O4)."""

import pytest

from soker_discord.tables.careers import streak


@pytest.mark.parametrize(
    ("latest", "expected"),
    [
        ([], 0),
        ([True], 1),
        ([False], -1),
        ([True, True, False, True], 2),
        ([False, False, False, True], -3),
        ([True] * 7, 7),
    ],
)
def test_a_streak_is_how_often_the_newest_outcome_stands_on_end(latest: list[bool], expected: int):
    assert streak(latest) == expected
