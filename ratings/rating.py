"""A rating, and what counts as one."""

from __future__ import annotations

from dataclasses import dataclass

from ratings.errors import BadRating

LARGEST = 1e9
"""No mean lies further from zero and no sigma is wider: beyond it floats no longer tell people apart."""
SMALLEST = 1e-9
"""No sigma is narrower."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a person's skill: a normal distribution with mean ``mu`` and standard deviation ``sigma``.

    Both are in the units of the parameters, where a newcomer has 25 and 25/3.
    """

    mu: float
    sigma: float


def check(rating: Rating) -> None:
    """Raise BadRating unless the numbers are finite, in bounds and sigma is positive."""
    if not (-LARGEST <= rating.mu <= LARGEST and SMALLEST <= rating.sigma <= LARGEST):
        raise BadRating(f"not a rating: mu {rating.mu}, sigma {rating.sigma}")
