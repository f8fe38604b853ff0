"""Hold a standing of elo-fide: the lists in force, what is pending for the next one, and what never changes again.

2.1: "FIDE issues a ratings list four times a year." 2.2: live ratings "are based on the previously published FIDE
ratings, so a player's Live rating is intended to correspond to what the FIDE rating would be if FIDE was to issue a new
list that day": live = list + pending. `Standing.rating` is the live rating, rounded.
"""

from fractions import Fraction
from typing import NamedTuple

from rulebooks.base import Standing
from rulebooks.numbers import half_up

# the list in force and those of the year before it: a unit that began earlier is rated from the oldest (decided)
LISTS_KEPT = 5
NEW_UNTIL_GAMES = 30
TOP = 2400


class Lists(NamedTuple):
    """`day`: the day of ratings[0]. `pending` in hundredths. `first`: a first rating that waits for the next list.

    `top`: a list has shown 2400.
    """

    day: str = ""
    ratings: tuple[int | None, ...] = (None,) * LISTS_KEPT
    pending: int = 0
    first: int | None = None
    top: bool = False


class ListAndLive(NamedTuple):
    """A player's ratings on a day: the one on the list in force, and what it would be if a list came out that day."""

    list_day: str
    list_rating: int | None
    pending: Fraction
    live: int | None


def quarter(day: str) -> str:
    """Return the list day on or before a day: 1 January, April, July or October (rules 4)."""
    return f"{day[:4]}-{(int(day[5:7]) - 1) // 3 * 3 + 1:02d}-01"


def _quarters(earlier: str, later: str) -> int:
    """Count the quarters from one list day to another."""
    return (int(later[:4]) - int(earlier[:4])) * 4 + (int(later[5:7]) - int(earlier[5:7])) // 3


def lists_of(standing: Standing) -> Lists:
    if not standing.state:
        return Lists()
    day, pending, first, top, *ratings = standing.state
    return Lists(str(day), tuple(_number(value) for value in ratings), int(pending), _number(first), bool(top))


def _number(value: int | str) -> int | None:
    return None if value == "" else int(value)


def standing_of(lists: Lists, games: int) -> Standing:
    """Make a standing. Games are counted up to 30, because no rule reads more: a game struck out long ago moves nothing
    later.
    """
    fields = ("" if rating is None else rating for rating in (lists.first, int(lists.top), *lists.ratings))
    return Standing(live_of(lists), min(games, NEW_UNTIL_GAMES), (lists.day, lists.pending, *fields))


def live_of(lists: Lists) -> int | None:
    rating = lists.ratings[0]
    return lists.first if rating is None else half_up(100 * rating + lists.pending, 100)


def at(standing: Standing, day: str) -> Standing:
    """Return what the calendar alone has made of a standing by a day: on a list day the changes are added up and
    rounded, and a first rating comes into force.
    """
    today = quarter(day)
    if not standing.state or today <= str(standing.state[0]):
        return standing
    lists = lists_of(standing)
    rating = live_of(lists)
    ratings = ((rating,) * min(LISTS_KEPT, _quarters(lists.day, today)) + lists.ratings)[:LISTS_KEPT]
    return standing_of(Lists(today, ratings, 0, None, lists.top or shows_top(rating)), standing.games)


# 3.2.2: "once a player's published rating has reached 2400, and he has also completed events with a total of at least
# 30 games": once reached it has been reached, also when the list is lower again by the thirtieth game.
def shows_top(rating: int | None) -> bool:
    return rating is not None and rating >= TOP


def list_on(lists: Lists, day: str) -> int | None:
    """Return the rating on the list in force on a day up to now."""
    if not lists.day:
        return None
    back = max(0, _quarters(quarter(day), lists.day))
    return lists.ratings[min(back, LISTS_KEPT - 1)]


def shown(standing: Standing, day: str) -> ListAndLive:
    """Return list and live rating side by side, for a list or a player's page."""
    lists = lists_of(at(standing, day))
    return ListAndLive(quarter(day), lists.ratings[0], Fraction(lists.pending, 100), live_of(lists))
