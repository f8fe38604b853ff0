"""Read a list as a federation published it, to hold it against the ledger: a player, a
rating and perhaps games a line.

Players are identified by their id here or by their FIDE id; everything else in the list
is ignored.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from exchange.lists.federations import GERMAN
from exchange.lists.openings import COLUMNS, number_as_listed, table_lines, whole_name
from exchange.text.dates import Order, birth, birth_order
from exchange.text.decoding import decode
from exchange.text.notes import Notes
from exchange.text.tables import (
    HeadedTable,
    refuse_rows_above,
    rows_of,
    table_under_header,
)
from messages import say

READ = ("player", "fide_id", "name", "surname", "given", "born", "rating", "games")
MEANING = {word: name for name in READ for word in COLUMNS[name]}
MAX_FIELD, MAX_ROWS = 200, 200_000
_CODES = ("published-quotes", "published-fields")


class PublishedRow(NamedTuple):
    """A line of the list."""

    line: int
    player: str
    fide_id: int | None
    name: str
    born: str
    rating: int
    games: int | None


def read_published(data: bytes, file: str | None = None) -> list[PublishedRow]:
    """Read the list or refuse it with all problems at once. Lines without a rating are
    skipped.

    Nobody stands in the answer twice.

    `file`: the name that the refusal shows.

        id;name;rating
        12345;Aho, Aino;1895

    `Refused` are an empty file, a header without ratings or without ids, numbers that
    are none, lines that tell nobody, and players that come again.
    """
    notes = Notes(file)
    hint = say("a header and a line each")
    lines = table_lines(decode(data, file).lines)

    if not any(map(str.strip, lines)):
        notes.refuse("published-empty", say("the file is empty"), hint)
        notes.done()

    table = table_under_header(lines, MEANING, 2)
    above = lines[: table.at - 1]
    refuse_rows_above(above, table.separator, table.words, notes)
    _check_header(table.header, table.at, notes)

    rows = [] if notes.problems else list(_rows(table, notes))
    if not GERMAN.isdisjoint(table.words):
        rows = _rated_people_once(rows)

    if not rows and not notes.problems:
        notes.refuse("published-empty", say("the list has nobody on it"), hint)

    _refuse_repeated_players(rows, notes)
    notes.done()

    return rows


def _rated_people_once(rows: Iterable[PublishedRow]) -> list[PublishedRow]:
    """Return everybody with a rating, once: who is in two clubs stands on the list
    twice, whoever has no rating with a 0.

    `rows`: in the order of the list, which stays. Two lines are the same if all but
    their numbers is.
    """
    people: dict[PublishedRow, PublishedRow] = {}
    for row in rows:
        if row.rating:
            people[row._replace(line=0)] = row

    return list(people.values())


def _check_header(header: Sequence[str], line: int, notes: Notes) -> None:
    """Refuse columns that come again, a list without ratings, and one that does not
    tell whose each rating is.

    `line`: the number of the header, counted from 1.

    `header`: what each column means, empty where it means nothing here.
    """
    names = ["/".join(COLUMNS[name][:3]) for name in READ]
    hint = say("columns: {names}", names="; ".join(names))

    for name in dict.fromkeys(filter(None, header)):
        if header.count(name) > 1:
            message = say("two columns mean {name}", name=name)
            notes.refuse("published-column-twice", message, hint, line)

    if "rating" not in header:
        message = say("there is no column {name}", name="rating")
        notes.refuse("published-missing-column", message, hint, line, "rating")

    if "player" not in header and "fide_id" not in header:
        message = say("there is no column of ids or FIDE ids")
        notes.refuse("published-missing-column", message, hint, line, "player")


def _rows(table: HeadedTable, notes: Notes) -> Iterator[PublishedRow]:
    """Yield the rows that have a rating, and say whose it is.

    More than MAX_ROWS lines are refused.
    """
    width = len(table.header)
    lines = rows_of(table.below, table.separator, width, MAX_FIELD, _CODES, notes)
    rows = [(line, table.named(fields)) for line, fields in lines]

    if len(rows) > MAX_ROWS:
        message = say(
            "the list has {count} lines, and at most {most} are read",
            count=len(rows),
            most=MAX_ROWS,
        )
        notes.refuse("published-too-long", message, say("compare it in parts"))
        return

    # whether day or month comes first is told by all births together

    order = birth_order(cells.get("born", "") for _, cells in rows)
    for line, cells in rows:
        row = _row(line, cells, order, notes)
        if row is not None:
            yield row


def _row(
    line: int, cells: Mapping[str, str], order: Order | None, notes: Notes
) -> PublishedRow | None:
    """Read a line; None for one without a rating, or whose person is not told.

    A FIDE id of 0 is none. `games` is None where the list does not tell them.
    """
    fide_id = _number_in_cell("fide_id", cells, line, notes)
    rating = _number_in_cell("rating", cells, line, notes)
    games = _number_in_cell("games", cells, line, notes)

    # others on the list have no rating yet

    if rating is None:
        return None

    player = cells.get("player", "")
    if not player and not fide_id:
        message = say("the line has neither an id nor a FIDE id")
        hint = say("fill one of them in")
        notes.refuse("published-nobody", message, hint, line, "player")
        return None

    name = cells.get("name")
    if not name:
        name = whole_name(cells.get("surname", ""), cells.get("given", ""))

    return PublishedRow(
        line=line,
        player=player,
        fide_id=fide_id or None,
        name=name,
        born=birth(cells.get("born", ""), order) or "",
        rating=rating,
        games=games,
    )


def _number_in_cell(
    name: str, cells: Mapping[str, str], line: int, notes: Notes
) -> int | None:
    """Read the number in a column; refuse a text that is none. None: there is no
    number, or a dash in place of it.

    `name`: what the column means, as "rating". The line is counted from 1.
    """
    text = cells.get(name, "")
    if not text or text == "-":
        return None

    number = number_as_listed(text)
    if number is None:
        message = say("{text} is not a whole number", text=repr(text[:40]))
        hint = say("correct {name}", name=name)
        notes.refuse("published-number", message, hint, line, name)

    return number


def _refuse_repeated_players(rows: Sequence[PublishedRow], notes: Notes) -> None:
    """Refuse players that come again, by either of their ids.

    The later line is refused and names the first. Lines are counted from 1.
    """
    lines: dict[str | int, int] = {}
    hint = say("one line per player")

    for row in rows:
        for key in (row.player, row.fide_id):
            if not key:
                continue

            first = lines.setdefault(key, row.line)
            if first != row.line:
                message = say(
                    "{player} is already in line {line}", player=key, line=first
                )
                notes.refuse("published-twice", message, hint, row.line, "player")
