"""The strongest system player's search, as machine code: hidden cards by what was done, then games played on.

First a chain of exchanges of two hidden cards (Metropolis and Hastings): an exchange stays as likely as it makes what
the opponents have chosen more likely. Each opponent is taken for a greedy or a learnt player, as likely as what it has
done makes either, and for one that errs now and then, as people do. Then every move that is open is tried on the same
arrangements, drawn from the chain on its way, and on the same order of the deck; the better half goes on (sequential
halving) until one is left. Nothing here allocates, and all of it runs without the GIL.
"""

from __future__ import annotations

import math

import numpy as np

from engine.soker.cards import JOKER
from engine.soker.kernel import (
    GREEDY,
    JOKER_BIT,
    LEARNT,
    LEARNT_ROWS,
    LEARNT_UNITS,
    SURE,
    below,
    carry_out,
    compiled,
    count_bits,
    distance,
    fitting,
    inlined,
    list_moves,
    lowest_bit,
    package_clubs,
    package_of,
    play_on_with_any,
    won,
)
from engine.soker.learnt import HIDDEN
from engine.soker.packed import (
    COUNTS,
    PLAY,
    PLAYERS,
    SEATS,
    SPECIALS,
    TOP,
    TOP_CLUB,
    TURN,
    WAY,
    WINNER,
)

BUILT_WITH = "88e86600935d13ab6dd0ffda87f771aa732dc43bee56e9198ebcdc46c58f9679"
"""SHA-256 of ``kernel.py``, which is compiled in: see there."""

KINDS = 2
"""Of opponents: greedy and learnt ones."""
SLIP = 0.05
"""How likely an opponent does just anything."""
HEAT = 0.15
"""By how much the logarithm of the odds may be worse for a learnt player's choice to be less likely by a factor e."""
PRIOR = 300
"""How many games the learnt player's opinion of a move counts for."""
BEHIND = 0.15
"""A move is not tried that the learnt player thinks less likely to win by more than this."""
WIN_IN_POINTS = 10
"""About how many points a win is worth, by its bonus and by what the others do not discard any more."""
COUNTRY_WIN = 2
"""The place of a win by country in ``packed.WAYS``."""


@inlined
def fraction(rng):
    """A random number from 0 to 1, neither of them."""
    return (below(rng, 1 << 30) + 0.5) / (1 << 30)


@inlined
def greedy_worth(s, players, specials, top):
    """What a play is worth to the greedy player."""
    seat = s[TURN]
    cards = count_bits(players) + count_bits(specials)
    club = lowest_bit(players) >> 2 if players else np.int64(-1)
    skips = cards > 1 or top > JOKER or (club >= 0 and club == s[TOP_CLUB])
    return 2 * cards - 16 * distance(s[PLAYERS + seat] & ~players, s[SPECIALS + seat] & ~specials) + skips


@inlined
def tally(worth, best, equals):
    """The best worth so far and how many plays have it."""
    if worth > best:
        return worth, np.int64(1)
    return best, equals + 1 if worth == best else equals


