"""Read a national list as openings: the balances carried over from before the ledger,
one line per player.

player;name;born;sex;club;rating;games;peak
12345;Aho, Aino;1980;N;EtVaS;1895;212;1931

The lists of the federations of Finland and Germany are read as they are
(federations.py). Germany's says nothing about games, so whoever submits it does.
Norway's printed lists have columns of blanks and no ids (norwegian.py): whose a row is,
is found by the name.

What `selo export list` writes is read back too, as the lines of such a table: JSON has
the same names for its fields, fixed columns have headings of their own.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exchange.json.documents import document_from_fields
from exchange.lists.cells import born_in
from exchange.lists.federations import GERMAN, columns_not_read, lines_with_ids
from exchange.lists.norwegian import is_norwegian, norwegian_lines
from exchange.lists.people_columns import COLUMNS as OF_PEOPLE
from exchange.lists.written import FIXED, SWISS
from exchange.text.csv_written import csv_row, csv_text
from exchange.text.dates import Order, birth_order
from exchange.text.decoding import decode
from exchange.text.notes import Notes
from exchange.text.tables import (
    HeadedTable,
    refuse_rows_above,
    rows_of,
    table_under_header,
)
from ledger.errors import Problem, Refused, Where
from messages import by_command, say
from rulebooks import lists_with_titles

# the first three of each are the English, the Finnish and the Swedish one, as far as
# they differ
COLUMNS = {
    "player": (
        "id",
        "jäsennumero",
        "medlemsnummer",
        "player",
        "number",
        "pelaaja",
        "numero",
        "nummer",
        "spelarnummer",
    ),
    "name": ("name", "nimi", "namn", "spielername", "name,vorname"),
    "surname": OF_PEOPLE["surname"],
    "given": OF_PEOPLE["given"],
    "rating": (
        "rating",
        "vahvuusluku",
        "ratingtal",
        "selo",
        "pelo",
        "luku",
        "rankingtal",
        "dwz",
    ),
    "games": (
        "games",
        "pelit",
        "partier",
        "pelejä",
        "pelimäärä",
        "selopelejä",
        "antal partier",
    ),
    "normal_games": ("normal games", "normaalipelit", "normalpartier", "normal_games"),
    "peak": ("peak", "huippu", "toppnotering", "huippuluku", "högsta"),
    "titles": ("titles", "arvot", "titlar", "arvonimet"),
    "born": (
        "born",
        "syntynyt",
        "född",
        "birth",
        "syntymävuosi",
        "syntymäaika",
        "födelseår",
        "födelsedatum",
        "geburtsjahr",
    ),
    "sex": ("sex", "sukupuoli", "kön", "geschlecht"),
    "federation": ("federation", "maa", "land", "fed", "förbund", "fide-land"),
    "fide_id": (
        "fide id",
        "fide-tunnus",
        "fide-nummer",
        "fide_id",
        "fide",
        "fide-id",
        "fideid",
    ),
    "club": ("club", "seura", "klubb", "förening"),
}
# what `selo export list` writes beside: what follows from the rest, or belongs to a
# list of its day
BESIDE = frozenset(
    ["rank", "established", "last_played", "live", "pending", "list_day"]
)
MEANING = {word: name for name, words in COLUMNS.items() for word in words}
NEEDED = ("player", "rating", "games")
DETAILS = ("name", "sex", "born", "federation", "fide_id", "club")
OPENED = ("rating", "games", "normal_games", "peak", "titles")
NUMBERS = ("rating", "games", "normal_games", "peak", "fide_id")
_CODES = ("openings-quotes", "openings-fields")
MAX_FIELD = 200
_SEX = {
    "m": "m",
    "f": "f",
    "w": "f",
    "n": "f",
    "k": "f",
    "mies": "m",
    "nainen": "f",
    "man": "m",
    "kvinna": "f",
}
# 1830, 1830,0 and 1 830, as spreadsheets write a whole number
_WHOLE = re.compile(
    r"(-?(?:[0-9]{1,12}|[0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3})+))(?:[.,]0*)?"
)
Row = dict[str, Any]


def read_openings(
    data: bytes, file: str | None = None, games: int | None = None
) -> tuple[list[tuple[int, Row]], list[Problem]]:
    """Read line and fields of every player, and return the problems of the rows with
    them. A row of a list without ids has no `player`.

    The caller may have others to tell with them. `games`: behind each rating, where the
    list has no column of them. A file that holds no such list is refused.

    `file`: the name that refusals show.

        player;name;born;rating;games
        12345;Aho, Aino;1980;1895;212

    gives (2, {"player": "12345", "name": "Aho, Aino", "born": "1980", "rating": 1895,
    ...}).
    """
    notes = Notes(file)

    lines = decode(data, file).lines
    table = _table(lines, notes)
    first = next(line for line in lines if line.strip())

    _check_header(table, games, notes, has_ids=not is_norwegian(first))
    rows = list(_rows(table, notes))
    # of UTF-16 the line end is the second byte from the end
    has_end = not {*b"\r\n"}.isdisjoint(data[-2:])
    if not has_end:
        _check_end(table, notes)

    header = table.header
    if games is not None:
        header = [*header, "games"]
        rows = [(line, {**fields, "games": str(games)}) for line, fields in rows]

    order = birth_order(fields.get("born", "") for _, fields in rows)
    players: list[tuple[int, Row]] = []

    for line, fields in rows:
        players.append((line, _row(line, header, fields, order, notes)))

    _refuse_repeated_players(players, notes)

    if not players and not notes.problems:
        message = say("the table has no players")
        hint = say("one line per player under the header")
        notes.refuse("openings-empty", message, hint)

    for line, row in players:
        notes.problems += _value_problems(row, notes.at(line))

    return players, notes.sorted_problems()


def _table(lines: Sequence[str], notes: Notes) -> HeadedTable:
    """Find the table of a list, or refuse a file that has none which can be read.

    Refused here and at once are an empty file, and a list for Swiss-Manager, which
    tells no games.
    """

    written = table_lines(lines)
    if not any(map(str.strip, written)):
        message = say("the file is empty")
        notes.refuse("openings-empty", message, say("a header and one line per player"))
        notes.done()

    table = table_under_header(written, MEANING, len(NEEDED))
    if is_without_games(written[table.at - 1]):
        hint = by_command(
            "export it as csv, json or fixed; or submit it without --as, which"
            " registers the people"
        )
        message = say(
            "a list for Swiss-Manager does not say how many games a rating"
            " has behind it"
        )
        notes.refuse("openings-no-games", message, hint, table.at)
        notes.done()

    above = written[: table.at - 1]
    refuse_rows_above(above, table.separator, table.words, notes)

    return table


def _refuse_repeated_players(players: Sequence[tuple[int, Row]], notes: Notes) -> None:
    """Refuse players that come again.

    Rows without ids are not compared. The later line is refused.
    """
    lines: dict[str, int] = {}
    hint = say("one line per player")

    for line, row in players:
        if "player" not in row:
            continue

        player = row["player"]
        first = lines.setdefault(player, line)

        if first != line:
            message = say(
                "{player} is already in line {line}", player=player, line=first
            )
            notes.refuse("openings-twice", message, hint, line, "player")


def _value_problems(row: Row, where: Where) -> Iterator[Problem]:
    """Yield what the documents of a row would refuse, so that all of it is reported
    together.

    Fields that are missing or wrong have been reported already: a value stands in for
    each. List and day come from elsewhere: for the list stands one that takes every
    field.

    `where`: the line of the row. A flaw that both documents have is told once.
    """

    whole_row = {"player": "A", "rating": 1500, "games": 0, **row}
    person, opening = documents_of(whole_row, lists_with_titles()[0], "2000-01-01")
    seen: set[tuple[str, str | None]] = set()

    for kind, fields in (("player", person), ("opening", opening)):
        try:
            document_from_fields(kind, fields, where)
        except Refused as refused:
            news = []
            for problem in refused.problems:
                if (problem.code, problem.where.field) not in seen:
                    news.append(problem)

            seen.update((problem.code, problem.where.field) for problem in news)
            yield from news


def _check_header(
    table: HeadedTable, games: int | None, notes: Notes, has_ids: bool = True
) -> None:
    """Refuse columns that are unknown, that come again, or that are missing.

    `games`: as many are behind each rating, where the list has no column of them;
    `has_ids`: the list tells people by ids.

    All that is wrong is told to `notes`, at the line of the header.
    """

    names = ["/".join(words[:3]) for words in COLUMNS.values()]
    hint = say("columns: {names}", names="; ".join(names))
    beside = BESIDE | columns_not_read(table.words)

    seen: set[str] = set()
    for cell, name in zip(table.words, table.header, strict=True):
        field = cell[:40]

        if cell and not name and cell not in beside:
            message = say("unknown column {name}", name=repr(field))
            notes.refuse("openings-unknown-column", message, hint, table.at, field)
        elif name and name in seen:
            message = say("two columns mean {name}", name=name)
            notes.refuse("openings-column-twice", message, hint, table.at, field)
        elif name == "games" and games is not None:
            message = say("the table has a column {name}", name=name)
            leave_out = say(
                "leave out the number of games that you gave for all players"
            )
            notes.refuse("openings-column-twice", message, leave_out, table.at, field)

        seen.add(name)

    # a list without ids finds its people by name, so no ids are needed

    for name in NEEDED if has_ids else NEEDED[1:]:
        if name in table.header or (name == "games" and games is not None):
            continue

        if name == "games":
            hint = by_command(
                "add the column, or say --games N: the number of games behind each"
                " rating",
                "add the column, or say how many games are behind each rating",
            )

        message = say("there is no column {name}", name=name)
        notes.refuse("openings-missing-column", message, hint, table.at, name)


def _check_end(table: HeadedTable, notes: Notes) -> None:
    """Refuse a last line that has no end and fewer fields than the header: the file was
    cut off.

    Empty columns at the end of the header need not be there.
    """
    if not table.below:
        return

    numbers = [number for number, word in enumerate(table.words, 1) if word]
    width = max(numbers, default=0)
    line, text = table.below[-1]

    if text.count(table.separator) + 1 < width:
        message = say("the list stops within a line")
        notes.refuse("openings-cut", message, say("fetch the list again"), line)


def _rows(table: HeadedTable, notes: Notes) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the fields of each line by what their columns mean, with the number of the
    line.

    Of the German list only who has a rating, each once: a line may come again.

    Of a German line that comes again it is the whole text that counts.
    """

    width = len(table.header)
    rows = rows_of(table.below, table.separator, width, MAX_FIELD, _CODES, notes)
    is_german = not GERMAN.isdisjoint(table.words)
    before: set[tuple[str, ...]] = set()

    # somebody in two clubs stands there twice
    for line, fields in rows:
        cells = table.named(fields)

        if is_german:
            has_rating = cells.get("rating", "").strip("0") != ""
            texts = tuple(cells.values())
            if not has_rating or texts in before:
                continue
            before.add(texts)

        yield line, cells


