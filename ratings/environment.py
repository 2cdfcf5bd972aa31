"""TrueSkill for people who play each for themselves: the package's environment, safe in the tails and fast.

The class keeps all of the ``trueskill`` package: its parameters, its draw margin and its ``rate``, which runs on its
factor graph with the functions v and w of ``ratings.truncation``. ``posterior`` is the same message passing in the
same order with the same stop, written for teams of one and without objects for messages. Both agree to 1e-9 on every
rating a ladder holds. With the journal around it the graph is just about as fast as the bare package, ``posterior``
about five times as fast (``benchmarks/ladder.py``): so it is what rates, and the graph is what proves it.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from functools import lru_cache
from statistics import NormalDist

from ratings.parameters import Parameters
from ratings.truncation import drawn, won

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its docstrings hold escapes that Python warns of
    import trueskill

_NORMAL = NormalDist()
_ROUNDS = 10

Belief = tuple[float, float]
"""A mean and a variance."""


class FreeForAll(trueskill.TrueSkill):
    """An environment of the ``trueskill`` package with exact tails and a fast path for teams of one."""

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(
            mu=parameters.mu0,
            sigma=parameters.sigma0,
            beta=parameters.beta,
            tau=parameters.tau,
            draw_probability=parameters.draw_probability,
            backend=(_NORMAL.cdf, _NORMAL.pdf, _NORMAL.inv_cdf),
        )
        self.margin = float(trueskill.calc_draw_margin(parameters.draw_probability, 2, self))

    def v_win(self, diff: float, draw_margin: float) -> float:
        """v where the first of two won."""
        return won(diff, draw_margin)[0]

    def w_win(self, diff: float, draw_margin: float) -> float:
        """w where the first of two won."""
        return won(diff, draw_margin)[1]

    def v_draw(self, diff: float, draw_margin: float) -> float:
        """v where two drew."""
        return drawn(diff, draw_margin)[0]

    def w_draw(self, diff: float, draw_margin: float) -> float:
        """w where two drew."""
        return drawn(diff, draw_margin)[1]

    def posterior(self, priors: Sequence[Belief], tied: Sequence[bool]) -> list[Belief]:
        """What is believed of each after the event.

        ``priors`` are mean and variance (tau squared already added) in the final order; ``tied`` says of each but the
        last whether the next one shares their place.
        """
        chain = _Chain(priors, tied, self.beta**2, self.margin)
        chain.pass_messages()
        return chain.posterior()


@lru_cache(maxsize=64)
def environment(parameters: Parameters) -> FreeForAll:
    """The environment of these parameters."""
    return FreeForAll(parameters)


class _Chain:
    """The factor graph of an event as a chain: person 0 - link 0 - person 1 - link 1 - person 2 ...

    A message is a normal in natural parameters, precision and precision times mean. ``from_left[i]`` and
    ``from_right[i]`` are what the links beside person i say of their performance; ``outcome[k]`` is what the result
    says of the difference at link k.
    """

    __slots__ = ("from_left", "from_right", "margin", "noise", "outcome", "own", "priors", "tied")

    def __init__(self, priors: Sequence[Belief], tied: Sequence[bool], noise: float, margin: float) -> None:
        nothing = (0.0, 0.0)
        self.priors, self.tied, self.noise, self.margin = priors, tied, noise, margin
        self.own = [(1.0 / (variance + noise), mean / (variance + noise)) for mean, variance in priors]
        self.from_left = [nothing] * len(priors)
        self.from_right = [nothing] * len(priors)
        self.outcome = [nothing] * len(tied)

    def pass_messages(self) -> None:
        """Forth and back along the chain until nothing moves, as ``TrueSkill.run_schedule`` does."""
        last = len(self.tied) - 1
        if last == 0:
            self.look(0)
        for _ in range(_ROUNDS if last else 0):
            change = 0.0
            for link in range(last):
                change = max(change, self.look(link))
                self.tell_right(link)
            for link in range(last, 0, -1):
                change = max(change, self.look(link))
                self.tell_left(link)
            if change <= trueskill.DELTA:
                break
        self.tell_left(0)
        self.tell_right(last)

    def left(self, link: int) -> Belief:
        """The performance of the one before a link, without what the link itself said of it."""
        precision, shift = self.own[link]
        more, further = self.from_left[link]
        variance = 1.0 / (precision + more)
        return (shift + further) * variance, variance

    def right(self, link: int) -> Belief:
        """The performance of the one after a link, without what the link itself said of it."""
        precision, shift = self.own[link + 1]
        more, further = self.from_right[link + 1]
        variance = 1.0 / (precision + more)
        return (shift + further) * variance, variance

    def look(self, link: int) -> float:
        """Hold the difference at a link against the result; returns by how much that moved it."""
        (mean, variance), (other, width) = self.left(link), self.right(link)
        variance += width
        scale = math.sqrt(variance)
        difference = (mean - other) / scale
        moments = drawn if self.tied[link] else won
        v, w, rest = moments(difference, self.margin / scale)
        precision, shift = w / (rest * variance), (v + difference * w) / (rest * scale)
        before, earlier = self.outcome[link]
        self.outcome[link] = precision, shift
        return max(abs(shift - earlier), math.sqrt(abs(precision - before)))

    def tell_right(self, link: int) -> None:
        """Tell the one after a link what the result and the one before say of them."""
        mean, variance = self.left(link)
        precision, shift = self.outcome[link]
        share = 1.0 / (1.0 + variance * precision)
        self.from_left[link + 1] = precision * share, (mean * precision - shift) * share

    def tell_left(self, link: int) -> None:
        """Tell the one before a link what the result and the one after say of them."""
        mean, variance = self.right(link)
        precision, shift = self.outcome[link]
        share = 1.0 / (1.0 + variance * precision)
        self.from_right[link] = precision * share, (mean * precision + shift) * share

    def posterior(self) -> list[Belief]:
        """Mean and variance of each skill, given what both neighbours say of the performance."""
        beliefs: list[Belief] = []
        for (mean, variance), left, right in zip(self.priors, self.from_left, self.from_right, strict=True):
            precision, shift = left[0] + right[0], left[1] + right[1]
            whole = 1.0 + (self.noise + variance) * precision
            moved = mean + variance * (shift - mean * precision) / whole
            beliefs.append((moved, variance * (1.0 + self.noise * precision) / whole))
        return beliefs