@compiled
def greedy_chance(s, kind, players, specials, top):
    """How likely the greedy player makes a move, which has to be legal."""
    own, own_specials = s[PLAYERS + s[TURN]], s[SPECIALS + s[TURN]]
    fits = fitting(s[TOP])
    best, equals = np.int64(-100000), np.int64(0)
    left = own & fits
    while left:
        card = lowest_bit(left)
        left &= left - 1
        best, equals = tally(greedy_worth(s, np.int64(1) << card, np.int64(0), card), best, equals)
    left = own_specials
    while left:
        special = lowest_bit(left)
        left &= left - 1
        worth = greedy_worth(s, np.int64(0), np.int64(1) << special, JOKER + special)
        best, equals = tally(worth, best, equals)
    clubs = package_clubs(own, own_specials, fits)
    among = np.int64(0)
    while clubs:
        club = lowest_bit(clubs) >> 2
        clubs &= clubs - 1
        rest, legal, rest_joker = package_of(own, own_specials, fits, club)
        last = lowest_bit(legal) if legal else np.int64(JOKER)
        package = np.int64(1) << last if legal else np.int64(0)
        joker = np.int64(0) if legal else np.int64(JOKER_BIT)
        rest &= ~package
        rest_joker &= ~joker
        while rest or rest_joker:
            if rest:
                package |= rest & -rest
                rest &= rest - 1
            else:
                joker = np.int64(JOKER_BIT)
                rest_joker = np.int64(0)
            best, equals = tally(greedy_worth(s, package, joker, last), best, equals)
            among |= np.int64(package == players and joker == specials and last == top)
    if equals == 0:
        return 1.0 if kind != PLAY else 0.0
    if kind != PLAY or greedy_worth(s, players, specials, top) < best:
        return 0.0
    lone = count_bits(players) + count_bits(specials) == 1
    return 1.0 / equals if lone or among else 0.0


@compiled
def learnt_chance(s, kind, players, specials, top, moves, worths):
    """How likely a learnt player with ``HEAT`` makes a move, and how many moves are open."""
    count = min(list_moves(s, LEARNT_ROWS, LEARNT_UNITS, moves, worths), len(worths))
    if specials == 4 and s[SPECIALS + s[TURN]] & 2:
        specials, top = np.int64(2), np.int64(JOKER + 1)
    best = worths[0]
    for place in range(1, count):
        best = max(best, worths[place])
    total, chosen = 0.0, 0.0
    for place in range(count):
        weight = math.exp((worths[place] - best) / HEAT)
        total += weight
        if (
            moves[place, 0] == kind
            and moves[place, 1] == players
            and moves[place, 2] == specials
            and moves[place, 3] == top
        ):
            chosen = weight
    return chosen / total, count


@compiled
def explain(s, choice, likely, moves, worths):
    """Writes the logarithm of how likely each kind of opponent decides so in a position."""
    learnt, count = learnt_chance(s, choice[0], choice[1], choice[2], choice[3], moves, worths)
    greedy = greedy_chance(s, choice[0], choice[1], choice[2], choice[3])
    likely[0] = math.log((1 - SLIP) * greedy + SLIP / count)
    likely[1] = math.log((1 - SLIP) * learnt + SLIP / count)


@inlined
def hold(e, card, leaves, seat, time, changed, mark):
    """A card is, or is no longer, in a seat's hand after ``time``, in all of its decisions until it leaves."""
    for number in range(len(e.when)):
        if e.situations[number, TURN] == seat and time < e.when[number] <= leaves:
            if card < JOKER:
                e.situations[number, PLAYERS + seat] ^= np.int64(1) << card
            else:
                e.situations[number, SPECIALS + seat] ^= np.int64(1) << (card - JOKER)
            changed[number] ^= mark


@inlined
def lay(e, element, slot, changed, mark):
    """An element is, or is no longer, in a slot."""
    if e.seat[slot] >= 0:
        hold(e, e.cards[element], e.leaves[element], e.seat[slot], e.time[slot], changed, mark)


@inlined
def may_lie(e, element, slot):
    """Whether an element may lie in a slot: one that was played, only where it was played from."""
    return e.leaver[element] < 0 or (e.leaver[element] == e.seat[slot] and e.time[slot] < e.leaves[element])


@inlined
def exchange(e, here, there, changed):
    """The elements in two slots change places."""
    one, other = e.content[here], e.content[there]
    lay(e, one, here, changed, 1)
    lay(e, other, there, changed, 2)
    lay(e, one, there, changed, 1)
    lay(e, other, here, changed, 2)
    e.content[here], e.content[there] = other, one


