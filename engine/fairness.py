"""Fair deals: a commitment before anyone joins, a seed nobody could choose, and randomness anyone can recompute.

The procedure is written down step by step, for any language, in ``docs/fair-deals.md``. It never changes under a
rules version that has been played.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

_WORDS = struct.Struct(">8I")
_RANGE = 1 << 32


def commitment(secret: bytes) -> str:
    """What is shown before anyone joins: the SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def seed(secret: bytes, salt: str) -> bytes:
    """The seed of a game: HMAC-SHA256 with the secret as key over what the players added afterwards."""
    return hmac.digest(secret, salt.encode(), "sha256")


class Stream:
    """A stream of random numbers named by a label, so that each use has its own and none disturbs another.

    Block ``i`` is SHA-256(seed, label, i as eight bytes); each block gives eight big-endian 32-bit words.
    """

    __slots__ = ("_block", "_prefix", "_words")

    def __init__(self, seed: bytes, label: str) -> None:
        self._prefix = seed + label.encode()
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next 32-bit word."""
        if not self._words:
            digest = hashlib.sha256(self._prefix + self._block.to_bytes(8, "big")).digest()
            self._words = list(reversed(_WORDS.unpack(digest)))
            self._block += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to ``n - 1``, each equally likely: words in the uneven rest are thrown away."""
        if not 0 < n <= _RANGE:
            raise ValueError(f"cannot choose among {n}")
        limit = _RANGE - _RANGE % n
        while (word := self.word()) >= limit:
            pass
        return word % n

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """A new list in random order: Fisher-Yates from the last place down."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            chosen = self.below(last + 1)
            result[last], result[chosen] = result[chosen], result[last]
        return result


def seat_order(seed: bytes, n: int) -> tuple[int, ...]:
    """Who sits where (D3): the chair that takes each position."""
    return tuple(Stream(seed, "seats").shuffled(range(n)))


def first_starter(seed: bytes, n: int) -> int:
    """The position that starts the first game (D3)."""
    return Stream(seed, "starter").below(n)
