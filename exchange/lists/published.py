"""Read a list as a federation published it, to hold it against the ledger: a player, a
rating and perhaps games a line.

Players are identified by their id here or by their FIDE id; everything else in the list
is ignored.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from exchange.lists.federations import GERMAN
from exchange.lists.openings import COLUMNS, as_csv, whole_name, whole_number
from exchange.text.dates import birth, birth_order
from exchange.text.decoding import decode
from exchange.text.notes import Notes
from exchange.text.tables import Headed, headed, refuse_rows_above, rows_of
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
    """
    notes = Notes(file)
    lines = as_csv(decode(data, file).lines)
    if not any(map(str.strip, lines)):
        notes.refuse(
            "published-empty", say("the file is empty"), say("a header and a line each")
        )
        notes.done()
    table = headed(lines, MEANING, 2)
    refuse_rows_above(lines[: table.at - 1], table.separator, table.words, notes)
    _check_header(table.header, table.at, notes)
    rows = [] if notes.problems else list(_rows(table, notes))
    # who is in two clubs stands on it twice, whoever has no rating with a 0
    if GERMAN.intersection(table.words):
        rows = [*{row[1:]: row for row in rows if row.rating}.values()]
    if not rows and not notes.problems:
        notes.refuse(
            "published-empty",
            say("the list has nobody on it"),
            say("a header and a line each"),
        )
    _check_twice(rows, notes)
    notes.done()
    return rows


def _check_header(header: Sequence[str], line: int, notes: Notes) -> None:
    hint = say(
        "columns: {names}",
        names="; ".join("/".join(COLUMNS[name][:3]) for name in READ),
    )
    for name in dict.fromkeys(filter(None, header)):
        if header.count(name) > 1:
            notes.refuse(
                "published-column-twice",
                say("two columns mean {name}", name=name),
                hint,
                line,
            )
    if "rating" not in header:
        message = say("there is no column {name}", name="rating")
        notes.refuse("published-missing-column", message, hint, line, "rating")
    if not {"player", "fide_id"} & set(header):
        message = say("there is no column of ids or FIDE ids")
        notes.refuse("published-missing-column", message, hint, line, "player")


def _rows(table: Headed, notes: Notes) -> Iterator[PublishedRow]:
    lines = rows_of(
        table.below, table.separator, len(table.header), MAX_FIELD, _CODES, notes
    )
    rows = [(line, table.named(fields)) for line, fields in lines]
    if len(rows) > MAX_ROWS:
        message = say(
            "the list has {count} lines, and at most {most} are read",
            count=len(rows),
            most=MAX_ROWS,
        )
        notes.refuse("published-too-long", message, say("compare it in parts"))
        return
    order = birth_order(cells.get("born", "") for _, cells in rows)
    for line, cells in rows:
        numbers = {
            name: _whole(name, cells, line, notes)
            for name in ("fide_id", "rating", "games")
        }
        rating = numbers["rating"]
        if rating is None:
            continue
        if not cells.get("player") and not numbers["fide_id"]:
            message = say("the line has neither an id nor a FIDE id")
            notes.refuse(
                "published-nobody", message, say("fill one of them in"), line, "player"
            )
            continue
        name = cells.get("name") or whole_name(
            cells.get("surname", ""), cells.get("given", "")
        )
        yield PublishedRow(
            line=line,
            player=cells.get("player", ""),
            fide_id=numbers["fide_id"] or None,
            name=name,
            born=birth(cells.get("born", ""), order) or "",
            rating=rating,
            games=numbers["games"],
        )


def _whole(name: str, cells: Mapping[str, str], line: int, notes: Notes) -> int | None:
    text = cells.get(name, "")
    if not text or text == "-":
        return None
    number = whole_number(text)
    if number is None:
        message = say("{text} is not a whole number", text=repr(text[:40]))
        notes.refuse(
            "published-number", message, say("correct {name}", name=name), line, name
        )
    return number


def _check_twice(rows: Sequence[PublishedRow], notes: Notes) -> None:
    seen: dict[str | int, int] = {}
    for row in rows:
        keys: list[str | int] = [key for key in (row.player, row.fide_id) if key]
        for key in keys:
            if seen.setdefault(key, row.line) != row.line:
                message = say(
                    "{player} is already in line {line}", player=key, line=seen[key]
                )
                notes.refuse(
                    "published-twice",
                    message,
                    say("one line per player"),
                    row.line,
                    "player",
                )
