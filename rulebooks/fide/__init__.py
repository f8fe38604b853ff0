"""Answer for the list elo-fide, live ratings beside it: as of 2009 by quarters, by the
regulations of 2024 by months.

What an entry of elo-fide put into the pool of live ratings; a list day adds up and
rounds, and moves none of them.

A difference counts as at most 400 on both sides alike, so the two expectations still
add up to one.

Where each sentence of the article about FIDE lives.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from messages import say
from rulebooks.base import (
    Change,
    Header,
    People,
    Rated,
    Shown,
    Standing,
    Standings,
    Unit,
)
from rulebooks.changeable import Changeable, Whole
from rulebooks.defaults import LongList, by_fraction
from rulebooks.entries import Account, WorkedEntry
from rulebooks.fide import monthly as monthly
from rulebooks.fide import months as months
from rulebooks.fide import rating as quarterly
from rulebooks.fide.monthly import MonthlyEdition
from rulebooks.fide.months import at, is_monthly
from rulebooks.fide.rating import FideEdition, ListAndLive, list_on, lists_of
from rulebooks.fide.rating import shown as shown_by_quarters
from rulebooks.numbers import half_up, number
from rulebooks.protocol import Article

if TYPE_CHECKING:
    from rulebooks.protocol import Sheet


CHANGES: dict[str, Changeable] = {
    "k_new": Whole(say("3.2.2: K until 30 games"), 0, 1000),
    "k": Whole(say("3.2.2: K below 2400"), 0, 1000),
    "k_top": Whole(say("3.2.2: K once a list has shown 2400"), 0, 1000),
}


# where each sentence of the article about FIDE lives
ARTICLES = (
    Article(
        "2.1",
        say("A ratings list four times a year"),
        "rulebooks.fide.rating.quarter, rulebooks.fide.rating.at",
    ),
    Article(
        "2.1.1",
        say("Performance by d(p)"),
        "rulebooks.fide.rating.d, rulebooks.fide.rating.performance",
    ),
    Article("2.1.2", say("Tournament categories"), "rulebooks.fide.category"),
    Article(
        "2.2",
        say("Live ratings"),
        "rulebooks.fide.rating.live_of, rulebooks.fide.rating.shown",
    ),
    Article(
        "3.2.2",
        say("K 25, 15 and 10"),
        "rulebooks.fide.rating.k_factor, rulebooks.fide.rating.at",
    ),
    Article(
        "7.1",
        say("2024: a list a month, its closing date"),
        "rulebooks.fide.months.counts_for",
    ),
    Article(
        "7.1.4",
        say("2024: 5 games and 1400, pooled over 26 months"),
        "rulebooks.fide.months.is_published",
    ),
    Article(
        "7.2.1",
        say("2024: below 1400 unrated on the next list"),
        "rulebooks.fide.months.rolled",
    ),
    Article(
        "8.1.1", say("2024: from score to difference"), "rulebooks.fide_differences.dp"
    ),
    Article("8.2", say("2024: a first rating"), "rulebooks.fide.months.first_rating"),
    Article(
        "8.3.1", say("2024: differences over 400"), "rulebooks.fide.monthly.expected"
    ),
    Article(
        "8.3.3",
        say("2024: K 40, 20 and 10; K x n at most 700"),
        "rulebooks.fide.months.k_for",
    ),
    Article(
        "8.3.4",
        say("2024: the rounding of a period"),
        "rulebooks.fide.months.change_of",
    ),
)


AnEdition = FideEdition | MonthlyEdition
EDITIONS: dict[str, AnEdition] = {**quarterly.EDITIONS, **monthly.EDITIONS}


def rate(unit: Unit, standings: Standings, people: People, edition: AnEdition) -> Rated:
    if isinstance(edition, MonthlyEdition):
        return monthly.rate(unit, standings, people, edition)
    if any(is_monthly(standing) for standing in standings.values()):
        standings = {
            player: months.as_quarters(standing, unit.end)
            for player, standing in standings.items()
        }
    return quarterly.rate(unit, standings, people, edition)


def given(unit: Unit, standing: Standing, edition: AnEdition) -> Change | None:
    if isinstance(edition, MonthlyEdition):
        return monthly.given(unit, standing)
    return quarterly.given(unit, months.as_quarters(standing, unit.end), edition)


def expects(own: Standing, other: Standing, unit: Unit) -> float | None:
    """Forecast a game from the list in force when the unit begins."""
    mine, theirs = _listed(own, unit), _listed(other, unit)
    if mine is None or theirs is None:
        return None
    if is_monthly(own) or is_monthly(other):
        return (
            monthly.expected(mine, theirs, unit.start, monthly.EDITIONS["fide-2024"])[0]
            / 100
        )
    return quarterly.expected(mine - theirs)[0] / 100


def _listed(standing: Standing, unit: Unit) -> int | None:
    if is_monthly(standing):
        base = months.months_on(months.counts_for(unit.end), -1)
        return months.list_on(months.months_of(standing, base), unit.start)
    return list_on(lists_of(at(standing, unit.end)), unit.start)


def shown(standing: Standing, day: str) -> ListAndLive:
    """Return list and live rating side by side, for a list or a player's page."""
    return (
        months.shown(standing, day)
        if is_monthly(standing)
        else shown_by_quarters(standing, day)
    )


