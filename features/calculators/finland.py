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
    as_one_competition,
    expected_of,
    totals,
)
from rulebooks.base import Change
from rulebooks.entries import WorkedEntry
from rulebooks.finland import pelo
from rulebooks.finland.explain import explain
from rulebooks.finland.needs import LIST, rated, standing_given
from rulebooks.finland.performance import performance, reliable
from rulebooks.finland.tables import percent
from rulebooks.numbers import half_up_float, number


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
        list_name = LIST[kind]
        is_new = kind.startswith("new")
        standing = standing_given(list_name, is_new, rating, games, edition)
        before = standing.rating
        rows = []
        for competition in competitions:
            change = rated(list_name, standing, competition.games, minutes, edition)
            row = _row(list_name, standing.rating, change, competition, edition)
            rows.append(row)
            standing = change.standing

    all_of_them = as_one_competition(competitions)
    running: list[int] = []
    if all_of_them.in_order:
        for row in rows:
            running += row.running

    ends = [row.new for row in rows if row.new is not None]
    between = _range(all_of_them.in_order, [*running, *ends])

    # how many games there are in all is known of a new player, or where it was said
    games_after = None
    if kind in LIST and (kind.startswith("new") or games is not None):
        games_after = (games or 0) + len(all_of_them.games)

    return FinnishResult(
        kind=kind,
        edition=edition,
        before=before,
        new=rows[-1].new,
        exact=rows[-1].exact,
        **_summary(all_of_them)._asdict(),
        reliable=_is_reliable(all_of_them),
        expected=expected_of(rows),
        games_after=games_after,
        **between._asdict(),
        running=tuple(running),
        competitions=tuple(rows),
    )


def _row(
    list_name: str,
    before: int | None,
    change: Change,
    competition: Competition,
    edition: str,
) -> FinnishCompetition:
    """Make the row of one competition.

    before: the rating it starts from; None of a new player. change: what the rulebook
    made of it.
    """
    entry = WorkedEntry.from_change(
        list_name=list_name,
        place="",
        unit="",
        tournament=None,
        on="",
        edition=edition,
        seq=0,
        change=change,
    )
    sheet = explain(entry, {})
    running = tuple(_running_values(change)) if competition.in_order else ()
    expected = None
    if change.expected is not None:
        expected = number(Fraction(change.expected, 100))

    return FinnishCompetition(
        formula=change.formula,
        before=before,
        new=change.after,
        exact=number(sheet.exact),
        provisional=change.before if "start" in change.detail else None,
        **_summary(competition)._asdict(),
        reliable=_is_reliable(competition),
        expected=expected,
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
    expected = None
    if rating is not None:
        expected = sum(percent(rating - met) for met, _ in competition.games)
    return FinnishCompetition(
        formula="7.6",
        before=rating,
        new=None,
        exact=None if exact is None else round(exact, 6),
        provisional=None,
        **_summary(competition)._asdict(),
        reliable=_is_reliable(competition),
        expected=None if expected is None else number(Fraction(expected, 100)),
        **_range(competition.in_order, [])._asdict(),
        running=(),
    )


def _summary(competition: Competition) -> Summary:
    """Return what the games of a competition come to: at least one."""
    exact = performance(competition.games)
    return totals(competition)._replace(
        performance=None if exact is None else half_up_float(exact)
    )


def _is_reliable(competition: Competition) -> bool:
    """Tell whether the performance is reliable (5.5): one point more or less would move
    it little.
    """
    return reliable([met for met, _ in competition.games], competition.half_points)


def _running_values(change: Change) -> Sequence[int]:
    """Return the values of 5.3; of an established pelo, where the rules know none, 7.4
    over the first games. New players: none.
    """
    if change.formula != "7.4" or "start" in change.detail:
        return change.running

    assert change.before is not None
    surplus = 0
    values = []
    for term in change.terms:
        surplus += term.surplus
        values.append(half_up_float(pelo.unrounded_rating(change.before, surplus)))

    return values


def _range(in_order: bool, values: Sequence[int]) -> Range:
    """Return the lowest and the highest value on the way; unknown when only a total is
    given.
    """
    if not in_order or not values:
        return Range(None, None)
    return Range(min(values), max(values))
