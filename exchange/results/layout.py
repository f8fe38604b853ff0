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
from typing import NamedTuple

from exchange.results.printed import (
    SEPARATORS,
    RoundFields,
    cut_fields,
    fields_of_rounds,
    printed_style,
    rewritten_lines,
    with_joined_rounds,
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
    """What a word says that looks like a game.

    opponent: the number of a row, from 1. colour: w or b, of the row's own player.

    result: as written, and empty while the game is not finished. forfeit: a `k` stands
    behind it.
    """

    opponent: int
    colour: str  # w or b
    result: str
    forfeit: bool

    def agrees(self, other: "GameCell") -> bool:
        """Return whether the other row says the same of the game: the other colour, and
        the other side of the result, as in 7w1 and 4b0.

        Two losses agree as well: both lost by forfeit. Two cells without a result
        agree: the game is to come.

            7w1 and 4b0    True
            7w1 and 4w0    False: both had White
            7w= and 4b½    True
            7w- and 4b-    True: nobody came
        """
        outcomes = sorted((_OUTCOMES[self.result], _OUTCOMES[other.result]))
        return self.colour != other.colour and outcomes in _AGREEING


def game_cell(text: str, *, colour_first: bool) -> GameCell | None:
    """Read a word that looks like a game.

    colour_first: v7+ with the colour first, instead of 7w1 with the opponent first.

        7w1    the opponent of row 7, with White, won
        m3+k   colour first: row 3, with Black, won by forfeit
        S65    with the colour first, a word that may be an age group

    None: the word does not look like a game. The row that it names may not exist.
    """
    form = COLOUR_FIRST if colour_first else NUMBER_FIRST
    match = form.fullmatch(text)
    if match is None:
        return None

    if colour_first:
        colour, opponent = match[1], match[2]
    else:
        opponent, colour = match[1], match[2]

    return GameCell(
        opponent=int(opponent),
        colour=COLOURS[colour.lower()],
        result=(match[3] or "").lower(),
        forfeit=bool(match[4]),
    )


class Layout(NamedTuple):
    """Where a crosstable stands in a text.

    separator: empty where blanks part the fields. apart: where the rounds have three
    columns each.

    colour_first: v7+ instead of 7w1.

    rows: counted in lines that are not empty, from 0.

    columns: the fields of the rounds, first and last; none where blanks part them, for
    they move from row to row.

    agreeing: how many cells agree with the row that they name. results: how many have a
    result.

    is_agreed: rows agree with each other, so it is a crosstable. is_formed: it looks
    like one, whatever its slips.
    """

    separator: str
    apart: RoundFields | None
    colour_first: bool
    rows: range
    columns: range | None
    agreeing: int
    results: int
    is_agreed: bool
    is_formed: bool


class _Position(NamedTuple):
    """Where a cell stands: its line among those that are not empty, and its column,
    both from 0.
    """

    line: int
    column: int


_Cells = Mapping[_Position, GameCell]


def is_crosstable(lines: Sequence[str]) -> bool:
    """Return whether a text holds a crosstable, because its rows agree or because
    nothing else looks like it.

    Only the first lines are looked at (`MOST_LINES`). Without any word that looks like
    a game it is none.
    """
    style = printed_style(lines[:MOST_LINES])
    if style in ("tasaselo", "swissperfect"):
        return True  # the heading of the table says so

    layout = layout_of(rewritten_lines(lines[:MOST_LINES], style) if style else lines)
    if layout is None:
        return False

    # a change of rating looks like a printed result, and a rating beside a sex and a
    # number like three columns
    other_things_look_so = bool(style) or layout.apart is not None

    return layout.is_agreed or (layout.is_formed and not other_things_look_so)


def has_agreeing_rows(lines: Sequence[str]) -> bool:
    """Return whether rows of a text tell the same games of each other, which only a
    crosstable's do.

    lines: of the file; results are not needed where both rows name each other.
    """
    layout = layout_of(lines)
    return layout is not None and layout.is_agreed


def layout_of(texts: Sequence[str]) -> Layout | None:
    """Find the layout in which most cells agree; None: no word looks like a game.

    texts: the lines of the file, of which the first are looked at. Of equals, the one
    with more results is taken. Blanks are tried as what parts the columns when no
    separator makes a table.

        1;Aho, Aino;2w1;3b½
        2;Berg, Bea;1b0;-
        3;Salo, Eero;-;1w½
        ->  separator ";", rows 0 to 2, columns 2 and 3, four cells agree
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

    written: the lines that are not empty. separators: those to try; an empty one is
    blanks, with which rounds have no columns of their own.

    A table may be cut in four ways at marks and in one at blanks, and written in two
    forms.
    """
    for separator in separators:
        rows = [cut_fields(text, separator) for text in written]

        for colour_first in (False, True):
            yield from _layout(rows, separator, None, colour_first)

        # opponent, colour and result in columns of their own
        apart = fields_of_rounds(written, separator) if separator else None
        if apart is not None:
            yield from _layout(
                [with_joined_rounds(fields, apart) for fields in rows],
                separator,
                apart,
                False,
            )


def _layout(
    rows: Sequence[Sequence[str]],
    separator: str,
    apart: RoundFields | None,
    colour_first: bool,
) -> Iterator[Layout]:
    """Look at all words that have one of the two forms; nothing is yielded where no
    word has it.

    rows: the fields of each line. apart: where the rounds have three columns each.

    One layout is yielded at most: that of the first row with which most cells agree.
    """
    cells = _cells_of(rows, separator, colour_first)
    if not cells:
        return

    tables = [
        _Table(cells, start, same_column=bool(separator))
        for start in _starts(cells, rows, separator)
    ]
    # a notice above the table is in its way: without it, more rows answer each other
    table = max(tables, key=lambda table: len(table.agreeing))

    columns = None
    if separator:
        columns = range(min(table.columns), max(table.columns) + 1)

    yield Layout(
        separator=separator,
        apart=apart,
        colour_first=colour_first,
        rows=table.rows,
        columns=columns,
        agreeing=len(table.agreeing),
        results=sum(bool(cell.result) for cell in cells.values()),
        is_agreed=table.is_agreed(unfinished_too=not colour_first),
        is_formed=table.is_formed(least_columns=2 if colour_first else 1),
    )


def _cells_of(
    rows: Sequence[Sequence[str]], separator: str, colour_first: bool
) -> dict[_Position, GameCell]:
    """Return the words that look like games, by their positions.

    rows: the fields of each line. Where blanks part them, the column of a word is how
    manieth of its row it is.
    """
    cells: dict[_Position, GameCell] = {}
    for line, fields in enumerate(rows):
        earlier = 0
        for at, text in enumerate(fields[:MOST_FIELDS]):
            cell = game_cell(text, colour_first=colour_first)
            if cell is not None:
                cells[_Position(line, at if separator else earlier)] = cell
                earlier += 1

    return cells


def _starts(cells: _Cells, rows: Sequence[Sequence[str]], separator: str) -> list[int]:
    """Return the lines that may be the first row, the likely ones first.

    cells: at least one. separator: empty where blanks part the fields; then nothing is
    known of a row without a game.

    A notice above may have a word that looks like a game, but no row with a result is
    ever left out; and whoever stands first may have met nobody.
    """
    lines = sorted({position.line for position in cells})

    with_result = [position.line for position, cell in cells.items() if cell.result]
    last = min(with_result, default=lines[-1])
    starts = [line for line in lines if line <= last]
    starts = starts[: MOST_ABOVE + 1]

    columns: set[int] = set()
    if separator:
        columns = {position.column for position in cells}

    if len(columns) > MAX_ROUNDS:
        return starts[:1]  # too many rounds, wherever they begin

    # from the line above upwards
    without_games: list[int] = []
    for line in range(lines[0] - 1, -1, -1):
        if not _met_nobody(rows[line], columns):
            break
        without_games.append(line)

    # of many byes at the top, as in a first round, the uppermost begins the table
    return [*starts, *without_games[:MOST_ABOVE], *without_games[MOST_ABOVE:][-1:]]


def _met_nobody(fields: Sequence[str], columns: Set[int]) -> bool:
    """Return whether a line is a row without a game: its cells are there, and empty or
    of byes.

    columns: those of the rounds, as far as games show them.

        4;Urho, Unto;-;-    True, of the columns 2 and 3
        Group A             False: it does not reach them
    """
    words = [fields[at] for at in columns if at < len(fields)]
    if not words or len(words) < len(columns):
        return False
    return all(not word or word in BYES for word in words)


class _Table:
    """The cells from a row on, and what the rows say of each other.

    agreeing: the positions of cells that another row answers.

    columns: those in which anything is told; rows: the lines of the table.
    """

    def __init__(self, cells: _Cells, start: int, *, same_column: bool) -> None:
        """Take the cells from the line `start` on. `same_column`: the game of the other
        row stands in the same column; where blanks part the fields, it may be anywhere.
        """
        self._start = start
        self._same_column = same_column

        below: dict[_Position, GameCell] = {}
        self._met: dict[tuple[int, int], list[GameCell]] = defaultdict(list)
        for position, cell in cells.items():
            if position.line >= start:
                below[position] = cell
                key = self._key(position.line, position.column)
                self._met[key].append(cell)

        self.agreeing: set[_Position] = set()
        telling: set[_Position] = set()
        for position, cell in below.items():
            if self._is_answered(position, cell):
                self.agreeing.add(position)
                telling.add(position)
            if cell.result:
                telling.add(position)

        # where nothing has a result and nobody agrees, any word may be meant
        if not telling:
            telling.update(below)

        self.columns = {position.column for position in telling}
        self._cells: dict[_Position, GameCell] = {}
        for position, cell in below.items():
            if position.column in self.columns:
                self._cells[position] = cell

        last = max(position.line for position in telling)
        self.rows = range(start, last + 1)

    def _key(self, line: int, column: int) -> tuple[int, int]:
        """Return what cells must have in common to be answers to each other.

        Where columns move from row to row, that is the line alone.
        """
        return line, column if self._same_column else 0

    def _is_answered(self, position: _Position, cell: GameCell) -> bool:
        """Return whether the row that a cell names says the same of the game.

        Rows are called by their numbers from 1, counted from the first row of the
        table. A row that names itself has no answer.

            in the first row 2w1, in the second 1b0    True, from either side
        """
        own = position.line - self._start + 1
        if cell.opponent == own:
            return False

        line_of_other = self._start + cell.opponent - 1
        key = self._key(line_of_other, position.column)
        others = self._met.get(key, ())
        return any(other.opponent == own and cell.agrees(other) for other in others)

    def is_agreed(self, *, unfinished_too: bool) -> bool:
        """Return whether two rows agree, and most others may: they name another row,
        and nobody else names it there.

        `unfinished_too`: two rows that name each other are enough, though neither has a
        result yet. With the colour first they are not: W2 and B1 are groups as well.
        """
        agreeing = [self._cells[position] for position in self.agreeing]
        if not any(unfinished_too or cell.result for cell in agreeing):
            return False

        # how often each row is named in a column: two rows cannot meet one
        times: dict[tuple[int, int], int] = defaultdict(int)
        for position, cell in self._cells.items():
            times[position.column, cell.opponent] += 1

        possible = 0
        for position, cell in self._cells.items():
            names_a_row = 0 < cell.opponent <= len(self.rows)
            is_alone = times[position.column, cell.opponent] == 1
            may_agree = bool(cell.result) and names_a_row and is_alone
            if position in self.agreeing or may_agree:
                possible += 1

        return 2 * possible >= len(self._cells)

    def is_formed(self, *, least_columns: int) -> bool:
        """Return whether most rows, and at least two, have results, in so many columns.

        A column counts when at least two rows have a result in it: one alone is a slip
        or a notice.
        """
        lines_of_columns: dict[int, set[int]] = defaultdict(set)
        lines: set[int] = set()

        for position, cell in self._cells.items():
            if cell.result:
                lines_of_columns[position.column].add(position.line)
                lines.add(position.line)

        columns = [own for own in lines_of_columns.values() if len(own) > 1]
        has_most_rows = 2 * len(lines) >= len(self.rows)

        return len(columns) >= least_columns and has_most_rows
