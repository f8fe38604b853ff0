"""Read the curves and tables of the systems: performance, expected score, difference of
a percentage, and the score that a target needs.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from features.calculators import curves
from features.calculators.competitions import Competition, FinnishResult, totals
from features.calculators.curves import CURVES, TABLES
from features.calculators.questions.ratings import (
    Finnish,
    finnish_result,
    problems_of_objections,
)
from features.calculators.typed import (
    A_RATING,
    HIGHEST,
    OWN_LOWEST,
    a_number,
    check_known_word,
    input_problem,
    missing_option,
    one_word,
    read_competitions,
    read_ratings,
    refuse,
    whole_number,
)
from ledger.errors import Problem
from messages import option, say
from messages.answer import Answer
from projections.answers.asking import Text, Unledgered, about
from rulebooks import performances
from rulebooks.finland.needs import MINUTES, need, need_kind, objections
from rulebooks.needs import ScoreNeeded
from rulebooks.numbers import number
from rulebooks.performances import METHODS

PERCENT = r"[0-9]{1,3}([.,][0-9]{1,9})?"
POINTS_OF_GAMES = r"([0-9]{1,4}(?:[.,]5)?)/([0-9]{1,4})"
A_PERCENT = {"type": "string", "pattern": f"^({PERCENT}|{POINTS_OF_GAMES})$"}


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
    """The difference in ratings that a percentage stands for, by the table named or by
    all of them.
    """

    percent: int | float
    by: str | None
    difference: int | float | None
    rows: tuple[DifferenceRow, ...]


class Performance(Finnish, frozen=True, kw_only=True):
    """The performance over these opponents. exact: 7.6 by the normal curve of 7.10, and
    whether it is reliable (5.5). logistic: the same by the logistic curve. fide: mean +
    d(p). 400: the algorithm of 400. norway: formula I. all.
    """

    calculator = "performance"
    examples = ("selo calc performance --method fide +1622 -1880 =1633 +1717",)
    method: Annotated[
        Text,
        about(
            "exact, logistic, fide, 400, norway or all.",
            "M",
            schema=one_word((*METHODS, "all")),
        ),
    ] = "exact"

    def worked_out(self) -> FinnishResult | PerformanceByMethod:
        if self.method == "exact":
            return finnish_result(self)

        problems: list[Problem] = []
        check_known_word(
            "method",
            self.method,
            ("exact", *(name for name in METHODS if name != "exact"), "all"),
            problems,
        )
        games = tuple(
            game
            for competition in read_competitions(self.words(), problems)
            for game in competition.games
        )
        refuse(problems)

        return performance(self.method, games)

    def unused(self) -> tuple[str, ...]:
        not_read = ["games", "minutes", "edition"]
        if self.method != "exact":
            not_read.insert(0, "rating")

        given = []
        for name in not_read:
            if getattr(self, name) is not None:
                given.append(name)
        return tuple(given)


class Expected(Unledgered, frozen=True, kw_only=True):
    """The expected score of one game."""

    examples = ("selo calc expectation --difference 100 --by logistic",)
    difference: Annotated[
        Text | None,
        about(
            "Own rating minus the opponent's.", "D", schema=a_number(-10_000, 10_000)
        ),
    ] = None
    rating: Annotated[
        Text | None,
        about("In place of the difference, with --opponent.", "R", schema=A_RATING),
    ] = None
    opponent: Annotated[
        Text | None, about("The opponent's rating.", "R", schema=A_RATING)
    ] = None
    by: Annotated[
        Text | None,
        about(
            "table (7.9), normal (7.10), logistic or norway (its table). Default: all"
            " of them.",
            "CURVE",
            schema=one_word(CURVES),
        ),
    ] = None

    def worked_out(self) -> Expectation:
        problems: list[Problem] = []
        difference, rating, opponent = self.difference, self.rating, self.opponent
        check_known_word("by", self.by, CURVES, problems)
        apart = whole_number("difference", difference, -10_000, 10_000, problems)
        own = whole_number("rating", rating, OWN_LOWEST, HIGHEST, problems)
        met = whole_number("opponent", opponent, OWN_LOWEST, HIGHEST, problems)

        if (difference is None) == (rating is None and opponent is None) or (
            rating is None
        ) != (opponent is None):
            problems.append(
                input_problem(
                    "missing",
                    say(
                        "give {difference}, or {rating} and {opponent}",
                        difference=option("difference"),
                        rating=option("rating"),
                        opponent=option("opponent"),
                    ),
                    "difference",
                )
            )

        refuse(problems)

        return expectation((own or 0) - (met or 0) if apart is None else apart, self.by)


class DifferenceOf(Unledgered, frozen=True, kw_only=True):
    """The difference in ratings that a percentage stands for: the tables read the other
    way.
    """

    examples = ("selo calc difference --percent 57.14 --by norway",)
    percent: Annotated[
        Text | None,
        about("57.14; or 4/7 for 4 points of 7.", "P", schema=A_PERCENT, needed=True),
    ] = None
    by: Annotated[
        Text | None,
        about(
            "norway, fide, normal or logistic. Default: all of them.",
            "TABLE",
            schema=one_word(TABLES),
        ),
    ] = None

    def worked_out(self) -> Difference:
        problems: list[Problem] = []
        check_known_word("by", self.by, TABLES, problems)
        share = _percent(self.percent, problems)
        refuse(problems)
        return difference(share, self.by)


def _percent(text: str | None, problems: list[Problem]) -> Fraction:
    """Read a percentage: 57.14, 57,14, or points of games."""
    if text is not None and re.fullmatch(PERCENT, text):
        percent = Fraction(text.replace(",", "."))
        if percent <= 100:
            return percent

    match = re.fullmatch(POINTS_OF_GAMES, text or "")
    if (
        match
        and int(match[2]) > 0
        and Fraction(match[1].replace(",", ".")) <= int(match[2])
    ):
        return 100 * Fraction(match[1].replace(",", ".")) / int(match[2])

    if text is None:
        message = say("give {name}", name=option("percent"))
    else:
        message = say("'{text}' is not a percentage", text=text)
    problems.append(
        input_problem(
            "option",
            message,
            "percent",
            say("57.14 from 0 to 100, or points and games: 4/7"),
        )
    )

    return Fraction(50)


def performance(method: str, games: Sequence[tuple[int, int]]) -> PerformanceByMethod:
    """Work out the performance over (opponent's rating, half points); `method` is one
    of METHODS, or all.
    """
    summed = totals(Competition(tuple(games)))
    opponents = [opponent for opponent, _ in games]
    half_points = sum(points for _, points in games)
    asked = METHODS if method == "all" else (method,)
    methods = {
        name: performances.performance(name, opponents, half_points) for name in asked
    }

    return PerformanceByMethod(
        kind="performance",
        method=method,
        games=summed.games,
        score=summed.score,
        average=summed.average,
        performance=methods.get(method),
        methods=methods,
    )


def expectation(difference: int, curve: str | None) -> Expectation:
    """Return the expected score for a difference of ratings by one of CURVES; None: by
    all of them.
    """
    rows = tuple(
        ExpectedRow(by=name, expected=number(curves.expectation(difference, name)))
        for name in ((curve,) if curve else CURVES)
    )
    return Expectation(
        difference=difference,
        by=curve,
        expected=rows[0].expected if curve else None,
        rows=rows,
    )


def differences(percent: Fraction, table: str | None) -> dict[str, Fraction | None]:
    """Return the exact difference for a percentage by one of TABLES; None: by all of
    them.
    """
    return {
        name: curves.difference(percent, name)
        for name in ((table,) if table else TABLES)
    }


def difference(percent: Fraction, table: str | None) -> Difference:
    """Return the answer that `differences` comes to."""
    rows = tuple(
        DifferenceRow(by=name, difference=None if exact is None else number(exact))
        for name, exact in differences(percent, table).items()
    )
    return Difference(
        percent=number(percent),
        by=table,
        difference=rows[0].difference if table else None,
        rows=rows,
    )


class Need(Finnish, frozen=True, kw_only=True):
    """The least score against these opponents that reaches a rating, and the rating
    that every score gives.
    """

    calculator = "need"
    examples = (
        (
            "selo calc need --rating 2180 --minutes 90 --target 2200 -- 2210 2195 2300"
            " 2150"
        ),
    )
    target: Annotated[
        Text | None, about("The rating to reach.", "T", schema=A_RATING, needed=True)
    ] = None

    def worked_out(self) -> ScoreNeeded:
        problems: list[Problem] = []
        given = self.options_read(problems)
        goal = whole_number("target", self.target, OWN_LOWEST, HIGHEST, problems)
        opponents = read_ratings(self.words(), problems)
        minutes = given.minutes or MINUTES["selo"]
        for name, text in (("rating", self.rating), ("target", self.target)):
            if text is None:
                problems.append(missing_option("calc need", name))

        if not problems:
            kind = need_kind(minutes, given.edition)
            problems += problems_of_objections(
                objections(kind, given.rating, given.games, minutes, given.edition)
            )

        refuse(problems)

        return need(given.rating or 0, minutes, goal or 0, opponents, given.edition)
