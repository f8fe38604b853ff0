"""Find a crosstable in a text: what parts its columns, which lines are its rows, and
which columns its rounds.

    4 Aho, Aino    7w1        a word that looks like a game names a row of the table,
    7 Berg, Bea    4b0        and that row names this one, in the same column

A word alone says nothing: S65, W2 and B12 are age groups too, a notice names the groups
of an event, and the last line of a page names the server that made it. So rows have to
agree with each other. Where slips keep them from agreeing, as when a row was lost, it
is a crosstable all the same if most rows have results in a form that nothing else has,
and its reader says what is wrong with it.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import takewhile
from typing import NamedTuple

from exchange.results.printed import (
    SEPARATORS,
    Apart,
    cut_fields,
    joined,
    printed_style,
    rewritten,
    rounds_apart,
)
from exchange.text.tables import MOST_TITLES

MAX_ROWS = 2000
MAX_ROUNDS = 100
# that are looked at: more rows than that are refused
MOST_LINES = MAX_ROWS + MOST_TITLES
# of a line, for rounds of three columns and what stands before them
MOST_FIELDS = 4 * MAX_ROUNDS
# notices above the table with a word that looks like a game; or first rows without any
MOST_ABOVE = 5
HALVES = ("½", "1/2", "0.5", "0,5")
_RESULT = r"(?:1/2|0[.,]5|[210½=+-])"
NUMBER_FIRST = re.compile(rf"([0-9]{{1,4}})([wbsvm])({_RESULT})?(k)?", re.IGNORECASE)
COLOUR_FIRST = re.compile(rf"([wbsvm])([0-9]{{1,4}})({_RESULT})?(k)?", re.IGNORECASE)
COLOURS = {"w": "w", "v": "w", "b": "b", "s": "b", "m": "b"}
# Without an opponent: 0 ½ 1, with a minus in front when the program assigned it.
BYES = (
    dict.fromkeys(("1", "+"), "F")
    | {"-1": "U"}
    | dict.fromkeys((*HALVES, "=", "-½"), "H")
)
BYES |= dict.fromkeys(("0", "-0", "-", "--", "–"), "Z")
_OUTCOMES = dict.fromkeys(("1", "2", "+"), "won") | dict.fromkeys(("0", "-"), "lost")
_OUTCOMES |= dict.fromkeys((*HALVES, "="), "drawn") | {"": "unfinished"}
# what two rows say of one game; both may have lost it by forfeit
_AGREEING = (
    ["lost", "won"],
    ["drawn", "drawn"],
    ["lost", "lost"],
    ["unfinished", "unfinished"],
)


class GameCell(NamedTuple):
    """What a word says that looks like a game. `result` is as written, and empty while
    the game is not finished.
    """

    opponent: int
    colour: str  # w or b
    result: str
    forfeit: bool

    def agrees(self, other: "GameCell") -> bool:
        """Return whether the other row says the same of the game: the other colour, and
        the other side of the result, as in 7w1 and 4b0.

        Two losses agree as well: both lost by forfeit.
        """
        outcomes = sorted((_OUTCOMES[self.result], _OUTCOMES[other.result]))
        return self.colour != other.colour and outcomes in _AGREEING


def game_cell(text: str, *, colour_first: bool) -> GameCell | None:
    """Read a word that looks like a game: 7w1 with the opponent first, v7+ with the
    colour first.

        7w1    the opponent of row 7, with White, won
        m3+k   colour first: row 3, with Black, won by forfeit
        S65    with the colour first, a word that may be an age group

    None: the word does not look like a game. The row that it names may not exist.
    """
    match = (COLOUR_FIRST if colour_first else NUMBER_FIRST).fullmatch(text)
    if match is None:
        return None

    colour, opponent = (match[1], match[2]) if colour_first else (match[2], match[1])
    return GameCell(
        int(opponent), COLOURS[colour.lower()], (match[3] or "").lower(), bool(match[4])
    )


class Layout(NamedTuple):
    """Where a crosstable stands in a text.

    `separator`: empty where blanks part the fields. `rows`: counted in lines that are
    not empty, from 0.
    `columns`: the fields of the rounds, first and last; none where blanks part them,
    for they move from row to row. `agreeing`: how many cells agree with the row that
    they name; `results`: how many have a result.
    `is_agreed`: rows agree with each other, so it is a crosstable. `is_formed`: it
    looks like one, whatever its slips.
    """

    separator: str
    apart: Apart | None
    colour_first: bool
    rows: range
    columns: range | None
    agreeing: int
    results: int
    is_agreed: bool
    is_formed: bool


class _Place(NamedTuple):
    """Where a cell stands: its line among those that are not empty, and its column."""

    line: int
    column: int


_Cells = Mapping[_Place, GameCell]


def is_crosstable(lines: Sequence[str]) -> bool:
    """Return whether a text holds a crosstable, because its rows agree or because
    nothing else looks like it.

    Only the first lines are looked at (`MOST_LINES`).
    """
    style = printed_style(lines[:MOST_LINES])
    if style in ("tasaselo", "swissperfect"):
        return True  # the heading of the table says so

    layout = layout_of(rewritten(lines[:MOST_LINES], style) if style else lines)
    if layout is None:
        return False

    # a change of rating looks like a printed result, and a rating beside a sex and a
    # number like three columns
    other_things_look_so = bool(style) or layout.apart is not None

    return layout.is_agreed or (layout.is_formed and not other_things_look_so)


def has_agreeing_rows(lines: Sequence[str]) -> bool:
    """Return whether rows of a text tell the same games of each other, which only a
    crosstable's do.
    """
    layout = layout_of(lines)
    return layout is not None and layout.is_agreed


def layout_of(texts: Sequence[str]) -> Layout | None:
    """Find the layout in which most cells agree; None: no word looks like a game.

    Of equals, the one with more results is taken. Blanks are tried as what parts the
    columns when no separator makes a table.
    """
    written = [text for text in texts[:MOST_LINES] if text.strip()]
    layouts = [*_layouts(written, SEPARATORS)]
    if not any(layout.agreeing or layout.is_formed for layout in layouts):
        # a comma in a title parts no columns, so blanks may do
        layouts = [*_layouts(written, ("",)), *layouts]

    return max(
        layouts, key=lambda layout: (layout.agreeing, layout.results), default=None
    )


def _layouts(written: Sequence[str], separators: Sequence[str]) -> Iterator[Layout]:
    """Yield the ways in which the lines may be cut and their cells written, where any
    word looks like a game.
    """
    for separator in separators:
        rows = [cut_fields(text, separator) for text in written]
        for colour_first in (False, True):
            yield from _layout(rows, separator, None, colour_first)

        # opponent, colour and result in columns of their own
        apart = rounds_apart(written, separator) if separator else None
        if apart is not None:
            yield from _layout(
                [joined(fields, apart) for fields in rows], separator, apart, False
            )


def _layout(
    rows: Sequence[Sequence[str]],
    separator: str,
    apart: Apart | None,
    colour_first: bool,
) -> Iterator[Layout]:
    """Look at all words that have one of the two forms; nothing is yielded where no
    word has it.

    One layout is yielded at most. `apart`: where the rounds have three columns each.
    """
    cells = _cells_of(rows, separator, colour_first)
    if not cells:
        return

    tables = [
        _Table(cells, start, same_column=bool(separator))
        for start in _starts(cells, rows, separator)
    ]

    table = max(tables, key=lambda table: len(table.agreeing))
    yield Layout(
        separator=separator,
        apart=apart,
        colour_first=colour_first,
        rows=table.rows,
        columns=(
            range(min(table.columns), max(table.columns) + 1) if separator else None
        ),
        agreeing=len(table.agreeing),
        results=sum(bool(cell.result) for cell in cells.values()),
        is_agreed=table.is_agreed(unfinished_too=not colour_first),
        is_formed=table.is_formed(least_columns=2 if colour_first else 1),
    )


def _cells_of(
    rows: Sequence[Sequence[str]], separator: str, colour_first: bool
) -> dict[_Place, GameCell]:
    """Return the words that look like games. Where blanks part them, the column is how
    manieth of its row one is.
    """
    cells: dict[_Place, GameCell] = {}
    for line, fields in enumerate(rows):
        earlier = 0
        for at, text in enumerate(fields[:MOST_FIELDS]):
            cell = game_cell(text, colour_first=colour_first)
            if cell is not None:
                cells[_Place(line, at if separator else earlier)] = cell
                earlier += 1

    return cells


def _starts(cells: _Cells, rows: Sequence[Sequence[str]], separator: str) -> list[int]:
    """Return the lines that may be the first row, the likely ones first.

    A notice above may have a word that looks like a game, but no row with a result is
    ever left out; and whoever stands first may have met nobody.
    """
    lines = sorted({place.line for place in cells})
    with_result = {place.line for place, cell in cells.items() if cell.result}
    last = min(with_result, default=lines[-1])
    starts = [line for line in lines if line <= last][: MOST_ABOVE + 1]

    columns = {place.column for place in cells} if separator else set()
    if len(columns) > MAX_ROUNDS:
        return starts[:1]  # too many rounds, wherever they begin

    above = range(lines[0] - 1, max(0, lines[0] - MOST_ABOVE) - 1, -1)

    return [*starts, *takewhile(lambda line: _met_nobody(rows[line], columns), above)]


def _met_nobody(fields: Sequence[str], columns: Set[int]) -> bool:
    """Return whether a line is a row without a game: its cells are there, and empty or
    of byes.
    """
    words = [fields[at] for at in columns if at < len(fields)]
    return (
        bool(words)
        and len(words) == len(columns)
        and all(not word or word in BYES for word in words)
    )


class _Table:
    """The cells from a row on, and what the rows say of each other."""

    def __init__(self, cells: _Cells, start: int, *, same_column: bool) -> None:
        """Take the cells from the line `start` on. `same_column`: the game of the other
        row stands in the same column; where blanks part the fields, it may be anywhere.
        """
        self._start = start
        self._same_column = same_column
        below = {place: cell for place, cell in cells.items() if place.line >= start}
        self._met: dict[tuple[int, int], list[GameCell]] = defaultdict(list)
        for place, cell in below.items():
            self._met[self._key(place.line, place.column)].append(cell)

        self.agreeing = {
            place for place, cell in below.items() if self._is_answered(place, cell)
        }
        telling = self.agreeing | {
            place for place, cell in below.items() if cell.result
        }
        # where nothing has a result and nobody agrees, any word may be meant
        self.columns = {place.column for place in telling or below}

        self._cells = {
            place: cell for place, cell in below.items() if place.column in self.columns
        }

        self.rows = range(start, max(place.line for place in telling or below) + 1)

    def _key(self, line: int, column: int) -> tuple[int, int]:
        """Return what cells must have in common to be answers to each other.

        Where columns move from row to row, that is the line alone.
        """
        return line, column if self._same_column else 0

    def _is_answered(self, place: _Place, cell: GameCell) -> bool:
        """Return whether the row that a cell names says the same of the game."""
        own = place.line - self._start + 1
        there = self._met.get(
            self._key(self._start + cell.opponent - 1, place.column), ()
        )
        return cell.opponent != own and any(
            other.opponent == own and cell.agrees(other) for other in there
        )

    def is_agreed(self, *, unfinished_too: bool) -> bool:
        """Return whether two rows agree, and most others may: they name another row,
        and nobody else names it there.

        `unfinished_too`: two rows that name each other are enough, though neither has a
        result yet. With the colour first they are not: W2 and B1 are groups as well.
        """
        if not any(
            unfinished_too or self._cells[place].result for place in self.agreeing
        ):
            return False

        # how often each row is named in a column: two rows cannot meet one
        times: dict[tuple[int, int], int] = defaultdict(int)
        for place, cell in self._cells.items():
            times[place.column, cell.opponent] += 1

        possible = [
            place
            for place, cell in self._cells.items()
            if place in self.agreeing
            or (
                cell.result
                and 0 < cell.opponent <= len(self.rows)
                and times[place.column, cell.opponent] == 1
            )
        ]

        return 2 * len(possible) >= len(self._cells)

    def is_formed(self, *, least_columns: int) -> bool:
        """Return whether most rows, and at least two, have results, in so many columns.

        A column counts when at least two rows have a result in it.
        """
        with_result: dict[int, set[int]] = defaultdict(set)
        for place, cell in self._cells.items():
            if cell.result:
                with_result[place.column].add(place.line)

        lines = set().union(*with_result.values())
        columns = [column for column, there in with_result.items() if len(there) > 1]

        return len(columns) >= least_columns and 2 * len(lines) >= len(self.rows)
