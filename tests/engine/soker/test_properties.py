"""What holds for every game, whatever is dealt and played."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from engine.game import IllegalMove
from engine.soker import SOKER
from engine.soker.cards import CARDS
from engine.soker.events import Event, Linked, PlaysAgain, TurnBegan, Won
from engine.soker.moves import Draw, EndTurn, LegalMoves, Move, Play, TimeOut
from engine.soker.random_play import choose
from engine.soker.state import State
from engine.soker.view import outcome
from tests.engine.soker.positions import SEED

LIVELY = 600
"""So many moves are random; from then on everyone passes, and P4 must end the game."""
LONGEST = LIVELY + 68 * 2 * 4

seats = st.integers(2, 4)
seeds = st.binary(min_size=32, max_size=32)
rngs = st.integers(0, 2**32 - 1).map(random.Random)


def steps(count: int, seed: bytes, rng: random.Random) -> Iterator[tuple[State, Move, State, tuple[Event, ...]]]:
    """A game of random moves and time-outs: state, move, next state, events."""
    state = SOKER.deal(count, rng.randrange(count), seed)
    passing = rng.choice((0.0, 0.1, 0.6, 0.95))
    for number in range(LONGEST):
        if SOKER.to_act(state) is None:
            return
        legal = SOKER.legal_moves(state)
        move = _passive(legal) if number >= LIVELY or rng.random() < passing else choose(legal, rng)
        after, events = SOKER.apply(state, move)
        yield state, move, after, events
        state = after
    raise AssertionError("the game does not end")


def _passive(legal: LegalMoves) -> Move:
    if legal.end:
        return EndTurn()
    return Draw() if legal.draw else TimeOut()


def moment(count: int, seed: bytes, rng: random.Random) -> State:
    """Any state of a game; one time in four its last."""
    played = list(steps(count, seed, rng))
    return played[-1][2] if rng.random() < 0.25 else rng.choice(played)[0]


def middle(count: int, seed: bytes, rng: random.Random) -> State:
    """A state somewhere in a game that goes on."""
    before = [state for state, *_ in steps(count, seed, rng)]
    return rng.choice(before)


def all_cards(state: State) -> list[int]:
    return sorted([*state.deck, *state.discards, *(card for hand in state.hands for card in hand)])


def dump(thing: object) -> bytes:
    return repr(thing).encode()


@given(seats, seeds, rngs)
def test_C1_68_cards_always_and_each_once(count: int, seed: bytes, rng: random.Random):
    for before, _, after, _ in steps(count, seed, rng):
        assert all_cards(before) == list(range(68))
        assert all_cards(after) == list(range(68))


@given(seats, seeds, rngs)
def test_the_turn_belongs_to_someone_who_can_act(count: int, seed: bytes, rng: random.Random):
    for state, *_ in steps(count, seed, rng):
        legal = SOKER.legal_moves(state)
        assert legal.seat == SOKER.to_act(state)
        assert 0 <= legal.seat < count
        assert state.hands[legal.seat]
        assert legal.draw or legal.end
        assert not (legal.draw and legal.end)


@given(seats, seeds, rngs)
def test_every_game_ends_and_says_how(count: int, seed: bytes, rng: random.Random):
    *_, (_, _, state, _) = steps(count, seed, rng)
    result = SOKER.result(state)
    assert result is not None
    assert (result.winner is None) == (result.way == "deadlock")
    assert result.points == SOKER.points(state)


@given(seats, seeds, rngs)
def test_T3_the_clock_alone_ends_every_game(count: int, seed: bytes, rng: random.Random):
    state = middle(count, seed, rng)
    turns = len(state.deck) + len(state.discards) + count
    for _ in range(turns):
        if SOKER.to_act(state) is None:
            break
        state, _ = SOKER.apply(state, SOKER.timeout_move(state))
    assert state.way == "deadlock"


@given(seats, seeds, rngs)
def test_G2_points_are_the_cards_that_left_hands_and_the_win(count: int, seed: bytes, rng: random.Random):
    discarded = Counter[int]()
    for state, move, after, _ in steps(count, seed, rng):
        if isinstance(move, Play):
            discarded[state.turn] += len(move.cards)
        bonus = {"empty hand": 3, "country": 7}.get(after.way or "", 0)
        expected = [discarded[seat] + (bonus if seat == after.winner else 0) for seat in range(count)]
        assert SOKER.points(after) == tuple(expected)


@given(seats, seeds, rngs)
def test_replay_equals_play_through_json(count: int, seed: bytes, rng: random.Random):
    played = list(steps(count, seed, rng))
    replayed = SOKER.deal(count, played[0][0].starter, seed)
    for state, move, _after, events in played:
        assert replayed == state
        stored = json.dumps(SOKER.dump_state(replayed)), json.dumps(SOKER.dump_move(move))
        restored = SOKER.load_state(json.loads(stored[0]))
        assert restored == state
        assert dump(restored) == dump(state)
        again = SOKER.load_move(json.loads(stored[1]))
        assert again == move
        replayed, happened = SOKER.apply(restored, again)
        assert happened == events
        told = [SOKER.load_event(json.loads(json.dumps(SOKER.dump_event(event)))) for event in happened]
        assert tuple(told) == events
    assert replayed == played[-1][2]


@given(seats, seeds, rngs)
def test_events_tell_whose_turn_it_is(count: int, seed: bytes, rng: random.Random):
    for state, move, after, events in steps(count, seed, rng):
        turns = [event.seat for event in events if isinstance(event, TurnBegan)]
        if isinstance(move, Draw) or after.way is not None:
            assert turns == []
        else:
            assert turns == [after.turn]
        again = any(isinstance(event, PlaysAgain) for event in events)
        assert again == (turns == [state.turn])


@given(seats, seeds, rngs)
def test_an_outcome_said_before_is_what_happens(count: int, seed: bytes, rng: random.Random):
    for state, move, after, events in steps(count, seed, rng):
        if not isinstance(move, Play):
            continue
        said = outcome(SOKER.view(state, state.turn), move.cards)
        links = [event for event in events if isinstance(event, Linked)]
        assert said.link == bool(links)
        assert [said.skips] == ([event.skipped for event in links] or [None])
        assert said.club == after.top_club
        assert said.again == any(isinstance(event, PlaysAgain) for event in events)
        assert [said.wins] == ([event.way for event in events if isinstance(event, Won)] or [None])


# What must not be seen


def swapped(state: State, keep: set[int], rng: random.Random) -> State:
    """The same state with all hidden cards outside ``keep`` dealt anew among hands and deck, and another seed."""
    places = [*state.hands, state.deck]
    hidden = [card for place in places for card in place if card not in keep]
    rng.shuffle(hidden)
    filled = [tuple(card if card in keep else hidden.pop() for card in place) for place in places]
    hands = tuple(tuple(sorted(hand)) for hand in filled[:-1])
    return replace(state, hands=hands, deck=filled[-1], seed=rng.randbytes(32))


@given(seats, seeds, rngs)
def test_a_view_never_depends_on_what_its_seat_may_not_see(count: int, seed: bytes, rng: random.Random):
    state = moment(count, seed, rng)
    for viewer in (*range(count), None):
        own = set() if viewer is None else set(state.hands[viewer])
        other = swapped(state, own, rng)
        assert dump(SOKER.view(other, viewer)) == dump(SOKER.view(state, viewer))


@given(seats, seeds, rngs)
def test_events_never_depend_on_what_lies_hidden(count: int, seed: bytes, rng: random.Random):
    for state, move, after, events in steps(count, seed, rng):
        shown = set(move.cards) if isinstance(move, Play) else set()
        other, happened = SOKER.apply(swapped(state, shown, rng), move)
        if after.way is None and other.way is None:
            assert dump([SOKER.dump_event(event) for event in happened]) == dump(
                [SOKER.dump_event(event) for event in events]
            )


# Legal moves and apply say the same


small_hands = st.lists(
    st.one_of(st.integers(0, 67), st.sampled_from([0, 1, 2, 3, 4, 5, 6, 7, 64, 65, 67])),
    min_size=1,
    max_size=7,
    unique=True,
)


@st.composite
def small_positions(draw: st.DrawFn) -> State:
    """A short hand, any top, and every way the deck can stand."""
    hand = draw(small_hands)
    rest = [card for card in range(68) if card not in hand]
    top = draw(st.sampled_from(rest))
    rest.remove(top)
    under = draw(st.integers(0, 2))
    return State(
        starter=0,
        seed=SEED,
        hands=(tuple(sorted(hand)), tuple(rest[10:])),
        deck=tuple(rest[under:10]) if draw(st.booleans()) else (),
        discards=(*rest[:under], top),
        top_club=CARDS[top].club,
        turn=0,
        discarded=(0, 0),
        drawn=draw(st.booleans()),
    )


def is_accepted(state: State, move: Move) -> bool:
    try:
        SOKER.apply(state, move)
    except IllegalMove:
        return False
    return True


def is_described(legal: LegalMoves, cards: tuple[int, ...]) -> bool:
    """What ``LegalMoves`` promises about a play."""
    if len(cards) == 1:
        return cards[0] in legal.plays
    return any(
        set(cards) <= set(option.cards)
        and set(cards) & set(option.legal)
        and cards[-1] in option.tops
        and any(CARDS[card].kind == "player" for card in cards)
        for option in legal.packages
    )


def is_in_the_book(cards: tuple[int, ...], top: int) -> bool:
    """M1 to M4 in their own words."""
    faces = [CARDS[card] for card in cards]
    on = CARDS[top]
    legal = [
        face.kind != "player" or on.kind != "player" or face.country == on.country or face.position == on.position
        for face in faces
    ]
    if len(cards) == 1:
        return legal[0]
    players = [face for face in faces if face.kind == "player"]
    one_club = len({face.club for face in players}) == 1
    return one_club and all(face.kind in ("player", "joker") for face in faces) and any(legal)


@given(small_positions())
def test_apply_accepts_exactly_what_legal_moves_describes_and_the_book_allows(state: State):
    legal = SOKER.legal_moves(state)
    hand = state.hands[0]
    for size in range(1, len(hand) + 1):
        for chosen in combinations(hand, size):
            for last in chosen:
                cards = (*(card for card in chosen if card != last), last)
                accepted = is_accepted(state, Play(cards))
                assert accepted == is_described(legal, cards)
                assert accepted == is_in_the_book(cards, state.top)
    assert is_accepted(state, Draw()) == legal.draw
    assert is_accepted(state, EndTurn()) == legal.end
    assert is_accepted(state, TimeOut())


@given(small_positions())
def test_legal_moves_are_short_however_many_packages_there_are(state: State):
    legal = SOKER.legal_moves(state)
    hand = state.hands[0]
    assert len(legal.plays) + sum(len(option.cards) for option in legal.packages) <= 3 * len(hand)


@given(small_positions(), rngs)
def test_a_random_choice_is_legal(state: State, rng: random.Random):
    assert is_accepted(state, choose(SOKER.legal_moves(state), rng))
