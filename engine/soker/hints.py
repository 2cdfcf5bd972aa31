"""Why a move is the best there is, in one sentence that is true of the position by the rules.

A sentence speaks to the seat to act. None counts anything, so that none needs a plural.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from engine.game import msg
from engine.soker.cards import CLUB_OF, COUNTRIES, COUNTRY_OF, FITS, JOKER, PLAYS_AGAIN, RED
from engine.soker.legality import legal_moves
from engine.soker.meaning import COUNTRY, EMPTY_HAND, is_link, winning_way, without
from engine.soker.moves import EndTurn, LegalMoves, Move, Play
from engine.soker.state import State
from engine.system import Hint

COLLECTED = 3
"""Cards of one country, the joker among them, from which on a hand is said to collect that country."""
NOTHING_FITS = msg("Nothing in your hand fits, so draw a card.")
NOTHING_FITS_TO_THE_END = msg("Nothing in your hand fits, so end your turn.")


def reason(state: State, move: Move) -> Hint:
    """Why a move is the best of those that were compared. It has to be legal."""
    if isinstance(move, Play):
        return next(_why_play(_Position(state, move.cards), move))
    return next(_why_no_play(state, move))


@dataclass(frozen=True, slots=True)
class _Position:
    """A play in a position."""

    state: State
    cards: tuple[int, ...]

    @property
    def hand(self) -> tuple[int, ...]:
        """The hand before the play."""
        return self.state.hands[self.state.turn]

    @property
    def left(self) -> tuple[int, ...]:
        """The hand after it."""
        return without(self.hand, self.cards)

    @property
    def next(self) -> int:
        """The seat that follows in order (D3)."""
        return (self.state.turn + 1) % self.state.seats

    @property
    def top(self) -> int:
        """What lies on top after the play."""
        return self.cards[-1]

    @property
    def link(self) -> bool:
        """Whether it skips the next seat (L1, L2)."""
        return is_link(self.state.top_club, self.cards)


def _why_play(at: _Position, move: Play) -> Iterator[Hint]:
    """Reasons for a play, the most telling first; the last is always true."""
    yield from _by_winning(at, move)
    yield from _by_keeping_the_turn(at, move)
    yield from _by_coming_close(at, move)
    yield from _by_hindering(at, move)
    yield from _by_what_is_open(at, move)
    yield from _by_what_goes_and_stays(at, move)
    yield _best(move)


def _by_winning(at: _Position, move: Play) -> Iterator[Hint]:
    """W1, W2."""
    way = winning_way(at.left)
    if way == EMPTY_HAND:
        yield Hint(move, msg("You win at once: your hand is empty."))
    if way == COUNTRY and JOKER in at.left:
        yield Hint(move, msg("You win at once: you keep four of one country, the joker standing for one of them."))
    if way == COUNTRY:
        yield Hint(move, msg("You win at once: the four cards you keep are of one country."))


def _by_keeping_the_turn(at: _Position, move: Play) -> Iterator[Hint]:
    """S1, S2, and a Link of two (L4)."""
    if PLAYS_AGAIN[at.top]:
        card = {"card": at.top}
        if can_win(at.left, at.top):
            yield Hint(
                move, msg("{card} keeps your turn and any card may follow: you can win with your next play."), card
            )
        elif at.top == RED and _drawable(at) >= at.state.seats - 1:
            yield Hint(move, msg("Everyone else skips and draws a card, and you play again with any card."))
        else:
            yield Hint(move, msg("Everyone else skips, and you play again with any card."))
    elif at.link and at.state.seats == 2 and can_win(at.left, at.top):
        text = msg("It is a Link: {seat} skips a turn, and you can win with your next play.")
        yield Hint(move, text, {"seat": at.next})


def _drawable(at: _Position) -> int:
    """Cards that can be drawn after the play (P2)."""
    return len(at.state.deck) + len(at.state.discards) + len(at.cards) - 1


def _by_coming_close(at: _Position, move: Play) -> Iterator[Hint]:
    """One more card and the hand wins (W1, W2)."""
    if len(at.left) == 1:
        yield Hint(move, msg("It leaves you a single card: play that, and your hand is empty."))
    odd = next((card for card in at.left if winning_way(without(at.left, (card,))) == COUNTRY), None)
    if odd is not None:
        text = msg("It leaves you four of one country and {card} besides: play that, and you win.")
        yield Hint(move, text, {"card": odd})


def _by_hindering(at: _Position, move: Play) -> Iterator[Hint]:
    """The next seat skips (L1, L2), or has nothing to win with on what lies on top now."""
    values = {"seat": at.next}
    theirs = at.state.hands[at.next]
    close = can_win(theirs, None)
    if at.link and close:
        yield Hint(move, msg("It is a Link: {seat} skips a turn, with only one play missing for a win."), values)
    if not at.link and can_win(theirs, at.state.top) and not can_win(theirs, at.top):
        text = msg("{seat} could win with a play on {card_under}, but holds nothing that wins on {card}.")
        yield Hint(move, text, {**values, "card": at.top, "card_under": at.state.top})
    if not at.link and not any(FITS[at.top][card] for card in theirs):
        yield Hint(move, msg("{seat} holds nothing that fits on {card}."), {**values, "card": at.top})
    if at.link and at.state.seats == 2 and len(at.cards) > 1:
        text = msg("More than one card leaves your hand at once, {seat} skips a turn, and you play again.")
        yield Hint(move, text, values)
    if at.link and at.state.seats == 2:
        yield Hint(move, msg("It is a Link: {seat} skips a turn, and you play again."), values)
    if at.link and len(at.cards) > 1:
        yield Hint(move, msg("More than one card leaves your hand at once, and {seat} skips a turn."), values)
    if at.link:
        yield Hint(move, msg("It is a Link: {seat} skips a turn."), values)


def _by_what_is_open(at: _Position, move: Play) -> Iterator[Hint]:
    """It is the only play there is (M1 to M4)."""
    legal = legal_moves(at.state)
    if legal.plays == at.cards and not legal.packages:
        yield Hint(move, msg("It is the only card in your hand that fits."))


def _by_what_goes_and_stays(at: _Position, move: Play) -> Iterator[Hint]:
    """Cards of one country or of one club stay together, a special card is kept."""
    country = collected(at.hand)
    if country is not None and not _breaks_up(country, at.cards):
        yield Hint(move, msg("It keeps your cards of one country together."))
    special = max(at.left, default=0)
    if special >= JOKER and all(card < JOKER for card in at.cards):
        yield Hint(move, msg("It fits, and keeps {card} for later."), {"card": special})
    clubs = [CLUB_OF[card] for card in at.left if card < JOKER]
    if len(set(clubs)) < len(clubs) and CLUB_OF[at.top] not in [club for club in clubs if clubs.count(club) > 1]:
        yield Hint(move, msg("It fits, and keeps cards of one club together for a package."))


def _why_no_play(state: State, move: Move) -> Iterator[Hint]:
    """Reasons for drawing or ending the turn although a card could be played, or because none can."""
    legal, hand = legal_moves(state), state.hands[state.turn]
    ends = isinstance(move, EndTurn)
    if not legal.plays and not legal.packages:
        yield Hint(move, NOTHING_FITS_TO_THE_END if ends else NOTHING_FITS)
    if winning_way(hand) == COUNTRY:
        yield Hint(move, msg("You hold four of one country: keep them, and one card more that you can play wins."))
    country = collected(hand)
    if country is not None and _every_play(legal, lambda cards: _breaks_up(country, cards)):
        yield Hint(move, msg("Every play there is would break up your cards of one country."))
    if _every_play(legal, lambda cards: any(card >= JOKER for card in cards)):
        yield Hint(move, msg("Every play there is would cost you a special card, which you keep for later."))
    following = (legal.seat + 1) % state.seats
    theirs = state.hands[following]
    opens = not legal.packages and all(_opens(state, card, theirs) for card in legal.plays)
    if opens and not can_win(theirs, state.top):
        text = msg("{seat} could win with a play on anything you may play now, but holds nothing that wins on {card}.")
        yield Hint(move, text, {"seat": following, "card": state.top})
    yield _best(move)


def _opens(state: State, card: int, theirs: tuple[int, ...]) -> bool:
    """Whether the game goes on after a card and the seat that follows can win on it: it does not skip (L2, S1, S2)."""
    goes_on = winning_way(without(state.hands[state.turn], (card,))) is None
    passes_on = not is_link(state.top_club, (card,)) and not PLAYS_AGAIN[card]
    return goes_on and passes_on and can_win(theirs, card)


def _best(move: Move) -> Hint:
    return Hint(move, msg("Of the moves compared, this one won most often when the game was played on many times."))


def can_win(hand: tuple[int, ...], top: int | None) -> bool:
    """Whether a hand holds a play that wins at once (W1, W2) on that top, on some top if it is None (M1 to M4)."""
    return any(winning_way(without(hand, cards)) is not None for cards in _plays(hand, top))


def _plays(hand: tuple[int, ...], top: int | None) -> Iterator[tuple[int, ...]]:
    """Every set of cards that may be played on a top, on some top if it is None."""
    for card in hand:
        if _fits(top, card):
            yield (card,)
    for club in {CLUB_OF[card] for card in hand} - {None}:
        cards = [card for card in hand if CLUB_OF[card] == club or card == JOKER]
        for size in range(2, len(cards) + 1):
            yield from (package for package in combinations(cards, size) if any(_fits(top, card) for card in package))


def _fits(top: int | None, card: int) -> bool:
    return top is None or FITS[top][card]


def collected(hand: tuple[int, ...]) -> str | None:
    """The country that a hand holds most of, from three on with the joker (W2); of equals the first."""
    counts = {country: sum(COUNTRY_OF[card] == country for card in hand) for country in COUNTRIES}
    country = max(counts, key=lambda country: counts[country])
    return country if counts[country] + (JOKER in hand) >= COLLECTED and counts[country] > 1 else None


def _breaks_up(country: str, cards: tuple[int, ...]) -> bool:
    """Whether a play takes a card from a collection: one of the country, or the joker that can stand for one."""
    return any(card == JOKER or COUNTRY_OF[card] == country for card in cards)


def _every_play(legal: LegalMoves, is_such: Callable[[tuple[int, ...]], bool]) -> bool:
    """Whether that is so of every card that may be played, and of every package of two, of which all others consist."""
    singles = all(is_such((card,)) for card in legal.plays)
    return singles and all(
        is_such(pair)
        for option in legal.packages
        for pair in combinations(option.cards, 2)
        if not set(pair).isdisjoint(option.legal)
    )
