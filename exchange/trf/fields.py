"""Read the fields of a row by the columns they stand in: points, sex and title, an id."""

import re
from fractions import Fraction


def columns(row: str, first: int, last: int) -> str:
    """Return what stands in columns of a row, both included and counted from 1, without
    blanks at the ends; empty where the row is shorter.
    """
    return row[first - 1 : last].strip()


def points(text: str) -> Fraction | None:
    """Read points as printed: 11.5, also 11,5 and 3½; None for anything else.

        11,5    23/2
        3½      7/2

    The value is exact, in points and not in half points. An empty text is nothing, not
    0.
    """
    match = re.fullmatch(r"([0-9]{0,4})(?:[.,]([0-9]{1,2})|(½))?", text)
    if not match or not text:
        return None

    whole_points, decimals, half = match.groups()
    value = Fraction(int(whole_points or 0))
    if half:
        value += Fraction(1, 2)
    elif decimals:
        value += Fraction(int(decimals), 10 ** len(decimals))

    return value


def sex_and_title(row: str) -> tuple[str, str]:
    """Read columns 10 to 14: the sex, m or f, and the title, each empty where it is not
    there.

    The title may be anywhere in 11-13, attached to the sex (mFM, wWGM) or one column
    late.

        001    1 mFM  Aho, Aino    m, FM
        001    1 w    Berg, Bea    f, no title

    An unknown sex is empty.
    """
    sex = {"m": "m", "w": "f", "f": "f"}.get(row[9:10].lower(), "")
    return sex, row[10:14].strip()


def id_text(row: str) -> str:
    """Read the id in columns 58 to 68; zeros and dashes are not an id."""
    text = columns(row, 58, 68)
    return text if text.strip("0-") else ""
