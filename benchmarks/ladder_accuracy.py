"""How well ratings foretell tournaments between people of known skill, beside other rating systems.

    python -m benchmarks.ladder_accuracy

All systems follow the same tournaments (``benchmarks.graded_players``). Their free parameters are fitted on the first
half, by the log-loss of all pairs; the second half is scored. Early is a pair in which somebody has fewer than ten
tournaments behind them, late is every other. Log-loss is in nats, a coin has 0.693; the calibration error is the
average gap between what was said and what was seen over ten bins of the favourite's chance; behind it stands the error
of somebody who knows every chance exactly, which is that of the sample. A gap's interval is the 95% interval of its
mean over tournaments.

Ours is shipped with the factors that Soker fits (``ratings.parameters``), so the shipped one is judged on Soker; on the
synthetic experiment, a game of other luck, ours is judged with its own fit, as its peers are.
"""

from __future__ import annotations

import argparse
import math
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations

import numpy as np  # pyright: ignore[reportMissingImports]
from rich.console import Console
from rich.progress import track
from rich.table import Table
from scipy.optimize import minimize  # pyright: ignore[reportMissingImports]

from benchmarks.graded_players import pairings, play_all, play_soker, play_synthetic
from benchmarks.rating_systems import OURS, PEERS, SHIPPED, Contender, outcome
from ratings.event import Event

EARLY = 10
"""Tournaments behind one of the pair below which it is early."""
BINS = 10
SAMPLES = 100
"""How often the outcomes are drawn anew to find the calibration error of a sample."""
CALIBRATED_WITHIN = 0.01
SHIPPED_FOR = "Soker"
EXPERIMENTS = {SHIPPED_FOR: play_soker, "synthetic": play_synthetic}


@dataclass(frozen=True)
class Forecasts:
    """What a system said, a row a pair: the tournament, the chance of the first of the two, and what came of it."""

    tournament: np.ndarray
    chance: np.ndarray
    outcome: np.ndarray
    early: np.ndarray

    def where(self, rows: np.ndarray) -> Forecasts:
        """Some of the rows."""
        return Forecasts(self.tournament[rows], self.chance[rows], self.outcome[rows], self.early[rows])

    @property
    def losses(self) -> np.ndarray:
        """The log-loss of each pair in nats; a shared place is half a win and half a defeat."""
        chance = np.clip(self.chance, 1e-9, 1 - 1e-9)
        return -(self.outcome * np.log(chance) + (1 - self.outcome) * np.log(1 - chance))

    @property
    def calibration_error(self) -> float:
        """The average gap between the favourite's chance and how often they were ahead, over bins, by their size."""
        ahead = np.where(self.chance >= 0.5, self.outcome, 1 - self.outcome)
        return _calibration_error(np.maximum(self.chance, 1 - self.chance), ahead)

    @property
    def sampling_error(self) -> float:
        """The calibration error these chances would have on average if they were exactly right."""
        rng, favourite = np.random.default_rng(1), np.maximum(self.chance, 1 - self.chance)
        errors = [_calibration_error(favourite, rng.random(len(favourite)) < favourite) for _ in range(SAMPLES)]
        return float(np.mean(errors))


def _calibration_error(favourite: np.ndarray, ahead: np.ndarray) -> float:
    bins = np.minimum(((favourite - 0.5) * 2 * BINS).astype(int), BINS - 1)
    sums = np.bincount(bins, favourite - ahead, BINS)
    return float(np.abs(sums).sum() / len(favourite))


@dataclass(frozen=True)
class Scored:
    """A system's forecasts of the second half, and the factors it was fitted with."""

    name: str
    fitted: dict[str, float]
    forecasts: Forecasts


def forecasts(contender: Contender, factors: Sequence[float], events: Iterable[Event]) -> Forecasts:
    """Everything a system would have said, each pair before the event was known to it."""
    system, seen, rows = contender.make(*factors), Counter[int](), []
    for event in events:
        for one, other in combinations(event.entrants, 2):
            said = system.chance(one.person, other.person, event.finished_at)
            early = min(seen[one.person], seen[other.person]) < EARLY
            rows.append((event.id, said, outcome(one.place, other.place), early))
        system.rate(event)
        seen.update(entrant.person for entrant in event.entrants)
    tournament, chance, ended, early = zip(*rows, strict=True)
    return Forecasts(np.array(tournament), np.array(chance), np.array(ended), np.array(early))


def fit(contender: Contender, events: Sequence[Event]) -> tuple[float, ...]:
    """The factors with the least log-loss over these events, by Nelder and Mead's simplex over their logarithms."""
    if not contender.free:
        return ()

    def loss(logarithms: np.ndarray) -> float:
        return float(forecasts(contender, np.exp(logarithms).tolist(), events).losses.mean())

    start = np.zeros(len(contender.free))
    corners = np.vstack([start, np.eye(len(start)) * math.log(2.0)])
    found = minimize(
        loss, start, method="Nelder-Mead", options={"initial_simplex": corners, "xatol": 0.03, "fatol": 1e-6}
    )
    return tuple(float(factor) for factor in np.exp(found.x))


