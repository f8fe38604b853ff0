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


def known_beside(words: Sequence[str]) -> frozenset[str]:
    """Return the columns that a list under this header may have, though they are not
    read.
    """
    return FINNISH | GERMAN if GERMAN.intersection(words) else FINNISH


def has_no_ids(words: Sequence[str]) -> bool:
    """Tell Germany's oldest list, whose people have a club and a number in it."""
    return {*_CLUB_AND_NUMBER} <= set(words) and "id" not in words


def with_ids(lines: Sequence[str]) -> Sequence[str]:
    """Give each line of Germany's oldest list an id: "C0101-0001". Other lists stay as
    they are.

    Lines that differ in the club alone are one person's, with the id of the first.
    """
    at = next((number for number, line in enumerate(lines) if line.strip()), 0)
    head = lines[at] if lines else ""
    for separator in SEPARATORS:
        words = header_words(head, separator)
        if has_no_ids(words):
            rest = _identified(lines[at + 1 :], words, separator)
            return [*lines[:at], f"ID{separator}{head}", *rest]
    return lines


def _identified(
    lines: Sequence[str], words: Sequence[str], separator: str
) -> Iterator[str]:
    first: dict[tuple[str, ...], str] = {}
    for line in lines:
        try:
            cells = fields_of(line, separator, len(words))
        except csv.Error:
            cells = []
        if len(cells) < len(words):  # what is wrong with it is told by whoever reads it
            yield separator + line if line.strip() else line
            continue
        person = tuple(
            cell
            for word, cell in zip(words, cells, strict=False)
            if word not in _OF_A_CLUB
        )
        club, number = (cells[words.index(word)] for word in _CLUB_AND_NUMBER)
        own = f"{club}-{number}" if club and number else ""
        yield f"{first.setdefault(person, own)}{separator}{line}"
