"""Answer for the list glicko."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulebooks.base import Change, Shown, Standing, Unit
from rulebooks.defaults import LongList, decided
from rulebooks.entries import WorkedEntry
from rulebooks.glicko.account import account
from rulebooks.glicko.rating import (
    EDITIONS,
    MILLION,
    GlickoEdition,
    at,
    forecast,
    month_in,
    month_of,
    newcomer,
    opening_deviation,
    rate,
    rounded,
    standing_of,
)

if TYPE_CHECKING:
    from rulebooks.sheets import PlainSheet


def shown(standing: Standing, day: str) -> Shown:
    """Return the rating as it would be if the month ended that day, with its deviation."""
    month = month_in(at(standing, day))
    deviation = None
    if month is not None:
        deviation = rounded(month.closed().deviation)
    listed = standing.rating is not None
    return Shown(standing.rating, listed, {"deviation": deviation})


def expects(own: Standing, other: Standing, unit: Unit) -> float | None:
    """Forecast a game from the beliefs at the start of the month; no forecast for
    unrated players, although they count from 1500.
    """
    mine = month_in(at(own, unit.end))
    theirs = month_in(at(other, unit.end))
    if mine is None or theirs is None:
        return None
    return forecast(mine.belief(), theirs.belief())


def change_without_games(
    unit: Unit, standing: Standing, edition: GlickoEdition
) -> Change | None:
    """Make the change of an opening or a ruling. Decided: a ruled rating is that of the
    month's start, and the games of the month so far are spent; a correction moves the
    rating at the start and leaves what the games have said.
    """
    assert unit.given is not None
    month = month_of(unit.end)
    if unit.kind == "opening":
        assert unit.given.rating is not None
        deviation = opening_deviation(unit.given.games, edition)
        opened = newcomer(month, edition)._replace(
            rating=unit.given.rating * MILLION, deviation=deviation
        )
        return decided(unit, None, standing_of(opened))

    current = month_in(at(standing, unit.end))
    if unit.given.rating is not None:
        start = newcomer(month, edition) if current is None else current.closed()
        return decided(
            unit,
            standing.rating,
            standing_of(start._replace(rating=unit.given.rating * MILLION)),
        )

    if current is None:
        return None
    moved = current._replace(rating=current.rating + (unit.given.delta or 0) * MILLION)
    return decided(unit, standing.rating, standing_of(moved))


def _explain(
    entry: WorkedEntry, names: Mapping[str, str], reason: str = ""
) -> "PlainSheet":
    from rulebooks.glicko.explain import explain

    return explain(entry, names, reason)


GLICKO = LongList(
    name="glicko",
    editions=EDITIONS,
    rate_unit=rate,
    given_change=change_without_games,
    sheet=_explain,
    account_of=account,
    expects=expects,
    roll=at,
    show=shown,
)
