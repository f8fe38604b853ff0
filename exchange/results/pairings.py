"""Read pairing tables as chess-results prints them: a board a line, White left of the
result and Black right of it.

    Round 3 on 2024/06/02 at 10:00
    Bo.  No.       White         Rtg   Pts.  Result  Pts.       Black         Rtg   No.
    1    4    FM   Aho, Aino     2210  2     1 - 0   2          Salo, Eero    2105  1
    2    7         Berg, Bea     1890  1     1       1          bye

One round or several, each under a line that names it. Columns that are not about who
met whom are left alone.
"""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from exchange.byes import is_bye
from exchange.results.head_words import words_for
from exchange.results.heads import HEADS as NAME_WORDS
from exchange.results.written_results import has_both_sides, result
from exchange.text.dates import are_finnish_days, readings
from exchange.text.decoding import TextFile, decode
from exchange.text.notes import Notes
from exchange.text.numbers import whole_number
from ledger.errors import Problem
from messages import by_command, say
from messages.results import PENDING

MAX_ROUNDS = 100
_DRAW = "1/2-1/2"
_WHITE, _BLACK = words_for("white"), words_for("black")
_RESULT, _NUMBER = words_for("result"), words_for("number") | {"#"}
_BOARD = frozenset(["bo", "bd", "br", "board", "pöytä", "pt", "bord", "tisch", "laud"])
_ROUNDS = "|".join(sorted(words_for("round"), key=len, reverse=True))
_ROUND = re.compile(
    rf"\b(?:{_ROUNDS})\b\.?:?\s*([0-9]{{1,3}})\b"
    rf"|\b([0-9]{{1,3}})(?:\.|st|nd|rd|th)?\s*(?:{_ROUNDS})\b"
    # Chinese and Japanese part no words
    r"|第?([0-9]{1,3})\s*(?:轮|回戦)",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}\.\s?[0-9]{1,2}\.\s?[0-9]{4}"
)
_COLUMNS = re.compile(r"\t|;| {2,}")
_PIECE = re.compile(r"\S+(?: \S+)*")  # between wide gaps
_ONE_SIDE = re.compile(r"1/2|0[.,]5|[01½=]")
_TITLE = re.compile(r"W?[GIFCNA]M", re.IGNORECASE)
_HINT = say(
    "a board a line: number, White, result, Black; byes say so in the place of Black"
)
_APART = say("paste the table with tabs or semicolons between the columns")


@dataclass(frozen=True, slots=True)
class BoardSeat:
    """A player at a board: the name, without needless blanks, and the starting number
    where the table has one.
    """

    name: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Board:
    """A game at a board.

    line: its number in the file. board: None where the table does not say it. result:
    written as in documents; `*` of a bye and of a game to come. on: the day of its
    round.
    """

    line: int
    round: int
    board: int | None
    white: BoardSeat
    black: BoardSeat
    result: str
    on: date | None


@dataclass(frozen=True, slots=True)
class Pairings:
    """A pairing table. `title`: the first line above the table that is not about a
    round.
    """

    source: TextFile
    title: str
    boards: tuple[Board, ...]
    warnings: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class BoardColumns:
    """Which cell of a line is what of a board, from 0; None: the table has no such
    column.
    """

    white: int
    result: int
    black: int
    board: int | None = None
    white_number: int | None = None
    black_number: int | None = None


def round_in_line(text: str) -> int | None:
    """Return the round that a line names in any of the known languages; None: it names
    none.

        Round 3 on 2024/06/02    3
        3. kierros               3
        第3轮                    3
    """
    match = _ROUND.search(text)
    return None if match is None else int(next(filter(None, match.groups())))


def cells_of(line: str) -> list[str]:
    """Cut a line into cells: between tabs, semicolons or wide gaps; else between
    commas.

    A tab wins over a semicolon. Wide gaps are two blanks or more. Cells are without
    blanks and quotes at their ends.

        1;Aho, Aino;1 - 0;Salo, Eero       1 | Aho, Aino | 1 - 0 | Salo, Eero
        1  Aho, Aino  1 - 0  Salo, Eero    the same
        1,"Aho, Aino",1-0,"Salo, Eero"     1 | Aho, Aino | 1-0 | Salo, Eero

    Quotes that are never closed leave the line whole, as one cell.
    """
    if "\t" in line or ";" in line:
        mark = "\t" if "\t" in line else ";"
        return [cell.strip().strip('"').strip() for cell in line.split(mark)]

    # a comma beside wide gaps is one in a name
    if "," in line and "  " not in line:
        try:
            return [cell.strip() for cell in next(csv.reader([line], strict=True), [])]
        except csv.Error:
            return [line]

    return [cell.strip() for cell in _COLUMNS.split(line.strip())]