def whole_name(surname: str, given: str) -> str:
    """Write a name that stands in two columns.

    For example:

        whole_name("Aho", "Aino")  ->  "Aho, Aino"
    """
    return ", ".join(part for part in (surname, given) if part)


def number_as_listed(text: str) -> int | None:
    """Read a whole number as lists write it; None for anything else.

    For example:

        "1830"  ->  1830, "1 830"  ->  1830, "1830,0"  ->  1830
        "1830,5"  ->  None
    """
    match = _WHOLE.fullmatch(text)

    if match is None:
        return None

    digits = re.sub(r"\s", "", match[1])
    return int(digits)


def _row(
    line: int,
    header: Sequence[str],
    fields: Mapping[str, str],
    order: Order | None,
    notes: Notes,
) -> Row:
    """Return the fields of a player as documents have them; refuse what is missing or
    cannot be read.

    `line`: its number from 1; `order`: of day and month in births, None where they do
    not tell. Empty fields are left out.
    """

    row: Row = {name: text for name, text in fields.items() if name and text}
    _read_numbers(row, line, notes)

    surname = row.pop("surname", "")
    given = row.pop("given", "")
    name = row.get("name", "")
    # beside a column of one part of the name, that of names has the other
    if surname and not given:
        given = name
    elif given and not surname:
        surname = name
    elif name:
        surname = given = ""
    if surname or given:
        row["name"] = whole_name(surname, given)

    for name in NEEDED:
        if name in header and not fields.get(name):
            message = say("the line has no {name}", name=name)
            notes.refuse("openings-missing", message, say("fill it in"), line, name)

    if "titles" in row:
        titles = row["titles"].replace(",", " ")
        row["titles"] = titles.upper().split()

    if "sex" in row:
        sex = row["sex"]
        row["sex"] = _SEX.get(sex.casefold(), sex)

    if "federation" in row:
        row["federation"] = row["federation"].upper()

    if "born" in row:
        row["born"] = born_in(row, order, "openings-birth", line, notes) or None

    return row


