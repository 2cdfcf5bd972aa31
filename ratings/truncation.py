"""The moments of a truncated normal: the functions v and w of TrueSkill, safe in the tails.

A difference of performances is normal with mean ``difference`` and standard deviation 1; a win says it is more than
``margin``, a draw that it lies within ``margin`` of zero. Given that, its mean is ``difference + v`` and its variance
``1 - w`` (Herbrich, Minka and Graepel, "TrueSkill", 2006, section 3). Written as in the paper both are quotients of
numbers that vanish together once the result is a surprise of many standard deviations; here they stay exact to about
1e-12. Each function returns ``(v, w, 1 - w)``: the last has meaning where ``w`` is 1 to the last digit.
"""

from __future__ import annotations

import math

Moments = tuple[float, float, float]

_SQRT_HALF = math.sqrt(0.5)
_DENSITY = 1.0 / math.sqrt(2.0 * math.pi)

_TAIL = 5.0
"""Beyond this many standard deviations the continued fraction takes over."""
_DEPTH = 16
_ONE_SIDED = 18.0
"""Where margin times difference passes this, the far bound of a draw is as good as absent (e**-36 of the mass)."""
_WIDE = 4.0
_NODES = 24


def won(difference: float, margin: float) -> Moments:
    """The moments when ``difference`` turned out to be more than ``margin``."""
    x = difference - margin
    if x < -_TAIL:
        return _far_tail(-x)
    v = _DENSITY * math.exp(-0.5 * x * x) / (0.5 * math.erfc(-x * _SQRT_HALF))
    w = v * (v + x)
    return v, w, 1.0 - w


def drawn(difference: float, margin: float) -> Moments:
    """The moments when ``difference`` turned out to lie within ``margin`` of zero. ``margin`` is positive."""
    distance = abs(difference)
    if distance * margin > _ONE_SIDED:
        v, w, rest = won(-distance, -margin)
        v = -v
    elif margin > _WIDE:
        v, w, rest = _drawn_wide(distance, margin)
    else:
        v, w, rest = _drawn_narrow(distance, margin)
    return (-v if difference < 0.0 else v), w, rest


def _far_tail(z: float) -> Moments:
    """The moments above a bound ``z`` standard deviations away, by Laplace's continued fraction of Mills' ratio.

    density / tail = z + 1/(z + 2/(z + 3/(z + ...))): nothing cancels. The rest of it is closed by its limit.
    """
    inner = 0.5 * (math.sqrt(z * z + 4.0 * (_DEPTH + 1)) - z)
    for k in range(_DEPTH, 1, -1):
        inner = k / (z + inner)
    excess = 1.0 / (z + inner)
    return z + excess, (z + excess) * excess, (inner - excess) / (z + inner)


def _drawn_wide(distance: float, margin: float) -> Moments:
    above, below = margin - distance, margin + distance
    mass = 1.0 - 0.5 * (math.erfc(above * _SQRT_HALF) + math.erfc(below * _SQRT_HALF))
    at_above = _DENSITY * math.exp(-0.5 * above * above)
    at_below = _DENSITY * math.exp(-0.5 * below * below)
    v = -2.0 * _DENSITY * math.exp(-0.5 * (distance**2 + margin**2)) * math.sinh(distance * margin) / mass
    w = v * v + (above * at_above + below * at_below) / mass
    return v, w, 1.0 - w


def _drawn_narrow(distance: float, margin: float) -> Moments:
    """By Gauss-Legendre quadrature, where the paper's differences of nearly equal numbers would cancel."""
    mass = first = second = 0.0
    for node, weight in _HALF_RULE:
        y = margin * node
        here = weight * math.exp(-0.5 * y * y)
        up = math.exp(distance * y)
        down = 1.0 / up
        mass += here * (up + down)
        first += here * y * (up - down)
        second += here * y * y * (up + down)
    mean = first / mass
    variance = second / mass - mean * mean
    v = -2.0 * math.exp(-0.5 * margin * margin) * math.sinh(distance * margin) / (margin * mass)
    return v, 1.0 - variance, variance


def _half_rule(nodes: int) -> tuple[tuple[float, float], ...]:
    """The positive nodes and their weights of the Gauss-Legendre rule on [-1, 1] with an even number of nodes."""
    return tuple(_node(nodes, k) for k in range(nodes // 2))


def _node(nodes: int, k: int) -> tuple[float, float]:
    x = math.cos(math.pi * (k + 0.75) / (nodes + 0.5))
    slope = 1.0
    for _ in range(6):
        value, slope = _legendre(nodes, x)
        x -= value / slope
    return x, 2.0 / ((1.0 - x * x) * slope * slope)


def _legendre(degree: int, x: float) -> tuple[float, float]:
    """The Legendre polynomial and its derivative at ``x``."""
    before, value = 1.0, x
    for n in range(2, degree + 1):
        before, value = value, ((2 * n - 1) * x * value - (n - 1) * before) / n
    return value, degree * (x * value - before) / (x * x - 1.0)


_HALF_RULE = _half_rule(_NODES)