@compiled
def begin(e, w):
    """Fills the hands of all decisions by the arrangement, and says how likely each decision was."""
    for slot in range(len(e.content)):
        lay(e, e.content[slot], slot, w.changed, 0)
    for number in range(len(e.when)):
        explain(e.situations[number], e.choices[number], w.likely[number], w.moves, w.worths)
        w.changed[number] = 0
    w.hidden_count[0] = 0
    for slot in range(len(e.content)):
        if e.seat[slot] >= 0:
            w.hidden[w.hidden_count[0]] = slot
            w.hidden_count[0] += 1


@compiled
def step(e, w, rng):
    """One exchange of a card in a hand with any other of the same deck, kept or taken back."""
    here = w.hidden[below(rng, w.hidden_count[0])]
    there = e.first[here] + below(rng, e.last[here] - e.first[here])
    one, other = e.content[here], e.content[there]
    if one == other or not (may_lie(e, one, there) and may_lie(e, other, here)):
        return
    exchange(e, here, there, w.changed)
    more = 0.0
    for number in range(len(e.when)):
        if w.changed[number]:
            kind = w.kinds[e.situations[number, TURN]]
            explain(e.situations[number], e.choices[number], w.fresh[number], w.moves, w.worths)
            more += w.fresh[number, kind] - w.likely[number, kind]
    kept = more >= 0 or fraction(rng) < math.exp(more)
    if not kept:
        exchange(e, here, there, w.unused)
    for number in range(len(e.when)):
        if w.changed[number] and kept:
            for kind in range(KINDS):
                w.likely[number, kind] = w.fresh[number, kind]
        w.changed[number] = 0


@compiled
def guess_kinds(e, w, rng):
    """Draws for each opponent what kind of player it is, given the arrangement."""
    for seat in range(e.position[SEATS]):
        greedy, learnt = 0.0, 0.0
        for number in range(len(e.when)):
            if e.situations[number, TURN] == seat:
                greedy += w.likely[number, 0]
                learnt += w.likely[number, 1]
        w.kinds[seat] = np.int64(fraction(rng) < 1 / (1 + math.exp(greedy - learnt)))


@compiled
def write(e, w, rng, place):
    """Writes the position that the arrangement makes, with the deck in a random order."""
    s, deck = w.positions[place], w.decks[place]
    for number in range(len(s)):
        s[number] = e.position[number]
    me = s[TURN]
    for seat in range(s[SEATS]):
        if seat != me:
            s[PLAYERS + seat], s[SPECIALS + seat] = 0, 0
        w.guessed[place, seat] = GREEDY if seat != me and w.kinds[seat] == 0 else LEARNT
    size = np.int64(0)
    for slot in range(len(e.content)):
        element = e.content[slot]
        card, seat = e.cards[element], e.seat[slot]
        if e.leaver[element] >= 0:
            continue
        if seat < 0:
            deck[size] = card
            size += 1
        elif card < JOKER:
            s[PLAYERS + seat] |= np.int64(1) << card
        else:
            s[SPECIALS + seat] |= np.int64(1) << (card - JOKER)
    mix(deck, size, rng)


@inlined
def mix(cards, size, rng):
    """Brings so many cards in a random order [Fisher and Yates]."""
    for last in range(size - 1, 0, -1):
        place = below(rng, last + 1)
        cards[last], cards[place] = cards[place], cards[last]


