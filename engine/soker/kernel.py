"""The rules again, as machine code over bit masks: for playing a game on, from any moment, very many times.

``rules.py`` is what Soker is; this is proven equal to it by ``tests/engine/soker/test_kernel.py`` and never decides a
game of people. ``packed.py`` makes the arrays it works on from a state and says what stands where in them.

In every function ``s`` is the position, ``deck`` the deck's array, ``orders`` one order of all cards for each reshuffle
(read only if the position says so) and ``rng`` a random source. Nothing here allocates, so no function counts
references (numba's ``_nrt=False``), and all run without the GIL.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from engine.soker.cards import DECK_SIZE, JOKER, RED
from engine.soker.packed import (
    CARDS,
    COUNTS,
    DECK,
    DISCARDED_PLAYERS,
    DISCARDED_SPECIALS,
    DRAW,
    DRAWN,
    END,
    LONE_SPECIALS,
    MAY_DRAW,
    MAY_END,
    PACKAGE_CARDS,
    PACKAGE_LEGAL,
    PASSES,
    PLAY,
    PLAYERS,
    RESHUFFLES,
    SEATS,
    SHUFFLED,
    SPECIALS,
    TIME_OUT,
    TOP,
    TOP_CLUB,
    TURN,
    WAY,
    WINNER,
)

EMPTY_HAND, COUNTRY, DEADLOCK = 1, 2, 3
"""Places in ``packed.WAYS``."""
JOKER_BIT = 1
EVERY_CARD = -1
"""A mask of all 64 player cards."""

BUILT_WITH = "5605ef8bcb07290716b4b9d0729cb10a6a546941abab4c9cf2c1e6d0c0025f22"
"""SHA-256 of ``packed.py`` and ``cards.py``, whose numbers are built into the machine code. numba looks for changes in
this file alone; as the digest stands here, what it kept is not used after a change there. A test says what it is."""


def _is_kept() -> bool:
    try:
        njit(cache=True)(_is_kept)
    except RuntimeError:
        return False
    return True


KEPT = _is_kept()
"""Whether numba found a folder to keep machine code in, beside this file or the user's own; if not, it is compiled at
every start."""

_OPTIONS: dict[str, Any] = {"nogil": True, "cache": KEPT, "error_model": "numpy", "_nrt": False}

compiled: Any = njit(**_OPTIONS)
"""How every function here is compiled."""
inlined: Any = njit(**_OPTIONS, forceinline=True)
"""The same for what is called in the innermost loops."""


def _count_bits(typingctx: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def _lowest_bit(typingctx: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


count_bits: Any = intrinsic(_count_bits)
"""How many bits of a 64-bit mask are set."""
lowest_bit: Any = intrinsic(_lowest_bit)
"""The number of the lowest bit of a 64-bit mask that is set; 64 for none."""


@inlined
def below(rng, limit):
    """A random number from 0 to ``limit`` - 1, by xorshift64* [Vigna 2016] and Lemire's multiplication [2019].

    Never for ever the same one, not even from a source of zero.
    """
    x = rng[0] if rng[0] else np.uint64(1)
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    rng[0] = x
    high = (x * np.uint64(2685821657736338717)) >> np.uint64(32)
    return np.int64((high * np.uint64(limit)) >> np.uint64(32))


@inlined
def fitting(top):
    """The player cards that are legal on a top discard (M1, M3)."""
    if top >= JOKER:
        return np.int64(EVERY_CARD)
    country = np.int64(0xFFFF) << ((top >> 4) << 4)
    position = np.int64(0x1111111111111111) << (top & 3)
    return country | position


@inlined
def of_club(club):
    """The four cards of a club."""
    return np.int64(0xF) << (club << 2)


@inlined
def can_draw(s):
    """Whether a card is left to draw (P2, P3)."""
    return s[DECK] > 0 or count_bits(s[DISCARDED_PLAYERS]) + count_bits(s[DISCARDED_SPECIALS]) > 1


@inlined
def may_draw(s):
    """Whether the seat to act may draw (P1, P3). If not, it may end its turn."""
    return not s[DRAWN] and can_draw(s)


@inlined
def won(players, specials):
    """How a hand wins that a play has just left (W1, W2): 0 if it does not."""
    if players == 0:
        return EMPTY_HAND if specials == 0 else 0
    if specials > JOKER_BIT or count_bits(players) + specials != 4:
        return 0
    country = np.int64(0xFFFF) << ((lowest_bit(players) >> 4) << 4)
    return COUNTRY if players & ~country == 0 else 0


@compiled
def reshuffle(s, deck, orders):
    """The discards except the top become the deck (P2), drawn in the order given for this reshuffle."""
    top = s[TOP]
    players, specials = s[DISCARDED_PLAYERS], s[DISCARDED_SPECIALS]
    kept_player = np.int64(1) << top if top < JOKER else np.int64(0)
    kept_special = np.int64(1) << (top - JOKER) if top >= JOKER else np.int64(0)
    players &= ~kept_player
    specials &= ~kept_special
    size = np.int64(0)
    if s[SHUFFLED]:
        for place in range(DECK_SIZE - 1, -1, -1):
            card = np.int64(orders[s[RESHUFFLES], place])
            lies = (players >> card) & 1 if card < JOKER else (specials >> (card - JOKER)) & 1
            if lies:
                deck[size] = card
                size += 1
    else:
        while players:
            deck[size] = lowest_bit(players)
            players &= players - 1
            size += 1
        while specials:
            deck[size] = JOKER + lowest_bit(specials)
            specials &= specials - 1
            size += 1
    s[RESHUFFLES] += 1
    s[DECK] = size
    s[DISCARDED_PLAYERS] = kept_player
    s[DISCARDED_SPECIALS] = kept_special


@inlined
def take(s, deck, orders, rng, seat):
    """A seat draws one card; there must be one."""
    if s[DECK] == 0:
        reshuffle(s, deck, orders)
    last = s[DECK] - 1
    place = last if s[SHUFFLED] else below(rng, last + 1)
    card = np.int64(deck[place])
    deck[place] = deck[last]
    s[DECK] = last
    if card < JOKER:
        s[PLAYERS + seat] |= np.int64(1) << card
    else:
        s[SPECIALS + seat] |= np.int64(1) << (card - JOKER)


@inlined
def next_seat(s, steps):
    """The seat one or two places on (D3)."""
    seat = s[TURN] + steps
    seats = s[SEATS]
    while seat >= seats:
        seat -= seats
    return seat


@inlined
def begin_turn(s, seat):
    """A new turn with a fresh right to draw (S4)."""
    s[TURN] = seat
    s[DRAWN] = 0


@inlined
def draw(s, deck, orders, rng):
    """The one card a turn allows (P1)."""
    take(s, deck, orders, rng, s[TURN])
    s[DRAWN] = 1


@inlined
def end_turn(s):
    """A turn ends without a card played; the check for deadlock is made here (P4)."""
    s[PASSES] += 1
    if s[PASSES] >= s[SEATS] and not can_draw(s):
        s[WAY] = DEADLOCK
    else:
        begin_turn(s, next_seat(s, 1))


@inlined
def play(s, deck, orders, rng, players, specials, top):
    """A card or a package is discarded, ``top`` last, with everything that follows from it (L, S, W)."""
    seat = s[TURN]
    s[PLAYERS + seat] ^= players
    s[SPECIALS + seat] ^= specials
    s[DISCARDED_PLAYERS] |= players
    s[DISCARDED_SPECIALS] |= specials
    cards = count_bits(players) + count_bits(specials)
    s[COUNTS + seat] += cards
    club = lowest_bit(players) >> 2 if players else np.int64(-1)
    linked = cards > 1 or (club >= 0 and club == s[TOP_CLUB])
    s[TOP] = top
    s[TOP_CLUB] = club
    s[PASSES] = 0
    way = won(s[PLAYERS + seat], s[SPECIALS + seat])
    if way:
        s[WAY] = way
        s[WINNER] = seat
    elif top > JOKER:
        if top == RED:
            for step in range(1, s[SEATS]):
                if can_draw(s):
                    take(s, deck, orders, rng, next_seat(s, step))
        begin_turn(s, seat)
    else:
        begin_turn(s, next_seat(s, 2 if linked else 1))


@inlined
def carry_out(s, deck, orders, rng, kind, players, specials, top):
    """Any legal move (``PLAY``, ``DRAW``, ``END``), or the clock's (``TIME_OUT``, T3)."""
    if kind == PLAY:
        play(s, deck, orders, rng, players, specials, top)
    elif kind == DRAW:
        draw(s, deck, orders, rng)
    else:
        if kind == TIME_OUT and may_draw(s):
            draw(s, deck, orders, rng)
        end_turn(s)


