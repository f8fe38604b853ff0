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
    """Compare two births by their years, and by their days where both are known."""
    if not here or not there:
        return Birth.UNKNOWN
    if len(here) < 10 or len(there) < 10:
        return Birth.YEAR if here[:4] == there[:4] else Birth.DIFFERS
    if here == there:
        return Birth.DAY
    turned = f"{here[:5]}{here[8:]}-{here[5:7]}" == there
    return Birth.SLIP if turned or _one_slip(here, there) else Birth.DIFFERS


def _one_slip(here: str, there: str) -> bool:
    """Return whether one digit is another, or two neighbours have changed places."""
    other = [
        at for at, (one, two) in enumerate(zip(here, there, strict=True)) if one != two
    ]
    if len(other) == 1:
        return True
    if len(other) != 2 or other[1] != other[0] + 1:
        return False
    first, second = other
    return here[first] == there[second] and here[second] == there[first]
