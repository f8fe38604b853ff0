"""Read Norway's printed lists, 1996 to 2017, whose columns are made by blanks.

       Nr Navn                      Klubb                  Elo #par Fide Hurt Lyn
        1: Aho Aino                  Lumikosken            1778  638 2101

Numbers end where their heading ends, texts begin where it begins. Surnames stand first,
without a comma. Nobody has an id. `#par` are the games behind the rating; the last three,
ratings of other lists, are not read. `(Tidl. Lumikosken)` is a former club, and not read.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from exchange.names.surnames import surname_first
from exchange.text.csv_written import csv_row

_HEADINGS = ["Nr", "Navn", "Klubb", "Elo", "#par"]
_WIDTH_OF_RATING = 4
_ROW = re.compile(r"\s*[0-9]{1,5}:.*")
COLUMNS = ("name", "club", "rating", "games")


def is_norwegian(head: str) -> bool:
    """Tell whether a line has the headings of such a list."""
    return head.split()[: len(_HEADINGS)] == _HEADINGS


def norwegian_lines(lines: Sequence[str], head: str) -> Iterator[str]:
    """Yield the lines as those of a table, each with its number: name, club, rating and
    games. A line that is no row becomes one without a name.
    """
    columns = _Columns(
        name=head.index("Navn"),
        club=head.index("Klubb"),
        rating_end=head.index("Elo") + len("Elo"),
        games_end=head.index("#par") + len("#par"),
    )
    for line in lines:
        if line == head:
            yield ";".join(COLUMNS)
        elif not line.strip():
            yield ""
        else:
            cells = {"club": line.strip()}
            if _ROW.fullmatch(line):
                cells = columns.cells(line)
            yield csv_row(cells, COLUMNS, ";")


class _Columns(NamedTuple):
    """Where texts begin and numbers end, counted in characters from 0."""

    name: int
    club: int
    rating_end: int
    games_end: int

    def cells(self, line: str) -> dict[str, str]:
        """Return the cells of a row."""
        rating = self.rating_end - _WIDTH_OF_RATING
        name = line[self.name : self.club].strip()
        club = line[self.club : rating].strip()
        return {
            "name": surname_first(name),
            "club": _present_club(club),
            "rating": line[rating : self.rating_end].strip(),
            "games": _whole_cell(line, self.rating_end, self.games_end),
        }


def _present_club(text: str) -> str:
    """Return the club of a row, unless it is a former one."""
    return "" if text.startswith("(Tidl") else text


def _whole_cell(line: str, start: int, end: int) -> str:
    """Return the text of a cell that ends where its column does; empty where the line is
    cut off before.
    """
    if len(line) < end:
        return ""
    return line[start:end].strip()
