"""Step 5 by another way: the root of f(x) in forty digits by bisection, and not by the
paper's own iteration.

f(x) = e^x (Delta^2 - phi^2 - v - e^x) / (2 (phi^2 + v + e^x)^2) - (x - ln sigma^2) /
tau^2
"""

import random
from collections.abc import Callable, Iterator
from decimal import Decimal, localcontext
from typing import NamedTuple

import pytest

from rulebooks.glicko.rating import Belief, evidence, to_scale, volatility
from tests.naive.others import glicko as naive

TOLERANCE = 1e-6  # the paper's, of x
DIGITS, HALVINGS, PARTS = 40, 60, 64


class Case(NamedTuple):
    """What step 5 starts from."""

    phi: float
    sigma: float
    v: float
    delta: float
    tau: float


def cases(seed: int) -> Iterator[Case]:
    """Random periods: a few games against anybody, also with results that are unlikely."""
    rng = random.Random(seed)
    for _ in range(25):
        own = to_scale(
            rng.uniform(900, 2600),
            rng.choice((30.0, 62.0, 110.0, 350.0)),
            rng.choice((0.04, 0.06, 0.09)),
        )
        games = [
            (
                to_scale(
                    1500 + 173.7178 * own.mu + rng.uniform(-350, 350),
                    rng.choice((30.0, 80.0, 300.0)),
                    0.06,
                ),
                rng.choice((0.0, 0.5, 1.0)),
            )
            for _ in range(rng.randint(1, 12))
        ]
        seen = evidence(own, games)
        v = 1 / seen.precision
        yield Case(own.phi, own.sigma, v, v * seen.gain, rng.choice((0.3, 0.5, 1.2)))


def condition(case: Case) -> Callable[[Decimal], Decimal]:
    phi, sigma, v, delta, tau = map(Decimal, case)
    a, squares = (sigma * sigma).ln(), phi * phi + v

    def f(x: Decimal) -> Decimal:
        power = x.exp()
        top = power * (delta * delta - squares - power)
        return top / (2 * (squares + power) ** 2) - (x - a) / (tau * tau)

    return f


def roots(case: Case) -> list[Decimal]:
    """Every root between where the second term alone decides the sign, on either side."""
    f = condition(case)
    a = 2 * Decimal(case.sigma).ln()
    # the first term is between -1/2 and 1/2 of delta^2 / (phi^2 + v), so beyond this
    # the sign is that of -(x - a)
    reach = (
        Decimal(case.tau) ** 2
        * (1 + Decimal(case.delta) ** 2 / (Decimal(case.phi) ** 2 + Decimal(case.v)))
        + 1
    )
    marks = [a - reach + 2 * reach * part / PARTS for part in range(PARTS + 1)]
    signs = [f(mark) > 0 for mark in marks]
    assert signs[0] and not signs[-1]
    return [
        bisected(f, marks[part], marks[part + 1])
        for part in range(PARTS)
        if signs[part] != signs[part + 1]
    ]


def bisected(f: Callable[[Decimal], Decimal], low: Decimal, high: Decimal) -> Decimal:
    """Between two points of which one is above 0 and one below."""
    above = f(low) > 0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if (f(middle) > 0) == above else (low, middle)
    return (low + high) / 2


@pytest.mark.parametrize("seed", range(4))
def test_step_5_finds_the_root(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with localcontext() as context:
        context.prec = DIGITS
        for case in cases(seed):
            ours = volatility(
                Belief(0.0, case.phi, case.sigma), case.v, case.delta, case.tau
            )
            monkeypatch.setattr(naive, "TAU", case.tau)
            theirs = naive.volatility_after(case.phi, case.sigma, case.v, case.delta)
            places = roots(case)
            for sigma in (ours, theirs):
                x = 2 * Decimal(sigma).ln()
                assert min(abs(x - place) for place in places) < TOLERANCE, (
                    case,
                    sigma,
                    places,
                )


def test_where_there_are_three_roots() -> None:
    """1500 with a deviation of 30 beats 2300, tau 1.2: of three the one beside the
    volatility before. 62 and 0.5 leave one.
    """
    with localcontext() as context:
        context.prec = DIGITS
        unlikely, common = beaten(30, 1.2), beaten(62, 0.5)
        places = roots(unlikely)
        assert len(places) == 3 and len(roots(common)) == 1
        sigma = volatility(
            Belief(0.0, unlikely.phi, unlikely.sigma),
            unlikely.v,
            unlikely.delta,
            unlikely.tau,
        )
        assert abs(2 * Decimal(sigma).ln() - places[0]) < TOLERANCE


def beaten(deviation: float, tau: float) -> Case:
    own = to_scale(1500, deviation, 0.06)
    seen = evidence(own, [(to_scale(2300, deviation, 0.06), 1.0)])
    return Case(own.phi, own.sigma, 1 / seen.precision, seen.gain / seen.precision, tau)


def test_the_example_of_the_paper() -> None:
    """phi 1.1513, v 1.7785, Delta -0.4834, tau 0.5: sigma' is 0.05999 (the paper cuts
    0.059996).
    """
    with localcontext() as context:
        context.prec = DIGITS
        (root,) = roots(Case(1.1513, 0.06, 1.7785, -0.4834, 0.5))
        assert float((root / 2).exp()) == pytest.approx(0.059996, abs=0.0000005)
