"""The procedure of ``docs/fair-deals.md`` written anew, step by step, from nothing but SHA-256.

It shares no line with ``engine.fairness``: what both agree on, the document says clearly enough.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-deals.md"


def example() -> dict[str, str]:
    """The lines of the worked example by their names."""
    block = DOCUMENT.read_text(encoding="utf-8").split("```text\n")[1].split("```")[0]
    lines = (line.split(" = ") for line in block.splitlines())
    return {name.strip(): value.strip() for name, value in lines}


def numbers(text: str) -> list[int]:
    """Whole numbers with spaces between them."""
    return [int(word) for word in text.split()]


def sha256(data: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(data).digest()


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC as RFC 2104 defines it, for keys of at most 64 bytes."""
    padded = key + bytes(64 - len(key))
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message)
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner)


def block(seed: bytes, label: str, i: int) -> bytes:
    """Block ``i`` of a label."""
    return sha256(seed + label.encode("utf-8") + i.to_bytes(8, byteorder="big"))


def words(seed: bytes, label: str) -> Iterator[int]:
    """The words of a label, one after the other and block after block."""
    i = 0
    while True:
        data = block(seed, label, i)
        for start in range(0, 32, 4):
            yield int.from_bytes(data[start : start + 4], byteorder="big")
        i += 1


def below(source: Iterator[int], n: int) -> int:
    """A number below ``n``."""
    limit = 2**32 - (2**32 % n)
    word = next(source)
    while word >= limit:
        word = next(source)
    return word % n


def shuffle(source: Iterator[int], items: list[int]) -> list[int]:
    """A shuffled copy."""
    result = items.copy()
    last = len(result) - 1
    while last >= 1:
        place = below(source, last + 1)
        item = result[last]
        result[last] = result[place]
        result[place] = item
        last -= 1
    return result


def seats_and_starter(seed: bytes, n: int) -> tuple[list[int], int]:
    """Who sits where, and the position that starts."""
    return shuffle(words(seed, "seats"), list(range(n))), below(words(seed, "starter"), n)


def deal(seed: bytes, n: int, starter: int) -> tuple[list[list[int]], int, list[int]]:
    """Hands (sorted), first discard, deck."""
    source = words(seed, "deal")
    cards = shuffle(source, list(range(68)))
    used = 7 * n + 1
    hands = [[cards[n * times + step] for times in range(7)] for step in range(n)]
    hands[0].append(cards[7 * n])
    by_position = [sorted(hands[(position - starter) % n]) for position in range(n)]
    deck = cards[used:]
    while deck[0] >= 64:
        special, deck = deck[0], deck[1:]
        place = below(source, len(deck) + 1)
        deck = [*deck[:place], special, *deck[place:]]
    return by_position, deck[0], deck[1:]


def reshuffle(seed: bytes, time: int, pile: list[int]) -> list[int]:
    """The new deck of the ``time``-th reshuffle; ``pile`` is all that lies under the top discard."""
    return shuffle(words(seed, f"reshuffle:{time}"), sorted(pile))
