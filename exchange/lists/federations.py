"""Know what the lists of federations have besides, though it is not read.

Finland: Id;Sukunimi;Etunimi;Seura;Selo;Selopelejä;Ikäryhmä;Maa;Lisenssi
Germany: ZPS,Mgl-Nr,Status,Spielername,...   then   ID,VKZ,Mgl-Nr,Status,Spielername,...
         and now   ID,ZPS,Mitgliedsnummer,Status,"Name,Vorname",...

Germany's has whoever is in two clubs twice; its oldest header has no id, but the club
and the number there.
"""

import csv
from collections.abc import Iterator, Sequence

from exchange.text.tables import (
    SEPARATORS,
    fields_of,
    header_words,
)

FINNISH = frozenset(["ikäryhmä", "lisenssi"])

GERMAN = frozenset(
    [
        "vkz",
        "zps",
        "mgl-nr",
        "mitgliedsnummer",
        "status",
        "spielberechtigung",
        "letzte-auswertung",
        "letzte auswertung",
        "index",
        "fide-elo",
        "fide-elozahl",
        "fide-titel",
        "fide-frauentitel",
        "fide-elozahl-schnellschach",
        "fide-elozahl-blitz",
    ]
)

_CLUB_AND_NUMBER = ("zps", "mgl-nr")

# may differ between two lines of one person
_OF_A_CLUB = {*_CLUB_AND_NUMBER, "status", "spielberechtigung"}


def columns_not_read(words: Sequence[str]) -> frozenset[str]:
    """Return the columns that a list under this header may have, though they are not
    read.
    """
    if GERMAN.isdisjoint(words):
        return FINNISH
    return FINNISH | GERMAN


def has_no_ids(words: Sequence[str]) -> bool:
    """Tell Germany's oldest list, whose people have a club and a number in it."""
    return "id" not in words and set(_CLUB_AND_NUMBER).issubset(words)


def lines_with_ids(lines: Sequence[str]) -> Sequence[str]:
    """Give each line of Germany's oldest list an id: "C0101-0001". Other lists stay as
    they are.

    Lines that differ in the club alone are one person's, with the id of the first.
    """
    start = next((number for number, line in enumerate(lines) if line.strip()), 0)
    head = lines[start] if lines else ""
    for separator in SEPARATORS:
        words = header_words(head, separator)
        if has_no_ids(words):
            with_ids_below = _lines_below_with_ids(lines[start + 1 :], words, separator)
            return [*lines[:start], f"ID{separator}{head}", *with_ids_below]

    return lines


def _lines_below_with_ids(
    lines: Sequence[str], words: Sequence[str], separator: str
) -> Iterator[str]:
    """Yield the lines with an id in front, which is empty where a line has none.

    `words`: of the header. Who differs from somebody before in the club alone is the
    same person.
    """
    of_person = [column for column, word in enumerate(words) if word not in _OF_A_CLUB]
    first: dict[tuple[str, ...], str] = {}
    for line in lines:
        cells = _cells(line, separator, len(words))
        if cells is not None:
            person = tuple(cells[column] for column in of_person)
            person_id = first.setdefault(person, _own_id(cells, words))
            yield f"{person_id}{separator}{line}"
        elif line.strip():
            yield separator + line
        else:
            yield line


def _own_id(cells: Sequence[str], words: Sequence[str]) -> str:
    """Return the id of a line by its club and number; empty where it lacks one.

    `words`: of the header, the first column of each counts.
    """
    club, number = (cells[words.index(word)] for word in _CLUB_AND_NUMBER)
    if not club or not number:
        return ""

    return f"{club}-{number}"


def _cells(line: str, separator: str, width: int) -> list[str] | None:
    """Return the cells of a line; None for a line that is not whole: what is wrong with
    it is told by whoever reads it.
    """
    try:
        cells = fields_of(line, separator, width)
    except csv.Error:
        return None

    return cells if len(cells) >= width else None
