from datetime import UTC, datetime

import pytest

from ratings.errors import BadEvent
from ratings.event import Entrant, Event, Unrated
from ratings.parameters import STANDARD

NOW = datetime(2026, 5, 20, 20, tzinfo=UTC)
SYSTEM = STANDARD.newcomer


def entrants(*places, fixed=None):
    return tuple(Entrant(person, place, fixed=fixed) for person, place in enumerate(places, start=1))


def test_a_time_without_a_zone_is_refused():
    with pytest.raises(BadEvent, match="zone"):
        Event(1, "soker", NOW.replace(tzinfo=None), entrants(1, 2))


def test_a_person_named_twice_is_refused():
    with pytest.raises(BadEvent, match="twice"):
        Event(1, "soker", NOW, (Entrant(7, 1), Entrant(7, 2)))


@pytest.mark.parametrize("places", [(), (1,), (1, 2, 3, 4, 5)])
def test_two_to_four_take_part(places):
    with pytest.raises(BadEvent, match="people"):
        Event(1, "soker", NOW, entrants(*places))


def test_places_that_are_no_final_order_are_refused():
    with pytest.raises(BadEvent, match="final order"):
        Event(1, "soker", NOW, entrants(1, 3))


def test_G3_places_may_be_shared():
    assert len(Event(1, "soker", NOW, entrants(1, 1, 3)).people) == 3


def test_an_event_without_a_person_is_refused():
    with pytest.raises(BadEvent, match="no person"):
        Event(1, "soker", NOW, entrants(1, 2, fixed=SYSTEM))


def test_one_alone_may_take_part_in_what_is_not_rated():
    Event(1, "soker", NOW, entrants(1), Unrated.TOO_FEW)


def test_system_players_are_no_people():
    event = Event(1, "system", NOW, (Entrant(5, 2), Entrant(-1, 1, fixed=SYSTEM)))
    assert [entrant.person for entrant in event.people] == [5]
