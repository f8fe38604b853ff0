"""Read matches of teams as chess-results prints them: a line for the match, under it a
board a line, home left.

    Round 1 on 2023/10/08 at 11:00
    Bo.   4   SalSK          Rtg   -    1   TuTS          Rtg    2 : 0      (the page)
    1.1       Aho, Aino      1910  -    FM  Cho, Cai      2102   1 - 0
    1.1   4   SalSK          2 - 0      1   TuTS                            (the workbook)
    1     Aho, Aino  1910    1 : 0      Cho, Cai   2102

Titles, ranks and ratings are left alone. A saved page marks who had White, which is a
`w` or `b` in front of the home player; copied text and the workbook show no colours.
One name and a forfeit is a board to which nobody came, and a score with F behind it a
match. `*` is a board that is not finished.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from exchange.results.names_in_rows import WORD, is_parted_by_comma
from exchange.results.pairings import cells_of, day_in, round_in_line
from exchange.results.written_results import result
from exchange.text.decoding import TextFile, decode
from exchange.text.notes import Notes
from exchange.text.numbers import whole_number
from ledger.errors import Problem
from messages import say
from messages.results import PENDING, RESULTS

_MOST_BOARDS = 100  # of a match
_LONGEST = 6  # letters of the heading of the boards, in any language
_MATCH = re.compile(r"(?:bo|bd|br|pt)\.?", re.IGNORECASE)
_NUMBERED = re.compile(r"([0-9]{1,3})\.([0-9]{1,3})")
_SCORE = re.compile(
    r"([0-9]{0,2}(?:[½.,]5?)?)(F?)\s*[:–-]\s*([0-9]{0,2}(?:[½.,]5?)?)(F?)"
)
_HEAD = re.compile("rtgi?|rtgn|rating|elo|selo", re.IGNORECASE)
_BESIDE = re.compile("[wW]?[GIFCNA]M|[A-Z]{3}")  # titles and federations
_HINT = say(
    "under the line of a match, one board on each line: number, home player, result,"
    " away player"
)


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A board of a match; the result is home's first. Without a name nobody came for
    that team.
    """

    line: int
    board: int
    home: str
    away: str
    result: str
    home_has_white: bool | None = None  # None: the table does not show it


@dataclass(frozen=True, slots=True)
class PrintedMatch:
    """Two teams in a round. `absent`: which of them did not come, as the score says it."""

    line: int
    round: int
    on: date | None
    home: str
    away: str
    absent: str | None
    boards: list[TeamBoard]


@dataclass(frozen=True, slots=True)
class TeamPairings:
    """The matches of a file, in its order. title: the first line that is none of a
    table.
    """

    source: TextFile
    title: str
    matches: tuple[PrintedMatch, ...]
    warnings: tuple[Problem, ...]


def is_team_table(lines: Sequence[str]) -> bool:
    """Tell whether a line of a match stands above one of a board."""
    cut = [cells_of(line) for line in lines if line.strip()]

    are_match_and_board = (
        _teams(above) is not None and _board(below) is not None
        for above, below in pairwise(cut)
    )
    return any(are_match_and_board)


