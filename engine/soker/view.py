"""What a seat or a spectator may see. The only way out for a hand."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import Result
from engine.soker.cards import PLAYS_AGAIN
from engine.soker.legality import legal_moves
from engine.soker.meaning import club_of_play, is_link, winning_way, without
from engine.soker.moves import LegalMoves
from engine.soker.rules import points, result, to_act
from engine.soker.state import State


@dataclass(frozen=True, slots=True)
class View:
    """A game as ``seat`` (None: a spectator) may see it.

    ``top_club`` is the club the top counts as for a Link (L2). ``drawn`` is of the seat to act. ``hand`` is the
    viewer's own, sorted by country, club and position, specials last; a spectator's is empty. ``legal`` is there only
    for the viewer who is to act.
    """

    seat: int | None
    seats: int
    starter: int
    to_act: int | None
    top: int
    top_club: int | None
    hand: tuple[int, ...]
    hand_counts: tuple[int, ...]
    deck_count: int
    discard_count: int
    drawn: bool
    passes: int
    points: tuple[int, ...]
    legal: LegalMoves | None
    result: Result | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a play would do.

    ``skips`` is the seat that loses a turn by a Link (L4). ``again``: the viewer has the next turn too (S1, S2, L4).
    ``wins`` is the way of winning (W1, W2).
    """

    link: bool
    club: int | None
    skips: int | None
    again: bool
    wins: str | None


def view(state: State, seat: int | None) -> View:
    """The game as that seat may see it. Raises ValueError for a seat that is not in it."""
    if seat is not None and not 0 <= seat < state.seats:
        raise ValueError(f"there is no seat {seat}")
    acting = to_act(state)
    return View(
        seat=seat,
        seats=state.seats,
        starter=state.starter,
        to_act=acting,
        top=state.top,
        top_club=state.top_club,
        hand=() if seat is None else state.hands[seat],
        hand_counts=tuple(len(hand) for hand in state.hands),
        deck_count=len(state.deck),
        discard_count=len(state.discards),
        drawn=state.drawn,
        passes=state.passes,
        points=points(state),
        legal=legal_moves(state) if seat is not None and seat == acting else None,
        result=result(state),
    )


def outcome(view: View, cards: tuple[int, ...]) -> Outcome:
    """What playing these cards, the last on top, would do for the viewer, as far as the viewer can know.

    It does not ask whether they may be played. Raises ValueError for a spectator, no cards, or cards not in hand.
    """
    if view.seat is None or not cards:
        raise ValueError("an outcome takes a seat and at least one card")
    link = is_link(view.top_club, cards)
    wins = winning_way(without(view.hand, cards))
    skips = (view.seat + 1) % view.seats if link and wins is None else None
    comes_round = skips is not None and view.seats == 2
    return Outcome(
        link=link,
        club=club_of_play(cards),
        skips=skips,
        again=wins is None and (PLAYS_AGAIN[cards[-1]] or comes_round),
        wins=wins,
    )