@compiled
def make_move(s, deck, orders, rng, kind, players, specials, top):
    """Makes one move, which has to be legal: nothing is checked."""
    carry_out(s, deck, orders, rng, kind, players, specials, top)


@inlined
def package_of(players, specials, fits, club):
    """The cards of a club that a hand holds, which of them are legal, and its joker as a bit (M4)."""
    held = players & of_club(club)
    return held, held & fits, specials & JOKER_BIT


@inlined
def package_clubs(players, specials, fits):
    """The clubs of which a hand can form a package (M4), as a mask with the lowest bit of each club."""
    clubs = np.int64(0)
    left = players
    while left:
        club = lowest_bit(left) >> 2
        held, legal, joker = package_of(players, specials, fits, club)
        left &= ~held
        if joker or (held & (held - 1) and legal):
            clubs |= np.int64(1) << (club << 2)
    return clubs


@compiled
def legal_moves(s, listed):
    """Lists every move of the seat to act, as ``packed.pack_legal`` does, into an array of zeros."""
    players, specials = s[PLAYERS + s[TURN]], s[SPECIALS + s[TURN]]
    fits = fitting(s[TOP])
    listed[CARDS], listed[LONE_SPECIALS] = players & fits, specials
    listed[MAY_DRAW], listed[MAY_END] = may_draw(s), not may_draw(s)
    clubs = package_clubs(players, specials, fits)
    while clubs:
        club = lowest_bit(clubs) >> 2
        clubs &= clubs - 1
        held, legal, joker = package_of(players, specials, fits, club)
        listed[PACKAGE_CARDS + club] = (held >> (club << 2)) & 0xF | joker << 4
        listed[PACKAGE_LEGAL + club] = (legal >> (club << 2)) & 0xF | joker << 4