def read_team_pairings(
    data: bytes, file: str | None = None, *, round_no: int | None = None
) -> TeamPairings:
    """Read matches with their boards or refuse them, all problems at once.

    round_no: where no line names a round, or where the officer knows better than the
    lines.

    A line that names a round holds for the matches below it, with its day. What stands
    above the first match is the title; other lines between boards are passed over.

    A number that is left out between the boards of a match is warned of.

    Raised is Refused: a match without a round, a board without a result or with the
    number of another, or no match.
    """
    decoded = decode(data, file)
    notes = Notes(file)

    title, current, day = "", round_no, None
    matches: list[PrintedMatch] = []
    for number, line in enumerate(decoded.lines, 1):
        cells = cells_of(line)

        if not line.strip():
            continue
        # before the round: a name may be its word in some language, as Ratas, Jüri
        if teams := _teams(cells):
            # the workbook has no line for the round: 1.1 is the first match of round 1
            numbered = _NUMBERED.fullmatch(cells[0])
            own = current or (int(numbered[1]) if numbered else None)
            if own is None:
                hint = say("keep the line above the table that names the round")
                notes.refuse(
                    "pairings-no-round",
                    say("no line above the table names the round"),
                    hint,
                    number,
                )
                notes.done()

            home, away = teams
            match = PrintedMatch(
                line=number,
                round=own or 1,
                on=day,
                home=home,
                away=away,
                absent=_absent_teams(cells),
                boards=[],
            )
            matches.append(match)
        elif matches and (board := _board(cells)) is not None:
            _add_board(matches[-1], number, board, notes)
        elif (named := round_in_line(line)) is not None:
            current, day = round_no or named, day_in(line)
        elif not matches and not title and "chess-results" not in line.casefold():
            title = " ".join(filter(None, cells))[:200]

    if not matches and not notes.problems:
        notes.refuse("pairings-empty", say("the table has no game"), _HINT)

    for match in matches:
        _check_numbers(match, notes)

    return TeamPairings(decoded.source, title, tuple(matches), notes.done())


def _add_board(
    match: PrintedMatch, line: int, cells: Sequence[str], notes: Notes
) -> None:
    """Add a board; two names want a result, one name a forfeit.

    cells: those of a board. It has the number that is printed, or else the next one of
    the match. A name is missing where nobody came.
    """
    at = _column_of_score(cells)
    score = None if at is None else result(cells[at])
    split = _column_between(cells, at)

    home = away = ""
    if split is not None:
        home = next(filter(_is_name, cells[1:split]), "")
        away = next(filter(_is_name, cells[split + 1 :]), "")

    if score is None or not (home or away):
        notes.refuse(
            "table-result", say("the board has no result that can be read"), _HINT, line
        )
    elif not (home and away) and not RESULTS[score].is_forfeit:
        name = "away" if home else "home"
        notes.refuse(
            "table-no-player", say("{name} is empty", name=name), _HINT, line, name
        )
    else:
        number = _printed_number(cells[0]) or len(match.boards) + 1
        white = _home_has_white(cells)
        match.boards.append(TeamBoard(line, number, home, away, score, white))


def _printed_number(cell: str) -> int | None:
    """Return the number of a board within its match.

    cell: the first of its line.

        2       2
        1.2     2, in the first match
        1.0     None: not known, as is one beyond any match
    """
    numbered = _NUMBERED.fullmatch(cell)
    number = int(numbered[2]) if numbered else whole_number(cell)
    return number if number and number <= _MOST_BOARDS else None


def _check_numbers(match: PrintedMatch, notes: Notes) -> None:
    """Refuse a board with the number of another of the match, and warn of each number
    that is left out: nobody sat there.
    """
    lines: dict[int, int] = {}
    for board in match.boards:
        first = lines.setdefault(board.board, board.line)
        if first != board.line:
            message = say(
                "board {number} of the match is in line {line} already",
                number=board.board,
                line=first,
            )
            notes.refuse("table-line-twice", message, _HINT, board.line, "board")

    for number in range(1, max(lines, default=0)):
        if number not in lines:
            message = say("board {number} of the match has no player", number=number)
            notes.warn("league-boards", message, line=match.line, field="board")


def _column_of_score(cells: Sequence[str]) -> int | None:
    """Return the last cell that is a result, but for the first one; None: none is.

    1.1 | Aho, Aino | - | Berg, Bea | 1 - 0    4
    """
    for at in range(len(cells) - 1, 0, -1):
        if _is_score(cells[at]):
            return at

    return None


