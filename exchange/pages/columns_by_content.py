"""Find the columns of names and of numbers in a table by what stands in their cells,
since its headings may be in any language, and FIDE's number of a row.
"""

import re
from collections.abc import Iterable, Sequence

from exchange.results.names_in_rows import WORD
from exchange.spreadsheets.web_page import PageCell
from exchange.text.numbers import whole_number

_FIDE = re.compile(
    r"ratings\.fide\.com/(?:profile/|card\.phtml\?event=)0*([0-9]{4,9})\b"
)


def fide_id_in(cells: Iterable[PageCell]) -> str:
    """Return the FIDE id that a row links to; empty: it links to none.

        https://ratings.fide.com/profile/500001                   500001
        https://ratings.fide.com/card.phtml?event=0500001         500001

    Of several the first one counts.

    Zeros in front of a number are dropped, so that it compares with the one in a
    register.
    """
    for cell in cells:
        for link in cell.links:
            match = _FIDE.search(link.address)
            if match is not None:
                return match[1]

    return ""


def column_of_names(
    rows: Sequence[Sequence[str]], columns: Iterable[int]
) -> int | None:
    """Return the first column whose cells are mostly names of two words; else the one
    with the most letters.

    rows: the texts of each row; some may be shorter than others.

    columns: those that are looked at, from left to right.

    None: no column has more than three letters a row.

        1 | FM | Aho, Aino | Tapiolan Shakki    the third: two words, before the club
        1 | Aino | 2210                         the second: the most letters
    """
    most_letters = 3 * len(rows)
    best = None
    for at in columns:
        cells = [row[at] for row in rows if at < len(row) and row[at]]
        of_two = [cell for cell in cells if _has_two_words(cell)]
        if 2 * len(of_two) > len(rows):
            return at

        letters = sum(len(word) for cell in cells for word in WORD.findall(cell))
        if letters > most_letters:
            most_letters = letters
            best = at

    return best


def _has_two_words(cell: str) -> bool:
    """Return whether a cell has two words, or one and a comma: `12,5` has none.

    Aho, Aino    True
    Aho Aino     True
    Aho,         True
    Aho          False
    """
    words = WORD.findall(cell)
    return len(words) > 1 or ("," in cell and bool(words))


def column_of_numbers(rows: Sequence[Sequence[str]], before: int) -> int | None:
    """Return the first column before the names that numbers every row by another
    number.

    before: the column of the names. A point behind a number is no matter. None: no
    column does, also where a row is too short for it.

        2. | 1. | Aho, Aino      the first column, if every row has another number there
        1  |    | Berg, Bea

    A rank that two share is no number of a player.
    """
    for at in range(before):
        texts = [row[at] if at < len(row) else "" for row in rows]
        numbers = [whole_number(text.rstrip(".")) for text in texts]

        if all(numbers) and len(set(numbers)) == len(rows):
            return at

    return None