@inlined
def nth_bit(mask, number):
    """The number of the bit that has ``number`` set bits below it."""
    for _ in range(number):
        mask &= mask - 1
    return lowest_bit(mask)


@inlined
def without_a_play(s):
    """A draw if it is allowed, else the end of the turn, as the arguments of ``carry_out``."""
    kind = np.int64(DRAW) if may_draw(s) else np.int64(END)
    return kind, np.int64(0), np.int64(0), np.int64(-1)


@inlined
def choose_random(s, rng):
    """What ``random_play.choose`` does: every card, club with a package, draw and end of turn equally likely."""
    players, specials = s[PLAYERS + s[TURN]], s[SPECIALS + s[TURN]]
    fits = fitting(s[TOP])
    legal = players & fits
    clubs = package_clubs(players, specials, fits)
    cards, special_count, packages = count_bits(legal), count_bits(specials), count_bits(clubs)
    pick = below(rng, cards + special_count + packages + 1)
    if pick < cards:
        card = nth_bit(legal, pick)
        return np.int64(PLAY), np.int64(1) << card, np.int64(0), card
    if pick < cards + special_count:
        special = nth_bit(specials, pick - cards)
        return np.int64(PLAY), np.int64(0), np.int64(1) << special, JOKER + special
    if pick < cards + special_count + packages:
        club = nth_bit(clubs, pick - cards - special_count) >> 2
        return choose_random_package(players, specials, fits, club, rng)
    return without_a_play(s)


@inlined
def choose_random_package(players, specials, fits, club, rng):
    """A legal card of the club, some more, every size equally likely; any of them on top."""
    held, legal, joker = package_of(players, specials, fits, club)
    pick = below(rng, count_bits(legal) + joker)
    package, package_joker = np.int64(0), np.int64(0)
    if pick < count_bits(legal):
        package = np.int64(1) << nth_bit(legal, pick)
    else:
        package_joker = np.int64(JOKER_BIT)
    rest, rest_joker = held & ~package, joker & ~package_joker
    others = count_bits(rest) + rest_joker
    for _ in range(1 + below(rng, others)):
        pick = below(rng, others)
        others -= 1
        if pick < count_bits(rest):
            chosen = np.int64(1) << nth_bit(rest, pick)
            package |= chosen
            rest &= ~chosen
        else:
            package_joker = np.int64(JOKER_BIT)
            rest_joker = np.int64(0)
    pick = below(rng, count_bits(package) + package_joker)
    top = nth_bit(package, pick) if pick < count_bits(package) else np.int64(JOKER)
    return np.int64(PLAY), package, package_joker, top


