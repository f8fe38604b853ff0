"""Compare two births: days, or years where a day is not known.

A day that is one slip of a finger away is another birth, and may be the same person all
the same.
"""

from enum import IntEnum


class Birth(IntEnum):
    """The ways in which two births fit, the worst first."""

    DIFFERS = 0
    # days that are one slip of a finger apart, or whose month and day are turned
    SLIP = 1
    UNKNOWN = 2
    YEAR = 3  # the same year, and one of them has no day
    DAY = 4


def births(here: str | None, there: str | None) -> Birth:
    """Compare two births by their years, and by their days where both are known.

    A day is ten letters long (YYYY-MM-DD), a year four. Examples:

        births("2001-03-04", "2001-03-04")  DAY
        births("2001-03-04", "2001")        YEAR
        births("2001-03-04", "2001-04-03")  SLIP: month and day are turned
        births("2001-03-04", "2001-03-05")  SLIP: one digit is another
        births("2001-03-04", "2001-07-19")  DIFFERS
        births("2001-03-04", None)          UNKNOWN
    """
    if not here or not there:
        return Birth.UNKNOWN
    if len(here) < 10 or len(there) < 10:
        same_year = here[:4] == there[:4]
        return Birth.YEAR if same_year else Birth.DIFFERS

    if here == there:
        return Birth.DAY

    if _month_and_day_turned(here) == there or _one_slip(here, there):
        return Birth.SLIP

    return Birth.DIFFERS


def _month_and_day_turned(birth: str) -> str:
    """Return a day with its month and day in each other's place; the result need not be
    a day of the calendar.

        2001-03-24  becomes  2001-24-03
    """
    year, month, day = birth[:5], birth[5:7], birth[8:]
    return f"{year}{day}-{month}"


def _one_slip(here: str, there: str) -> bool:
    """Return whether one digit is another, or two neighbours have changed places.

    Both are days, YYYY-MM-DD, and not the same.

        2001-03-04  2001-03-09  one digit
        2001-03-14  2001-03-41  two neighbours
    """
    pairs = enumerate(zip(here, there, strict=True))
    differing = [index for index, (one, two) in pairs if one != two]
    if len(differing) == 1:
        return True

    if len(differing) != 2:
        return False

    first, second = differing
    if second != first + 1:
        return False

    return here[first] == there[second] and here[second] == there[first]