def _read_numbers(row: Row, line: int, notes: Notes) -> None:
    """Make numbers of the texts that have to be numbers; a FIDE id of 0 is none.

    Changes `row` in place; a text that is none is taken out.
    """
    for name in NUMBERS:
        if name not in row:
            continue

        text = row.pop(name)
        number = number_as_listed(text)

        if number is None:
            message = say("{text} is not a whole number", text=repr(text[:40]))
            hint = say("correct {name}", name=name)
            notes.refuse("openings-number", message, hint, line, name)

        elif name != "fide_id" or number:
            row[name] = number


def documents_of(row: Row, list_name: str, on: str) -> tuple[Row, Row]:
    """Return the fields of the player's document and those of the opening's.

    `row`: with a `player`; `on`: YYYY-MM-DD. Details that are not known are left out of
    the person.
    """

    player = row["player"]
    person = {"player": player}
    for name in DETAILS:
        if row.get(name) is not None:
            person[name] = row[name]

    opening = {"player": player, "list": list_name, "on": on}
    for name in OPENED:
        if row.get(name) is not None:
            opening[name] = row[name]

    return person, opening


_HEADINGS = [column.heading for column in FIXED]


def table_lines(lines: Sequence[str]) -> Sequence[str]:
    """Turn our own JSON or fixed columns into lines of a table, and Norway's; other lines
    stay as they are, but for ids. In fixed columns a line keeps its number.

    What our own export writes is told by its headings or by the `{` it begins with.
    """
    head = next((line for line in lines if line.strip()), "")

    if head.split() == _HEADINGS:
        return list(_lines_of_fixed_columns(lines, head))

    if is_norwegian(head):
        return list(norwegian_lines(lines, head))

    if head.lstrip().startswith("{"):
        rows = _rows_of_json("\n".join(lines))
        if rows is not None:
            return csv_text(rows, delimiter=";").splitlines()

    return lines_with_ids(lines)


