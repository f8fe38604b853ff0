"""Read and write rating lists as federations and programs do. Here: lists of people
without games, the starting list of a tournament or a list of players for pairing
programs; and what the lists of federations have besides.

    No.;;Name;FideID;FED;Rtg;Club/City          ID_No;Name;Fed;Rtg_Nat;Birthday;Sex;FIDE_No;Clubname
    1;FM;Aho, Aino;500001;FIN;2100;EtVaS        F001;Aho, Aino;FIN;2100;1980/02/29;w;500001;EtVaS

The ratings of a starting list are those of other lists and days, so they are not read;
openings are another file.

Finland: Id;Sukunimi;Etunimi;Seura;Selo;Selopelejä;Ikäryhmä;Maa;Lisenssi
Germany: ZPS,Mgl-Nr,Status,Spielername,...   then   ID,VKZ,Mgl-Nr,Status,Spielername,...
         and now   ID,ZPS,Mitgliedsnummer,Status,"Name,Vorname",...

Germany's has whoever is in two clubs twice; its oldest header has no id, but the club
and the number there.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from exchange.byes import is_bye
from exchange.names import surname_first
from exchange.results import HEADS, RATING_HEADS
from exchange.text import (
    SEPARATORS,
    Notes,
    TextFile,
    decode,
    fields_of,
    header_line,
    header_words,
    refuse_rows_above,
    rows_of,
    unquoted,
    whole,
)
from exchange.text.dates import Order, birth, birth_order
from ledger.errors import Problem
from messages import say

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


COLUMNS = {
    "name": tuple(sorted(HEADS)),
    "surname": (
        "surname",
        "last name",
        "last_name",
        "lastname",
        "sukunimi",
        "efternamn",
        "nachname",
    ),
    "given": (
        "given name",
        "first name",
        "first_name",
        "firstname",
        "forename",
        "etunimi",
        "förnamn",
        "vorname",
    ),
    "fide_id": (
        "fideid",
        "fide_id",
        "fide id",
        "fide-id",
        "fide",
        "fide_no",
        "fide no",
        "fide-no",
        "idfide",
    ),
    "player": (
        "id",
        "id_no",
        "id no",
        "idnr",
        "player",
        "national id",
        "jäsennumero",
        "pelaajanumero",
        "idnat",
    ),
    "federation": ("fed", "federation", "maa", "land", "country"),
    "born": (
        "born",
        "birth",
        "birthday",
        "year",
        "yob",
        "syntynyt",
        "syntymävuosi",
        "syntymäaika",
        "född",
        "geb",
        "year_of_birth",
        "date_of_birth",
    ),
    "sex": ("sex", "sukupuoli", "gender", "kön"),
    "club": (
        "club",
        "clubname",
        "club/city",
        "seura",
        "seura/kaupunki",
        "verein",
        "verein/ort",
        "klubb",
        "klubb/ort",
    ),
}
MEANING = {
    word: name
    for name, words in COLUMNS.items()
    for word in words
    if not (name != "name" and word in HEADS)
}
# a round, or what a table of games has
_OF_GAMES = re.compile(
    r"[0-9]{1,2}\.?\s*(?:rd|r|k|krs|kierros|rond|runde|turas)?|(?:r|rd|k)["
    r" .]?[0-9]{1,2}"
    r"|white|black|result|res|valkea|musta|tulos|round|kierros|opponent"
)
_NUMBER = ("no", "nr", "sno", "snr")
# what a club's list may have besides, and no table of results is without its points
_BESIDE_PEOPLE = RATING_HEADS | {
    "",
    *_NUMBER,
    "#",
    "title",
    "tit",
    "titel",
    "ratingtal",
    "email",
    "e-mail",
    "phone",
    "puhelin",
    "telefon",
}
_SEX = {
    "m": "m",
    "w": "f",
    "f": "f",
    "n": "f",
    "mies": "m",
    "nainen": "f",
    "male": "m",
    "female": "f",
}
MAX_PEOPLE = 5000
# eight digits, the day first
_VEGAS_DAY = re.compile(r"([0-9]{2})([0-9]{2})([0-9]{4})")
PEOPLE_CODES = ("people-quotes", "people-fields")
MAX_FIELD = 200


class ListedPerson(NamedTuple):
    """A row of the list. `number`: the starting number, where the list has one."""

    line: int
    number: str
    name: str
    player: str = ""
    fide_id: int | None = None
    federation: str = ""
    born: str = ""
    sex: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True)
class PeopleList:
    """A list of people without games. `title`: the first line above the header."""

    source: TextFile
    title: str
    people: tuple[ListedPerson, ...]
    warnings: tuple[Problem, ...]


def people_words(line: str, separator: str) -> list[str]:
    """Return the cells of a header without what does not matter in spelling: quotes,
    capitals, marks at the end.
    """
    return [
        cell.strip().strip('"').strip().casefold().rstrip(".:")
        for cell in line.split(separator)
    ]


def is_people_header(line: str) -> bool:
    """Return whether a header is of people with a FIDE id or a federation, and of no
    opponents, results or rounds. A club's list has neither: each of its columns is one
    that people have.
    """
    for separator in SEPARATORS:
        words = people_words(line, separator)
        known = {MEANING[word] for word in words if word in MEANING}
        if not known & {"name", "surname"} or any(map(_OF_GAMES.fullmatch, words)):
            continue
        understood = all(word in MEANING or word in _BESIDE_PEOPLE for word in words)
        of_people = known & {"born", "club", "sex", "given"}
        if known & {"fide_id", "federation"} or (understood and of_people):
            return True
    return False


def read_people(data: bytes, file: str | None = None) -> PeopleList:
    """Read a list of people or refuse it, all problems at once."""
    decoded = decode(data, file)
    notes = Notes(file)
    start = header_line(decoded.lines, MEANING, 2)
    start = next(
        (at for at, line in enumerate(decoded.lines[:40]) if is_people_header(line)),
        start,
    )
    head = decoded.lines[start] if decoded.lines else ""
    separator = max(
        SEPARATORS,
        key=lambda mark: sum(word in MEANING for word in people_words(head, mark)),
    )
    words = people_words(head, separator)
    refuse_rows_above(decoded.lines[:start], separator, words, notes)
    _check_header(words, start + 1, notes)
    rows = list(_rows(decoded.lines[start + 1 :], separator, start + 2, words, notes))
    order = birth_order(cells.get("born", "") for _, cells in rows)
    people = [_person(line, cells, order, notes) for line, cells in rows]
    if not people and not notes.problems:
        notes.refuse(
            "people-empty",
            say("the list has nobody on it"),
            say("a header and a line for each player"),
        )
    title = next(
        (
            " ".join(line.replace(separator, " ").split())
            for line in decoded.lines[:start]
            if line.strip()
        ),
        "",
    )
    return PeopleList(
        warnings=notes.done(),
        source=decoded.source,
        title=title[:MAX_FIELD],
        people=tuple(people),
    )


def _check_header(words: Sequence[str], line: int, notes: Notes) -> None:
    names = [MEANING[word] for word in words if word in MEANING]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            notes.refuse(
                "people-column-twice",
                say("two columns mean {name}", name=name),
                say("leave one"),
                line,
                name,
            )
    if not {"name", "surname"} & set(names):
        hint = say("head the column of names Name, Nimi or Namn")
        notes.refuse("people-no-names", say("there is no column of names"), hint, line)


def _rows(
    lines: Sequence[str], separator: str, first: int, words: Sequence[str], notes: Notes
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield everybody with a name; lines with hardly a cell are remarks, and a bye is
    nobody.
    """
    named = {MEANING[word] for word in words if word in MEANING}
    count = 0
    for line, fields in rows_of(
        enumerate(lines, first), separator, len(words), MAX_FIELD, PEOPLE_CODES, notes
    ):
        cells = {
            MEANING[word]: unquoted(" ".join(field.split()))
            for word, field in zip(words, fields, strict=False)
            if word in MEANING
        }
        number = next(
            (
                field
                for word, field in zip(words, fields, strict=False)
                if word in _NUMBER
            ),
            "",
        )
        filled = sum(bool(field) for field in fields)
        if "name" not in named:  # in two columns
            cells["name"] = ", ".join(
                filter(None, (cells.get("surname"), cells.get("given")))
            )
        if "elonat" in words:
            cells["name"] = surname_first(cells.get("name", ""))
            cells["born"] = _VEGAS_DAY.sub(r"\3-\2-\1", cells.get("born", ""))
        if not cells.get("name") and filled > 2 and named & {"name", "surname"}:
            notes.refuse(
                "people-no-name",
                say("the line has no name"),
                say("fill it in"),
                line,
                "name",
            )
        elif is_bye(cells.get("name", "")):
            notes.warn(
                "bye-as-player",
                say("{name} is a bye and nobody", name=repr(cells["name"])),
                line=line,
                field="name",
            )
        elif cells.get("name"):
            count += 1
            yield line, {**cells, "number": number.rstrip(".")}
    if count > MAX_PEOPLE:
        notes.refuse(
            "people-too-many",
            say("more than {count} people", count=MAX_PEOPLE),
            say("send the list in parts"),
        )


