import json
import math
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.errors import BadEvent
from ratings.event import Board, Entrant, Event, Unrated
from ratings.inactivity import aged
from ratings.journal import Standing, newcomer, standing_after
from ratings.ladder import Ladder, journal_event
from ratings.parameters import ENGINE_VERSION, STANDARD, Parameters, engine_version
from ratings.rating import Rating
from ratings.update import rate
from tests.ratings.strategies import final_orders

BOARD = Board("soker", spans_servers=True)
HOME = Board("soker:here")
START = datetime(2026, 2, 1, 20, tzinfo=UTC)


def event(number, *places, board=BOARD, at=START, unrated=None):
    """An event of the people 1, 2, 3 ... in these places."""
    people = tuple(Entrant(person, place, points=50 - place) for person, place in enumerate(places, start=1))
    return Event(number, board.name, at, people, unrated)


@st.composite
def histories(draw):
    """Events of few people over months, some unrated, some at the same moment."""
    events, now = [], START
    for number in range(draw(st.integers(1, 25))):
        now += draw(st.timedeltas(timedelta(0), timedelta(days=40)))
        people = draw(st.lists(st.integers(1, 6), min_size=2, max_size=4, unique=True))
        places = draw(final_orders(len(people)))
        entrants = tuple(Entrant(person, place) for person, place in zip(people, places, strict=True))
        unrated = draw(st.sampled_from([None, None, None, Unrated.FRIENDLY]))
        events.append(Event(number, BOARD.name, now, entrants, unrated))
    return events


def fold(events, board=BOARD):
    ladder = Ladder(board)
    return ladder, [row for one in events for row in ladder.apply(one)]


class Live:
    """A ladder as a database keeps it: text of floats, rows looked up by person and group, nothing held in memory."""

    def __init__(self):
        self.stored, self.ended = {}, []

    def apply(self, one):
        people = {entrant.person for entrant in one.entrants}
        standings = {person: self.load(person) for person in people & self.stored.keys()}
        earlier = [at for group, at in self.ended if group == people]
        rows = journal_event(BOARD, one, standings, earlier)
        for row in rows:
            after = standing_after(row)
            active = after.last_active and after.last_active.isoformat()
            self.stored[row.person] = json.dumps([after.rating.mu, after.rating.sigma, active, after.events])
        if one.unrated is None:
            self.ended.append((people, one.finished_at))
        return rows

    def load(self, person):
        mu, sigma, active, events = json.loads(self.stored[person])
        return Standing(Rating(mu, sigma), active and datetime.fromisoformat(active), events)


@settings(deadline=None)
@given(histories())
def test_a_rebuilt_ladder_equals_the_living_one_bit_for_bit(events):
    live = Live()
    rows = [row for one in events for row in live.apply(one)]
    ladder, rebuilt = fold(events)
    assert rebuilt == rows
    assert ladder.standings == {person: live.load(person) for person in live.stored}


@settings(deadline=None)
@given(histories(), st.data())
def test_going_on_from_the_journal_equals_starting_over(events, data):
    ladder, rows = fold(events)
    cut = data.draw(st.integers(0, len(events)))
    _, before = fold(events[:cut])
    resumed = Ladder(BOARD)
    resumed.resume(before)
    after = [row for one in events[cut:] for row in resumed.apply(one)]
    assert before + after == rows
    assert resumed.standings == ladder.standings


@settings(deadline=None)
@given(histories(), st.randoms())
def test_the_order_of_the_seats_changes_no_bit(events, random_):
    shuffled = [replace(one, entrants=tuple(random_.sample(one.entrants, len(one.entrants)))) for one in events]
    assert fold(shuffled)[1] == fold(events)[1]


@settings(deadline=None)
@given(histories())
def test_rows_hang_together(events):
    """What a row starts from is what the person's row before it left; it was aged, and no mean moved by ageing."""
    last = {}
    for row in fold(events)[1]:
        before = last.get(row.person, newcomer())
        assert row.before == before.rating
        assert row.last_active == before.last_active
        assert row.engine == ENGINE_VERSION
        if row.unrated is None:
            assert row.aged == aged(row.before, before.last_active, row.finished_at)
            assert row.events == before.events + 1
            assert row.after.sigma <= math.sqrt(row.aged.sigma**2 + STANDARD.tau**2)
        last[row.person] = standing_after(row)


def test_a_row_says_what_happened():
    first, second = Ladder(BOARD).apply(event(7, 2, 1))
    expected = rate([STANDARD.newcomer] * 2, [1, 2])
    assert (first.person, first.place, first.points, first.after) == (2, 1, 49, expected[0])
    assert (second.person, second.place, second.points, second.after) == (1, 2, 48, expected[1])
    assert first.board == "soker"
    assert first.event == 7
    assert first.entrants == 2
    assert first.before == first.aged == STANDARD.newcomer
    assert (first.weight, first.met, first.events, first.last_active) == (1.0, 0, 1, None)
    assert first.finished_at == START
    assert first.unrated is None


def test_people_age_before_they_are_rated():
    later = START + timedelta(days=100)
    ladder = Ladder(BOARD)
    stored = [row.after for row in ladder.apply(event(1, 1, 2))]
    rows = ladder.apply(event(2, 1, 2, at=later))
    priors = [aged(rating, START, later) for rating in stored]
    assert [row.before for row in rows] == stored
    assert [row.aged for row in rows] == priors
    assert tuple(row.after for row in rows) == rate(priors, [1, 2])


