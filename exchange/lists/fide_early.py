"""Read FIDE's text lists of 2001 to 2006 by the form of their rows.

Columns and headings moved from list to list then, and births had a day:

     1999503  Aho, Aino                         wf  FIN  2101    0  29.02.80    w
       1999503   Aho, Aino               wf     FIN      2101     0 29.02.1980 F

Behind the federation stand rating, games, birth and flags: `w` a woman, `i` inactive. All
ratings are standard ones.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_ROW = re.compile(
    r"(?P<number>[0-9]{5,8})\s+(?P<name>\S.{0,60}?)"
    r"(?:\s+w?[gmfch])?"  # a title
    r"\s+(?P<federation>[A-Z]{3})\s{1,10}(?P<rating>[0-9]{3,4})\s+[0-9]{1,3}"
    r"(?:\s+(?P<birth>[0-9 ]{2}\.[0-9 ]{2}\.(?:[0-9]{2,4})?|[0-9]{4}|0))?"
    r"(?:\s+(?P<sex>[MF]))?\s*(?P<flags>[wi ]*)"
)
_YEAR = re.compile(r"(?:[0-9]{4}|[0-9]{2})\Z")
# two digits of a year that may be of either century
_EITHER_CENTURY = 6
# lines at the beginning that tell the form, behind at most one of headings
_ENOUGH = 3


class EarlyRow(NamedTuple):
    """A row of such a list."""

    fide_id: str
    name: str
    federation: str
    sex: str  # m, f or empty
    born: int | None
    rating: int
    width: int  # the length of the line up to its last number


def is_early(start: bytes) -> bool:
    """Tell by the first lines whether a list has rows of this form.

    A line of headings may stand above them. The last line may be cut off, and does not
    count.
    """
    rows = list(_first_lines(start))
    if rows and early_row(rows[0]) is None:
        rows = rows[1:]

    return bool(rows) and all(early_row(row) is not None for row in rows)


def _first_lines(start: bytes) -> Iterator[str]:
    """Yield the first whole lines that are not blank."""
    count = 0
    for line in start[:4096].split(b"\n")[:-1]:
        if not line.strip():
            continue
        yield line.decode("latin-1")
        count += 1
        if count > _ENOUGH:
            return


def early_row(line: str) -> EarlyRow | None:
    """Read a row; None for any other line."""
    text = line.strip()
    row = _ROW.fullmatch(text)
    if row is None:
        return None

    before = len(line) - len(line.lstrip())
    sex = {"M": "m", "F": "f"}.get(row["sex"] or "", "")
    if "w" in row["flags"]:
        sex = "f"

    return EarlyRow(
        fide_id=row["number"],
        name=" ".join(row["name"].split()),
        federation=row["federation"],
        sex=sex,
        born=_year(row["birth"] or ""),
        rating=int(row["rating"]),
        width=before + max(row.end("birth"), row.end("rating")),
    )


def _year(birth: str) -> int | None:
    """Return the year of a birth; None where it is unknown, or of either century."""
    year_printed = _YEAR.search(birth)
    if year_printed is None:
        return None

    year = int(year_printed.group())
    if len(year_printed.group()) == 4:
        return year or None
    if year < _EITHER_CENTURY:
        return None

    return 1900 + year
