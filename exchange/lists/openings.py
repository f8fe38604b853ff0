"""A national list as openings: the balances carried over from before the ledger, one line per player.

player;name;born;sex;club;rating;games;peak
12345;Aho, Aino;1980;N;EtVaS;1895;212;1931

What `selo export list` writes is read back too, as the lines of such a table: JSON has the same names for its fields,
fixed columns have headings of their own.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exchange.json.documents import made
from exchange.lists.people import born_in
from exchange.lists.written import FIXED, SWISS, csv_text
from exchange.text.dates import Order, birth_order
from exchange.text.decoding import decode, refuse_if
from exchange.text.notes import Notes
from exchange.text.separated import header_words, rows_of, unquoted
from ledger.errors import Problem, Refused, Where
from messages import by_command, say
from rulebooks import titled

COLUMNS = {
    "player": ("player", "id", "number", "pelaaja", "numero", "jäsennumero"),
    "name": ("name", "nimi"),
    "rating": ("rating", "selo", "pelo", "vahvuusluku", "luku"),
    "games": ("games", "pelit", "pelejä", "pelimäärä"),
    "normal_games": ("normal_games", "normal games", "normaalipelit"),
    "peak": ("peak", "huippu", "huippuluku"),
    "titles": ("titles", "arvot", "arvonimet"),
    "born": ("born", "birth", "syntynyt", "syntymävuosi", "syntymäaika"),
    "sex": ("sex", "sukupuoli"),
    "federation": ("federation", "fed", "maa"),
    "fide_id": ("fide_id", "fide id", "fide"),
    "club": ("club", "seura"),
}
# what `selo export list` writes beside: what follows from the rest, or belongs to a list of its day
BESIDE = frozenset(["rank", "established", "last_played", "live", "pending", "list_day"])
MEANING = {word: name for name, words in COLUMNS.items() for word in words}
NEEDED = ("player", "rating", "games")
DETAILS = ("name", "sex", "born", "federation", "fide_id", "club")
NUMBERS = ("rating", "games", "normal_games", "peak", "fide_id")
_CODES = ("openings-quotes", "openings-fields")
MAX_FIELD = 200
_SEX = {"m": "m", "f": "f", "w": "f", "n": "f", "mies": "m", "nainen": "f"}
_WHOLE = re.compile(r"(-?[0-9]{1,12})(?:[.,]0*)?")
Row = dict[str, Any]


def read_openings(data: bytes, file: str | None = None) -> list[tuple[int, Row]]:
    """Read line and fields of every player, or refuse the list with all its problems."""
    players, problems = openings_and_problems(data, file)
    refuse_if(problems, file)
    return players


def openings_and_problems(data: bytes, file: str | None = None) -> tuple[list[tuple[int, Row]], list[Problem]]:
    """Read line and fields of every player like `read_openings`, but return the problems instead of raising them.

    The caller may have others to tell with them.
    """
    decoded = decode(data, file)
    notes = Notes(file)
    written = as_csv(decoded.lines)
    lines = [(number, text) for number, text in enumerate(written, 1) if text.strip()]
    if not lines:
        notes.refuse("openings-empty", say("the file is empty"), notes.at(), say("a header and one line per player"))
        notes.done()
    first, head = lines[0]
    if is_without_games(head):
        hint = by_command("export it as csv, json or fixed; or submit it without --as, which registers the people")
        notes.refuse("openings-no-games", say("a list for Swiss-Manager does not tell games"), notes.at(first), hint)
        notes.done()
    separator = max(";\t,", key=lambda mark: sum(cell in MEANING for cell in header_words(head, mark)))
    header = [MEANING.get(cell, "") for cell in header_words(head, separator)]
    _check_header(header_words(head, separator), header, first, notes)
    rows = list(_rows(lines[1:], separator, header, notes))
    order = birth_order(fields.get("born", "") for _, fields in rows)
    players = [(line, _row(line, header, fields, order, notes)) for line, fields in rows]
    seen: dict[str, int] = {}
    for line, row in players:
        if "player" in row and seen.setdefault(row["player"], line) != line:
            where = notes.at(line, None, "player")
            notes.refuse(
                "openings-twice",
                say("{player} is already in line {line}", player=row["player"], line=seen[row["player"]]),
                where,
                say("one line per player"),
            )
    if not players and not notes.problems:
        notes.refuse(
            "openings-empty", say("the table has no players"), notes.at(), say("one line per player under the header")
        )
    for line, row in players:
        notes.problems += _value_problems(row, notes.at(line))
    return players, notes.sorted_problems()


def _value_problems(row: Row, where: Where) -> Iterator[Problem]:
    """Yield what the documents of a row would refuse, so that it is told with the rest.

    Fields that are missing or wrong, which is told already, get placeholders that are right. List and day come from
    elsewhere, so a list that takes every field stands in for them.
    """
    whole_row = {"player": "A", "rating": 1500, "games": 0, **row}
    seen: set[tuple[str, str | None]] = set()
    for kind, fields in zip(("player", "opening"), documents_of(whole_row, titled()[0], "2000-01-01"), strict=True):
        try:
            made(kind, fields, where)
        except Refused as refused:
            fresh = [problem for problem in refused.problems if (problem.code, problem.where.field) not in seen]
            seen |= {(problem.code, problem.where.field) for problem in fresh}
            yield from fresh


def _check_header(cells: list[str], header: list[str], line: int, notes: Notes) -> None:
    hint = say("columns: {names}", names="; ".join("/".join(words) for words in COLUMNS.values()))
    for at, (cell, name) in enumerate(zip(cells, header, strict=True)):
        where = notes.at(line, None, cell[:40])
        if cell and not name and cell not in BESIDE:
            notes.refuse("openings-unknown-column", say("unknown column {name}", name=repr(cell[:40])), where, hint)
        elif name and name in header[:at]:
            notes.refuse("openings-column-twice", say("two columns mean {name}", name=name), where, hint)
    for name in NEEDED:
        if name not in header:
            notes.refuse(
                "openings-missing-column", say("there is no column {name}", name=name), notes.at(line, None, name), hint
            )


def _rows(
    lines: Sequence[tuple[int, str]], separator: str, header: list[str], notes: Notes
) -> Iterator[tuple[int, dict[str, str]]]:
    for line, fields in rows_of(lines, separator, len(header), MAX_FIELD, _CODES, notes):
        cells = [unquoted(field) for field in fields]
        yield line, {name: text for name, text in zip(header, cells, strict=False) if name}


def _row(line: int, header: Sequence[str], fields: Mapping[str, str], order: Order | None, notes: Notes) -> Row:
    row: Row = {name: text for name, text in fields.items() if name and text}
    for name in NUMBERS:
        if (text := row.pop(name, None)) is not None:
            match = _WHOLE.fullmatch(text)
            if match is None:
                message = say("{text} is not a whole number", text=repr(text[:40]))
                notes.refuse("openings-number", message, notes.at(line, None, name), say("correct {name}", name=name))
            else:
                row[name] = int(match[1])
    row.pop("fide_id") if row.get("fide_id") == 0 else None
    for name in NEEDED:
        if name in header and not fields.get(name):
            notes.refuse(
                "openings-missing",
                say("the line has no {name}", name=name),
                notes.at(line, None, name),
                say("fill it in"),
            )
    if "titles" in row:
        row["titles"] = row["titles"].replace(",", " ").upper().split()
    if "sex" in row:
        row["sex"] = _SEX.get(row["sex"].casefold(), row["sex"])
    if "federation" in row:
        row["federation"] = row["federation"].upper()
    if "born" in row:
        row["born"] = born_in(row, order, "openings-birth", notes.at(line, None, "born"), notes) or None
    return row


def documents_of(row: Row, list_name: str, on: str) -> tuple[Row, Row]:
    """Return the fields of the player's document and those of the opening's."""
    person = {"player": row["player"], **{name: row[name] for name in DETAILS if row.get(name) is not None}}
    opening = {"player": row["player"], "list": list_name, "on": on}
    opening |= {
        name: row[name] for name in ("rating", "games", "normal_games", "peak", "titles") if row.get(name) is not None
    }
    return person, opening


_HEADINGS = [heading for _, heading, *_ in FIXED]


def as_csv(lines: Sequence[str]) -> Sequence[str]:
    """Turn JSON or fixed columns of ours into lines of a table; other lines stay as they are.

    In fixed columns a line stays where it was.
    """
    head = next((line for line in lines if line.strip()), "")
    if head.split() == _HEADINGS:
        return list(_of_fixed(lines, head))
    if head.lstrip().startswith("{") and (rows := _rows_of_json("\n".join(lines))) is not None:
        return csv_text(rows, delimiter=";").splitlines()
    return lines


def is_without_games(head: str) -> bool:
    return head.split(";") == [heading for heading, _ in SWISS]


def _rows_of_json(text: str) -> list[dict[str, object]] | None:
    """Return the rows of a list that is JSON; None for anything else."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    rows = value.get("rows") if isinstance(value, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        return None
    # a line of a table is one line, whatever a name holds
    return [{str(name): _plain(cell) for name, cell in row.items()} for row in rows]