def pairing_header(cells: Sequence[str]) -> BoardColumns | None:
    """Find the columns, if this is the header of a pairing table: White, the result,
    Black, and no round.

    Words of several languages are known, with a point or colon behind or without.
    None: it is none, or has two columns of results.

        Bo.  No.  White  Result  Black  No.
        ->  white 2, result 3, black 4, board 0, white_number 1, black_number 5

    A table of one player's rounds has these columns too, but also one headed as the
    round.
    """
    words = [cell.casefold().rstrip(".:") for cell in cells]
    results = [at for at, word in enumerate(words) if word in _RESULT]
    if len(results) != 1 or any(_ROUND_WORD.fullmatch(word) for word in words):
        return None

    middle = results[0]
    left = range(middle)
    right = range(middle + 1, len(words))
    white = _column_of_colour(words, left, _WHITE)
    black = _column_of_colour(words, right, _BLACK)
    if white is None or black is None:
        return None

    boards = _columns_headed(words, left, _BOARD)
    numbers = _columns_headed(words, left, _NUMBER)
    # one word may head the boards and the numbers: the board comes first
    if len(numbers) > 1 and not boards:
        boards = [numbers.pop(0)]

    return BoardColumns(
        white=white,
        result=middle,
        black=black,
        board=next(iter(boards), None),
        white_number=next(iter(numbers), None),
        black_number=next(iter(_columns_headed(words, right, _NUMBER)), None),
    )


_ROUND_WORD = re.compile(rf"rnd|{_ROUNDS}")


def _columns_headed(
    words: Sequence[str], columns: range, known: frozenset[str]
) -> list[int]:
    """Return those of some columns whose heading is one of the known words.

    Columns are counted from 0, and returned from left to right.
    """
    return [at for at in columns if words[at] in known]


def _column_of_colour(
    words: Sequence[str], columns: range, colour: frozenset[str]
) -> int | None:
    """Find the column of a colour; else the only one headed as a name.

    `words` are the headings in small letters, `columns` those on one side of the
    result. None: there is no such column, or more than one.

        No  Name  Result  Name     the only Name on its side
        White  Rtg  Result  Black  the headings of colours
    """
    own = [at for at in columns if words[at] in colour]
    if not own:
        own = [at for at in columns if words[at] in NAME_WORDS]

    return own[0] if len(own) == 1 else None


def read_pairings(
    data: bytes, file: str | None = None, *, round_no: int | None = None
) -> Pairings:
    """Read a pairing table or refuse it, all problems at once.

    round_no: the round, where no line names it, or where the officer knows better.

    Lines above the header make the title; the first that names a round begins it. A
    game without a result yet is read, with a warning. Raised is Refused: there is no
    game, or a board whose players or result cannot be read.

        Round 3 on 2024/06/02 at 10:00
        Bo.;No.;White;Result;Black;No.
        1;4;Aho, Aino;1 - 0;Salo, Eero;1

    is a board of round 3, played on 2024-06-02: Aho, whose number is 4, beat Salo, 1.
    """
    decoded = decode(data, file)
    notes = Notes(file)

    table = _PairingsRead(notes, round_no)
    for number, line in enumerate(decoded.lines, 1):
        if line.strip():
            table.line(number, line)

    table.refuse_one_sided()
    if not table.boards and not notes.problems:
        notes.refuse("pairings-empty", say("the table has no game"), _HINT)

    # the same board again, as on a page that was copied twice
    whole_games = [(board.line, replace(board, line=0)) for board in table.boards]
    notes.refuse_twice("table-line-twice", whole_games, say("board, day or round"))

    if len({board.round for board in table.boards}) > MAX_ROUNDS:
        notes.refuse(
            "pairings-rounds",
            say("more than {count} rounds", count=MAX_ROUNDS),
            say("send one tournament in a file"),
        )

    return Pairings(
        warnings=notes.done(),
        source=decoded.source,
        title=table.title,
        boards=tuple(table.boards),
    )