def is_without_games(head: str) -> bool:
    """Return whether a header is that of a list for Swiss-Manager."""
    return head.split(";") == [heading for heading, _ in SWISS]


def _rows_of_json(text: str) -> list[dict[str, object]] | None:
    """Return the rows of a list that is JSON; None for anything else.

    For example:

        {"rows": [{"id": "12345", "rating": 1895}]}
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None

    rows = value.get("rows") if isinstance(value, dict) else None
    if not isinstance(rows, list):
        return None

    plain_rows: list[dict[str, object]] = []
    for row in rows:
        if not isinstance(row, dict):
            return None

        # a line of a table is one line, whatever a name holds
        plain_rows.append(
            {str(name): _cell_on_one_line(cell) for name, cell in row.items()}
        )

    return plain_rows


def _cell_on_one_line(cell: object) -> object:
    """Return a cell on one line.

    What is no text stays as it is.
    """
    return " ".join(cell.split()) if isinstance(cell, str) else cell


def _lines_of_fixed_columns(lines: Sequence[str], head: str) -> Iterator[str]:
    """Yield fixed columns as lines of a table: numbers end where their heading ends,
    texts begin where it begins.

    Lines without text stay, so that the others keep their numbers.
    """
    spans = _spans(head)

    for line in lines:
        if line == head:
            yield ";".join(spans)
        elif not line.strip():
            yield ""
        else:
            cells = {name: line[span].strip() for name, span in spans.items()}
            yield csv_row(cells, cells, ";")


def _spans(head: str) -> dict[str, slice]:
    """Find where each column begins and ends, by its name.

    Columns count from 0; the last one goes on to the end of the line.
    """

    starts: list[int] = []
    ends: list[int] = []

    end = 0
    for column in FIXED:
        start = head.index(column.heading, end)
        end = start + len(column.heading)
        starts.append(start)
        ends.append(end)

    spans: dict[str, slice] = {}
    end_before = 0
    for number, column in enumerate(FIXED):
        # a number may be wider than its heading, and then reaches to the left
        if column.is_number:
            span = slice(end_before, ends[number])
        elif number + 1 == len(FIXED):
            span = slice(starts[number], None)
        elif FIXED[number + 1].is_number:
            # a text before a number: births, which have four characters
            span = slice(starts[number], starts[number] + column.least)
        else:
            span = slice(starts[number], starts[number + 1])

        spans[column.name] = span
        end_before = span.stop or 0

    return spans
