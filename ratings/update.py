"""One event in, new ratings out: guarded on both sides, blind to the order in which people are named."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, pairwise, permutations, product

from ratings.environment import Belief, FreeForAll, environment
from ratings.errors import BadEvent, UnsoundUpdate
from ratings.parameters import STANDARD, Parameters
from ratings.rating import Rating, check

FEWEST, MOST = 2, 4


def rate(
    ratings: Sequence[Rating],
    places: Sequence[int],
    weight: float = 1.0,
    parameters: Parameters = STANDARD,
) -> tuple[Rating, ...]:
    """The new ratings of two to four people who finished an event in these places, each beside the old one.

    Shared places are draws. TrueSkill compares neighbours only, so those who share a place would be treated by the
    order they are named in; here each gets the average (of mean and of variance) over all orders of the tied. Whatever
    the order of the arguments, the same person gets the same bits, and equal ratings in equal places change equally.

    ``weight``, from 0 to 1, moves mu and sigma squared that fraction of the way. No sigma comes out above
    sqrt(sigma**2 + tau**2). Raises BadRating, BadEvent, and UnsoundUpdate rather than hand out a number that is none.
    """
    _check(ratings, places, weight)
    drift = parameters.tau**2
    priors = [(rating.mu, rating.sigma * rating.sigma + drift) for rating in ratings]
    order = sorted(range(len(priors)), key=places.__getitem__)
    posteriors = _posteriors(environment(parameters), priors, places, order)
    return tuple(map(_moved, ratings, priors, posteriors, [weight] * len(ratings)))


def check_places(places: Iterable[int]) -> None:
    """Raise BadEvent unless the places are a final order: 1 2 3 4, 1 1 3 4, 1 2 2 4 and so on."""
    ordered = sorted(places)
    for i, place in enumerate(ordered):
        if place != i + 1 and (i == 0 or place != ordered[i - 1]):
            raise BadEvent(f"not a final order: places {ordered}")


def _check(ratings: Sequence[Rating], places: Sequence[int], weight: float) -> None:
    if not FEWEST <= len(ratings) <= MOST:
        raise BadEvent(f"an event has {FEWEST} to {MOST} people, not {len(ratings)}")
    if len(places) != len(ratings):
        raise BadEvent(f"{len(places)} places for {len(ratings)} people")
    if not 0.0 <= weight <= 1.0:
        raise BadEvent(f"a weight lies between 0 and 1, not at {weight}")
    check_places(places)
    for rating in ratings:
        check(rating)


def _posteriors(
    engine: FreeForAll, priors: Sequence[Belief], places: Sequence[int], order: Sequence[int]
) -> list[Belief]:
    """What is believed of each after the event, averaged over all orders of the tied."""
    tied = [places[before] == places[after] for before, after in pairwise(order)]
    outcomes: list[list[Belief]] = [[] for _ in priors]
    for ordering in _orders_of_the_tied(order, places) if any(tied) else (order,):
        for i, belief in zip(ordering, engine.posterior([priors[i] for i in ordering], tied), strict=True):
            outcomes[i].append(belief)
    return [beliefs[0] if len(beliefs) == 1 else _average(beliefs) for beliefs in outcomes]


def _orders_of_the_tied(order: Sequence[int], places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    groups = [tuple(group) for _, group in groupby(order, key=lambda i: places[i])]
    for ordering in product(*map(permutations, groups)):
        yield tuple(chain.from_iterable(ordering))


def _average(beliefs: Sequence[Belief]) -> Belief:
    """The average; fsum rounds once, so that the order of the beliefs leaves no trace."""
    means, variances = zip(*beliefs, strict=True)
    return math.fsum(means) / len(beliefs), math.fsum(variances) / len(beliefs)


def _moved(rating: Rating, prior: Belief, posterior: Belief, weight: float) -> Rating:
    """The fraction of the way from a rating to its full update."""
    mu, variance = posterior
    if weight != 1.0:
        before = rating.sigma * rating.sigma
        mu, variance = rating.mu + weight * (mu - rating.mu), before + weight * (variance - before)
    widest = math.sqrt(prior[1])
    if not (math.isfinite(mu) and 0.0 < variance <= prior[1] * (1.0 + 1e-9)):
        raise UnsoundUpdate(f"mu {rating.mu}, sigma {rating.sigma} became mu {mu}, variance {variance}")
    return Rating(mu, min(math.sqrt(variance), widest))
