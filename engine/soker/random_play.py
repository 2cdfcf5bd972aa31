"""A player who does anything legal. For simulations and tests."""

from __future__ import annotations

import random

from engine.soker.moves import Draw, EndTurn, LegalMoves, Move, PackageOption, Play


def choose(legal: LegalMoves, rng: random.Random) -> Move:
    """A random legal move: every single card, club with a package, draw and end of turn is equally likely."""
    plays, packages = legal.plays, legal.packages
    cards, clubs = len(plays), len(packages)
    pick = int(rng.random() * (cards + clubs + legal.draw + legal.end))
    if pick < cards:
        return Play((plays[pick],))
    if pick < cards + clubs:
        return Play(choose_package(packages[pick - cards], rng))
    return Draw() if legal.draw else EndTurn()


def choose_package(option: PackageOption, rng: random.Random) -> tuple[int, ...]:
    """A random package of an option: a legal card, some more, in any order, every size equally likely."""
    legal = rng.choice(option.legal)
    others = [card for card in option.cards if card != legal]
    package = [legal, *rng.sample(others, rng.randint(1, len(others)))]
    rng.shuffle(package)
    return tuple(package)
