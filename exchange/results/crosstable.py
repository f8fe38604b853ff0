"""Read crosstables pasted as text: Swiss-Manager and chess-results, and Finnish club pages.

    swiss-manager   168w1 138b½ 81w- 142w+   opponent, colour, result; + and - (or a K behind) are forfeits
    club            m6+ v4- m3=              colour, opponent, result; + - = are win, loss, draw
    norwegian       +168 =138 -81            result, opponent (printed.py)
    swissperfect    168:W 138:D 81:-         opponent, result; + and - are forfeits (printed.py)
    tasaselo        v+ 8 m= 3  X 0           colour, result, opponent (tasaselo.py)
    three columns   168;w;1 138;b;½          the first in columns of their own, as Swiss-Manager exports them

The opponent is the row's position in the printed table, never the printed rank: tied players have none. Colours by
language: w and v are White (white, weiß, valkea), b, s and m Black (black, schwarz, musta). Both rows must agree.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from exchange.results import (
    CrossRow,
    Points,
    before_word,
    likely,
    name_column,
    name_in,
    name_of,
    printed_columns,
    printed_in,
)  # fmt: skip
from exchange.results.printed import cut_fields, joined, printed_style, rewritten, rounds_apart, tasaselo_title
from exchange.text import Notes, TextFile, decode
from exchange.text.cells import BLANK, Bye, Cell, PairedGame, cell_problems, pair
from ledger.errors import Problem
from messages import say

MAX_ROWS = 2000
MAX_ROUNDS = 100
_RESULT = r"(?:1/2|0[.,]5|[210½=+-])"
NUMBER_FIRST = re.compile(rf"([0-9]{{1,4}})([wbsvm])({_RESULT})?(k)?", re.IGNORECASE)
COLOUR_FIRST = re.compile(rf"([wbsvm])([0-9]{{1,4}})({_RESULT})?(k)?", re.IGNORECASE)
_COLOURS = {"w": "w", "v": "w", "b": "b", "s": "b", "m": "b"}
_HALVES = ("½", "1/2", "0.5", "0,5")
# Without an opponent: 0 ½ 1, with a minus in front when the program assigned it.
_BYES = dict.fromkeys(("1", "+"), "F") | {"-1": "U"} | dict.fromkeys((*_HALVES, "=", "-½"), "H")
_BYES |= dict.fromkeys(("0", "-0", "-", "--", "–"), "Z")
_HALVED = {"2": "1", "1": "="}
_HINT = say("both rows must say the same; opponents are positions in the table, so no row may be missing")


@dataclass(frozen=True, slots=True)
class Crosstable:
    """A crosstable. `players` are by position; games and byes name people by position."""

    source: TextFile
    style: str  # swiss-manager, club, norwegian, swissperfect, tasaselo
    title: str  # empty: nothing says it
    rounds: int
    players: tuple[CrossRow, ...]
    cells: tuple[Cell, ...]
    games: tuple[PairedGame, ...]
    byes: tuple[Bye, ...]
    warnings: tuple[Problem, ...]
    doubled: bool  # two points a game, as it is stated or as the results look


@dataclass(frozen=True, slots=True)
class _LineCut:
    """A line cut into fields; `games` are the places of those with an opponent."""

    number: int
    text: str
    fields: tuple[str, ...]
    games: tuple[int, ...]


def read_crosstable(data: bytes, file: str | None = None, *, points: Points | None = None) -> Crosstable:
    """Read a crosstable or refuse it, all problems at once."""
    decoded = decode(data, file)
    notes = Notes(file)
    printed = printed_style(decoded.lines)
    texts = rewritten(decoded.lines, printed) if printed else decoded.lines
    separator, style, heads, lines = _lines(texts, notes)
    named = name_column(heads)
    places = printed_columns(heads)
    twice = not printed and (points == "doubled" or (points is None and _looks_doubled(lines, style)))
    first, rounds = _round_columns(lines) if separator else (0, _longest(lines))
    _refuse_too_large(len(lines), rounds, notes)
    players: list[CrossRow] = []
    cells: list[Cell] = []
    unread: set[tuple[int, int]] = set()
    for position, line in enumerate(lines, 1):
        start = first if separator else _start(line, rounds, notes)
        before = line.fields[: start or 0]
        name = name_of(before, named) if separator else name_in(before_word(line.text, start or 0))
        players.append(
            CrossRow(line.number, position, name, " ".join(filter(None, before)), *printed_in(line.fields, places))
        )
        for number in range(1, rounds + 1):
            text = line.fields[start + number - 1] if start is not None and start + number <= len(line.fields) else ""
            cell = _cell(text, style, twice, number, position, line.number)
            if start is None or cell is None:
                unread.add((number, position))
            else:
                cells.append(cell)
            if cell is None:
                message = say("{text} is not a result of a round", text=repr(text[:40]))
                notes.refuse("crosstable-cell", message, _HINT, line.number, f"round {number}")
    paired = pair(cells, range(1, len(lines) + 1), unread, cell_problems("crosstable", file, _HINT))
    notes.problems += paired.problems
    notes.warnings += paired.warnings
    return Crosstable(
        warnings=notes.done(),
        source=decoded.source,
        style=printed or style,
        title=tasaselo_title(decoded.lines) if printed == "tasaselo" else "",
        rounds=rounds,
        players=tuple(players),
        cells=tuple(cells),
        games=paired.games,
        byes=paired.byes,
        doubled=twice,
    )


def _refuse_too_large(rows: int, rounds: int, notes: Notes) -> None:
    if rounds > MAX_ROUNDS or rows > MAX_ROWS:
        limits = {"most": MAX_ROWS, "limit": MAX_ROUNDS}
        message = say("{rows} rows and {count} rounds; at most {most} and {limit} are read", rows=rows, count=rounds,
                      **limits)  # fmt: skip
        notes.refuse("crosstable-too-large", message, say("is this one tournament?"))
        notes.done()


def _looks_doubled(lines: Sequence[_LineCut], style: str) -> bool:
    """Return whether wins are 2, about as many as losses, and a draw nowhere is a half: one 2 alone is a slip."""
    form = COLOUR_FIRST if style == "club" else NUMBER_FIRST
    scores = [match[3] for line in lines for at in line.games if (match := form.fullmatch(line.fields[at]))]
    enough = scores.count("2") > scores.count("0") // 2
    return enough and "2" in scores and not {*_HALVES, "="} & set(scores)


def _lines(texts: Sequence[str], notes: Notes) -> tuple[str, str, list[tuple[str, ...]], list[_LineCut]]:
    """Find the separator (empty: blanks), the style, the lines above, and the lines from the first with a game on.

    Up to the last with a game every line is a row, also one without any game: it has a position.
    """
    separator = next(
        (mark for mark in "\t;|," if any(mark in text and _opponents(cut_fields(text, mark)) for text in texts)), ""
    )
    apart = None if separator else rounds_apart(texts)
    separator = apart.separator if apart is not None else separator
    cut = [(number, text, cut_fields(text, separator)) for number, text in enumerate(texts, 1) if text.strip()]
    if apart is not None:
        cut = [(number, text, joined(fields, apart)) for number, text, fields in cut]
    lines = [_LineCut(number, text, fields, _opponents(fields)) for number, text, fields in cut]
    with_games = [at for at, line in enumerate(lines) if line.games]
    if not with_games:
        hint = say("168w1 138b½ 81w- or m6+ v4- m3=, one player a line")
        notes.refuse("crosstable-empty", say("the text has no crosstable"), hint)
        notes.done()
    inside = lines[with_games[0] : with_games[-1] + 1]
    forms = {bool(COLOUR_FIRST.fullmatch(line.fields[at])): line for line in inside for at in line.games}
    if len(forms) > 1:
        last = max(line.number for line in forms.values())
        hint = say("in 6m+ the plus is a forfeit, in m6+ a win: use one of them")
        notes.refuse("crosstable-two-styles", say("opponent first and colour first are mixed"), hint, last)
    heads = [line.fields for line in lines[: with_games[0]]] if separator else []
    if separator:
        first, rounds = _round_columns(inside)
        inside += takewhile(lambda line: _only_byes(line.fields, first, rounds), lines[with_games[-1] + 1 :])
    return separator, "club" if True in forms else "swiss-manager", heads, inside


def _only_byes(fields: Sequence[str], first: int, rounds: int) -> bool:
    """Return whether a row behind the last game is of a player who met nobody: a name, and a bye or an absence."""
    cells = fields[first : first + rounds]
    return (
        len(cells) == rounds
        and any(cells)
        and all(not cell or cell in _BYES for cell in cells)
        and bool(likely(fields[:first]))
    )


def _opponents(fields: Sequence[str]) -> tuple[int, ...]:
    return tuple(at for at, text in enumerate(fields) if NUMBER_FIRST.fullmatch(text) or COLOUR_FIRST.fullmatch(text))


def _round_columns(lines: Sequence[_LineCut]) -> tuple[int, int]:
    """Find the columns of the rounds where a separator fixes them: from the first that holds a game to the last."""
    first = min(line.games[0] for line in lines if line.games)
    return first, max(line.games[-1] for line in lines if line.games) - first + 1


def _longest(lines: Sequence[_LineCut]) -> int:
    """Count the rounds where there are blanks only: the row that plays in the first and the last round shows it."""
    return max(line.games[-1] - line.games[0] + 1 for line in lines if line.games)


def _start(line: _LineCut, rounds: int, notes: Notes) -> int | None:
    """Find where the rounds of a row begin: at the only run of that many cells that holds all its games."""
    last = len(line.fields) - rounds
    low, high = (line.games[-1] - rounds + 1, line.games[0]) if line.games else (0, last)
    fits = [
        at
        for at in range(max(0, low), min(high, last) + 1)
        if all(place in line.games or line.fields[place] in _BYES for place in range(at, at + rounds))
    ]
    if len(fits) == 1:
        return fits[0]
    message = say("it is not clear which {count} of the fields are the rounds", count=rounds)
    hint = say("paste the table with tabs or semicolons between the columns, and write -- for a round without a game")
    notes.refuse("crosstable-row", message, hint, line.number)
    return None


def _cell(text: str, style: str, twice: bool, number: int, position: int, line: int) -> Cell | None:
    alone = _HALVED.get(text, "?" if text in _HALVES else text) if twice else text
    if not alone or alone in _BYES:
        return Cell(number, position, 0, "-", _BYES.get(alone, BLANK), line, 0)
    match = (COLOUR_FIRST if style == "club" else NUMBER_FIRST).fullmatch(text)
    score = (match[3] or "").lower() if match else ""
    if match is None or (score in _HALVES if twice else score == "2"):
        return None
    colour, opponent = (match[1], match[2]) if style == "club" else (match[2], match[1])
    code = _code(_HALVED.get(score, score) if twice else score, style, forfeit=bool(match[4]))
    return Cell(number, position, int(opponent), _COLOURS[colour.lower()], code, line, 0)


def _code(score: str, style: str, forfeit: bool) -> str:
    """Return the report's code of a printed result."""
    if not score:
        return BLANK
    code = "=" if score in _HALVES else score
    if style == "club":
        code = {"+": "1", "-": "0"}.get(code, code)
    return {"1": "+", "0": "-", "=": "D"}.get(code, code) if forfeit else code
