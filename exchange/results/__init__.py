"""Read tables of games and PGN: spreadsheets, crosstables, tag pairs. Here: what stands
in a row of a table, the name, and results as people write them.

The name is the column with that header, else the first that looks like a name. Clubs
may be longer than names, but they follow them: the first field of two words is the
name. Ratings, points and ranks are only read under a heading that says so. A table may
count two points a win and one a draw; its numbers mean something else then, so it is
asked about.

A table of games under headings that nobody here knows: which column is what is proposed
from what stands in them.

    white=2,black=4,result=5,round=1    columns are counted from 1

The officer says yes or names others. The table is then written under headings that are
known, line by line, and read as every table of games: a proposal that does not fit is
refused with its lines.
"""

import csv
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from exchange.text.dates import readings
from exchange.text.numbers import whole
from exchange.text.tables import tabbed
from messages.results import RESULTS


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A player of the table, with the text before the rounds and the name in it;
    numbers as they are printed.
    """

    line: int
    position: int
    name: str
    text: str
    fide_id: str = ""
    rating: str = ""
    points: str = ""
    rank: str = ""


FIDE_HEADS = frozenset(["fide", "fideid", "fide-id", "fide id", "intl id"])
HEADS = frozenset(
    [
        "name",
        "nimi",
        "namn",
        "navn",
        "player",
        "pelaaja",
        "spieler",
        "spelare",
        "nombre",
        "nom",
    ]
)
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
WORD = re.compile(r"[^\W\d_]{2,}")
_COLUMNS = re.compile(r"\s{2,}")
_RANK = re.compile(r"\A[0-9]{1,4}[.)]?\s+")
_NO_NAME = re.compile(r"[0-9.#]+")
# one blank after the name, where the longest name leaves no more
_RATING = re.compile(r"\s+[0-9]{3,4}\Z")


def name_column(
    heads: Sequence[Sequence[str]], words: Collection[str] = HEADS
) -> int | None:
    """Find, in the lines above the table, the column that is headed as the name, or by
    one of other words.
    """
    return next(
        (
            at
            for line in heads
            for at, cell in enumerate(line)
            if cell.casefold().rstrip(":.") in words
        ),
        None,
    )


def printed_columns(heads: Sequence[Sequence[str]]) -> list[int | None]:
    """Find the columns of what `CrossRow` has of a player behind its text, in that
    order.
    """
    return [
        name_column(heads, words)
        for words in (FIDE_HEADS, RATING_HEADS, POINT_HEADS, RANK_HEADS)
    ]


def printed_in(fields: Sequence[str], columns: Sequence[int | None]) -> list[str]:
    """Return what a row has in those columns; empty where it has none."""
    return [fields[at] if at is not None and at < len(fields) else "" for at in columns]


def name_of(fields: Sequence[str], column: int | None) -> str:
    """Find the name among the fields of a row whose columns are separated."""
    if column is not None and column < len(fields) and WORD.search(fields[column]):
        return fields[column]
    return likely(fields) or " ".join(
        field for field in fields if field and not _NO_NAME.fullmatch(field)
    )


def name_in(text: str) -> str:
    """Find the name in a text with blanks only: two of them part columns, or nothing
    shows where a name ends.
    """
    pieces = [
        _RATING.sub("", _RANK.sub("", piece)) for piece in _COLUMNS.split(text.strip())
    ]
    if len(pieces) > 1 and (name := likely(pieces)):
        return name
    return " ".join(word for word in text.split() if not _NO_NAME.fullmatch(word))


def likely(fields: Sequence[str]) -> str:
    """Return the first field of two words or with a comma; else the one with the most
    letters.
    """
    of_two = (
        field
        for field in fields
        if len(WORD.findall(field)) > 1 or ("," in field and WORD.search(field))
    )
    longest = max(
        fields, key=lambda field: sum(map(len, WORD.findall(field))), default=""
    )
    return next(of_two, longest if WORD.search(longest) else "")


def before_word(text: str, count: int) -> str:
    """Return the text before the word with that number, counted from 0."""
    starts = [word.start() for word in re.finditer(r"\S+", text)]
    return text[: starts[count]] if count < len(starts) else text


Points = Literal["usual", "doubled"]  # 1 and a half, or 2 and 1

_DASHES = str.maketrans(
    {"–": "-", "—": "-", "−": "-", ":": "-", ",": ".", " ": "", "\u00a0": ""}
)
_NUMBERS = {"1.0": "1", "0.0": "0", "0.5": "1/2", ".5": "1/2", "=": "1/2"}
# one number is White's score, as in most Finnish tables; a loss then means that Black
# won
_READ = {
    text: row.word
    for row in RESULTS.values()
    for text in (row.word, row.alone, *row.signs)
    if text
}
_READ_DOUBLED = {
    text: row.word
    for row in RESULTS.values()
    for text in (row.doubled, *row.signs)
    if text
}


def result(text: str) -> str | None:
    """Read a result: 1-0, ½-½, 0,5-0,5, 1:0, =, 1-0F, 1-0K, +:-, * and their like; None
    for anything else.
    """
    plain = _plain(text)
    score = plain.removesuffix("F")
    numbers = "-".join(_NUMBERS.get(side, side) for side in score.split("-"))
    return _READ.get(numbers + plain[len(score) :])


def doubled(text: str) -> str | None:
    """Read a result of two points a game: 2-0, 1-1, 0-2; a forfeit, `*` and `=` are as
    ever.
    """
    return _READ_DOUBLED.get(_plain(text))


def _plain(text: str) -> str:
    """Return a result with one kind of dash and of half, no blanks, and an F behind a
    forfeit.
    """
    plain = text.translate(_DASHES).replace("½", "1/2").upper()
    return f"{plain[:-1]}F" if plain.endswith("K") else plain


def unplayed(text: str) -> str | None:
    """Return a result as that of a game that was not played, where a column of its own
    says so.
    """
    scored = RESULTS[text].scored
    return next(
        (
            row.word
            for row in RESULTS.values()
            if not row.is_played and row.scored == scored
        ),
        None,
    )


ROLES = ("round", "white", "black", "result", "date", "board")
SEPARATORS = "\t;|,"
LEAST_COLUMNS, LEAST_ROWS, MOST_ROWS, MOST_COLUMNS = 3, 2, 20_000, 100
MOST_ROUND = 60
_TWO_WORDS = re.compile(r"[^\W\d_]{2,}.*[\s,].*[^\W\d_]")


class TextTable(NamedTuple):
    """A table: the separator, the lines of one width by their number, and the first of
    them if it is a heading.
    """

    separator: str
    rows: dict[int, list[str]]

    def column(self, at: int, below: int) -> list[str]:
        return [
            row[at] for number, row in self.rows.items() if number > below and row[at]
        ]


class ColumnsProposal(NamedTuple):
    """What the columns may be, as `--columns` has it, and how they are headed; empty
    where nothing fits.
    """

    text: str
    heads: str


def table_of(lines: Sequence[str]) -> TextTable | None:
    """Find the separator that makes most lines equally wide; None: it is no table."""
    best = TextTable("", {})
    for mark in SEPARATORS:
        numbered = (
            (number, line)
            for number, line in enumerate(lines[:MOST_ROWS], 1)
            if mark in line
        )
        cut = {number: row for number, line in numbered if (row := _cut(line, mark))}
        widths = Counter(map(len, cut.values()))
        width = max(widths, key=lambda one: (widths[one], one), default=0)
        rows = {number: row for number, row in cut.items() if len(row) == width}
        if LEAST_COLUMNS <= width <= MOST_COLUMNS and len(rows) > max(
            LEAST_ROWS, len(best.rows)
        ):
            best = TextTable(mark, rows)
    return best if best.rows else None


def _cut(line: str, mark: str) -> list[str]:
    try:
        return [
            cell.strip()
            for cell in next(csv.reader([line], delimiter=mark, strict=True), [])
        ]
    except csv.Error:
        return []


def proposal(lines: Sequence[str]) -> ColumnsProposal | None:
    """Propose which column is what; None: the text is no table at all."""
    table = table_of(lines)
    if table is None:
        return None
    head, first = next(iter(table.rows.items()))
    places = range(len(first))
    # the first row is the heading: it has a word over the results
    results = [
        at
        for at in places
        if _are_results(table.column(at, head)) and result(first[at]) is None
    ]
    heads = ", ".join(f"{at} {cell[:20]!r}" for at, cell in enumerate(first[:12], 1))
    if len(results) != 1:
        return ColumnsProposal("", heads)
    names = [
        at for at in places if _are_names(table.column(at, head), len(table.rows) - 1)
    ]
    whole_names = [
        at
        for at in names
        if all(_TWO_WORDS.search(cell) for cell in table.column(at, head))
    ]
    names = whole_names if len(whole_names) > 1 else names
    if len(names) < 2:
        return ColumnsProposal("", heads)
    left, right = (
        [at for at in names if at < results[0]],
        [at for at in names if at > results[0]],
    )
    white, black = (left[-1], right[0]) if left and right else names[:2]
    chosen = {"white": white, "black": black, "result": results[0]}
    for role, fits in (("round", _are_rounds), ("date", _are_days)):
        place = next(
            (
                at
                for at in places
                if at not in chosen.values() and fits(table.column(at, head))
            ),
            None,
        )
        if place is not None:
            chosen[role] = place
    return ColumnsProposal(
        ",".join(f"{role}={chosen[role] + 1}" for role in ROLES if role in chosen),
        heads,
    )


def _are_results(cells: Sequence[str]) -> bool:
    """Return whether all cells are results, and one of them is more than a number: a
    rank or a board is none.
    """
    return (
        bool(cells)
        and all(map(result, cells))
        and any(not cell.isdigit() for cell in cells)
    )


def _are_names(cells: Sequence[str], rows: int) -> bool:
    distinct = len(set(cells))
    return (
        len(cells) == rows
        and distinct > 1
        and all(WORD.search(cell) and not result(cell) for cell in cells)
    )


def _are_rounds(cells: Sequence[str]) -> bool:
    """Return whether these are rounds: from 1, never going down, and at least two games
    in one of them.
    """
    numbers = [whole(cell.rstrip(".")) or 0 for cell in cells]
    rising = all(one <= other for one, other in pairwise(numbers))
    return (
        bool(numbers)
        and numbers[0] == 1
        and rising
        and numbers[-1] <= MOST_ROUND
        and len(set(numbers)) < len(numbers)
    )


def _are_days(cells: Sequence[str]) -> bool:
    return bool(cells) and all(map(readings, cells))


def under_heads(
    lines: Sequence[str], columns: str, round_no: int | None
) -> list[str] | None:
    """Write the table under known headings, each row in its own line; None: no heading,
    or no such columns.

    Lines of another width go if they stand above, and else stay, to be refused.
    `round_no`: where no column has it.
    """
    table = table_of(lines)
    places = {
        role: int(at) - 1
        for role, _, at in (one.partition("=") for one in columns.split(","))
    }
    if table is None or not places.keys() >= {"white", "black", "result"}:
        return None
    first, row = next(iter(table.rows.items()))
    if max(places.values()) >= len(row) or ("round" not in places and round_no is None):
        return None
    more = [] if "round" in places else [str(round_no)]
    heads = "\t".join([*places, *("round" for _ in more)])
    if result(row[places["result"]]) is not None:
        return None  # a row, not a heading
    written = [""] * (first - 1) + [heads]
    for number in range(first + 1, len(lines) + 1):
        known = table.rows.get(number)
        written.append(
            tabbed([known[at] for at in places.values()] + more)
            if known
            else lines[number - 1]
        )
    return written
