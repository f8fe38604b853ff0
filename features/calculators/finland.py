"""Calculate as Finland does: section 7 for a player with a rating and some games,
without a ledger.

The rulebook does the arithmetic: a calculator makes the games and the standing of one
player and asks selo, pelo and performance; the exact rating is that of the explanation
sheet.
"""

from collections.abc import Sequence
from fractions import Fraction

from features.calculators.competitions import (
    Competition,
    FinnishCompetition,
    FinnishResult,
    Range,
    Summary,
    expected_of,
    joined,
)
from rulebooks.base import Change
from rulebooks.entries import WorkedEntry
from rulebooks.finland import pelo
from rulebooks.finland.explain import explain
from rulebooks.finland.needs import LIST, rated, standing_given
from rulebooks.finland.selection import performance, reliable
from rulebooks.finland.tables import percent
from rulebooks.numbers import half_up, half_up_float, number


def calculate(
    kind: str,
    competitions: Sequence[Competition],
    *,
    rating: int | None = None,
    games: int | None = None,
    minutes: Fraction | int | None = None,
    edition: str,
) -> FinnishResult:
    """Work out the answer over all competitions, each of which starts from the rating
    and the games after the one before.

    A new player who passes the limit continues as an established one. Ask `objections`
    first.
    """
    if kind == "performance":
        rows = [_performance_row(competition, rating) for competition in competitions]
        before = rating
    else:
        standing = standing_given(
            LIST[kind], kind.startswith("new"), rating, games, edition
        )
        before, rows = standing.rating, []
        for competition in competitions:
            change = rated(LIST[kind], standing, competition.games, minutes, edition)
            rows.append(_row(LIST[kind], standing.rating, change, competition, edition))
            standing = change.standing

    together = joined(competitions)
    running = (
        tuple(value for row in rows for value in row.running)
        if together.in_order
        else ()
    )
    between = _range(
        together.in_order, [*running, *(row.new for row in rows if row.new is not None)]
    )
    counted = kind.startswith("new") or games is not None

    return FinnishResult(
        kind=kind,
        edition=edition,
        before=before,
        new=rows[-1].new,
        exact=rows[-1].exact,
        **_summary(together)._asdict(),
        reliable=_reliable(together),
        expected=expected_of(rows),
        games_after=(
            (games or 0) + len(together.games) if counted and kind in LIST else None
        ),
        **between._asdict(),
        running=running,
        competitions=tuple(rows),
    )


def _row(
    list_name: str,
    before: int | None,
    change: Change,
    competition: Competition,
    edition: str,
) -> FinnishCompetition:
    sheet = explain(WorkedEntry.of(list_name, "", "", None, "", edition, 0, change), {})
    running = tuple(_running(change)) if competition.in_order else ()
    return FinnishCompetition(
        formula=change.formula,
        before=before,
        new=change.after,
        exact=number(sheet.exact),
        provisional=change.before if "start" in change.detail else None,
        **_summary(competition)._asdict(),
        reliable=_reliable(competition),
        expected=(
            None if change.expected is None else number(Fraction(change.expected, 100))
        ),
        **_range(competition.in_order, [*running, change.after])._asdict(),
        running=running,
    )


def _performance_row(
    competition: Competition, rating: int | None
) -> FinnishCompetition:
    """Make the row of a performance by 7.6; the expectation only for a player whose
    rating is given.
    """
    exact = performance(competition.games)
    expected = (
        None
        if rating is None
        else sum(percent(rating - met) for met, _ in competition.games)
    )
    return FinnishCompetition(
        formula="7.6",
        before=rating,
        new=None,
        exact=None if exact is None else round(exact, 6),
        provisional=None,
        **_summary(competition)._asdict(),
        reliable=_reliable(competition),
        expected=None if expected is None else number(Fraction(expected, 100)),
        **_range(competition.in_order, [])._asdict(),
        running=(),
    )


def _summary(competition: Competition) -> Summary:
    numbers = [met for met, _ in competition.games]
    score = Fraction(competition.half_points, 2)
    tenths = half_up(10 * sum(numbers), len(numbers))
    exact = performance(competition.games)

    return Summary(
        games=len(numbers),
        score=number(score),
        average=number(Fraction(tenths, 10)),
        performance=None if exact is None else half_up_float(exact),
    )


def _reliable(competition: Competition) -> bool:
    """Tell whether the performance is reliable (5.5)."""
    return reliable([met for met, _ in competition.games], competition.half_points)


def _running(change: Change) -> Sequence[int]:
    """Return the values of 5.3; of an established pelo, where the rules know none, 7.4
    over the first games. New players: none.
    """
    if change.formula != "7.4" or "start" in change.detail:
        return change.running

    assert change.before is not None
    surplus, values = 0, []
    for term in change.terms:
        surplus += term.surplus
        values.append(half_up_float(pelo.new_number(change.before, surplus)))

    return values


def _range(in_order: bool, values: Sequence[int]) -> Range:
    """Return the lowest and the highest value on the way; unknown when only a total is
    given.
    """
    known = in_order and bool(values)
    return Range(min(values) if known else None, max(values) if known else None)
