"""The curves and tables of the systems by themselves: performance, expected score, difference of a percentage."""

from collections.abc import Sequence
from fractions import Fraction

from ledger.answer import Answer
from rulebooks.calculators import performances
from rulebooks.calculators import systems as calculators
from rulebooks.calculators.competition import Competition
from rulebooks.calculators.performances import CURVES, METHODS
from rulebooks.sheets.figures import number

TABLES = ("norway", "fide", "normal", "logistic")


class PerformanceByMethod(Answer, frozen=True, kw_only=True):
    """The performance by one method; with `all`, only `methods` has them."""

    kind: str
    method: str
    games: int
    score: int | float
    average: int | float
    performance: int | None
    methods: dict[str, int | None]


class ExpectedRow(Answer, frozen=True, kw_only=True):
    """The expected score of one game by one curve."""

    by: str
    expected: int | float


class Expectation(Answer, frozen=True, kw_only=True):
    """The expected score of one game by the curve named, or by all of them."""

    difference: int
    by: str | None
    expected: int | float | None
    rows: tuple[ExpectedRow, ...]


class DifferenceRow(Answer, frozen=True, kw_only=True):
    """The difference that a percentage stands for by one table; None where it has none."""

    by: str
    difference: int | float | None


class Difference(Answer, frozen=True, kw_only=True):
    """The difference in ratings that a percentage stands for, by the table named or by all of them."""

    percent: int | float
    by: str | None
    difference: int | float | None
    rows: tuple[DifferenceRow, ...]


def performance(method: str, games: Sequence[tuple[int, int]]) -> PerformanceByMethod:
    """Over (opponent's rating, half points); `method` is one of METHODS, or all."""
    summary = calculators.summary("no", Competition(tuple(games)))
    opponents, half_points = [opponent for opponent, _ in games], sum(points for _, points in games)
    asked = METHODS if method == "all" else (method,)
    methods = {name: performances.performance(name, opponents, half_points) for name in asked}
    return PerformanceByMethod(
        kind="performance",
        method=method,
        games=summary.games,
        score=summary.score,
        average=summary.average,
        performance=methods.get(method),
        methods=methods,
    )


def expectation(difference: int, curve: str | None) -> Expectation:
    """By one of CURVES; None: by all of them."""
    curves = (curve,) if curve else CURVES
    rows = tuple(ExpectedRow(by=name, expected=number(performances.expectation(difference, name))) for name in curves)
    return Expectation(difference=difference, by=curve, expected=rows[0].expected if curve else None, rows=rows)


def differences(percent: Fraction, table: str | None) -> dict[str, Fraction | None]:
    """The exact difference by one of TABLES; None: by all of them."""
    return {name: performances.difference(percent, name) for name in ((table,) if table else TABLES)}


def difference(percent: Fraction, table: str | None) -> Difference:
    """`differences` as an answer."""
    rows = tuple(
        DifferenceRow(by=name, difference=None if exact is None else number(exact))
        for name, exact in differences(percent, table).items()
    )
    return Difference(percent=number(percent), by=table, difference=rows[0].difference if table else None, rows=rows)