def fit_and_score(contender: Contender, events: Sequence[Event]) -> Scored:
    """Fitted on the first half, scored on the second, which it meets knowing the first."""
    half = len(events) // 2
    factors = fit(contender, events[:half])
    said = forecasts(contender, factors, events)
    return Scored(contender.name, dict(zip(contender.free, factors, strict=True)), said.where(said.tournament >= half))


def shared_places(events: Iterable[Event]) -> float:
    """The share of neighbours in the final order who share a place (G3): what the draw probability should be."""
    shared = neighbours = 0
    for event in events:
        places = sorted(entrant.place for entrant in event.entrants)
        neighbours += len(places) - 1
        shared += len(places) - len(set(places))
    return shared / neighbours


def margin(mine: Forecasts, theirs: Forecasts) -> tuple[float, float]:
    """By how much my log-loss is lower, and half its 95% interval: pairs of one tournament are one observation."""
    gaps = theirs.losses - mine.losses
    _, tournament = np.unique(mine.tournament, return_inverse=True)
    mean = float(gaps.mean())
    sums = np.bincount(tournament, gaps - mean)
    return mean, 1.96 * float(np.sqrt((sums**2).sum())) / len(gaps)


def main() -> None:
    """Play, fit, score, print, and fail if another system is ahead or ours is badly calibrated."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tournaments", type=int, default=20_000)
    parser.add_argument("--people", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    behind = [
        complaint
        for name in EXPERIMENTS
        for complaint in _experiment(name, options.tournaments, options.people, options.seed, options.processes)
    ]
    if behind:
        raise SystemExit("\n".join(behind))


def _experiment(name: str, tournaments: int, people: int, seed: int, processes: int) -> list[str]:
    upcoming = pairings(tournaments, people, seed)
    progress = iter(track(range(tournaments), f"playing {name}"))
    events = play_all(EXPERIMENTS[name], upcoming, processes, lambda: next(progress))
    next(progress, None)
    contenders = (OURS, SHIPPED, *PEERS)
    with ProcessPoolExecutor(processes) as pool:
        jobs = pool.map(fit_and_score, contenders, [events] * len(contenders))
        scored = list(track(jobs, "fitting and scoring", len(contenders)))
    judged = scored[:2] if name == SHIPPED_FOR else scored[:1]
    _show(name, scored, judged[-1], shared_places(events[: tournaments // 2]))
    return [complaint for mine in judged for complaint in _complaints(name, mine, scored[2:])]


def _periods(said: Forecasts) -> dict[str, Forecasts]:
    return {"early": said.where(said.early), "late": said.where(~said.early)}


def _show(name: str, scored: list[Scored], mine: Scored, shared: float) -> None:
    ours = _periods(mine.forecasts)
    pairs = " and ".join(f"{len(said.chance):,} {period}" for period, said in ours.items())
    errors = ", ".join(f"{one.name} {one.forecasts.calibration_error:.4f}" for one in scored)
    caption = f"calibration error early and late together: {errors}\nneighbours sharing a place: {shared:.4f}"
    table = Table(title=f"{name}: {pairs} pairs", caption=caption)
    for column in (
        "",
        "log-loss early",
        "late",
        "calibration early",
        "late",
        f"behind {mine.name}, early",
        "late",
        "fitted",
    ):
        table.add_column(column)
    for one in scored:
        said = _periods(one.forecasts)
        losses = [f"{period.losses.mean():.4f}" for period in said.values()]
        errors = [f"{period.calibration_error:.4f} ({period.sampling_error:.4f})" for period in said.values()]
        gaps = ["{:+.4f} ± {:.4f}".format(*margin(ours[period], said[period])) for period in said]
        table.add_row(one.name, *losses, *errors, *gaps, ", ".join(f"{k} x {v:.2f}" for k, v in one.fitted.items()))
    Console(width=170).print(table)


def _complaints(name: str, mine: Scored, peers: Iterable[Scored]) -> list[str]:
    said = _periods(mine.forecasts)
    found = [
        f"{name}, {period}: {peer.name} is ahead of {mine.name}"
        for peer in peers
        for period, theirs in _periods(peer.forecasts).items()
        if margin(said[period], theirs)[0] <= 0.0
    ]
    error = mine.forecasts.calibration_error
    if error > CALIBRATED_WITHIN:
        found.append(f"{name}: calibration error of {mine.name} {error:.4f}, at most {CALIBRATED_WITHIN} is wanted")
    return found


if __name__ == "__main__":
    main()
