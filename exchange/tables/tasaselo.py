"""Tables of results of Tasaselo, a Finnish pairing program: of a tournament that is over, or of its rounds so far.

      A-ryhmä                                      1.   2.   3.    P Selo
      1 Aho Aino                  TuTS      2227 m+ 8 v+ 2   X 0  2,5 2230

A cell is a colour (valkea is White, musta Black), how it ended, and the number of the opponent, which is at the head of
a row: the groups have one numbering, and in a table of rounds so far the rows are in another order. `+ = -` were
played; V and L were won and lost without play, Y by both, and X is half a point. U before a rating: a newcomer.

Such a table is rewritten in the cells of Swiss-Manager, with semicolons between its columns.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile
from typing import NamedTuple

from exchange.names.spelling import surname_first
from exchange.text.separated import MOST_TITLES

MOST = 300  # characters of a row: of 200 players and 30 rounds it has fewer
MOST_LINES = 600  # the table is at the top, and the program takes 200 players
_HEAD = re.compile(r"\s*[A-N]-ryhm\S{1,3}\s.*?((?:\s+[0-9]{1,2}\.)+)\s+P\b.*", re.IGNORECASE)
# opponents have three columns where there are more than 99 players
_CELLS = {5: r" [ vm][-+=VLXY ](?:[ 0-9][0-9]|  )", 6: r" [ vm][-+=VLXY ](?:[ 0-9]{2}[0-9]|   )"}
_FORM = r"\s{0,2}([0-9]{1,3}) (\S.*?)\s*[ U]( ?-?[0-9]{1,4}) ?(CELLS) +([0-9]{1,2}[,.][05])\b.*"
_TITLE = re.compile(r"\s*\S{1,3}\s+(\S.*?)\s+Kierros:\s")
_PLAYED = {"+": "1", "=": "½", "-": "0", "V": "+", "L": "-", "Y": "-", "X": "½k", " ": ""}
_ALONE = {"+": "1", "V": "1", "X": "½", "=": "½"}


class _Row(NamedTuple):
    """A player's row: its place in the file, its number, and what it says."""

    at: int
    number: str
    name: str
    club: str
    rating: str
    cells: tuple[str, ...]
    points: str


def is_tasaselo(lines: Sequence[str]) -> bool:
    """Return whether lines are such a table: a heading of a group with rounds, and rows that have them all."""
    return len(_rows(lines)) > 1


def rewritten_tasaselo(lines: Sequence[str]) -> list[str]:
    """Return as many lines as there were: a heading, the rows, and nothing where something else stood."""
    rows = list(dropwhile(_idle, _rows(lines)))
    places = {row.number: str(place) for place, row in enumerate(rows, 1)}
    texts = [""] * len(lines)
    for row in rows:
        cells = (_cell(cell, row.number, places) for cell in row.cells)
        texts[row.at] = ";".join((row.number, row.name, row.club, row.rating, *cells, row.points))
    if rows:
        rounds = (str(number) for number in range(1, len(rows[0].cells) + 1))
        texts[rows[0].at - 1] = ";".join(("No", "Nimi", "Seura", "Selo", *rounds, "Pisteet"))
    return texts


def tasaselo_title(lines: Sequence[str]) -> str:
    """Return the name of the tournament, which stands with its sign before the round: `TY5   Name    Kierros:  7`."""
    matches = (_TITLE.match(line[:MOST]) for line in lines[:MOST_TITLES])
    return next((match[1] for match in matches if match is not None), "")


def _rows(lines: Sequence[str]) -> list[_Row]:
    """Find the rows; those of the lists behind the table have no rounds, and no row has others than the first."""
    head = next(filter(None, (_HEAD.match(line[:MOST]) for line in lines[:MOST_TITLES])), None)
    if head is None:
        return []
    rounds = len(head[1].split())
    rows = max((list(_of_width(lines, width, rounds)) for width in _CELLS), key=len)
    return rows if len({row.number for row in rows}) == len(rows) else []


def _of_width(lines: Sequence[str], width: int, rounds: int) -> Iterator[_Row]:
    form = re.compile(_FORM.replace("CELLS", f"(?:{_CELLS[width]}){{{rounds}}}"))
    for at, line in enumerate(lines[:MOST_LINES]):
        if len(line) <= MOST and (match := form.match(line)) is not None:
            # the name has 25 columns in the table that has clubs
            name, club = match[2][:25].strip(), match[2][25:].strip()
            cells = tuple(match[4][start : start + width] for start in range(0, width * rounds, width))
            yield _Row(at, match[1], surname_first(name), club, match[3].strip(), cells, match[5])


def _idle(row: _Row) -> bool:
    return all(not cell[3:].strip(" 0") for cell in row.cells)


def _cell(text: str, own: str, places: Mapping[str, str]) -> str:
    """Write a cell in the other form; one that names no row stays as it is, and is refused for it."""
    colour, how, opponent = text[1], text[2], text[3:].strip()
    if not opponent.strip("0"):
        return _ALONE.get(how, "--")
    if opponent not in places:
        return text.strip()
    if colour == " ":  # not played: whoever is first gets White, as in tables without colours
        colour = "w" if int(places[own]) < int(places[opponent]) else "b"
    return f"{places[opponent]}{colour}{_PLAYED[how]}"
