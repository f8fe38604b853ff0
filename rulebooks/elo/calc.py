"""Calculators of these systems, without a ledger: performance, expectation, category, class, K, new number."""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rulebooks import elo, fide, psm, uscf
from rulebooks.base import Entry, Game, Given, Header, Standing, Unit
from rulebooks.elo.rating import EDITIONS, k_factor
from rulebooks.fide.rating import k_factor as fide_k
from rulebooks.fide.tables import performance as performance_fide
from rulebooks.figures import number, shown, text
from rulebooks.finland.tables import percent
from rulebooks.logistic import BILLION, expected
from rulebooks.logistic import START as START
from rulebooks.normal import exact_percent, solve
from rulebooks.protocol import Rulebook
from rulebooks.psm.rating import factor as psm_factor
from rulebooks.rounding import half_up, half_up_float
from rulebooks.uscf.rating import class_of, effective_games
from rulebooks.uscf.rating import k_factor as us_k

CURVES = ("table", "normal", "logistic")
SYSTEMS = ("psm", *EDITIONS, "uscf", "fide-2009")
ME = "me"
FIRST_DAY = "2009-01-01"  # a list day that nobody asked for
ENOUGH = 50  # games of somebody who tells a number and no games: no formula asks for more


def expectation(difference: int, curve: str) -> Fraction:
    """The expected score of one game: by the table (hundredths), the normal curve of 7.10, or the logistic one."""
    if curve == "table":
        return Fraction(percent(difference), 100)
    if curve == "normal":
        return Fraction(round(exact_percent(difference) / 100 * BILLION), BILLION)
    return Fraction(expected(difference), BILLION)


# 2.1.1: "(1) the rating of each player beaten and adding 400, (2) the rating of each player lost to and subtracting
# 400, (3) the rating of each player drawn, and (4) summing these figures and dividing by the number of games played".
def performance_400(numbers: Sequence[int], half_points: int) -> Fraction | None:
    """A won game adds 400, a lost one takes 400 away, so that only the total counts."""
    return Fraction(sum(numbers) + 400 * (half_points - len(numbers)), len(numbers)) if numbers else None


def performance_exact(numbers: Sequence[int], half_points: int, curve: str = "logistic") -> float | None:
    """The number that would have expected just this score, to 1e-9; none at 0 % and 100 %."""
    if curve == "normal":
        return solve(numbers, half_points / 2)
    if not numbers or not 0 < half_points < 2 * len(numbers):
        return None
    low, high = min(numbers) - 8000.0, max(numbers) + 8000.0
    while high - low > 1e-10 and low < (middle := (low + high) / 2) < high:
        if sum(1 / (1 + 10.0 ** ((met - middle) / 400)) for met in numbers) < half_points / 2:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def curve_difference(share: float, curve: str) -> float | None:
    """The D at which a curve expects that share of the points."""
    if not 0 < share < 1:
        return None
    return solve([0], share) if curve == "normal" else 400 * math.log10(share / (1 - share))


def performances(numbers: Sequence[int], half_points: int) -> dict[str, int | None]:
    """Every way of the article, rounded."""
    by_table, by_400 = performance_fide(numbers, half_points), performance_400(numbers, half_points)
    exact = {curve: performance_exact(numbers, half_points, curve) for curve in ("normal", "logistic")}
    return {
        "fide": None if by_table is None else half_up(by_table.numerator, by_table.denominator),
        "400": None if by_400 is None else half_up(by_400.numerator, by_400.denominator),
        **{curve: None if found is None else half_up_float(found) for curve, found in exact.items()},
    }


# 2.1.2: "Each category is 25 rating points wide. Category 1 is for an average rating of 2251 to 2275, category 2 is
# 2276 to 2300, etc."
def category(numbers: Sequence[int]) -> int | None:
    """The average is rounded first (decided); below 2251 there is none."""
    average = half_up(sum(numbers), len(numbers))
    return (average - 2251) // 25 + 1 if average >= 2251 else None


def us_class(rating: int) -> str | None:
    """2.3: Senior Master to Class E."""
    return class_of(rating)


def k_of(system: str, rating: int, games_before: int = 0, games: int = 1, once_2400: bool = False) -> dict[str, Any]:
    """K before a unit; PSM's factor goes by the number alone. `once_2400`: a list has shown it."""
    if system == "psm":
        return {"system": system, "k": text(Fraction(*psm_factor(rating)))}
    if system == "uscf":
        effective = effective_games(rating, games_before)
        return {"system": system, "k": shown(us_k(rating, games_before, games)), "effective_games": shown(effective)}
    if system == "fide-2009":
        return {"system": system, "k": str(fide_k(rating, games_before, once_2400))}
    return {"system": system, "k": str(k_factor(rating, system))}


def new_number(
    system: str, opponents: Sequence[int], results: Sequence[int], *, rating: int | None = None, games: int = 0,
    once_2400: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """One unit through the rulebook itself. `results` are half points; None and a reason where there is no number."""
    book, edition = _book(system)
    unit = _unit(book.name, edition, results)
    standings = {str(at): _standing(book, edition, met, 50, False) for at, met in enumerate(opponents, start=1)}
    if rating is not None:
        standings[ME] = _standing(book, edition, rating, games, once_2400)
    rated = book.rate(unit, standings, {})
    change = next((change for change in rated.changes if change.player == ME), None)
    if change is None:
        return {"system": system, "before": rating, "new": None, "why": rated.omitted[ME].text}
    sheet = book.explain(Entry(book.name, "", "", None, unit.end, edition, 0, change), {}).as_dict()
    return {
        "system": system, "formula": change.formula, "before": rating,
        "start": START if rating is None and change.formula != "first" else None,
        "new": change.after, "exact": sheet["exact"], "score": number(Fraction(change.half_points, 2)),
        "expected": sheet["expected"], "running": list(change.running),
        "working": [line.replace(f"list of {FIRST_DAY} ", "list ") for line in sheet["working"]],
    }  # fmt: skip


def _book(system: str) -> tuple[Rulebook, str]:
    if system == "psm":
        return psm.RULEBOOKS["elo-psm"], system
    if system == "uscf":
        return uscf.RULEBOOKS["elo-uscf"], system
    if system == "fide-2009":
        return fide.RULEBOOKS["elo-fide"], system
    return elo.RULEBOOKS["elo"], system


def _unit(list_name: str, edition: str, results: Sequence[int]) -> Unit:
    day, seconds = "2009-02-10", 120 * 60
    header = Header("calc", day, day, seconds, True, True, False, "open", False, 0)
    games = tuple(
        Game(str(at), at, 1, day, ME, str(at), "", (made, 2 - made), seconds, seconds, False)
        for at, made in enumerate(results, start=1)
    )
    return Unit(list_name, "", "games", "calc", "calc", day, day, edition, 0, header, games)


def _standing(book: Rulebook, edition: str, rating: int, games: int, once_2400: bool) -> Standing:
    """As an opening gives it."""
    given = Given(ME, rating, games=games, peak=2400 if once_2400 else None)
    unit = Unit(book.name, "", "opening", "opening", None, FIRST_DAY, FIRST_DAY, edition, 0, None, (), given)
    change = book.given(unit, Standing())
    assert change is not None
    return change.standing
