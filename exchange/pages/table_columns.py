"""Find the columns of names and of numbers in a table whose headings may be in any
language, and FIDE's number of a row.
"""

import re
from collections.abc import Iterable, Sequence

from exchange.results.names_in_rows import WORD
from exchange.sheets.web_page import PageCell
from exchange.text.numbers import whole

_FIDE = re.compile(
    r"ratings\.fide\.com/(?:profile/|card\.phtml\?event=)0*([0-9]{4,9})\b"
)


def fide_id_in(cells: Iterable[PageCell]) -> str:
    """Return the FIDE id that a row links to; empty: it links to none.

    https://ratings.fide.com/profile/500001                   500001
    https://ratings.fide.com/card.phtml?event=0500001         500001
    """
    addresses = (link.address for cell in cells for link in cell.links)
    matches = (match for address in addresses if (match := _FIDE.search(address)))
    return next((match[1] for match in matches), "")


def column_of_names(rows: Sequence[Sequence[str]], places: Iterable[int]) -> int | None:
    """Return the first column whose cells are mostly names of two words; else the one
    with the most letters.

    None: no column has more than three letters a row. `places`: the columns that are
    looked at, from left to right.
    """
    columns = {
        at: [row[at] for row in rows if at < len(row) and row[at]] for at in places
    }
    for at, cells in columns.items():
        of_two = [cell for cell in cells if _is_of_two(cell)]
        if cells and 2 * len(of_two) > len(rows):
            return at

    letters = {
        at: sum(len(word) for cell in cells for word in WORD.findall(cell))
        for at, cells in columns.items()
    }
    best = max(letters, key=lambda at: letters[at], default=None)

    return best if best is not None and letters[best] > 3 * len(rows) else None


def _is_of_two(cell: str) -> bool:
    """Return whether a cell has two words, or one and a comma: `12,5` has none."""
    words = WORD.findall(cell)
    return len(words) > 1 or ("," in cell and bool(words))


def column_of_numbers(rows: Sequence[Sequence[str]], before: int) -> int | None:
    """Return the first column before the names that numbers every row by another
    number.

    `before`: the column of the names. None: no column does; a point behind is no
    matter.
    """
    for at in range(before):
        numbers = [
            whole(row[at].rstrip(".")) if at < len(row) else None for row in rows
        ]
        if all(numbers) and len(set(numbers)) == len(rows):
            return at

    return None
