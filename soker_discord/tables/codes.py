"""Room codes: six characters that cannot be mistaken for one another."""

from __future__ import annotations

import random

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
LENGTH = 6


def new_code(rng: random.Random) -> str:
    """A code from ``rng``, which must be a cryptographic source outside tests. 31^6 = 887 million codes."""
    return "".join(rng.choice(ALPHABET) for _ in range(LENGTH))


def normalise(text: str) -> str:
    """What a person typed, as a code: spaces and hyphens dropped, capitals."""
    return text.replace(" ", "").replace("-", "").strip().upper()
