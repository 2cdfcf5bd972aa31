"""The rules again, as machine code over bit masks: for playing a game on, from any moment, very many times.

``rules.py`` is what Soker is; this is proven equal to it by ``tests/engine/soker/test_kernel.py`` and never decides a
game of people. ``packed.py`` makes the arrays it works on from a state and says what stands where in them.

In every function ``s`` is the position, ``deck`` the deck's array, ``orders`` an order of all cards for each reshuffle,
over and over where there are more (read only if the position says so), and ``rng`` a random source. Nothing here
allocates, so no function counts references (numba's ``_nrt=False``), and all run without the GIL. ``rows`` and
``units`` are the weights of the learnt player (``learnt.py``).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from engine.soker.cards import DECK_SIZE, JOKER, RED
from engine.soker.learnt import (
    AGAIN,
    BUCKETS,
    DRAWING,
    ENDING,
    GROUPS,
    HIDDEN,
    LINK,
    MOST_CARDS,
    MOST_CLUBS,
    MOST_HELD,
    RED_AGAIN,
    load,
)
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
GOALKEEPERS = 0x1111111111111111
"""The first card of every club."""
SURE = 1000.0
"""What a win is worth to the learnt player: more than anything its net says."""
LEARNT_ROWS, LEARNT_UNITS = load()
"""The weights of the learnt player, which the compiler takes for constants."""
(
    ROW_KIND,
    ROW_NEAREST,
    ROW_SECOND,
    ROW_OFF,
    ROW_CLUBS,
    ROW_AGAIN,
    ROW_HELD,
    ROW_FITS,
    ROW_SPREAD,
    ROW_NEXT,
    ROW_NEXT_1,
    ROW_NEXT_2,
    ROW_REPLY,
    ROW_THREAT,
    ROW_OWN,
) = GROUPS.values()

BUILT_WITH = "bec74076a6f603bc9aea9b914f0dafc342a78591897fecb97f68804ab1d74fe1"
"""SHA-256 of ``packed.py``, ``cards.py``, ``learnt.py`` and ``learnt.csv``, whose numbers are built into the machine
code. numba looks for changes in this file alone; as the digest stands here, what it kept is not used after a change
there. A test says what it is."""


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
summed: Any = njit(**_OPTIONS, forceinline=True, fastmath={"reassoc", "contract", "nsz"})
"""The same for sums of fractions, in whatever order is fastest."""


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
            card = np.int64(orders[s[RESHUFFLES] % len(orders), place])
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


@inlined
def clubs_of(players):
    """The clubs of which cards are held, as a mask with the lowest bit of each."""
    half = players | ((players >> 1) & np.int64(0x7FFFFFFFFFFFFFFF))
    return (half | (half >> 2)) & np.int64(GOALKEEPERS)


@inlined
def club_of(package):
    """The club that the players of a play stand for; -1 without any (L3)."""
    return lowest_bit(package) >> 2 if package else np.int64(-1)


@inlined
def held_by(s, seat):
    """How many cards a seat holds; none for a seat that is not in the game."""
    return count_bits(s[PLAYERS + seat]) + count_bits(s[SPECIALS + seat])


@inlined
def kind_of_play(s, cards, top, club):
    """What a play of so many cards is for the learnt player: 0, ``LINK``, ``AGAIN`` or ``RED_AGAIN``."""
    if top > JOKER:
        return np.int64(RED_AGAIN) if top == RED else np.int64(AGAIN)
    return np.int64(LINK) if cards > 1 or (club >= 0 and club == s[TOP_CLUB]) else np.int64(0)


@inlined
def set_plan(players, specials):
    """The nearest country as a mask, and the rows of the nearest and the second."""
    joker = specials & JOKER_BIT
    clubs = clubs_of(players)
    best, second, country = np.int64(1000), np.int64(1000), np.int64(0)
    best_row, second_row = np.int64(0), np.int64(0)
    for number in range(4):
        mask = np.int64(0xFFFF) << (number << 4)
        held = count_bits(players & mask) + joker
        others = count_bits(clubs & ~mask)
        far = 2 * others + (3 * (4 - held) if held < 4 else 2 * (held - 4))
        row = min(held, MOST_CARDS) * (MOST_CLUBS + 1) + min(others, MOST_CLUBS)
        if far < best:
            second, second_row = best, best_row
            best, best_row, country = far, row, mask
        elif far < second:
            second, second_row = far, row
    return country, best_row, second_row


@inlined
def spread_of(players):
    """Of how many countries and positions cards are, as a number of two digits to the base of five."""
    countries, positions = np.int64(0), np.int64(0)
    for number in range(4):
        countries += players & (np.int64(0xFFFF) << (number << 4)) != 0
        positions += players & (np.int64(GOALKEEPERS) << number) != 0
    return countries * 5 + positions


@inlined
def rows_of(s, kind, players, specials, top, club):
    """The rows that are on for the seat to act, a group each (``learnt.GROUPS``), in their order.

    ``kind`` is that of the move, ``players`` and ``specials`` the hand it leaves, ``top`` and ``club`` what lies then.
    Of other hands only the sizes count.
    """
    seats = s[SEATS]
    country, nearest, second = set_plan(players, specials)
    off, clubs, fits = players & ~country, count_bits(clubs_of(players)), fitting(top)
    again = np.int64(AGAIN <= kind <= DRAWING or (kind == LINK and seats == 2))
    gift = np.int64(kind == RED_AGAIN)
    sizes = (
        held_by(s, next_seat(s, 1)) + gift,
        held_by(s, next_seat(s, 2)) + gift if seats > 2 else np.int64(0),
        held_by(s, next_seat(s, 3)) + gift if seats > 3 else np.int64(0),
    )
    unseen = ~(players | s[DISCARDED_PLAYERS])
    likely = np.int64(BUCKETS)
    if top < JOKER:
        likely = min(count_bits(unseen & fits) * 2 * BUCKETS // max(count_bits(unseen), 1), BUCKETS - 1)
    following = sizes[1] if kind == LINK else sizes[0]
    reply = np.int64(7 * (BUCKETS + 1)) if again else likely * 7 + min(max(following, 1), 7) - 1
    return (
        ROW_KIND + kind,
        ROW_NEAREST + nearest,
        ROW_SECOND + second,
        ROW_OFF + min(count_bits(off), 9),
        ROW_CLUBS + min(clubs, 8) + 9 * (specials & JOKER_BIT),
        ROW_AGAIN + (specials >> 1),
        ROW_HELD + min(count_bits(players) + count_bits(specials), MOST_HELD),
        ROW_FITS + min(count_bits(clubs_of(off & fits)), 4) + 5 * again,
        ROW_SPREAD + spread_of(off),
        ROW_NEXT + min(sizes[0], 10),
        ROW_NEXT_1 + min(sizes[1], 10),
        ROW_NEXT_2 + min(sizes[2], 10),
        ROW_REPLY + reply,
        ROW_THREAT + (min(count_bits(unseen & of_club(club)), 3) if club >= 0 else np.int64(4)),
        ROW_OWN + (min(count_bits(players & of_club(club)), 3) if club >= 0 else np.int64(0)) + 4 * again,
    )


@summed
def net(rows, units, seats, on):
    """The logarithm of the odds to win, for the rows that are on, but for a constant."""
    w, v = rows[seats - 2], units[seats - 2]
    odds = np.float32(0)
    for unit in range(HIDDEN):
        x = w[on[0], unit] + w[on[1], unit] + w[on[2], unit] + w[on[3], unit] + w[on[4], unit]
        x += w[on[5], unit] + w[on[6], unit] + w[on[7], unit] + w[on[8], unit] + w[on[9], unit]
        x += w[on[10], unit] + w[on[11], unit] + w[on[12], unit] + w[on[13], unit] + w[on[14], unit]
        odds += v[unit] * max(x, np.float32(0))
    return odds


@inlined
def rows_after(s, kind, players, specials, top):
    """The rows that are on after a move of the seat to act that does not win, its arguments those of ``carry_out``."""
    own, own_specials = s[PLAYERS + s[TURN]], s[SPECIALS + s[TURN]]
    if kind != PLAY:
        told = np.int64(DRAWING) if kind == DRAW else np.int64(ENDING)
        return rows_of(s, told, own, own_specials, s[TOP], s[TOP_CLUB])
    club = club_of(players)
    told = kind_of_play(s, count_bits(players) + count_bits(specials), top, club)
    return rows_of(s, told, own ^ players, own_specials ^ specials, top, club)


@compiled
def judge(s, rows, units, kind, players, specials, top):
    """What the learnt player thinks of a move of the seat to act: ``SURE`` for a win, else ``net``."""
    seat = s[TURN]
    if kind == PLAY and won(s[PLAYERS + seat] ^ players, s[SPECIALS + seat] ^ specials):
        return np.float32(SURE)
    return net(rows, units, s[SEATS], rows_after(s, kind, players, specials, top))


@inlined
def offer(s, rows, units, kind, players, specials, top, moves, worths, best):
    """One more candidate: listed if there are lists to take it, and the best so far if it is.

    ``best`` is how many there have been, what the best is worth, and its four numbers.
    """
    worth = judge(s, rows, units, kind, players, specials, top)
    count = best[0]
    if moves is not None and count < len(worths):
        moves[count, 0], moves[count, 1], moves[count, 2], moves[count, 3] = kind, players, specials, top
        worths[count] = worth
    if worth > best[1]:
        return count + 1, worth, kind, players, specials, top
    return count + 1, best[1], best[2], best[3], best[4], best[5]


@inlined
def offer_packages(s, rows, units, held, legal, joker, moves, worths, best):
    """Every package of one club, with each of its cards on top."""
    package = held
    while package:
        for with_joker in range(joker + 1):
            if count_bits(package) + with_joker > 1 and (with_joker or package & legal):
                tops = package
                while tops:
                    top = lowest_bit(tops)
                    tops &= tops - 1
                    best = offer(
                        s, rows, units, np.int64(PLAY), package, np.int64(with_joker), top, moves, worths, best
                    )
                if with_joker:
                    best = offer(
                        s, rows, units, np.int64(PLAY), package, np.int64(1), np.int64(JOKER), moves, worths, best
                    )
        package = (package - 1) & held
    return best


@inlined
def candidates(s, rows, units, moves, worths):
    """Judges every move of the seat to act, the two yellows as one; returns ``best`` of ``offer``.

    ``moves`` and ``worths`` are lists to fill as far as they go, or None twice.
    """
    players, specials = s[PLAYERS + s[TURN]], s[SPECIALS + s[TURN]]
    fits = fitting(s[TOP])
    none = np.int64(0)
    kind = np.int64(DRAW) if may_draw(s) else np.int64(END)
    best = (none, np.float32(-SURE), kind, none, none, np.int64(-1))
    best = offer(s, rows, units, kind, none, none, np.int64(-1), moves, worths, best)
    left = players & fits
    while left:
        card = lowest_bit(left)
        left &= left - 1
        best = offer(s, rows, units, np.int64(PLAY), np.int64(1) << card, none, card, moves, worths, best)
    left = specials & ~np.int64(4) if specials & 2 else specials
    while left:
        special = lowest_bit(left)
        left &= left - 1
        best = offer(s, rows, units, np.int64(PLAY), none, np.int64(1) << special, JOKER + special, moves, worths, best)
    clubs = package_clubs(players, specials, fits)
    while clubs:
        club = lowest_bit(clubs) >> 2
        clubs &= clubs - 1
        held, legal, joker = package_of(players, specials, fits, club)
        best = offer_packages(s, rows, units, held, legal, joker, moves, worths, best)
    return best


@compiled
def list_moves(s, rows, units, moves, worths):
    """Lists every move of the seat to act, four numbers each, with what the learnt player thinks of it.

    The two yellows are one move. Returns how many there are, more than ``moves`` has places for perhaps.
    """
    return candidates(s, rows, units, moves, worths)[0]


@compiled
def choose_learnt(s, rows, units):
    """The move that the learnt player thinks best, the first of equals: never by chance."""
    best = candidates(s, rows, units, None, None)
    return best[2], best[3], best[4], best[5]


RANDOM, GREEDY, LEARNT = 0, 1, 2
"""Policies: how a seat plays on."""
LONG = 300
"""Moves after which nobody plays on without chance. Of a million games of learnt players few get there."""


@inlined
def decide_simply(s, rng, policy):
    """The move of the random or the greedy player, as the arguments of ``carry_out``."""
    if policy == RANDOM:
        return choose_random(s, rng)
    return choose_greedy(s, rng)


@inlined
def decide(s, rng, policy):
    """The move a policy makes, as the arguments of ``carry_out``."""
    if policy == LEARNT:
        return choose_learnt(s, LEARNT_ROWS, LEARNT_UNITS)
    return decide_simply(s, rng, policy)


@compiled
def choose(s, rng, policy):
    """The move that a policy would make now: kind, players, specials, top, as ``make_move`` takes them."""
    return decide(s, rng, policy)


@compiled
def play_on_with_any(s, deck, orders, rng, policies):
    """``play_on`` for every policy. After ``LONG`` moves the learnt turn greedy: they might go round in circles."""
    moves = np.int64(0)
    while s[WAY] == 0:
        policy = policies[s[TURN]]
        if moves >= LONG and policy == LEARNT:
            policy = np.int64(GREEDY)
        kind, players, specials, top = decide(s, rng, policy)
        carry_out(s, deck, orders, rng, kind, players, specials, top)
        moves += 1
    return moves


@compiled
def play_on(s, deck, orders, rng, policies):
    """Plays a position to its end, every seat by its policy. Returns how many moves were made.

    The loop without the learnt player is one of its own because it is 5% faster.
    """
    for seat in range(s[SEATS]):
        if policies[seat] == LEARNT:
            return play_on_with_any(s, deck, orders, rng, policies)
    moves = np.int64(0)
    while s[WAY] == 0:
        kind, players, specials, top = decide_simply(s, rng, policies[s[TURN]])
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