def test_the_same_group_within_a_week_counts_less():
    ladder = Ladder(BOARD)
    days = [0, 1, 2, 3, 20]
    rows = [ladder.apply(event(day, 1, 2, 3, at=START + timedelta(days=day)))[0] for day in days]
    assert [row.weight for row in rows] == [1.0, 0.5, 0.25, 0.25, 1.0]
    assert [row.met for row in rows] == [0, 1, 2, 2, 0]


def test_another_group_counts_in_full():
    ladder = Ladder(BOARD)
    ladder.apply(event(1, 1, 2, 3))
    assert ladder.apply(event(2, 1, 2))[0].weight == 1.0


def test_a_servers_own_list_counts_everything_in_full():
    ladder = Ladder(HOME)
    rows = [ladder.apply(event(number, 1, 2, board=HOME))[0] for number in range(4)]
    assert [row.weight for row in rows] == [1.0] * 4


def test_an_unrated_event_changes_nothing_and_says_why():
    ladder = Ladder(BOARD)
    ladder.apply(event(1, 1, 2))
    before = dict(ladder.standings)
    rows = ladder.apply(event(2, 2, 1, at=START + timedelta(days=50), unrated=Unrated.FRIENDLY))
    assert ladder.standings == before
    for row in rows:
        assert row.before == row.aged == row.after == before[row.person].rating
        assert (row.weight, row.unrated, row.events) == (0.0, Unrated.FRIENDLY, 1)


def test_an_unrated_event_is_no_meeting():
    ladder = Ladder(BOARD)
    ladder.apply(event(1, 1, 2, unrated=Unrated.VOIDED_BY_HOST))
    assert ladder.apply(event(2, 1, 2))[0].weight == 1.0


def test_taking_an_event_out_leaves_the_ladder_as_if_it_had_not_been():
    events = [
        event(number, *places, at=START + timedelta(days=number)) for number, places in enumerate([(1, 2), (2, 1)])
    ]
    later = event(9, 1, 2, 3, at=START + timedelta(days=9))
    with_it, _ = fold([events[0], replace(events[1], unrated=Unrated.TAKEN_OUT), later])
    without, _ = fold([events[0], later])
    assert with_it.standings == without.standings


def test_an_event_is_rated_once():
    ladder = Ladder(BOARD)
    ladder.apply(event(1, 1, 2))
    before = dict(ladder.standings)
    with pytest.raises(BadEvent, match="already"):
        ladder.apply(event(1, 1, 2))
    assert ladder.standings == before


def test_an_event_that_is_refused_can_come_again():
    ladder = Ladder(BOARD)
    ladder.standings[1] = Standing(Rating(math.nan, 1.0), START, 1)
    with pytest.raises(ValueError, match="not a rating"):
        ladder.apply(event(1, 1, 2))
    del ladder.standings[1]
    assert len(ladder.apply(event(1, 1, 2))) == 2


def test_an_event_of_another_board_is_refused():
    with pytest.raises(BadEvent, match="board"):
        Ladder(BOARD).apply(event(1, 1, 2, board=HOME))


def test_system_players_keep_their_rating_and_have_no_row():
    strong = Rating(33.0, 1.0)
    entrants = (Entrant(5, 1, 30), Entrant(-1, 2, 20, fixed=strong), Entrant(-2, 3, 10, fixed=strong))
    ladder = Ladder(HOME)
    (row,) = ladder.apply(Event(1, HOME.name, START, entrants))
    assert row.person == 5
    assert row.entrants == 3
    assert row.after == rate([STANDARD.newcomer, strong, strong], [1, 2, 3])[0]
    assert set(ladder.standings) == {5}


@pytest.mark.parametrize("places", [(1, 2, 3, 4), (1, 1, 3, 4), (1, 2, 2, 2), (1, 1, 1, 1)])
def test_newcomers_in_equal_places_change_equally_in_every_seat_order(places):
    for order in set(permutations(places)):
        after = {}
        for row in Ladder(BOARD).apply(event(1, *order)):
            assert after.setdefault(row.place, row.after) == row.after


def test_good_players_come_out_on_top():
    """Six people whose skills are a beta apart, 300 events in random company: the order is found."""
    chance = random.Random(5)
    ladder = Ladder(HOME)
    for number in range(300):
        people = chance.sample(range(6), 4)
        performance = {person: chance.gauss(-person * STANDARD.beta, STANDARD.beta) for person in people}
        best_first = sorted(people, key=performance.__getitem__, reverse=True)
        entrants = tuple(Entrant(person, place) for place, person in enumerate(best_first, start=1))
        ladder.apply(Event(number, HOME.name, START + timedelta(hours=number), entrants))
    ranked = sorted(ladder.standings, key=lambda person: ladder.standings[person].rating.mu, reverse=True)
    assert ranked == [0, 1, 2, 3, 4, 5]


def test_the_engine_version_changes_with_any_parameter():
    names = {engine_version(replace(STANDARD, **{name: value})) for name, value in [("tau", 0.1), ("grace_days", 8)]}
    assert len(names | {ENGINE_VERSION}) == 3
    assert engine_version(Parameters()) == ENGINE_VERSION
