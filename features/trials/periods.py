"""Years, quarters and months, cut at the days asked for."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

MONTHS = {"year": 12, "quarter": 3, "month": 1}


class Period(NamedTuple):
    """A period with its name; both days, YYYY-MM-DD, belong to it."""

    name: str
    first: str
    last: str


def periods(by: str, first: str, last: str) -> Iterator[Period]:
    """Yield the periods from one day to another; the first and the last may be cut
    short.

    by: `year`, `quarter` or `month`.

        by month from 2024-01-15 to 2024-02-10
        2024-01  2024-01-15 to 2024-01-31
        2024-02  2024-02-01 to 2024-02-10
    """
    while first <= last:
        end = min(last_day(by, first), last)
        yield Period(_name(by, first), first, end)
        first = day_after(end)


def _name(by: str, day: str) -> str:
    """The name of the period that a day (YYYY-MM-DD) lies in.

    _name("year", "2024-05-17")     ->  "2024"
    _name("month", "2024-05-17")    ->  "2024-05"
    _name("quarter", "2024-05-17")  ->  "2024-Q2"
    """
    if by == "year":
        return day[:4]
    if by == "month":
        return day[:7]

    month = int(day[5:7])
    quarter = (month - 1) // 3 + 1

    return f"{day[:4]}-Q{quarter}"


def first_day(by: str, day: str) -> str:
    """Return the first day of the period that a day lies in.

    quarter, 2024-05-17     2024-04-01
    """
    year = day[:4]
    month = int(day[5:7])
    months_before = (month - 1) % MONTHS[by]
    first_month = month - months_before

    return f"{year}-{first_month:02d}-01"


def last_day(by: str, day: str) -> str:
    """Return the last day of the period that a day lies in; at most that of the
    calendar.

        quarter, 2024-05-17     2024-06-30
    """
    first = first_day(by, day)
    year = int(first[:4])
    month = int(first[5:7]) + MONTHS[by]
    if month > 12:
        year += 1
        month -= 12

    if year > 9999:
        return "9999-12-31"

    return day_before(f"{year:04d}-{month:02d}-01")


def day_before(day: str) -> str:
    """Return the day before a day, both YYYY-MM-DD.

    The beginning of the calendar has none: what comes back then sorts before it, and is
    no day.
    """
    if day <= "0001-01-01":
        return "0000~"

    eve = date.fromisoformat(day) - timedelta(days=1)
    return eve.isoformat()


def day_after(day: str) -> str:
    """Return the day after.

    The end of the calendar has none: what comes back then sorts behind it, and is no
    day.
    """
    if day >= "9999-12-31":
        return "9999~"

    morrow = date.fromisoformat(day) + timedelta(days=1)
    return morrow.isoformat()
