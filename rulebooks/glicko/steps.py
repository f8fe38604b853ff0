"""The steps of Glickman's paper on the Glicko-2 scale, as floats: pure formulas, tested with the paper's own example.

"Example of the Glicko-2 system", Mark E. Glickman, 22 March 2022.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

SCALE = 173.7178
CENTRE = 1500
# Step 5: "Define a convergence tolerance, epsilon. The value 0.000001 is a sufficiently small choice."
TOLERANCE = 0.000001
# The paper sets no bound, and a result that nobody expected (400 beats 2700) can throw volatility, deviation and rating
# anywhere. Decided: a deviation above this tells no more, far above the 350 of an unrated player.
MOST_DEVIATION = 500
FARTHEST = 30  # e^30 : 1 is certain enough, and 1/v stays above 0


class Belief(NamedTuple):
    """A belief about a player on the Glicko-2 scale: rating, deviation and volatility."""

    mu: float
    phi: float
    sigma: float


class Evidence(NamedTuple):
    """The evidence of a period's games: the sum of g^2 E (1 - E), which is 1/v, and the sum of g (s - E)."""

    precision: float
    gain: float


# Step 2: "mu = (r - 1500)/173.7178, phi = RD/173.7178". Step 8 is the same the other way.
def to_scale(rating: float, deviation: float, sigma: float) -> Belief:
    return Belief((rating - CENTRE) / SCALE, deviation / SCALE, sigma)


def from_scale(belief: Belief) -> tuple[float, float]:
    """Return rating and deviation of a belief."""
    return CENTRE + SCALE * belief.mu, SCALE * belief.phi


# Step 3: "g(phi) = 1/sqrt(1 + 3 phi^2/pi^2)"
def g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


# Step 3: "E(mu, mu_j, phi_j) = 1/(1 + exp(-g(phi_j)(mu - mu_j)))"
def expected(mu: float, other: float, other_phi: float) -> float:
    return 1 / (1 + math.exp(max(-FARTHEST, min(FARTHEST, g(other_phi) * (other - mu)))))


# Steps 3 and 4: "v = [sum g(phi_j)^2 E {1 - E}]^-1, Delta = v sum g(phi_j) {s_j - E}"
def evidence(own: Belief, games: Iterable[tuple[Belief, float]]) -> Evidence:
    """Sum the evidence of games against these opponents, with the scores made."""
    precision = gain = 0.0
    for other, score in games:
        weight, share = g(other.phi), expected(own.mu, other.mu, other.phi)
        precision += weight * weight * share * (1 - share)
        gain += weight * (score - share)
    return Evidence(precision, gain)


# Step 5: f(x) = exp(x) (Delta^2 - phi^2 - v - exp(x)) / (2 (phi^2 + v + exp(x))^2) - (x - a) / tau^2, a = ln(sigma^2);
# its root by the Illinois algorithm
def volatility(own: Belief, v: float, delta: float, tau: float) -> float:
    """Return sigma', the new volatility."""
    a = math.log(own.sigma * own.sigma)
    squares = own.phi * own.phi + v

    def f(x: float) -> float:
        power = math.exp(x)
        return power * (delta * delta - squares - power) / (2 * (squares + power) ** 2) - (x - a) / (tau * tau)

    low = a
    if delta * delta > squares:
        high = math.log(delta * delta - squares)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)


# Steps 6 and 7: "phi* = sqrt(phi^2 + sigma'^2)", "phi' = 1/sqrt(1/phi*^2 + 1/v)", "mu' = mu + phi'^2 sum g (s - E)"
def after_period(own: Belief, seen: Evidence, tau: float) -> Belief:
    """Return the belief at the end of a period with games."""
    v = 1 / seen.precision
    sigma = volatility(own, v, v * seen.gain, tau)
    phi = 1 / math.sqrt(1 / vaguer(own.phi, sigma) ** 2 + seen.precision)
    return Belief(own.mu + phi * phi * seen.gain, phi, sigma)


# "Note that if a player does not compete during the rating period, then only Step 6 applies": phi' = phi*
def without_games(own: Belief, periods: int) -> Belief:
    return own._replace(phi=vaguer(own.phi, math.sqrt(periods) * own.sigma))


def vaguer(phi: float, sigma: float) -> float:
    """Return phi*, the deviation after a period without games, at most that of an unrated player."""
    return min(math.hypot(phi, sigma), MOST_DEVIATION / SCALE)


# Glickman's forecast of a single game takes both deviations into account (Glicko, 1999: sqrt(RD_i^2 + RD_j^2)).
def forecast(own: Belief, other: Belief) -> float:
    return expected(own.mu, other.mu, math.hypot(own.phi, other.phi))
