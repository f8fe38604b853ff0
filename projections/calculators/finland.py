"""The Finnish calculators: a rating after some games (7.2 to 7.6), and the score that a target needs."""

from collections.abc import Sequence
from fractions import Fraction

from ledger.answer import Answer, answered
from rulebooks.calculators import finland as calc
from rulebooks.calculators.finland import LATEST
from rulebooks.calculators.results import Competition


class FinnishCompetition(Answer, frozen=True, kw_only=True):
    """One competition: the rating before and after it, and what it was worth."""

    formula: str
    before: int | None
    new: int | None
    exact: str | None
    provisional: int | None  # 7.5, of a new pelo player
    games: int
    score: int | float
    average: int | float
    performance: int | None
    reliable: bool
    expected: int | float | None
    low: int | None
    high: int | None
    running: tuple[int, ...]


class FinnishResult(Answer, frozen=True, kw_only=True):
    """All competitions together; each starts from the rating that the one before left."""

    kind: str
    edition: str
    before: int | None
    new: int | None
    exact: str | None
    games: int
    score: int | float
    average: int | float
    performance: int | None
    reliable: bool
    expected: int | float | None
    games_after: int | None
    low: int | None
    high: int | None
    running: tuple[int, ...]
    competitions: tuple[FinnishCompetition, ...]


class ScoreRow(Answer, frozen=True, kw_only=True):
    """The rating that one score gives."""

    half_points: int
    score: int | float
    new: int


class ScoreNeeded(Answer, frozen=True, kw_only=True):
    """The least score that reaches the target, None where no score does, and the rating of every score."""

    kind: str
    edition: str
    before: int
    target: int
    games: int
    average: int | float
    half_points: int | None
    score: int | float | None
    new: int | None
    rows: tuple[ScoreRow, ...]


def calculate(
    kind: str,
    competitions: Sequence[Competition],
    *,
    rating: int | None = None,
    games: int | None = None,
    minutes: Fraction | int | None = None,
    edition: str = LATEST,
) -> FinnishResult:
    """The rating after all competitions. Ask `rulebooks.calculators.finland.objections` first."""
    value = calc.calculate(kind, competitions, rating=rating, games=games, minutes=minutes, edition=edition)
    return answered(value, FinnishResult)


def need(
    rating: int, minutes: Fraction | int, target: int, opponents: Sequence[int], edition: str = LATEST
) -> ScoreNeeded:
    """The score against these opponents that reaches the target."""
    return answered(calc.need(rating, minutes, target, opponents, edition), ScoreNeeded)
