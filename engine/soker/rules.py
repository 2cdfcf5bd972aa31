"""The rules of Soker as functions of a state. Numbers in docstrings are those of the rule book."""

from __future__ import annotations

from bisect import insort

from engine.fairness import Stream
from engine.game import Result
from engine.soker.cards import PLAYS_AGAIN, RED
from engine.soker.dealing import deal
from engine.soker.events import (
    Deadlocked,
    Drew,
    Event,
    Linked,
    Passed,
    Played,
    PlaysAgain,
    Reshuffled,
    TimedOut,
    TurnBegan,
    Why,
    Won,
)
from engine.soker.legality import legal_moves, refuse_after_the_end, refuse_draw, refuse_end, refuse_play
from engine.soker.meaning import COUNTRY, DEADLOCK, EMPTY_HAND, club_of_play, is_link, winning_way, without
from engine.soker.moves import Draw, EndTurn, Move, Play, TimeOut
from engine.soker.state import Draft, State

__all__ = ["WIN_POINTS", "apply", "deal", "legal_moves", "points", "result", "starter", "timeout_move", "to_act"]

WIN_POINTS = {EMPTY_HAND: 3, COUNTRY: 7}
"""What a win is worth beside the discards (G2)."""


def to_act(state: State) -> int | None:
    """The seat whose turn it is; None when the game is over."""
    return state.turn if state.way is None else None


def timeout_move(state: State) -> Move:
    """What the clock does (T3)."""
    return TimeOut()


def points(state: State) -> tuple[int, ...]:
    """One for every card discarded, and the win (G2)."""
    if state.winner is None or state.way is None:
        return state.discarded
    counts = list(state.discarded)
    counts[state.winner] += WIN_POINTS[state.way]
    return tuple(counts)


def result(state: State) -> Result | None:
    """How the game ended (W1, W2, P4), None while it goes on."""
    if state.way is None:
        return None
    return Result(state.winner, state.way, points(state))


def starter(first: int, number: int, seats: int) -> int:
    """Who starts a game of a series: the right to move first goes round (G1)."""
    return (first + number - 1) % seats


def apply(state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    """The next state and what happened. Raises IllegalMove with the rule that refuses the move."""
    refuse_after_the_end(state)
    if isinstance(move, Play):
        refuse_play(state, move.cards)
        draft = Draft(state)
        _play(draft, move.cards)
    elif isinstance(move, Draw):
        refuse_draw(state)
        draft = Draft(state)
        _draw_on_turn(draft, "turn")
    elif isinstance(move, EndTurn):
        refuse_end(state)
        draft = Draft(state)
        _pass(draft)
    elif isinstance(move, TimeOut):
        draft = Draft(state)
        _time_out(draft)
    else:
        raise TypeError(f"not a move of Soker: {move!r}")
    return draft.freeze(), tuple(draft.events)


def _play(draft: Draft, cards: tuple[int, ...]) -> None:
    """A card or a package leaves the hand; a win is seen before anything else follows (W3)."""
    seat = draft.turn
    linked = is_link(draft.top_club, cards)
    hand = without(draft.hands[seat], cards)
    way = winning_way(hand)
    draft.hands[seat] = hand
    draft.discards += cards
    draft.discarded[seat] += len(cards)
    draft.top_club = club_of_play(cards)
    draft.passes = 0
    draft.events.append(Played(seat, cards))
    if linked:
        _tell_link(draft, won=way is not None)
    if way is not None:
        _win(draft, way)
        return
    _after_play(draft, cards[-1], linked)


def _tell_link(draft: Draft, won: bool) -> None:
    """A Link skips exactly one turn, the next seat's (L1, L4)."""
    assert draft.top_club is not None
    draft.events.append(Linked(draft.turn, draft.top_club, None if won else draft.next_seat()))


def _win(draft: Draft, way: str) -> None:
    """The seat that played has won (W1, W2)."""
    draft.winner, draft.way = draft.turn, way
    draft.events.append(Won(draft.turn, way))


def _after_play(draft: Draft, top: int, linked: bool) -> None:
    """Whose turn comes next: one's own after yellow and red (S1, S2), the one after next after a Link (L4)."""
    if PLAYS_AGAIN[top]:
        if top == RED:
            _opponents_draw(draft)
        _begin_turn(draft, draft.turn)
    else:
        _begin_turn(draft, draft.next_seat(2 if linked else 1))


def _opponents_draw(draft: Draft) -> None:
    """Every opponent draws one, from the next seat on, as far as the cards go (S2)."""
    for step in range(1, len(draft.hands)):
        if draft.can_draw:
            _draw(draft, draft.next_seat(step), "red")


def _draw_on_turn(draft: Draft, why: Why) -> None:
    """The one card a turn allows (P1)."""
    _draw(draft, draft.turn, why)
    draft.drawn = True


def _draw(draft: Draft, seat: int, why: Why) -> None:
    if not draft.deck:
        _reshuffle(draft)
    hand = list(draft.hands[seat])
    insort(hand, draft.deck[0])
    draft.hands[seat] = tuple(hand)
    draft.deck = draft.deck[1:]
    draft.events.append(Drew(seat, 1, why))


def _reshuffle(draft: Draft) -> None:
    """The discards except the top become the deck, sorted by number and shuffled by a stream of their own (P2)."""
    draft.reshuffles += 1
    stream = Stream(draft.seed, f"reshuffle:{draft.reshuffles}")
    draft.deck = tuple(stream.shuffled(sorted(draft.discards[:-1])))
    draft.discards = draft.discards[-1:]
    draft.events.append(Reshuffled(len(draft.deck)))


def _time_out(draft: Draft) -> None:
    """Draw one unless drawn or nothing is left, then end the turn (T3)."""
    draft.events.append(TimedOut(draft.turn))
    if not draft.drawn and draft.can_draw:
        _draw_on_turn(draft, "clock")
    _pass(draft)


def _pass(draft: Draft) -> None:
    """A turn ends without a card played; the check for deadlock is made here (P4)."""
    draft.passes += 1
    draft.events.append(Passed(draft.turn))
    if draft.passes >= len(draft.hands) and not draft.can_draw:
        draft.way = DEADLOCK
        draft.events.append(Deadlocked())
        return
    _begin_turn(draft, draft.next_seat())


def _begin_turn(draft: Draft, seat: int) -> None:
    """A new turn with a fresh right to draw (S4)."""
    if seat == draft.turn:
        draft.events.append(PlaysAgain(seat))
    draft.turn = seat
    draft.drawn = False
    draft.events.append(TurnBegan(seat))