def _person(
    line: int, cells: dict[str, str], order: Order | None, notes: Notes
) -> ListedPerson:
    born, fide_id = (
        born_in(cells, order, "people-birth", line, notes),
        fide_id_in(cells, line, notes),
    )
    return ListedPerson(
        line=line,
        number=cells["number"],
        name=cells["name"],
        player=cells.get("player", ""),
        fide_id=fide_id,
        federation=cells.get("federation", ""),
        born=born,
        sex=_SEX.get(cells.get("sex", "").casefold(), ""),
        club=cells.get("club", ""),
    )


def born_in(
    cells: Mapping[str, str],
    order: Order | None,
    code: str,
    line: int,
    notes: Notes,
    called: str = "born",
) -> str:
    """Read the birth in a line of any list, a year or a day; refuse what is neither.

    `called`: how the file calls the column.
    """
    born = birth(cells.get("born", ""), order)
    if born is None:
        message = say("{text} is not a day or year", text=repr(cells["born"][:40]))
        notes.refuse(code, message, say("1980 or 1980-02-29"), line, called)
    return born or ""


def fide_id_in(
    cells: Mapping[str, str], line: int, notes: Notes, called: str = "fide_id"
) -> int | None:
    """Read the FIDE id in a line of any list; refuse what is none."""
    text = cells.get("fide_id", "")
    number = whole(text) if text else 0
    if number is None:
        message = say("{text} is not a FIDE id", text=repr(text[:40]))
        notes.refuse(
            "people-fide-id", message, say("digits only, or nothing"), line, called
        )
    return number or None
