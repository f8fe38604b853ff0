"""The words at the head of a table that say whose column it is: names, ratings, points,
ranks, FIDE's numbers.
"""

import re
from collections.abc import Collection, Sequence

from exchange.results.head_words import words_for

FIDE_HEADS = frozenset(["fide", "fideid", "fide-id", "fide id", "intl id"])
HEADS = words_for("name") | {"player", "pelaaja", "spieler", "spelare"}
RATING_HEADS = frozenset(
    ["rtg", "rtgi", "rtgn", "rating", "elo", "selo", "pelo", "vahvuusluku"]
)
POINT_HEADS = frozenset(
    [
        "pts",
        "points",
        "p",
        "pist",
        "pisteet",
        "poäng",
        "pkt",
        "punkte",
        "total",
        "score",
    ]
)
RANK_HEADS = frozenset(["rk", "rank", "sija", "rg", "pl", "plac", "plats", "place"])
_OF_A_ROUND = re.compile(r"[^0-9]*([0-9]{1,2})[^0-9]*")


def name_column(
    heads: Sequence[Sequence[str]], words: Collection[str] = HEADS
) -> int | None:
    """Find, in the lines above the table, the column that is headed as the name, or by
    one of other words.

    heads: the cells of those lines. words: in small letters; a point or colon behind a
    heading is no matter. Columns are counted from 0; None: none is headed so.
    """
    for line in heads:
        for at, cell in enumerate(line):
            word = cell.casefold().rstrip(":.")
            if word in words:
                return at

    return None


def printed_columns(heads: Sequence[Sequence[str]]) -> list[int | None]:
    """Find the columns of what `CrossRow` has of a player behind its text, in that
    order.

    That is FIDE id, rating, points and rank; None for each that has no column.
    """
    known = (FIDE_HEADS, RATING_HEADS, POINT_HEADS, RANK_HEADS)
    return [name_column(heads, words) for words in known]


def printed_texts(fields: Sequence[str], columns: Sequence[int | None]) -> list[str]:
    """Return what a row has in those columns; empty where it has none, or is too short.

    fields: the cells of the row. columns: as `printed_columns` gives them.
    """
    cells = []
    for at in columns:
        if at is None or at >= len(fields):
            cells.append("")
        else:
            cells.append(fields[at])

    return cells


def round_numbers(heads: Sequence[Sequence[str]], first: int, count: int) -> list[int]:
    """Return the round of each column of games: the number in its heading, where every
    one has a number of its own, else 1, 2, 3, ...

        1.Rd  2.Rd  4.Rd      1, 2, 4: the third round was left out
        Sat   Sun   Mon       1, 2, 3

    heads: the cells of the lines above the table. first, count: the columns of games.
    """
    for cells in reversed(heads):
        matches = map(_OF_A_ROUND.fullmatch, cells[first : first + count])
        numbers = [int(match[1]) for match in matches if match]
        has_all = len(numbers) == len(set(numbers)) == count
        if has_all and 0 not in numbers:
            return numbers

    return [*range(1, count + 1)]
