"""Years, quarters and months, cut at the days asked for."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

BEGINNING = "0001-01-01"  # before every date, for questions without a first day
MONTHS = {"year": 12, "quarter": 3, "month": 1}


class Period(NamedTuple):
    """Both days belong to it."""

    name: str
    first: str
    last: str


def periods(by: str, first: str, last: str) -> Iterator[Period]:
    """From one day to another; the first and the last may be cut short."""
    while first <= last:
        end = min(last_day(by, first), last)
        yield Period(_name(by, first), first, end)
        first = following(end)


def _name(by: str, day: str) -> str:
    year, month = day[:4], int(day[5:7])
    return {"year": year, "quarter": f"{year}-Q{(month - 1) // 3 + 1}", "month": day[:7]}[by]


def first_day(by: str, day: str) -> str:
    """Of the period a day lies in."""
    month = int(day[5:7])
    return f"{day[:4]}-{month - (month - 1) % MONTHS[by]:02d}-01"


def last_day(by: str, day: str) -> str:
    first = first_day(by, day)
    year, month = int(first[:4]), int(first[5:7]) + MONTHS[by]
    if month > 12:
        year, month = year + 1, month - 12
    return "9999-12-31" if year > 9999 else before(f"{year:04d}-{month:02d}-01")


def before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def following(day: str) -> str:
    """The end of the calendar has no day after it; what comes back sorts behind it."""
    return "9999~" if day >= "9999-12-31" else (date.fromisoformat(day) + timedelta(days=1)).isoformat()