class _PairingsRead:
    """The table while it is read, line by line.

    title: the first line above the header. boards: those that were read so far.
    """

    def __init__(self, notes: Notes, round_no: int | None) -> None:
        """Begin without a header. `round_no`: the round of every board, whatever lines
        say.

        `notes`: takes what is wrong with lines, all of it, before anything is refused.
        """
        self._notes = notes
        self._given = self._round = round_no

        self._day: date | None = None
        self._columns: BoardColumns | None = None
        self._width = 0  # of the header, in cells

        self._heads: list[re.Match[str]] = []  # of a header with blanks only
        self._asked = False
        self.title = ""
        self.boards: list[Board] = []
        self._one_sided: list[tuple[Board, str]] = []  # 1 or ½ alone, as it is written
        self._two_sided: set[str] = set()  # results of both, as they are read

    def line(self, number: int, text: str) -> None:
        """Take a line: a header, a board, a line that names the round, or a title. Any
        other is passed over, as the advertisements of a page, but one with the result
        of a game is a board that lacks a cell, and is refused.

        number: of it in the file, from 1.

            Tampere Open                      the title
            Round 3 on 2024/06/02             the round and the day of what follows
            Bo.  No.  White  Result  Black    the columns of what follows
            1    4    Aho    1 - 0   Salo     a board
        """
        cells = cells_of(text)
        if (columns := pairing_header(cells)) is not None:
            self._columns = columns
            self._width = len(cells)
            self._heads = _pieces(text)
            return
        if self._columns is not None and self._heads:
            cells = _cells_below_heads(self._heads, self._columns, text) or cells

        if self._columns is not None and _is_board(cells, self._columns):
            self._board(number, cells, self._columns)
        elif self._columns is not None and any(map(has_both_sides, cells)):
            message = say(
                "the line has {count} fields, the header {most}",
                count=len(cells),
                most=self._width,
            )
            self._notes.refuse("table-fields", message, _HINT, number)
        # an officer's round holds, but the day of the heading is taken all the same
        elif (named := round_in_line(text)) is not None:
            self._round = self._given or named
            self._day = day_in(text)
        # the title stands above the first header; a page's own advertisement is none
        elif (
            self._columns is None
            and not self.title
            and "chess-results" not in text.casefold()
        ):
            self.title = " ".join(filter(None, cells))[:200]

    def _board(self, line: int, cells: Sequence[str], columns: BoardColumns) -> None:
        """Take a board, or say what is wrong with it: nobody named, no result that can
        be read.

        That no line names the round is said once, at the first board.

            cells 1 | 4 | Aho, Aino | 1 - 0 | Salo, Eero | 1
            ->  Board(board=1, white=Aho, Aino (4), black=Salo, Eero (1), result="1-0")

        `line`: its number in the file. Nothing is added while the round is not known.
        """
        notes = self._notes
        before = len(notes.problems)
        white = _seat(cells, columns.white, columns.white_number)
        black = _seat(cells, columns.black, columns.black_number)

        if self._round is None and not self._asked:
            self._asked = True
            hint = by_command(
                "use --round N, or keep the line above the table that names the round",
                "answer which round it is, or keep the line above the table that names"
                " the round",
            )
            notes.refuse(
                "pairings-no-round",
                say("no line above the table names the round"),
                hint,
                line,
            )

        for name, seat in (("white", white), ("black", black)):
            if not seat.name:
                message = say("{name} is empty", name=name)
                notes.refuse("table-no-player", message, _HINT, line, name)
            # a table cut at blanks has the title of a player in a column of its own
            elif _TITLE.fullmatch(seat.name):
                message = say("{name} is a title, not a name", name=repr(seat.name))
                notes.refuse("table-no-player", message, _APART, line, name)

        # whatever stands as the result of a bye, it is not one of a game
        text = cells[columns.result]
        bye = is_bye(white.name) or is_bye(black.name)
        score = PENDING if bye or not text else result(text)
        if score is None:
            hint = say("1 - 0, 0 - 1, ½ - ½; + - - and - - + for forfeits")
            notes.refuse(
                "table-result",
                say("{text} is not a result", text=repr(text[:40])),
                hint,
                line,
                "result",
            )
        elif not text and not bye:
            notes.warn(
                "pairings-pending-game",
                say("the game has no result yet"),
                line=line,
                field="result",
            )

        if self._round is None or score is None or len(notes.problems) > before:
            return

        board = None

        if columns.board is not None:
            board = whole_number(cells[columns.board].rstrip("."))

        played = Board(
            line=line,
            round=self._round,
            board=board or None,
            white=white,
            black=black,
            result=score,
            on=self._day,
        )
        self.boards.append(played)

        if not bye and _ONE_SIDE.fullmatch(text):
            self._one_sided.append((played, text))
        elif score != PENDING:
            self._two_sided.add(score)

    def refuse_one_sided(self) -> None:
        """Refuse a result of one side where others have two, or against somebody without
        a number where others have one, or whom several meet: those are the points of a
        bye, in a word for it that is not known here. A draw may be written as ½ alone.

            1 - 0, 0 - 1, and 1 against `recess`    refused: is `recess` a bye?
            1 - 0, 0 - 1, and ½                     a draw, as long as none is ½ - ½
            1, 0, ½ and nothing else                White's score in each, taken as such
        """
        results = self._two_sided
        are_numbered = any(board.black.number for board in self.boards)
        times = Counter((board.round, board.black) for board, _ in self._one_sided)

        for board, text in self._one_sided:
            has_no_number = are_numbered and board.black.number is None
            is_nobody = has_no_number or times[board.round, board.black] > 1
            is_other = board.result in results or (results and board.result != _DRAW)
            if is_other or is_nobody:
                message = say(
                    "{text} is the points of one player: is {name} a bye?",
                    text=repr(text),
                    name=repr(board.black.name),
                )
                hint = say("write bye in the place of Black, or the result of both")
                self._notes.refuse("table-result", message, hint, board.line, "result")