def _plain(cell: object) -> object:
    return " ".join(cell.split()) if isinstance(cell, str) else cell


def _of_fixed(lines: Sequence[str], head: str) -> Iterator[str]:
    """Yield fixed columns as lines of a table: numbers end where their heading ends, texts begin where it begins."""
    places = _places(head)
    for line in lines:
        if line == head or not line.strip():
            yield ";".join(name for name, *_ in FIXED) if line == head else ""
            continue
        cells = {name: line[start:end].strip() for name, (start, end) in places.items()}
        yield csv_text([cells], delimiter=";").splitlines()[1]


def _places(head: str) -> dict[str, tuple[int, int | None]]:
    """Find where each column begins and ends."""
    at, starts, ends = 0, [], []
    for _, heading, *_ in FIXED:
        at = head.index(heading, at)
        starts.append(at)
        at += len(heading)
        ends.append(at)
    places: dict[str, tuple[int, int | None]] = {}
    end_before = 0
    for number, (name, _, least, right) in enumerate(FIXED):
        start = end_before if right else starts[number]
        last = number + 1 == len(FIXED)
        next_is_right = not last and FIXED[number + 1][3]
        # a text before a number: births, which have four characters
        end = ends[number] if right else None if last else start + least if next_is_right else starts[number + 1]
        places[name] = (start, end)
        end_before = end or 0
    return places
