"""Rewrite a crosstable that Swiss-Manager exports in three columns a round, where `x` is
a half.

    Rank;SNo.;;Name;1.Rd.;;;2.Rd.;;;Pts
    1;14;IM;Aho, Aino;3;b;1;2;w;x;1x          the opponent's row, the colour, the result
    2;13;;Berg, Bea;-;-;x;1;b;x;1             a bye
    3;4;;Salo, Eero;1;w;0;4;-;+;1             a forfeit, which has no colour

Rows are called by their place, for tied players have no rank. The upper row of a forfeit
gets White, and no rating follows from it.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from exchange.text.numbers import whole_number
from exchange.text.tables import MOST_TITLES

_ROUND = re.compile(r"([0-9]{1,2})\.?\s*[^\W\d_]*\.?")
_HALF = re.compile(r"([0-9]{0,3})x", re.IGNORECASE)
_SEPARATORS = ";\t"
LEAST = 2


class _Head(NamedTuple):
    """The heading: its line, from 0, the separator, and the columns where rounds begin."""

    line: int
    separator: str
    rounds: tuple[int, ...]


def is_three_columns(lines: Sequence[str]) -> bool:
    """Return whether a heading has rounds of three columns, and a result below it is an
    `x`.

    Two rows at least; without any `x` the table is as Swiss-Manager usually exports it.

    The heading and its rows are read as `rewritten_three_columns` does it.
    """
    head = _head(lines)
    if head is None:
        return False

    rows = [lines[at].split(head.separator) for at in _rows(lines, head)]

    results = []
    for fields in rows:
        for at in head.rounds:
            result = fields[at + 2 : at + 3]
            results += [text.strip().casefold() for text in result]

    return len(rows) >= LEAST and "x" in results


def rewritten_three_columns(lines: Sequence[str]) -> list[str]:
    """Return as many lines as there were, with a column for each round: 3b1, 2w½.

    lines: of the file. Those without such a heading come back as they are, and so do
    the ones below the table.

        Rank;Name;1.Rd.;;;2.Rd.;;;Pts       Rank;Name;1.Rd.;2.Rd.;Pts
        1;Aho, Aino;3;b;1;2;w;x;1x          1;Aho, Aino;3b1;2w½;1.5

    As many lines come out as went in, so that a problem is told with its line.
    """
    head = _head(lines)
    if head is None:
        return list(lines)

    texts = list(lines)
    texts[head.line] = _joined_line(lines[head.line], head, 0)
    # the row's own place decides who is the upper one in a forfeit
    for own, at in enumerate(_rows(lines, head), 1):
        texts[at] = _joined_line(lines[at], head, own)

    return texts


def _head(lines: Sequence[str]) -> _Head | None:
    """Find the heading among the first lines; None: none has two rounds or more. A
    semicolon is tried before a tab.
    """
    first_lines = lines[:MOST_TITLES]
    for at, line in enumerate(first_lines):
        for separator in _SEPARATORS:
            fields = [field.strip() for field in line.split(separator)]
            # one column headed 1 may be anything; two in step are rounds
            rounds = _rounds(fields)
            if len(rounds) >= LEAST:
                return _Head(at, separator, tuple(rounds))

    return None


def _rounds(fields: Sequence[str]) -> list[int]:
    """Return the columns headed 1, 2, 3, ..., each with two empty ones behind it.

    Rank;Name;1.Rd.;;;2.Rd.;;;Pts    2, 5
    """
    rounds: list[int] = []
    for at, field in enumerate(fields):
        match = _ROUND.fullmatch(field)
        if match is None:
            continue

        number = int(match[1])
        is_next = number == len(rounds) + 1

        # each round is three columns further on than the last
        in_step = not rounds or at == rounds[-1] + 3
        behind = fields[at + 1 : at + 3]
        if is_next and in_step and behind == ["", ""]:
            rounds.append(at)

    return rounds


def _rows(lines: Sequence[str], head: _Head) -> list[int]:
    """Return the lines below the heading, up to the first that has no columns, by their
    numbers from 0.

    An empty line ends the table as well: it has no separator.
    """
    rows = []
    for at in range(head.line + 1, len(lines)):
        if head.separator not in lines[at]:
            break
        rows.append(at)

    return rows


def _joined_line(line: str, head: _Head, own: int) -> str:
    """Join the columns of each round.

    own: the position of the row, from 1; 0 of the heading. A row that ends too soon has
    empty columns.

    Points behind the rounds lose their `x` too: 1x becomes 1.5.

        1;Aho, Aino;3;b;1;2;w;x;1x  of rounds at 2 and 5
        ->  1;Aho, Aino;3b1;2w½;1.5
    """
    fields = [field.strip() for field in line.split(head.separator)]

    first = head.rounds[0]
    end = head.rounds[-1] + 3
    fields += [""] * (end - len(fields))

    cells = []
    for at in head.rounds:
        if own == 0:
            cells.append(fields[at])
        else:
            cells.append(_cell(fields[at : at + 3], own))

    behind = [_decimal_points(field) for field in fields[end:]]
    joined = [*fields[:first], *cells, *behind]

    return head.separator.join(joined)


def _decimal_points(text: str) -> str:
    """Return points with a half in decimals: 1x is 1.5; any other text is as it is.

    2x    2.5
    x     0.5
    2     2
    """
    match = _HALF.fullmatch(text)
    return text if match is None else f"{match[1] or '0'}.5"


def _cell(parts: Sequence[str], own: int) -> str:
    """Write opponent, colour and result as one word; what is none of these stays, and
    is refused by who reads it.

    `parts` are the three fields, `own` the place of the row, from 1.

        3 b 1    3b1
        2 w x    2w½
        - - x    ½        a bye
        4 - +    4w+      of row 1: the upper row of a forfeit gets White
    """
    opponent, colour, score = parts
    score = "½" if score.casefold() == "x" else score

    # without an opponent the result alone is a bye
    if opponent in ("", "-", "0"):
        return score

    number = whole_number(opponent)
    if colour in ("", "-") and score in ("+", "-") and number is not None:
        colour = "w" if own < number else "b"

    return f"{opponent}{colour}{score}"