def _pieces(line: str) -> list[re.Match[str]]:
    """Return what stands between the wide gaps of a line; nothing where a tab, a
    semicolon or a comma parts the columns.

        Bo.  White       Result    Bo. | White | Result, with the places of each

    Where a mark parts the columns nothing has to stand below anything.
    """
    if "\t" in line or ";" in line or (" " * 2 not in line.strip()):
        return []

    return [*_PIECE.finditer(line)]


def _cells_below_heads(
    heads: Sequence[re.Match[str]], columns: BoardColumns, line: str
) -> list[str] | None:
    """Return the cells of a line below their headings, where the names begin as those
    of White and Black do: a title or a missing result moves no other cell then.

    None: the lines are not written below each other.

        Bo.  No.       White         Rtg   Result   Black
        1    4    FM   Aho, Aino     2210  1 - 0    Salo, Eero
        ->  1 | 4 | Aho, Aino | 2210 | 1 - 0 | Salo, Eero

    The title has no heading above it, and is left out.
    """
    pieces = _pieces(line)
    starts = {piece.start() for piece in pieces}
    names = {heads[columns.white].start(), heads[columns.black].start()}
    if not names <= starts:
        return None

    return [_piece_below(head, pieces) for head in heads]


def _piece_below(head: re.Match[str], pieces: Sequence[re.Match[str]]) -> str:
    """Return the piece of a line that stands below a heading; empty: none does.

    A piece is below a heading when they share at least one place of the line. Of
    several the first is returned.
    """
    below = (
        piece[0]
        for piece in pieces
        if piece.start() < head.end() and head.start() < piece.end()
    )
    return next(below, "")


def _is_board(cells: Sequence[str], columns: BoardColumns) -> bool:
    """Return whether cells are a board: long enough, and not only a remark in the first
    cell. A board with one name is a bye, or wrong, and a result without a name too.

        1 | Aho, Aino | 1 - 0 | Salo, Eero    a board
        Table 1 is by the window              shorter than a board
    """
    if len(cells) <= columns.black:
        return False

    has_name = bool(cells[columns.white] or cells[columns.black])
    return has_name or has_both_sides(cells[columns.result])


def _seat(cells: Sequence[str], name: int, number: int | None) -> BoardSeat:
    """Return the player of a board.

    name, number: their columns; no number: the table has none, or the row is shorter.

        Aho,  Aino | 4.    BoardSeat("Aho, Aino", 4)
        Aho, Aino  | 0     BoardSeat("Aho, Aino", None)
    """
    text = ""
    if number is not None and number < len(cells):
        text = cells[number].rstrip(".")

    whole_name = " ".join(cells[name].split())
    return BoardSeat(whole_name, whole_number(text) or None)


def day_in(text: str) -> date | None:
    """Read the day beside the round, where it has one meaning.

    With dots the day is first, as Finns write it. None: no day, or one of two meanings.

        Round 3 on 2024/06/02 at 10:00    2024-06-02
        3. kierros 2.6.2024               2024-06-02
        Round 3 on 02/06/2024             None
    """
    match = _DAY.search(text)
    if match is None:
        return None

    meant = readings(match[0])

    if are_finnish_days([match[0]]):
        return meant["dmy"]

    return meant.get("ymd") or None
