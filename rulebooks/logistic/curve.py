"""The logistic curve, shared by elo and uscf: computed to the billionth, and exact from there on.

A billionth is far below anything a rounding sees, E(d) + E(-d) is exactly 1, and an explanation can print every term
and add up. So only the curve itself is ever a float.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

from rulebooks.base import Change, Standing, Term, Unit
from rulebooks.rounding import half_up
from rulebooks.units.gather import Seat, normal_games

BILLION = 10**9
# no opening: 1500 and 0 games (rules 4); "the USCF initially aimed for an average club player to have 1500" (3.1)
START = 1500
STARTS = f"start-{START}"


# 3.1: "the exact formula (using the logistic curve) for the expected score of Player A is
# E_A = 1 / (1 + 10^((R_B - R_A)/400))"
@cache
def expected(difference: int) -> int:
    """E in billionths for R_A - R_B."""
    if difference < 0:
        return BILLION - expected(-difference)
    return round(BILLION / (1 + math.pow(10, -difference / 400)))


def expects(own: Standing, other: Standing, unit: Unit) -> float | None:
    """The curve between two ratings; no forecast for unrated players, although they would start from 1500."""
    if own.rating is None or other.rating is None:
        return None
    return expected(own.rating - other.rating) / BILLION


def surplus(term: Term, rating: int) -> int:
    """S - E of one game in billionths."""
    return term.half_points * BILLION // 2 - expected(rating - term.number)


# 3.1: "R'_A = R_A + K (S_A - E_A). This update can be performed after each game or each tournament."
def new_number(rating: int, k: Fraction, terms: Sequence[Term]) -> Fraction:
    """Exact, before the one rounding of a unit."""
    return rating + k * sum(surplus(term, rating) for term in terms) / BILLION


def numbers(
    standings: Mapping[str, Standing], players: Sequence[str], start: int = START
) -> dict[str, tuple[int, str]]:
    """Every player's rating before the unit with its basis; unrated players start from 1500."""
    before = {}
    for player in players:
        rating = standings[player].rating if player in standings else None
        before[player] = (start, f"start-{start}") if rating is None else (rating, "old")
    return before


def changed(
    player: str,
    boards: Sequence[Seat],
    before: Mapping[str, tuple[int, str]],
    formula: str,
    k: Fraction,
    games_before: int | None = None,
    games_known: int | None = None,
) -> Change:
    """One player's change: all games at once, from every player's rating before the unit.

    `games_before` is what the formula used, `games_known` what the next unit will read; None if not counted.
    """
    rating, basis = before[player]
    terms = tuple(
        Term(seat.game.id, seat.opponent, seat.half_points, *before[seat.opponent], seconds=seat.game.seconds)
        for seat in boards
    )
    exact = new_number(rating, k, terms)
    after = half_up(exact.numerator, exact.denominator)
    return Change(
        player=player,
        kind="unit",
        formula=formula,
        before=rating if basis == "old" else None,
        after=after,
        established=True,
        games=len(terms),
        normal_games=normal_games(boards),
        half_points=sum(term.half_points for term in terms),
        expected=half_up(sum(expected(rating - term.number) for term in terms), BILLION // 100),
        coefficient=int(k) if k.denominator == 1 and games_before is None else None,
        bonus=0,
        carried=None if games_before is None else (games_before, 0, 0),
        running=(),
        terms=terms,
        standing=Standing(after, games_known or 0, ()),
    )
