"""Glicko-2 ratings of players and puzzles.

Source: Mark Glickman, "Example of the Glicko-2 system" (2013). Written out here because the package
`glicko2` 2.1 takes the rating for the deviation in its volatility step and so computes another one.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

TAU: Final = 0.75
"""How fast volatility may change; the value that Lichess uses for puzzles."""
_SCALE: Final = 173.7178
_MEAN: Final = 1500.0
_CLOSE: Final = 1e-6
MAX_DEVIATION: Final = 350.0
MIN_DEVIATION: Final = 45.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength with its uncertainty, on the scale where a newcomer has 1500 ± 350."""

    mean: float = _MEAN
    deviation: float = MAX_DEVIATION
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class Result:
    """One game: against whom, and 1 for a win, 0 for a loss."""

    other: Rating
    score: float


def rated(rating: Rating, results: tuple[Result, ...], *, tau: float = TAU) -> Rating:
    """The rating after a period with `results`; with none only the uncertainty grows."""
    phi = rating.deviation / _SCALE
    if not results:
        grown = _SCALE * sqrt(phi**2 + rating.volatility**2)
        return Rating(rating.mean, min(MAX_DEVIATION, grown), rating.volatility)
    mu = _mu(rating)
    weights = [(_g(r.other.deviation / _SCALE), _expected(mu, r.other), r.score) for r in results]
    variance = 1 / sum(g * g * e * (1 - e) for g, e, _ in weights)
    pull = sum(g * (score - e) for g, e, score in weights)
    volatility = _volatility(rating.volatility, phi, variance, variance * pull, tau)
    phi = 1 / sqrt(1 / (phi**2 + volatility**2) + 1 / variance)
    return Rating(
        _MEAN + _SCALE * (mu + phi * phi * pull),
        max(MIN_DEVIATION, _SCALE * phi),
        volatility,
    )


def meet(player: Rating, puzzle: Rating, score: float) -> tuple[Rating, Rating]:
    """Both ratings after the player has solved (`score` 1) or failed (0) the puzzle."""
    return (
        rated(player, (Result(puzzle, score),)),
        rated(puzzle, (Result(player, 1 - score),)),
    )


def expected(player: Rating, other: Rating) -> float:
    """How likely `player` is to win."""
    return _expected(_mu(player), other)


def _mu(rating: Rating) -> float:
    return (rating.mean - _MEAN) / _SCALE


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _expected(mu: float, other: Rating) -> float:
    return 1 / (1 + exp(-_g(other.deviation / _SCALE) * (mu - _mu(other))))


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Step 5 of the paper: the root of `f` by the Illinois variant of regula falsi."""
    start = log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + variance + exp(x)
        return exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - start) / tau**2

    low = start
    if delta * delta > phi * phi + variance:
        high = log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
