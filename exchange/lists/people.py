"""Read lists of people without games: the starting list of a tournament or a list of
players for pairing programs.

    No.;;Name;FideID;FED;Rtg;Club/City          ID_No;Name;Fed;Rtg_Nat;Birthday;Sex;FIDE_No;Clubname
    1;FM;Aho, Aino;500001;FIN;2100;EtVaS        F001;Aho, Aino;FIN;2100;1980/02/29;w;500001;EtVaS

The ratings of a starting list are those of other lists and days, so they are not read;
openings are another file. Whoever sends a club's list may think that they are read, so
it is told.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from exchange.byes import is_bye
from exchange.lists.cells import PEOPLE_CODES, born_in, fide_id_in
from exchange.lists.people_columns import (
    MEANING,
    NUMBER_HEADS,
    is_people_header,
    meanings,
    people_words,
)
from exchange.names.surnames import surname_first
from exchange.text.dates import Order, birth_order
from exchange.text.decoding import TextFile, decode
from exchange.text.notes import Notes
from exchange.text.tables import (
    MOST_TITLES,
    SEPARATORS,
    header_line,
    refuse_rows_above,
    rows_of,
    unquoted,
)
from ledger.errors import Problem
from messages import counted, say

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

# what heads a column of a list's own ratings; those of starting lists are rtg and elo
_RATINGS_OF_A_LIST = ("selo", "pelo", "rating", "ratingtal", "vahvuusluku", "dwz")

# eight digits, the day first
_VEGAS_DAY = re.compile(r"([0-9]{2})([0-9]{2})([0-9]{4})")

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


def read_people(data: bytes, file: str | None = None) -> PeopleList:
    """Read a list of people or refuse it, all problems at once.

    `file`: its name, for whoever reads the problems.

    `Refused` are an unknown header, columns that come again, people without names,
    births and FIDE ids that are none, more than MAX_PEOPLE, and a list with nobody on
    it.
    """

    decoded = decode(data, file)
    notes = Notes(file)

    start = _header_line(decoded.lines)
    above = decoded.lines[:start]
    head = decoded.lines[start] if decoded.lines else ""

    separator = max(SEPARATORS, key=lambda mark: _count_of_known_words(head, mark))
    words = people_words(head, separator)

    refuse_rows_above(above, separator, words, notes)
    _check_header(words, start + 1, notes)

    below = decoded.lines[start + 1 :]
    rows = list(_rows(below, separator, start + 2, words, notes))
    _tell_of_ratings([cells for _, cells in rows], start + 1, notes)

    order = birth_order(cells.get("born", "") for _, cells in rows)
    people = [_person(line, cells, order, notes) for line, cells in rows]

    if not people and not notes.problems:
        message = say("the list has nobody on it")
        notes.refuse(
            "people-empty", message, say("a header and a line for each player")
        )

    return PeopleList(
        warnings=notes.done(),
        source=decoded.source,
        title=_title(above, separator),
        people=tuple(people),
    )


def _tell_of_ratings(
    rows: Sequence[Mapping[str, str]], line: int, notes: Notes
) -> None:
    """Warn where people have ratings, which a list of people does not bring in.

    `line`: of the header, from 1.
    """
    rated = sum(cells.get("rating", "").strip("0") != "" for cells in rows)
    if rated == 0:
        return

    message = counted(
        "the rating of {count} player was not read; add a column of games, and it is a"
        " table of starting ratings",
        "the ratings of {count} players were not read; add a column of games, and it is"
        " a table of starting ratings",
        rated,
    )
    notes.warn("people-ratings", message, line=line, field="rating")


def _title(lines: Sequence[str], separator: str) -> str:
    """Return the first line above the header that is not blank, as one text; empty
    where there is none. It is cut to the length of a field.

    For example:

        "Turku Open;;;"  ->  "Turku Open"
    """
    line = next((line for line in lines if line.strip()), "")
    words = line.replace(separator, " ").split()
    return " ".join(words)[:MAX_FIELD]


def _header_line(lines: Sequence[str]) -> int:
    """Return the number of the header, counted from 0.

    A line of the form that a pairing program writes counts first, then one of two known
    words.
    """
    for number, line in enumerate(lines[:MOST_TITLES]):
        if is_people_header(line):
            return number

    return header_line(lines, MEANING, 2)


def _count_of_known_words(head: str, separator: str) -> int:
    """Count the words of a header that mean something, if it is split at this
    separator.

    For example:

        _count_of_known_words("Name;Fed", ";")  ->  2, with ","  ->  0
    """
    return sum(word in MEANING for word in people_words(head, separator))


def _check_header(words: Sequence[str], line: int, notes: Notes) -> None:
    """Refuse columns that come again, and a list without names: in one column, or the
    surname in one of its own.

    `line`: of the header, from 1.
    """
    names = [name for name in meanings(words) if name]

    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            message = say("two columns mean {name}", name=name)
            notes.refuse("people-column-twice", message, say("leave one"), line, name)

    if "name" not in names and "surname" not in names:
        message = say("there is no column of names")
        hint = say("head the column of names Name, Nimi or Namn")
        notes.refuse("people-no-names", message, hint, line)


def _rows(
    lines: Sequence[str], separator: str, first: int, words: Sequence[str], notes: Notes
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield everybody with a name, with the number of the line and the cells by what
    they mean.

    Lines with hardly a cell are remarks, and a bye is nobody. `first`: the number of
    the first line.

    `words`: of the header. More than MAX_PEOPLE are told to `notes` behind the last.
    """
    has_names = not {"name", "surname"}.isdisjoint(meanings(words))
    count = 0
    numbered = enumerate(lines, first)
    rows = rows_of(numbered, separator, len(words), MAX_FIELD, PEOPLE_CODES, notes)

    for line, fields in rows:
        cells = _cells(words, fields)
        name = cells.get("name", "")
        filled = sum(bool(field) for field in fields)
        if not name and filled > 2 and has_names:
            message = say("the line has no name")
            notes.refuse("people-no-name", message, say("fill it in"), line, "name")
        elif is_bye(name):
            message = say("{name} means a bye, not a person", name=repr(name))
            notes.warn("bye-as-player", message, line=line, field="name")
        elif name:
            count += 1
            yield line, cells

    if count > MAX_PEOPLE:
        message = say("more than {count} people", count=MAX_PEOPLE)
        notes.refuse("people-too-many", message, say("send the list in parts"))


