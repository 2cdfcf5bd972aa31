"""The posteriors of an event by plain numerical integration, with nothing of the ladder's own mathematics."""

import numpy as np
from scipy.stats import norm

POINTS = 4001
REACH = 9.0


def posterior(ratings, tied, margin, beta, tau):
    """Mean and standard deviation of each skill after an event, best first.

    Integrates over everybody's performance at once, along the chain of neighbours: the density of a performance,
    times the mass of the better ones that fit it, times the mass of the worse ones that fit it.
    """
    mu = np.array([rating.mu for rating in ratings])
    variance = np.array([rating.sigma**2 + tau**2 for rating in ratings])
    width = np.sqrt(variance + beta**2)
    x = np.linspace((mu - REACH * width).min(), (mu + REACH * width).max(), POINTS)
    alone = [norm.pdf(x, m, w) for m, w in zip(mu, width, strict=True)]
    beliefs = []
    for i in range(len(ratings)):
        density = alone[i] * _better(x, alone[:i], tied[:i], margin) * _worse(x, alone[i + 1 :], tied[i:], margin)
        mass = np.trapezoid(density, x)
        mean = np.trapezoid(density * x, x) / mass
        spread = np.trapezoid(density * (x - mean) ** 2, x) / mass
        gain = variance[i] / width[i] ** 2
        beliefs.append((mu[i] + gain * (mean - mu[i]), np.sqrt(variance[i] * (1 - gain) + gain**2 * spread)))
    return beliefs


def _better(x, densities, tied, margin):
    """At each performance: the mass of those before it that fit it, each fitting the next."""
    mass = np.ones_like(x)
    for density, tie in zip(densities, tied, strict=False):
        below = _below(x, density * mass)
        mass = below(x + margin) - below(x - margin) if tie else below(x[-1]) - below(x + margin)
    return mass


def _worse(x, densities, tied, margin):
    mass = np.ones_like(x)
    for density, tie in list(zip(densities, tied, strict=False))[::-1]:
        below = _below(x, density * mass)
        mass = below(x + margin) - below(x - margin) if tie else below(x - margin)
    return mass


def _below(x, density):
    steps = (density[1:] + density[:-1]) / 2 * np.diff(x)
    total = np.concatenate([[0.0], np.cumsum(steps)])
    return lambda at: np.interp(at, x, total)
