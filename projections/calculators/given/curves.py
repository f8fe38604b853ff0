"""The curves and tables of the systems, asked in texts."""

import re
from fractions import Fraction

from ledger.errors import Problem
from messages import say
from projections.calculators.curves import TABLES, Expectation, PerformanceByMethod, expectation, performance
from projections.calculators.given.words import HIGHEST, OWN_LOWEST, Words, one_of, parsed, refuse, whole, wrong
from rulebooks.calculators.performances import CURVES

METHODS = ("exact", "logistic", "fide", "400", "norway", "all")


def performed(words: Words, method: str) -> PerformanceByMethod:
    """By a method other than the exact one."""
    problems: list[Problem] = []
    one_of("method", method, METHODS, problems)
    games = tuple(game for competition in parsed(words, problems) for game in competition.games)
    refuse(problems)
    return performance(method, games)


def expected(difference: str | None, rating: str | None, opponent: str | None, by: str | None) -> Expectation:
    problems: list[Problem] = []
    one_of("by", by, CURVES, problems)
    apart = whole("difference", difference, -10_000, 10_000, problems)
    own = whole("rating", rating, OWN_LOWEST, HIGHEST, problems)
    met = whole("opponent", opponent, OWN_LOWEST, HIGHEST, problems)
    if (difference is None) == (rating is None and opponent is None) or (rating is None) != (opponent is None):
        problems.append(wrong("missing", say("give --difference, or --rating and --opponent"), "difference"))
    refuse(problems)
    return expectation((own or 0) - (met or 0) if apart is None else apart, by)


def share_of(percent: str | None, by: str | None) -> Fraction:
    """The percentage, if it is one and the table is known."""
    problems: list[Problem] = []
    one_of("by", by, TABLES, problems)
    share = _percent(percent, problems)
    refuse(problems)
    return share


def _percent(text: str | None, problems: list[Problem]) -> Fraction:
    """57.14, 57,14 or points of games."""
    if text is not None and re.fullmatch(r"[0-9]{1,3}([.,][0-9]{1,9})?", text):
        percent = Fraction(text.replace(",", "."))
        if percent <= 100:
            return percent
    match = re.fullmatch(r"([0-9]{1,4}(?:[.,]5)?)/([0-9]{1,4})", text or "")
    if match and int(match[2]) > 0 and Fraction(match[1].replace(",", ".")) <= int(match[2]):
        return 100 * Fraction(match[1].replace(",", ".")) / int(match[2])
    message = say("give --percent") if text is None else say("'{text}' is not a percentage", text=text)
    problems.append(wrong("option", message, "percent", say("57.14 from 0 to 100, or points and games: 4/7")))
    return Fraction(50)
