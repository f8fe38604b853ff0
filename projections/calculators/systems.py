"""The calculators of the other systems: a new rating by Norway's, PSM's, the logistic, the US and FIDE's rules."""

from collections.abc import Sequence

from ledger.answer import Answer, answered
from messages import Message
from rulebooks import elo
from rulebooks.calculators import systems as calculators
from rulebooks.calculators.results import Competition
from rulebooks.calculators.systems import Profile


class SystemCompetition(Answer, frozen=True, kw_only=True):
    """One competition; `why` is the reason where there is no new rating, `working` the steps of the calculation."""

    before: int | None
    new: int | None
    exact: str | None
    formula: str | None
    k: str | None
    games: int
    score: int | float
    average: int | float
    performance: int | None
    expected: int | float | None
    low: int | None
    high: int | None
    running: tuple[int, ...]
    why: Message | None
    working: tuple[str, ...]


class SystemResult(Answer, frozen=True, kw_only=True):
    """All competitions together; each starts from the rating that the one before left."""

    kind: str
    before: int | None
    new: int | None
    exact: str | None
    formula: str | None
    k: str | None
    games: int
    score: int | float
    average: int | float
    performance: int | None
    expected: int | float | None
    games_after: int | None
    low: int | None
    high: int | None
    running: tuple[int, ...]
    why: Message | None
    competitions: tuple[SystemCompetition, ...]


class ExponentialResult(Answer, frozen=True, kw_only=True):
    """The rating kept as Q: before and after, and what the change is made of."""

    rating: int
    q: float
    k: int
    f: float
    score: float
    expected: float
    q_after: float
    rating_after: float
    c: float
    kappa: float
    q_roughly: float


def calculate(asked: Profile, competitions: Sequence[Competition]) -> SystemResult:
    """The rating after all competitions. Ask `rulebooks.calculators.systems.objections` first."""
    return answered(calculators.calculate(asked, competitions), SystemResult)


def exponential_rating(rating: int, k: int, games: Sequence[tuple[int, int]], c: float = 1.0) -> ExponentialResult:
    """One unit of (opponent's rating, half points)."""
    return answered(elo.walked(rating, k, games, c), ExponentialResult)