@compiled
def imagine(e, w, rng, warm, apart):
    """Fills ``w.positions``, ``w.decks`` and ``w.guessed`` with arrangements from the chain.

    So many exchanges come before the first, and between two.
    """
    begin(e, w)
    for _ in range(4):
        guess_kinds(e, w, rng)
        for _ in range(warm // 4):
            step(e, w, rng)
    for place in range(len(w.positions)):
        guess_kinds(e, w, rng)
        for _ in range(apart):
            step(e, w, rng)
        write(e, w, rng, place)


@inlined
def payoff(s, me, for_points):
    """What an end is worth to a seat: 1 for a win, or its points less the mean of the others' (G2)."""
    if not for_points:
        return 1.0 if s[WINNER] == me else 0.0
    own, others = 0.0, 0.0
    for seat in range(s[SEATS]):
        points = s[COUNTS + seat]
        if s[WINNER] == seat:
            points += 7 if s[WAY] == COUNTRY_WIN else 3
        if seat == me:
            own = points
        else:
            others += points
    return own - others / (s[SEATS] - 1)


@inlined
def swap_moves(w, one, other):
    """Two moves change places in the list, with what they are worth and have brought."""
    w.worths[one], w.worths[other] = w.worths[other], w.worths[one]
    w.sums[one], w.sums[other] = w.sums[other], w.sums[one]
    for number in range(4):
        w.moves[one, number], w.moves[other, number] = w.moves[other, number], w.moves[one, number]


@inlined
def best_first(w, by, count, most):
    """Brings the best so many moves of the list to its front, the best first."""
    for place in range(min(count, most)):
        best = place
        for other in range(place + 1, count):
            if by[other] > by[best]:
                best = other
        swap_moves(w, place, best)
    return min(count, most)


@inlined
def chance(s, worth):
    """The probability to win that the learnt player sees in a move."""
    return 1 / (1 + math.exp(-worth - LEARNT_UNITS[s[SEATS] - 2, HIDDEN]))


@compiled
def finish(w, place, move, rng, for_points):
    """What a move brings in one arrangement: it is made and the game is played on."""
    s, deck = w.positions[place], w.decks[place]
    for number in range(len(s)):
        w.s[number] = s[number]
    for number in range(len(deck)):
        w.deck[number] = deck[number]
    carry_out(w.s, w.deck, w.orders, rng, w.moves[move, 0], w.moves[move, 1], w.moves[move, 2], w.moves[move, 3])
    play_on_with_any(w.s, w.deck, w.orders, rng, w.guessed[place])
    return payoff(w.s, s[TURN], for_points)


@compiled
def contenders(w, most):
    """Lists the moves of the seat to act, the learnt player's favourite first. Returns how many are worth a try.

    These are at most so many, none of them by more than ``BEHIND`` less likely to win than the favourite. Of moves that
    win, the one with the most points (G2) is the favourite, and the only one.
    """
    s = w.positions[0]
    count = min(list_moves(s, LEARNT_ROWS, LEARNT_UNITS, w.moves, w.worths), len(w.worths))
    for move in range(count):
        if w.worths[move] >= SURE:
            w.worths[move] += win_points(s, w.moves[move])
    count = best_first(w, w.worths, count, most)
    if w.worths[0] >= SURE:
        return np.int64(1)
    favourite = chance(s, w.worths[0])
    for move in range(count):
        if chance(s, w.worths[move]) < favourite - BEHIND:
            return move
    return count


@compiled
def compare(w, rng, games, most, for_points):
    """Brings the best move of the seat to act to the front of ``w.moves`` by so many games in all.

    What the learnt player thinks counts as ``PRIOR`` games.
    """
    left = contenders(w, most)
    for move in range(left):
        w.sums[move] = PRIOR * chance(w.positions[0], w.worths[move]) * (WIN_IN_POINTS if for_points else 1)
    rounds = 0
    while (1 << rounds) < left:
        rounds += 1
    place = 0
    for _ in range(rounds):
        for _ in range(games // (rounds * left)):
            below(rng, 2)
            seed = rng[0]
            for move in range(left):
                rng[0] = seed
                w.sums[move] += finish(w, place, move, rng, for_points)
            place = (place + 1) % len(w.positions)
        left = best_first(w, w.sums, left, (left + 1) // 2)


@inlined
def win_points(s, move):
    """The points of a play that wins (G2)."""
    way = won(s[PLAYERS + s[TURN]] ^ move[1], s[SPECIALS + s[TURN]] ^ move[2])
    return count_bits(move[1]) + count_bits(move[2]) + (7 if way == COUNTRY_WIN else 3)
