"""Read crosstables pasted as text: Swiss-Manager and chess-results, and Finnish club
pages.

    swiss-manager   168w1 138b½ 81w- 142w+   opponent, colour, result; + and - (or a K behind) are forfeits
    club            m6+ v4- m3=              colour, opponent, result; + - = are win, loss, draw
    norwegian       +168 =138 -81            result, opponent (printed.py)
    swissperfect    168:W 138:D 81:-         opponent, result; + and - are forfeits (printed.py)
    tasaselo        v+ 8 m= 3  X 0           colour, result, opponent (printed.py)
    three-columns   3;b;1 2;w;x              Swiss-Manager's export with x for a half (three_columns.py)
    three columns   168;w;1 138;b;½          the first in columns of their own, as Swiss-Manager exports them

The opponent is the row's position in the printed table, never the printed rank: tied
players have none. Colours by language: w and v are White (white, weiß, valkea), b, s
and m Black (black, schwarz, musta). Both rows must agree.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from exchange.results.colour_letters import with_plain_colours
from exchange.results.cross_row import CrossRow
from exchange.results.heads import (
    name_column,
    printed_columns,
    printed_texts,
    round_numbers,
)
from exchange.results.layout import (
    BYES,
    HALVES,
    MAX_ROUNDS,
    MAX_ROWS,
    Layout,
    game_cell,
    layout_of,
)
from exchange.results.names_in_rows import (
    likely_name,
    name_in,
    name_of,
    text_before_word,
    usual_column,
)
from exchange.results.printed import (
    cut_fields,
    printed_style,
    rewritten_lines,
    tasaselo_title,
    with_joined_rounds,
)
from exchange.results.written_results import Points
from exchange.text.cells import BLANK, Bye, Cell, PairedGame, cell_problems, pair
from exchange.text.decoding import TextFile, decode
from exchange.text.notes import Notes
from ledger.errors import Problem
from messages import say

_HALVED = {"2": "1", "1": "="}
# an opponent and a colour with something behind them, as a cell of a round has it
_LIKE_NUMBER_FIRST = re.compile(r"([0-9]{1,4})[wbsvm]\S{1,3}", re.IGNORECASE)
_LIKE_COLOUR_FIRST = re.compile(r"[wbsvm]([0-9]{1,4})[^\s0-9]{1,3}", re.IGNORECASE)
_LEAST_BESIDE = 2  # rows; one alone is a word
_HINT = say(
    "both rows must say the same; opponents are positions in the table, so no row may"
    " be missing"
)


@dataclass(frozen=True, slots=True)
class Crosstable:
    """A crosstable. `players` are by position; games and byes name people by position."""

    source: TextFile
    style: str  # swiss-manager, club, or as `printed_style` says
    title: str  # empty: nothing says it
    rounds: int
    players: tuple[CrossRow, ...]
    cells: tuple[Cell, ...]
    games: tuple[PairedGame, ...]
    byes: tuple[Bye, ...]
    warnings: tuple[Problem, ...]
    doubled: bool  # two points a game, as it is stated or as the results look


@dataclass(frozen=True, slots=True)
class _CutLine:
    """A line cut into fields.

    number: of the line, from 1. games: which fields, from 0, are cells with an
    opponent.
    """

    number: int
    text: str
    fields: tuple[str, ...]
    games: tuple[int, ...]

    def has_result(self, layout: Layout) -> bool:
        """Return whether a game of the line has a result, and not only an opponent.

        1 | Aho, Aino | 4w1 | 3b    True: 4w1 has one
        2 | Berg, Bea | 5w | 1w     False: the rounds are to come
        """
        for at in self.games:
            cell = game_cell(self.fields[at], colour_first=layout.colour_first)
            if cell is not None and cell.result:
                return True

        return False

    def has_other_form(self, layout: Layout) -> bool:
        """Return whether a game is written in the form that the table does not have; an
        age group has no result, and is none.

        In a table with 4w1 it looks for w41, and the other way round.
        """
        other_form = not layout.colour_first
        for at in _columns(self.fields, layout):
            cell = game_cell(self.fields[at], colour_first=other_form)
            if cell is not None and cell.result:
                return True

        return False


def read_crosstable(
    data: bytes, file: str | None = None, *, points: Points | None = None
) -> Crosstable:
    """Read a crosstable or refuse it, all problems at once.

    points: whether a win counts one point or two; None: what the results look like.

    Raised is Refused, with every cell in which two rows differ, every cell that is
    none, and rows whose rounds cannot be found.

        1;Aho, Aino;2w1;3b½
        2;Berg, Bea;1b0;-
        3;Salo, Eero;-;1w½

    has two games: Aho beat Berg in round 1 with White, and drew with Salo in round 2.
    """
    decoded = decode(data, file)
    notes = Notes(file)

    # a printed style has its own letters; any other may have those of a language
    printed = printed_style(decoded.lines)
    if printed:
        texts = rewritten_lines(decoded.lines, printed)
    else:
        texts = with_plain_colours(decoded.lines)

    separator, style, heads, lines = _lines(texts, notes)
    named = name_column(heads)
    columns = printed_columns(heads)

    # a printed style has cells of its own, in which no win is 2
    twice = points == "doubled"
    if points is None:
        twice = _looks_doubled(lines, style)
    twice = twice and not printed

    first, rounds = _round_columns(lines) if separator else (0, _count_of_rounds(lines))
    if separator and named is None:
        named = usual_column([line.fields[:first] for line in lines])
    _refuse_too_large(len(lines), rounds, notes)
    numbers = round_numbers(heads, first, rounds)

    players: list[CrossRow] = []
    cells: list[Cell] = []
    unread: set[tuple[int, int]] = set()

    for position, line in enumerate(lines, 1):
        start = first if separator else _start_of_rounds(line, rounds, notes)
        before = line.fields[: start or 0]
        if separator:
            name = name_of(before, named)
        else:
            name = name_in(text_before_word(line.text, start or 0))

        text_before = " ".join(field for field in before if field)
        printed_cells = printed_texts(line.fields, columns)
        players.append(
            CrossRow(line.number, position, name, text_before, *printed_cells)
        )

        for column, number in enumerate(numbers):
            # a row may end before the last round
            text = ""
            if start is not None and start + column < len(line.fields):
                text = line.fields[start + column]

            cell = _cell(text, style, twice, number, position, line.number)
            if start is None or cell is None:
                # a row that cannot be read answers nobody, so its opponents are not
                # refused for it
                unread.add((number, position))
            else:
                cells.append(cell)

            if cell is None:
                message = say("{text} is not a result of a round", text=repr(text[:40]))
                notes.refuse(
                    "crosstable-cell", message, _HINT, line.number, f"round {number}"
                )

    _refuse_unknown_results(lines, separator, first, rounds, style, notes)
    positions = range(1, len(lines) + 1)

    problems_of = cell_problems("crosstable", file, _HINT)
    paired = pair(cells, positions, unread, problems_of)
    notes.problems += paired.problems
    notes.warnings += paired.warnings

    return Crosstable(
        warnings=notes.done(),
        source=decoded.source,
        style=printed or style,
        title=tasaselo_title(decoded.lines) if printed == "tasaselo" else "",
        rounds=max(numbers),
        players=tuple(players),
        cells=tuple(cells),
        games=paired.games,
        byes=paired.byes,
        doubled=twice,
    )


def _refuse_too_large(rows: int, rounds: int, notes: Notes) -> None:
    """Refuse at once a table with more rows or rounds than are read: 2000 rows and 100
    rounds.

    `rows`, `rounds`: how many there are. It raises Refused together with whatever was
    noted before.
    """
    if rounds > MAX_ROUNDS or rows > MAX_ROWS:
        limits = {"most": MAX_ROWS, "limit": MAX_ROUNDS}
        message = say(
            "{rows} rows and {count} rounds; at most {most} and {limit} are read",
            rows=rows,
            count=rounds,
            **limits,
        )
        notes.refuse("crosstable-too-large", message, say("is this one tournament?"))
        notes.done()


def _refuse_unknown_results(
    lines: Sequence[_CutLine],
    separator: str,
    first: int,
    rounds: int,
    style: str,
    notes: Notes,
) -> None:
    """Refuse words beside the rounds that have an opponent and a colour like games, but
    no result that is known, where two rows have one: a whole round of them would be
    lost in silence.

    first, rounds: the columns of the rounds, where a separator parts them. Where there
    are blanks only, every word that is no game is looked at.

        1;Aho, Aino;2w1;3b?    3b? and 1w? stand in a round of their own
        3;Salo, Eero;4b½;1w?
    """
    form = _LIKE_COLOUR_FIRST if style == "club" else _LIKE_NUMBER_FIRST
    inside = range(first, first + rounds) if separator else range(0)

    beside: list[tuple[int, str]] = []
    for position, line in enumerate(lines, 1):
        for at, text in enumerate(line.fields):
            match = form.fullmatch(text)
            if match is None or at in inside or at in line.games:
                continue
            if position != int(match[1]) and 0 < int(match[1]) <= len(lines):
                beside.append((line.number, text))

    if len({number for number, _ in beside}) < _LEAST_BESIDE:
        return

    for number, text in beside:
        message = say("{text} is not a result of a round", text=repr(text[:40]))
        notes.refuse("crosstable-cell", message, _HINT, number)


def _looks_doubled(lines: Sequence[_CutLine], style: str) -> bool:
    """Return whether wins are 2, about as many as losses, and a draw nowhere is a half:
    one 2 alone is a slip.

    lines: the rows. style: club has the colour first.

        2, 0, 1, 1, 2, 0    True
        2, 1, 0, 1, 0, 1    False: one 2 against two losses
        2, ½, 0             False: a half
    """
    scores = []
    for line in lines:
        for at in line.games:
            cell = game_cell(line.fields[at], colour_first=style == "club")
            if cell is not None:
                scores.append(cell.result)

    has_halves = not {*HALVES, "="}.isdisjoint(scores)
    if "2" not in scores or has_halves:
        return False

    return scores.count("2") > scores.count("0") // 2


def _lines(
    texts: Sequence[str], notes: Notes
) -> tuple[str, str, list[tuple[str, ...]], list[_CutLine]]:
    """Find the separator (empty: blanks), the style, the lines above, and the rows.

    texts: all lines of the file. Up to the last with a game every line is a row, also
    one without any game: it has a position.

    Refused are a text without a table, one that is too large, and one in which both
    forms of cells are mixed.

        Open of Espoo            above
        1;Aho, Aino;2w1;3b½      a row
        2;Berg, Bea;1b0;-        a row
        3;Salo, Eero;-;1w½       the last row with a game
        4;Urho, Unto;-;-         a row of somebody who met nobody
        Printed on 2024-06-02    below
    """
    layout = layout_of(texts)
    if layout is None:
        hint = say("168w1 138b½ 81w- or m6+ v4- m3=, one player a line")
        notes.refuse("crosstable-empty", say("the text has no crosstable"), hint)
        notes.done()

    assert layout is not None

    _refuse_too_large(len(layout.rows), len(layout.columns or ()), notes)

    lines = []
    for number, text in enumerate(texts, 1):
        if text.strip():
            lines.append(_cut_line(number, text, layout))

    # a table that is too long to be looked at whole goes on to its last result, and is
    # refused for its length
    last = layout.rows.start
    for at, line in enumerate(lines):
        if at in layout.rows or line.has_result(layout):
            last = at

    first_row = layout.rows.start
    inside = lines[first_row : last + 1]
    mixed = [line.number for line in lines if line.has_other_form(layout)]
    if mixed:
        hint = say("in 6m+ the plus is a forfeit, in m6+ a win: use one of them")
        notes.refuse(
            "crosstable-two-styles",
            say("opponent first and colour first are mixed"),
            hint,
            mixed[-1],
        )

    heads: list[tuple[str, ...]] = []
    if layout.separator:
        heads = [line.fields for line in lines[:first_row]]

        # behind the last game there may be rows of players who met nobody
        first, rounds = _round_columns(inside)
        for line in lines[last + 1 :]:
            if not _has_only_byes(line.fields, first, rounds):
                break
            inside.append(line)

    style = "club" if layout.colour_first else "swiss-manager"
    return layout.separator, style, heads, inside


def _cut_line(number: int, text: str, layout: Layout) -> _CutLine:
    """Cut a line into fields as the layout has it, and find its games.

    `number`: of the line in the file, from 1.

        1;Aho, Aino;2w1;3b½  ->  fields 1 | Aho, Aino | 2w1 | 3b½, games 2 and 3
    """
    fields = cut_fields(text, layout.separator)
    if layout.apart is not None:
        fields = with_joined_rounds(fields, layout.apart)

    games = []
    for at in _columns(fields, layout):
        if game_cell(fields[at], colour_first=layout.colour_first) is not None:
            games.append(at)

    return _CutLine(number, text, fields, tuple(games))


def _columns(fields: Sequence[str], layout: Layout) -> range:
    """Return the fields of a line in which games may stand: any where blanks part them."""
    if layout.columns is None:
        return range(len(fields))

    # a line may end before the last round
    end = min(layout.columns.stop, len(fields))
    return range(layout.columns.start, end)


def _has_only_byes(fields: Sequence[str], first: int, rounds: int) -> bool:
    """Return whether a row behind the last game is of a player who met nobody: a name,
    and a bye or an absence.

    first: the column of the first round. rounds: how many there are.

        4 | Urho, Unto | - | -      True
        4 | Urho, Unto |   |        False: nothing is told of a round
          | Total      | 3 | 2      False: 3 is no bye
    """
    cells = fields[first : first + rounds]
    if len(cells) < rounds or not any(cells):
        return False

    if not all(not cell or cell in BYES for cell in cells):
        return False

    return bool(likely_name(fields[:first]))


def _round_columns(lines: Sequence[_CutLine]) -> tuple[int, int]:
    """Find the columns of the rounds where a separator fixes them: from the first that
    holds a game to the last.

    Returned are the first column, counted from 0, and how many rounds there are.

        games at the fields 2 and 3, at 3, and at 2, 3 and 4  ->  2, 3
    """
    with_games = [line.games for line in lines if line.games]
    first = min(games[0] for games in with_games)
    last = max(games[-1] for games in with_games)

    return first, last - first + 1


def _count_of_rounds(lines: Sequence[_CutLine]) -> int:
    """Count the rounds where there are blanks only: the row that plays in the first and
    the last round shows it.

        1 Aho Aino 2w1 3b½    games at 3 and 4: two rounds
        3 Salo - 1w½          a game at 3
    """
    with_games = [line.games for line in lines if line.games]
    return max(games[-1] - games[0] + 1 for games in with_games)


def _start_of_rounds(line: _CutLine, rounds: int, notes: Notes) -> int | None:
    """Find where the rounds of a row begin: at the only run of that many cells that
    holds all its games.

    line: cut at blanks, so a name of two words moves all that follows. None: no run
    fits, or several do, and the row is refused.

        Aho Aino 2w1 3b½       of two rounds: 2
        Salo - 1w½             of two rounds: 1, for 1w½ may not be the first
        Salo 1w½ -             1
        Urho - - -             refused: the dashes fit at 1 and at 2
    """
    low = 0
    last = high = len(line.fields) - rounds
    # all games of the row lie between the first and the last column
    if line.games:
        low = line.games[-1] - rounds + 1
        high = line.games[0]

    fits = []

    for at in range(max(0, low), min(high, last) + 1):
        columns = range(at, at + rounds)
        if all(
            column in line.games or line.fields[column] in BYES for column in columns
        ):
            fits.append(at)

    if len(fits) == 1:
        return fits[0]

    message = say(
        "it is not clear which {count} of the fields are the rounds", count=rounds
    )
    hint = say(
        "paste the table with tabs or semicolons between the columns, and write -- for"
        " a round without a game"
    )
    notes.refuse("crosstable-row", message, hint, line.number)

    return None


def _cell(
    text: str, style: str, twice: bool, number: int, position: int, line: int
) -> Cell | None:
    """Read a cell of a round; None where it is none.

    twice: whether a win counts two points. Then a half is no result, and a 2 is a win;
    otherwise a 2 is none. number: of the round, position: of the row, both from 1.

    An empty cell is a round without a game.

        3b½    round 2 against row 3, with Black, a draw
        ½      half a point without an opponent
        -      no game, no point
        Rtg    None
    """
    alone = text

    if twice:
        # a half point is none where a draw is 1
        alone = _HALVED.get(text, "?" if text in HALVES else text)

    if not alone or alone in BYES:
        return Cell(
            round=number,
            player=position,
            opponent=0,
            colour="-",
            code=BYES.get(alone, BLANK),
            line=line,
            column=0,
        )

    game = game_cell(text, colour_first=style == "club")
    if game is None:
        return None

    score = game.result
    if twice:
        if score in HALVES:
            return None
        score = _HALVED.get(score, score)
    elif score == "2":
        return None

    return Cell(
        round=number,
        player=position,
        opponent=game.opponent,
        colour=game.colour,
        code=_code(score, style, forfeit=game.forfeit),
        line=line,
        column=0,
    )


def _code(score: str, style: str, forfeit: bool) -> str:
    """Return the report's code of a printed result: 1, 0, =, of forfeits + - and D.

    style: club has + for a win and - for a loss. A result that is not there is a blank,
    a game to come.

        1 with a K behind      +
        + of a club table      1
        ½ with a K behind      D
    """
    if not score:
        return BLANK

    code = "=" if score in HALVES else score
    if style == "club":
        code = {"+": "1", "-": "0"}.get(code, code)

    # a forfeit has the same points, but no rating follows from it
    return {"1": "+", "0": "-", "=": "D"}.get(code, code) if forfeit else code