def _cells(words: Sequence[str], fields: Sequence[str]) -> dict[str, str]:
    """Return the cells of a line by what their columns mean, a name from two columns in
    one, the starting number, and a rating of some list.

    `words`: of the header, the first of two columns of numbers counts. Vega's list has
    names without a comma and days in eight digits.

    For example:

        ["1.", "Aho", "Aino"]  ->  {"number": "1", "surname": "Aho", "given": "Aino", "name": "Aho, Aino"}
    """
    cells: dict[str, str] = {}
    known = meanings(words)
    for word, name, field in zip(words, known, fields, strict=False):
        if name:
            text = " ".join(field.split())
            cells[name] = unquoted(text)
        elif word in NUMBER_HEADS:
            cells.setdefault("number", field.rstrip("."))
        elif word in _RATINGS_OF_A_LIST:
            cells.setdefault("rating", field.strip())

    cells.setdefault("number", "")

    if "name" not in known:
        parts = (cells.get("surname"), cells.get("given"))
        cells["name"] = ", ".join(filter(None, parts))

    if "elonat" in words:
        day = cells.get("born", "")
        cells["born"] = _VEGAS_DAY.sub(r"\3-\2-\1", day)
        cells["name"] = surname_first(cells.get("name", ""))

    return cells


def _person(
    line: int, cells: dict[str, str], order: Order | None, notes: Notes
) -> ListedPerson:
    """Return the person of a line; refuse a birth or a FIDE id that is none.

    A sex of another word than those known is left out.
    """
    born = born_in(cells, order, "people-birth", line, notes)
    fide_id = fide_id_in(cells, line, notes)
    sex = cells.get("sex", "").casefold()

    return ListedPerson(
        line=line,
        number=cells["number"],
        name=cells["name"],
        player=cells.get("player", ""),
        fide_id=fide_id,
        federation=cells.get("federation", ""),
        born=born,
        sex=_SEX.get(sex, ""),
        club=cells.get("club", ""),
    )
