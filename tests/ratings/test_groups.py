from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from ratings.groups import WEEK, group, meetings, newest, weight

NOW = datetime(2026, 5, 20, 20, tzinfo=UTC)
times = st.lists(st.timedeltas(timedelta(0), timedelta(days=20)).map(lambda ago: NOW - ago), max_size=6)


def test_a_group_is_a_set_of_people():
    assert group([17, 3, 205]) == group([205, 17, 3]) == "3-17-205"
    assert group([1, 23]) != group([12, 3]) != group([1, 2, 3])


def test_the_first_counts_in_full_then_half_then_a_quarter_each():
    assert [weight(met) for met in range(6)] == [1.0, 0.5, 0.25, 0.25, 0.25, 0.25]


def test_only_the_last_week_counts():
    earlier = [NOW - WEEK - timedelta(seconds=1), NOW - WEEK, NOW - WEEK + timedelta(seconds=1), NOW - timedelta(1)]
    assert meetings(earlier, NOW) == 2
    assert meetings([], NOW) == 0


@given(times)
def test_the_newest_two_are_enough_for_the_weight(earlier):
    assert weight(meetings(newest(earlier), NOW)) == weight(meetings(earlier, NOW))


@given(times, times)
def test_the_newest_two_can_be_kept_as_time_goes_by(first, then):
    assert newest((*newest(first), *then)) == newest((*first, *then))
