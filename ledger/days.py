"""Tell whether a text is a day, and say how a day is written."""

import re
from datetime import date

from messages import NOTHING, Message, say

_WRITTEN_AS_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def no_day(text: str) -> Message:
    """Say why a text is no day: how it is written, or that the calendar has none such."""
    if _WRITTEN_AS_DAY.fullmatch(text):
        return say("{text} is not a day of the calendar", text=text)
    return say("{text} is not a day", text=repr(text[:60]))


def how_a_day_is_written(text: str) -> Message:
    """Say how a day is written, to who wrote it otherwise."""
    return NOTHING if _WRITTEN_AS_DAY.fullmatch(text) else say("write it as YYYY-MM-DD")


def is_day(text: str) -> bool:
    """Tell whether a text with the form of a day is a day of the calendar."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_written_day(text: str) -> bool:
    """Tell whether a text is a day of the calendar as YYYY-MM-DD; 20260531 and
    2026-W22-7 are none, for days are compared as texts.
    """
    return not how_a_day_is_written(text) and is_day(text)


def days_later(day: str, days: int) -> str:
    """Return the day so many days later, or earlier where they are negative; the
    calendar begins with the year 1 and ends with the year 9999.

    For example:

        days_later("2024-02-28", 2)   2024-03-01
        days_later("2024-03-01", -2)  2024-02-28
    """
    number = date.fromisoformat(day).toordinal() + days
    first, last = date.min.toordinal(), date.max.toordinal()
    within = min(max(number, first), last)
    return date.fromordinal(within).isoformat()
