"""Read the heading of a round, and the days and times in a text."""

import re
from datetime import date
from typing import NamedTuple

from exchange.text.dates import are_finnish_days, readings
from exchange.time_control import proposed_time_control

MOST_ROUNDS = 100
_DATE = re.compile(
    r"[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{4}"
)
_TIME = re.compile(r"\b[0-9]{1,2}[:.][0-9]{2}\b")
_NUMBER = re.compile(r"(?<![0-9.,/])([0-9]{1,3})(?![0-9/:])")
_QUOTES = str.maketrans({"’": "'", "′": "'", "‘": "'", "”": '"', "″": '"', "“": '"'})
_SIGNED_TIME = re.compile(r"""\b([0-9]{1,3})\s*'\s*\+\s*([0-9]{1,3})\s*(?:"|'')""")


class RoundHeading(NamedTuple):
    """The round that a heading names in whatever language, and the day beside it; None:
    there is none, or it has two meanings.
    """

    number: int
    day: date | None


def round_heading(text: str, *, day_first: bool) -> RoundHeading | None:
    """Read a heading such as "Round 3 on 2026/08/03 at 14:30" or "3. kolo".

    The round is the first number that is no date and no time of day.

    day_first: how the program writes a date of three numbers whose year is last.

    None: there is no such number, or it is above 100.

        Round 3 on 2026/08/03 at 14:30    3, 2026-08-03
        3. kolo                           3, no day
        Final standings                   None

    A heading with a day of two meanings has its round, and no day.
    """
    rest = _TIME.sub(" ", _DATE.sub(" ", text))
    number = _NUMBER.search(rest)

    if number is None or not 0 < int(number[1]) <= MOST_ROUNDS:
        return None

    written = _DATE.search(text)

    return RoundHeading(
        int(number[1]), day_of(written[0], day_first=day_first) if written else None
    )


def day_of(text: str, *, day_first: bool) -> date | None:
    """Read a date of three numbers: the year first, else as the program writes it.

    day_first: whether the program writes the day before the month.

        2026/01/04                      2026-01-04
        04/01/2026, day_first           2026-01-04
        04/01/2026, not day_first       None: it may be the first of April
        4.1.2026                        2026-01-04: with dots the day is first

    None as well: no calendar has that day.
    """
    meant = readings(text)
    if "ymd" in meant:
        return meant["ymd"]

    return meant.get("dmy") if day_first or are_finnish_days([text]) else None


def days_in(text: str, *, day_first: bool) -> list[date]:
    """Return the dates of a text that can be read, in the order of the text; those with
    two meanings are left out.

    day_first: as `day_of` has it.

        2026/01/03 to 2026/01/05    2026-01-03, 2026-01-05
    """
    days = (day_of(match[0], day_first=day_first) for match in _DATE.finditer(text))
    return [day for day in days if day is not None]


def has_only_days(text: str) -> bool:
    """Return whether a text is one date or two, with at most two words beside them.

    2026/01/03 to 2026/01/05     True
    born 2001/02/03 in Turku     False
    """
    rest = _DATE.sub(" ", text).split()

    return 1 <= len(_DATE.findall(text)) <= 2 and len(rest) <= 2


def time_control_of(text: str) -> str | None:
    """Return the time control that a page's words seem to mean, as 90+30; None: none is
    sure.

    Minutes and an increment are known by their signs, 90' + 30", whatever the language
    of the words around them.

        90 min + 30 sec       90+30
        90' + 30" per move    90+30

    With other numbers beside them, as of the move at which time is added, the text is
    read as a whole, by the words that `exchange.time_control` knows.
    """
    plain = text.translate(_QUOTES)
    match = _SIGNED_TIME.search(plain)
    if match is not None and len(re.findall("[0-9]+", plain)) == 2:
        return proposed_time_control("", f"{match[1]} min + {match[2]} sec")

    return proposed_time_control("", plain)