def _column_between(cells: Sequence[str], score: int | None) -> int | None:
    """Return the cell that parts home from away: the result where it has a name behind
    it, as in the workbook, else the dash of the page, else the result.

    score: the cell of the result.

        1 | Aho, Aino | 1 : 0 | Cho, Cai           the result: a name is behind it
        1.1 | Aho, Aino | - | Cho, Cai | 1 - 0     the dash
    """
    if score is not None and any(map(_is_name, cells[score + 1 :])):
        return score

    if "-" in cells:
        return cells.index("-")

    return score


def _home_has_white(cells: Sequence[str]) -> bool | None:
    """Return whether home has White, where a colour stands in front of the player.

    cells: of a board. None: no colour stands there, as in copied text and in the
    workbook.
    """
    mark = cells[1] if len(cells) > 1 else ""
    return {"w": True, "b": False}.get(mark)


def _teams(cells: Sequence[str]) -> tuple[str, str] | None:
    """Return home and away team, if the cells are the line of a match: numbered like
    1.1, or headed as boards.

    None: they are another line.

        Bo.  Team A  Rtg  -  Team B  Rtg  2½:1½    Team A, Team B
    """
    first = cells[0] if cells else ""
    is_short_word = 0 < len(first) <= _LONGEST and not any(map(str.isdigit, first))
    is_headed = _MATCH.fullmatch(first) is not None or (is_short_word and "-" in cells)

    if not is_headed and not _NUMBERED.fullmatch(first):
        return None
    # a board of the page is numbered like a match of the workbook, and has a dash
    # between its names
    if not is_headed and "-" in cells:
        return None

    times = Counter(cells)
    scores = 0
    names = []
    for cell in cells[1:]:
        has_digit = any(map(str.isdigit, cell.replace("½", "1")))
        if _SCORE.fullmatch(cell) and has_digit:
            scores += 1
        # what heads a column of both teams stands twice: ratings, in any language
        is_repeated = times[cell] > 1
        if WORD.search(cell) and not is_repeated and not _HEAD.fullmatch(cell):
            names.append(cell)

    if scores != 1 or len(names) != 2:
        return None

    home, away = names
    return home, away


def _board(cells: Sequence[str]) -> Sequence[str] | None:
    """Return the cells if they are those of a board: a number first, and a name behind
    it.

        1.1  Aho, Aino  1 - 0  Berg, Bea

    None: they are another line.
    """
    numbered = bool(cells) and (
        whole_number(cells[0]) is not None or _NUMBERED.fullmatch(cells[0]) is not None
    )
    return cells if numbered and any(map(_is_name, cells[1:])) else None


def _is_name(cell: str) -> bool:
    """Return whether a cell is a name, and no heading, title or federation: it has a
    word of two letters that is none of these, or initials on both sides of a comma.
    """
    if is_parted_by_comma(cell):
        return True

    return (
        WORD.search(cell) is not None
        and not _HEAD.fullmatch(cell)
        and not _BESIDE.fullmatch(cell)
    )


def _is_score(cell: str) -> bool:
    """Return whether a cell is a result with two sides, or of a game to come.

    A number alone may be a rating or a board.
    """
    if cell == PENDING:
        return True

    has_sides = cell != "-" and any(mark in cell for mark in ":-–")
    return has_sides and result(cell) is not None


def _absent_teams(cells: Sequence[str]) -> str | None:
    """Return who did not come: 6F - 0F, or 0F - 0F where nobody did.

    None: the score does not say it.

        6F - 0F    away
        0F - 6F    home
        0F - 0F    both
    """
    matches = [_SCORE.fullmatch(cell) for cell in cells[1:]]
    score = next(filter(None, matches), None)

    if score is None:
        return None

    home, home_forfeit, away, away_forfeit = score.groups()
    if not (home_forfeit and away_forfeit):
        return None

    home_scored = bool(home.strip("0"))
    away_scored = bool(away.strip("0"))
    if home_scored == away_scored:
        return "both"

    return "away" if home_scored else "home"
