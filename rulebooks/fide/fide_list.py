"""Answer for the list elo-fide, by quarters or by months as the edition and the standing
say: a standing of one kind is read as the other where a ledger changes over.

A difference counts as at most 400 on both sides alike, so the two expectations still
add up to one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebooks.base import (
    Change,
    EditionOn,
    People,
    Rated,
    Shown,
    Standing,
    Standings,
    Tournament,
    Unit,
)
from rulebooks.defaults import LongList
from rulebooks.entries import Account, WorkedEntry
from rulebooks.fide import monthly, months
from rulebooks.fide import rating as quarterly
from rulebooks.fide.monthly import MonthlyEdition
from rulebooks.fide.months import at, is_monthly
from rulebooks.fide.rating import FideEdition, ListAndLive, list_on, lists_of
from rulebooks.fide.tournament_category import category_of
from rulebooks.numbers import number

if TYPE_CHECKING:
    from rulebooks.protocol import Sheet


AnEdition = FideEdition | MonthlyEdition


EDITIONS: dict[str, AnEdition] = {**quarterly.EDITIONS, **monthly.EDITIONS}


def rate(unit: Unit, standings: Standings, people: People, edition: AnEdition) -> Rated:
    """Rate a unit by the edition's kind of lists."""
    if isinstance(edition, MonthlyEdition):
        return monthly.rate(unit, standings, people, edition)
    # by quarters, for players who may have been on monthly lists before
    if any(map(is_monthly, standings.values())):
        by_quarters = {}
        for player, standing in standings.items():
            by_quarters[player] = months.as_quarters(standing, unit.end)
        standings = by_quarters
    return quarterly.rate(unit, standings, people, edition)


def change_without_games(
    unit: Unit, standing: Standing, edition: AnEdition
) -> Change | None:
    """Make the change of an opening or a ruling; None for one that has no effect."""
    if isinstance(edition, MonthlyEdition):
        return monthly.change_without_games(unit, standing)
    return quarterly.change_without_games(
        unit, months.as_quarters(standing, unit.end), edition
    )


def expects(own: Standing, other: Standing, unit: Unit) -> float | None:
    """Forecast a game from the list in force when the unit begins.

    Return the expected score of `own`, from 0 to 1; None if either is not on the list.
    """
    mine = _listed(own, unit)
    theirs = _listed(other, unit)
    if mine is None or theirs is None:
        return None

    if is_monthly(own) or is_monthly(other):
        edition = monthly.EDITIONS["fide-2024"]
        percent, _ = monthly.expected(mine, theirs, unit.start, edition)
    else:
        percent, _ = quarterly.expected(mine - theirs)
    return percent / 100


def _listed(standing: Standing, unit: Unit) -> int | None:
    """Return the rating on the list in force when the unit begins."""
    if not is_monthly(standing):
        lists = lists_of(at(standing, unit.end))
        return list_on(lists, unit.start)

    # a monthly standing is that at the list before the one that the unit counts for
    counts = months.counts_for(unit.end)
    list_before = months.months_on(counts, -1)
    known = months.months_of(standing, list_before)
    return months.list_on(known, unit.start)


def shown(standing: Standing, day: str) -> ListAndLive:
    """Return list and live rating side by side, for a list or a player's page."""
    if is_monthly(standing):
        return months.shown(standing, day)
    return quarterly.shown(standing, day)


def _explain(entry: WorkedEntry, names: Mapping[str, str], reason: str = "") -> "Sheet":
    """Explain an entry on a sheet, by months or by quarters as its standing is."""
    if is_monthly(entry.change.standing):
        from rulebooks.fide.explain import explain_month

        return explain_month(entry, names, reason)
    from rulebooks.fide.explain import explain

    return explain(entry, names, reason)


def _account(change: Change) -> Account:
    """Account for what moved the rating, by months or by quarters."""
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


@dataclass(frozen=True)
class FideList(LongList[AnEdition]):
    """The list elo-fide, whose rules ask whether a tournament is a match."""

    def units(self, tournament: Tournament, edition_on: EditionOn) -> list[Unit]:
        # said of the tournament: a game that counts by itself always has two players
        is_match = len(tournament.games.players) == 2
        header = tournament.header._replace(is_match=is_match)

        return super().units(Tournament(header, tournament.games), edition_on)


ELO_FIDE = FideList(
    name="elo-fide",
    editions=EDITIONS,
    rate_unit=rate,
    given_change=change_without_games,
    sheet=_explain,
    account_of=_account,
    expects=expects,
    roll=at,
    show=_on_list,
    performance="fide",
    category=category_of,
)
