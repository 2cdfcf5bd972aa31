"""What a seat may do (M1 to M6, P1, P3), told either as a list of what is open or as a refusal."""

from __future__ import annotations

from engine.game import IllegalMove, msg
from engine.soker.cards import CLUB_OF, FITS, JOKER, PLAYS_AGAIN
from engine.soker.meaning import COUNTRY, DEADLOCK, EMPTY_HAND
from engine.soker.moves import LegalMoves, PackageOption
from engine.soker.state import State

_OVER = {EMPTY_HAND: "W1", COUNTRY: "W2", DEADLOCK: "P4"}


def legal_moves(state: State) -> LegalMoves:
    """Every move of the seat to act. Raises ValueError when the game is over."""
    if state.way is not None:
        raise ValueError("the game is over")
    hand = state.hands[state.turn]
    fits = FITS[state.discards[-1]]
    can_draw = state.can_draw
    return LegalMoves(
        state.turn,
        tuple([card for card in hand if fits[card]]),
        _packages(hand, fits),
        draw=can_draw and not state.drawn,
        end=state.drawn or not can_draw,
    )


def _packages(hand: tuple[int, ...], fits: tuple[bool, ...]) -> tuple[PackageOption, ...]:
    """The packages a hand can form, by club (M4). The joker joins any club and makes its package legal."""
    joker = (JOKER,) if JOKER in hand else ()
    if not joker and len({CLUB_OF[card] for card in hand}) == len(hand):
        return ()
    options: list[PackageOption] = []
    for club, players in _by_club(hand).items():
        cards = (*players, *joker)
        if len(cards) < 2:
            continue
        legal = tuple([card for card in cards if fits[card]])
        if legal:
            options.append(PackageOption(club, cards, legal, tops=cards))
    return tuple(options)


def _by_club(hand: tuple[int, ...]) -> dict[int, list[int]]:
    clubs: dict[int, list[int]] = {}
    for card in hand:
        club = CLUB_OF[card]
        if club is None:
            continue
        if club in clubs:
            clubs[club].append(card)
        else:
            clubs[club] = [card]
    return clubs


NO_SUCH_CARD = msg("There is no such card.")


def refuse_after_the_end(state: State) -> None:
    """Raises IllegalMove when the game is over (W1, W2, P4)."""
    if state.way is not None:
        raise IllegalMove(_OVER[state.way], msg("This game is over."))


def refuse_play(state: State, cards: tuple[int, ...]) -> None:
    """Raises IllegalMove unless these cards may be played (M1 to M4)."""
    if not cards:
        raise IllegalMove("M1", msg("Choose at least one card."))
    hand = state.hands[state.turn]
    for card in cards:
        if card not in hand:
            known = 0 <= card < len(FITS)
            raise IllegalMove("M1", msg("{card} is not in your hand.") if known else NO_SUCH_CARD, card=card)
    top = state.discards[-1]
    if len(cards) != 1:
        _refuse_package(top, cards)
    elif not FITS[top][cards[0]]:
        text = msg("{card} matches neither the country nor the position of {card_top}.")
        raise IllegalMove("M1", text, card=cards[0], card_top=top)


def _refuse_package(top: int, cards: tuple[int, ...]) -> None:
    """M4. Two or more different cards without yellow and red always hold a player card: there is only one joker."""
    if len(set(cards)) < len(cards):
        raise IllegalMove("M4", msg("A card can be in a package only once."))
    players: list[int] = []
    for card in cards:
        if PLAYS_AGAIN[card]:
            raise IllegalMove("M4", msg("{card} never joins a package. Play it alone."), card=card)
        if card != JOKER:
            players.append(card)
    first = players[0]
    for card in players:
        if CLUB_OF[card] != CLUB_OF[first]:
            text = msg("A package is cards of one club, and {card} and {card_other} play for different clubs.")
            raise IllegalMove("M4", text, card=first, card_other=card)
    fits = FITS[top]
    if not any(fits[card] for card in cards):
        text = msg("No card of this package matches {card_top} by country or by position.")
        raise IllegalMove("M4", text, card_top=top)


def refuse_draw(state: State) -> None:
    """Raises IllegalMove for a second draw in a turn (P1) or when nothing is left to draw (P3)."""
    if state.drawn:
        raise IllegalMove("P1", msg("You have drawn already. Play a card or end your turn."))
    if not state.can_draw:
        raise IllegalMove("P3", msg("There is no card left to draw. Play a card or end your turn."))


def refuse_end(state: State) -> None:
    """Raises IllegalMove for ending a turn without having drawn while a card can be drawn (P1)."""
    if not state.drawn and state.can_draw:
        raise IllegalMove("P1", msg("Play a card, or draw one before you end your turn."))
