"""Read the values of a program's own file: texts, numbers, days, births."""

import re
from datetime import date

from exchange.programs.tournament import SentFile
from exchange.text.decoding import is_plain

MOST_CHARACTERS = 200  # of a text
_WHOLE = re.compile(r"[0-9]{1,9}")


def text_of(value: object, sent: SentFile) -> str:
    """Return a text without needless blanks. A number may stand for one; what no text
    of a tournament has refuses the file.

        "  Aho   Aino "    "Aho Aino"
        12                 "12"
        None, True, []     ""

    Refused are texts above 200 characters and those with control characters: a field of
    numbers was taken for a text, and the file is laid out otherwise.
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""

    text = " ".join(str(value).split())
    if len(text) > MOST_CHARACTERS or not is_plain(text):
        raise sent.broken()

    return text


def number_of(value: object) -> int:
    """Return a whole number up to nine digits, also of a text; 0 where there is none,
    as programs write what they do not know.

        7, " 7 "              7
        -7, "7a", None, 7.0   0
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value if 0 <= value < 10**9 else 0

    text = value.strip() if isinstance(value, str) else ""
    return int(text) if _WHOLE.fullmatch(text) else 0


def day_of(number: int) -> date | None:
    """Return the day that eight digits mean, as 20260328; None where they mean none:
    the month or the day is of no calendar, as in 20260000.
    """
    try:
        return date(number // 10_000, number // 100 % 100, number % 100)
    except ValueError:
        return None


def birth_of(number: int) -> str:
    """Return a birth written in eight digits: a day, or a year where the month or the
    day is missing.

        20010203    2001-02-03
        20010000    2001
        0           nothing: not known

    A year before 1900 or after 2100 is none.
    """
    day = day_of(number)
    if day is not None and day.year >= 1900:
        return day.isoformat()

    year = number // 10_000
    return str(year) if 1900 <= year <= 2100 else ""
