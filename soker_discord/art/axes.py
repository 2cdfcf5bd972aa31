"""Round numbers for the ticks of a chart."""

from __future__ import annotations

import math

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_SLACK = 1e-9


def step(low: float, high: float, most: int) -> float:
    """The smallest of 1, 2, 2.5, 5 times a power of ten, whole, that makes at most so many steps of the range."""
    rough = max((high - low) / most, 1.0)
    power = 10.0 ** math.floor(math.log10(rough))
    fitting = (factor * power for factor in _STEPS if factor * power >= rough - _SLACK)
    return float(math.ceil(next(fitting, 10.0 * power)))


def ticks(low: float, high: float, most: int) -> tuple[int, ...]:
    """The round whole numbers from ``low`` to ``high``, about ``most`` of them at the most; none for an empty range."""
    size = step(low, high, most)
    return tuple(round(number * size) for number in range(math.ceil(low / size), math.floor(high / size) + 1))
