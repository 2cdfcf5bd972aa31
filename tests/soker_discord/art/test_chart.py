"""The rating over time: with no, one, two, ten and five hundred points; its numbers, dates and signs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soker_discord.art.chart import ChartPoint, ChartWords, lay_rating_chart, rating_chart
from soker_discord.art.marks import Area, Panel, Picture, Sign, Stroke
from soker_discord.art.palette import GRASS
from tests.soker_discord.art.samples import CHART_WORDS, chart_points
from tests.soker_discord.art.tidiness import any_text, check_tidy, opened, read, values

points_of_any_kind = st.builds(ChartPoint, date=any_text, rating=any_text, value=values, low=values, high=values)
words_of_any_kind = st.builds(ChartWords, *[any_text] * 8)


def curve(picture: Picture) -> Stroke:
    """The line of the ratings."""
    return next(mark for mark in picture.marks if isinstance(mark, Stroke) and mark.ink == GRASS)


def signs(picture: Picture) -> list[str]:
    """The shapes that speak of points, without the dots of the curve."""
    return [mark.shape for mark in picture.marks if isinstance(mark, Sign) and mark.shape in ("ring", "up")]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 10, 40, 41, 500])
def test_any_number_of_points_is_tidy_and_light(count: int) -> None:
    picture = lay_rating_chart(CHART_WORDS, chart_points(count))
    check_tidy(picture)
    assert opened(rating_chart(CHART_WORDS, chart_points(count))).size == (picture.width, picture.height)


def test_first_peak_and_latest_are_written_with_their_dates() -> None:
    points = chart_points(50)
    high = max(points, key=lambda point: point.value)
    said = " ".join(read(lay_rating_chart(CHART_WORDS, points)))
    for word, point in (("First", points[0]), ("Peak", high), ("Now", points[-1])):
        assert f"{word} {point.rating} {point.date}" in said


def test_the_peak_is_the_earliest_of_equals() -> None:
    point = chart_points(1)[0]
    highs = (1000.0, 1100.0, 1100.0, 1050.0)
    points = tuple(replace(point, value=value, date=f"{day} May") for day, value in enumerate(highs, 1))
    assert f"Peak {point.rating} 2 May" in " ".join(read(lay_rating_chart(CHART_WORDS, points)))


def test_what_is_notable_is_told_by_shape() -> None:
    picture = lay_rating_chart(CHART_WORDS, chart_points(10))
    assert "ring" in signs(picture)
    assert "up" in signs(picture)


def test_one_point_is_only_now() -> None:
    picture = lay_rating_chart(CHART_WORDS, chart_points(1))
    said = read(picture)
    assert "Now" in said
    assert "First" not in said
    assert "Peak" not in said
    assert not signs(picture)


def test_no_point_is_said_in_words() -> None:
    assert read(lay_rating_chart(CHART_WORDS, ())) == ["Ada", "Soker with people · all time", "No rated tournament yet"]


def test_higher_ratings_lie_higher_and_later_ones_further_right() -> None:
    points = chart_points(60)
    line = curve(lay_rating_chart(CHART_WORDS, points)).points
    assert [x for x, _ in line] == sorted(x for x, _ in line)
    by_value = sorted(zip(points, line, strict=True), key=lambda pair: pair[0].value)
    assert [y for _, (_, y) in by_value] == sorted((y for _, y in line), reverse=True)


def test_the_band_holds_what_it_says() -> None:
    points = chart_points(12)
    picture = lay_rating_chart(CHART_WORDS, points)
    band = next(mark for mark in picture.marks if isinstance(mark, Area)).points
    line = curve(picture).points
    uppers, lowers = band[:12], band[12:][::-1]
    assert lowers == line
    assert all(upper[1] < on[1] for upper, on in zip(uppers, line, strict=True))


def test_ticks_stand_beside_their_lines() -> None:
    picture = lay_rating_chart(CHART_WORDS, chart_points(100))
    numbers = [label for label in picture.labels if label.align == "right" and label.text.isdigit()]
    rows = [label.box.top + label.box.height // 2 for label in numbers]
    lines = {mark.box.top + 1 for mark in picture.marks if isinstance(mark, Panel) and mark.box.height == 2}
    assert 3 <= len(numbers) <= 7
    assert set(rows) <= lines
    assert [int(label.text) for label in numbers] == sorted(int(label.text) for label in numbers)
    assert rows == sorted(rows, reverse=True)


def test_dates_are_written_once() -> None:
    same = tuple(replace(point, date="4 Jan") for point in chart_points(9))
    picture = lay_rating_chart(CHART_WORDS, same)
    foot = max(label.box.top for label in picture.labels)
    assert [label.text for label in picture.labels if label.box.top == foot] == ["4 Jan"]


def test_every_value_is_seen() -> None:
    points = chart_points(5)
    changes = [{"value": 1200.0}, {"low": 900.0}, {"high": 1900.0}, {"date": "29 Feb"}, {"rating": "1001"}]
    others = [(*points[:-1], replace(points[-1], **change)) for change in changes]
    pictures = [rating_chart(CHART_WORDS, each) for each in (points, points[:-1], *others)]
    assert len(set(pictures)) == len(pictures)
    assert rating_chart(CHART_WORDS, points) == pictures[0]


@settings(max_examples=60, deadline=None)
@given(words_of_any_kind, st.lists(points_of_any_kind, max_size=60).map(tuple))
def test_any_chart_is_tidy(words: ChartWords, points: tuple[ChartPoint, ...]) -> None:
    check_tidy(lay_rating_chart(words, points))


@settings(max_examples=15, deadline=None)
@given(words_of_any_kind, st.lists(points_of_any_kind, max_size=20).map(tuple))
def test_any_chart_can_be_drawn(words: ChartWords, points: tuple[ChartPoint, ...]) -> None:
    opened(rating_chart(words, points))
