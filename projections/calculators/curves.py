"""The curves and tables of the systems by themselves: performance, expected score, difference of a percentage.

Which row of a table a tournament or a player belongs to: category, class, K.

Several players at once: first ratings of a field without any, and the mean of a tournament.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import field

from ledger.answer import UNSET, Answer, UnsetType
from rulebooks.calculators import norway, performances
from rulebooks.calculators import norway as calc
from rulebooks.calculators import systems as calculators
from rulebooks.calculators import through_rulebook as elo
from rulebooks.calculators.performances import CURVES, METHODS
from rulebooks.calculators.results import Competition
from rulebooks.finland.tables import EDITIONS, rating_coefficient, time_coefficient
from rulebooks.numbers import number, text
from rulebooks.uscf import class_of


class TournamentCategory(Answer, frozen=True, kw_only=True):
    """Norway's I to V, or FIDE's number; None where there is no category."""

    system: str
    category: int | str | None


class Classes(Answer, frozen=True, kw_only=True):
    """A player's class by system; None below the lowest US class."""

    no: str
    uscf: str | None


class PlayerClasses(Answer, frozen=True, kw_only=True):
    """The classes of a rating."""

    rating: int | None
    classes: Classes


class Coefficient(Answer, frozen=True, kw_only=True):
    """K of a system as exact text; `category` and `class` in Norway, `effective_games` in the US."""

    system: str
    category: str | UnsetType = UNSET
    class_name: str | UnsetType = field(default=UNSET, name="class")
    k: str
    effective_games: str | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    kr: int | UnsetType = UNSET
    kt: int | float | UnsetType = UNSET


def category_by_time(start_minutes: int, total_minutes: int, event_kind: str | None) -> str | None:
    """Norway's category; None: too short to be rated."""
    return norway.category(start_minutes, total_minutes, event_kind)


def category_by_ratings(ratings: Sequence[int | Fraction]) -> TournamentCategory:
    """FIDE's category of a tournament with these players."""
    return TournamentCategory(system="fide-2009", category=performances.category(ratings))


def classes(rating: int, born: str | None, on: str, highest: int | None) -> PlayerClasses:
    """The classes on a day; `highest` is the highest rating ever."""
    both = Classes(no=norway.class_(rating, born, on, highest), uscf=class_of(rating))
    return PlayerClasses(rating=rating, classes=both)


def coefficient(
    system: str, rating: int, games_before: int, games: int, shown_2400: bool, junior: bool = False
) -> Coefficient:
    """K before a tournament, in any system but Norway's and Finland's."""
    factor = elo.k_of(system, rating, games_before, games, shown_2400, junior)
    effective = UNSET if factor.effective_games is None else factor.effective_games
    return Coefficient(system=system, k=factor.k, effective_games=effective)


def finnish_coefficient(rating: int, seconds: int, edition: str) -> Coefficient:
    """7.2: a surplus of one point counts Kr times Kt."""
    rules = EDITIONS[edition]
    kr = rating_coefficient(rating, rules.kr)
    kt = Fraction(time_coefficient(seconds, rating, rules.fast_high, rules.kt), 100)
    return Coefficient(system="fi", k=text(kr * kt), edition=edition, kr=kr, kt=number(kt))


def norwegian_coefficient(category: str, class_name: str) -> Coefficient:
    """K of a category and a class."""
    k: Fraction = norway.k(category, class_name)
    return Coefficient(system="no", category=category, class_name=class_name, k=text(k))


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


class FirstRatings(Answer, frozen=True, kw_only=True):
    """The ratings at the end and after every round, by player; None where no opponent leads to one."""

    new: dict[str, int | None]
    rounds: tuple[dict[str, int | None], ...]


class TournamentMean(Answer, frozen=True, kw_only=True):
    """The mean of an all-play-all."""

    mean: int


def first_ratings(players: Mapping[str, tuple[int, Sequence[int | str]]]) -> FirstRatings:
    """{name: (half points, opponents by rating or name)}, worked out round by round until nothing moves."""
    rounds = tuple({name: ratings.get(name) for name in players} for ratings in calc.rounds(players))
    return FirstRatings(new=rounds[-1], rounds=rounds)


def tournament_mean(average: int, half_points: int, games: int) -> TournamentMean:
    """From the mean of the rated players, their score together and their games."""
    return TournamentMean(mean=calc.tournament_mean(average, half_points, games))