@inlined
def distance(players, specials):
    """How many cards have to go or to come until a hand wins by the shorter of its two ways (W1, W2)."""
    size = count_bits(players) + count_bits(specials)
    joker = specials & JOKER_BIT
    best = size
    for country in range(4):
        held = count_bits(players & (np.int64(0xFFFF) << (country << 4))) + joker
        best = min(best, size - held + abs(4 - held))
    return best


@inlined
def choose_greedy(s, rng):
    """What ``greedy_play.choose`` does."""
    players, specials = s[PLAYERS + s[TURN]], s[SPECIALS + s[TURN]]
    fits = fitting(s[TOP])
    top_club = s[TOP_CLUB]
    best, equals = np.int64(-1000), np.int64(0)
    best_players, best_specials, best_top = np.int64(0), np.int64(0), np.int64(-1)
    left = players & fits
    while left:
        card = lowest_bit(left)
        left &= left - 1
        one = np.int64(1) << card
        worth = 2 - 16 * distance(players & ~one, specials) + (card >> 2 == top_club)
        if worth >= best:
            equals = equals + 1 if worth == best else np.int64(1)
            if equals == 1 or below(rng, equals) == 0:
                best_players, best_specials, best_top = one, np.int64(0), card
            best = worth
    left = specials
    while left:
        special = lowest_bit(left)
        left &= left - 1
        one = np.int64(1) << special
        worth = 2 - 16 * distance(players, specials & ~one) + (special > 0)
        if worth >= best:
            equals = equals + 1 if worth == best else np.int64(1)
            if equals == 1 or below(rng, equals) == 0:
                best_players, best_specials, best_top = np.int64(0), one, JOKER + special
            best = worth
    clubs = package_clubs(players, specials, fits)
    while clubs:
        club = lowest_bit(clubs) >> 2
        clubs &= clubs - 1
        rest, legal, rest_joker = package_of(players, specials, fits, club)
        top = lowest_bit(legal) if legal else np.int64(JOKER)
        package = np.int64(1) << top if legal else np.int64(0)
        joker = np.int64(0) if legal else np.int64(JOKER_BIT)
        rest &= ~package
        rest_joker &= ~joker
        size = np.int64(1)
        while rest or rest_joker:
            if rest:
                package |= rest & -rest
                rest &= rest - 1
            else:
                joker = np.int64(JOKER_BIT)
                rest_joker = np.int64(0)
            size += 1
            worth = 2 * size - 16 * distance(players & ~package, specials & ~joker) + 1
            if worth >= best:
                equals = equals + 1 if worth == best else np.int64(1)
                if equals == 1 or below(rng, equals) == 0:
                    best_players, best_specials, best_top = package, joker, top
                best = worth
    if best_top < 0:
        return without_a_play(s)
    return np.int64(PLAY), best_players, best_specials, best_top


RANDOM, GREEDY = 0, 1
"""Policies: how a seat plays on."""


@inlined
def decide(s, rng, policy):
    """The move a policy makes, as the arguments of ``carry_out``."""
    if policy == RANDOM:
        return choose_random(s, rng)
    return choose_greedy(s, rng)


@compiled
def choose(s, rng, policy):
    """The move that a policy would make now: kind, players, specials, top, as ``make_move`` takes them."""
    return decide(s, rng, policy)


@compiled
def play_on(s, deck, orders, rng, policies):
    """Plays a position to its end, every seat by its policy. Returns how many moves were made."""
    moves = np.int64(0)
    while s[WAY] == 0:
        kind, players, specials, top = decide(s, rng, policies[s[TURN]])
        carry_out(s, deck, orders, rng, kind, players, specials, top)
        moves += 1
    return moves


@compiled
def play_many(s, deck, work, work_deck, orders, rng, policies, times, ends):
    """Plays a position on so many times and leaves it as it is. Returns how many moves were made.

    ``work`` and ``work_deck`` are arrays like ``s`` and ``deck`` to play in. ``ends`` is added to: games won by each of
    four seats, then games without a winner.
    """
    moves = np.int64(0)
    for _ in range(times):
        for place in range(len(s)):
            work[place] = s[place]
        for place in range(len(deck)):
            work_deck[place] = deck[place]
        moves += play_on(work, work_deck, orders, rng, policies)
        ends[work[WINNER] if work[WINNER] >= 0 else 4] += 1
    return moves
