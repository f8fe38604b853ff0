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

    The value is exact, in points and not in half points.
    """
    match = re.fullmatch(r"([0-9]{0,4})(?:[.,]([0-9]{1,2})|(½))?", text)
    if not match or not text:
        return None

    part = (
        Fraction(1, 2)
        if match[3]
        else Fraction(int(match[2]), 10 ** len(match[2]))
        if match[2]
        else Fraction(0)
    )
    return Fraction(int(match[1] or 0)) + part


def sex_and_title(row: str) -> tuple[str, str]:
    """Read columns 10 to 14, sex and title.

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