def _explain(entry: WorkedEntry, names: Mapping[str, str], reason: str = "") -> "Sheet":
    if is_monthly(entry.change.standing):
        from rulebooks.fide.explain import explain_month

        return explain_month(entry, names, reason)
    from rulebooks.fide.explain import explain

    return explain(entry, names, reason)


def _account(change: Change) -> Account:
    if is_monthly(change.standing):
        return months.account(change)
    return quarterly.account(change)


# 2.2: "Although Live ratings are unofficial": the rating is the list's, the live one
# stands beside it
def _on_list(standing: Standing, day: str) -> Shown:
    """Show a player; a first rating is on no list before the next one."""
    both = shown(standing, day)
    beside = {
        "live": both.live,
        "pending": number(both.pending),
        "list_day": both.list_day,
    }
    return Shown(both.list_rating, both.list_rating is not None, beside)


# 2.1.2: "Each category is 25 rating points wide. Category 1 is for an average rating of
# 2251 to 2275, category 2 is 2276 to 2300, etc."
def category(numbers: Sequence[int | Fraction]) -> int | None:
    """Return the category of a tournament. The average is rounded first (decided);
    below 2251 there is none.
    """
    mean = sum(map(Fraction, numbers), Fraction(0)) / len(numbers)
    average = half_up(mean.numerator, mean.denominator)
    return (average - 2251) // 25 + 1 if average >= 2251 else None


# 2.1.2: by the mean of all players' ratings, so one player without a rating leaves none
def _category(header: Header, before: Sequence[int | None]) -> int | None:
    known = [rating for rating in before if rating is not None]
    return category(known) if known and len(known) == len(before) else None


RULEBOOKS = {
    "elo-fide": LongList(
        "elo-fide",
        EDITIONS,
        rate,
        given,
        _explain,
        _account,
        expects,
        at,
        _on_list,
        performance="fide",
        category=_category,
    )
}
CALCULATOR = "rulebooks.fide.calculator"
PERFORMANCES = {"fide": by_fraction(quarterly.performance)}
RULES: dict[str, dict[str, tuple[str, ...]]] = {
    "fide-2009": {"elo-fide": ("fide-2009",)},
    "fide-2024": {"elo-fide": ("fide-2024",)},
    "fide": {"elo-fide": ()},
}


__all__ = [
    "ARTICLES",
    "CALCULATOR",
    "CHANGES",
    "EDITIONS",
    "PERFORMANCES",
    "RULEBOOKS",
    "RULES",
    "category",
    "shown",
]
