"""Rounds of three columns, opponent;colour;result, as Swiss-Manager exports a crosstable for spreadsheets.

    Rk;Name;1.Rd;;;2.Rd;;        1;Aho, Aino;4;w;1;3;b;½

The three are put together to the cell that is printed elsewhere, 4w1; a round without a game keeps its result alone.
"""

import csv
import re
from collections.abc import Sequence
from typing import NamedTuple

_OPPONENT = re.compile(r"[0-9]{1,4}")
_COLOUR = re.compile(r"[wbsvm]", re.IGNORECASE)
_RESULT = re.compile(r"1/2|0[.,]5|[210½=+-]k?", re.IGNORECASE)
_NOBODY = re.compile(r"0*|-[12]?|--|–")  # in the column of the opponent
SEPARATORS = "\t;|,"


class Apart(NamedTuple):
    """The place of the rounds: the separator, the field of the first opponent, and how many rounds there are."""

    separator: str
    first: int
    rounds: int


def cut_fields(text: str, separator: str) -> tuple[str, ...]:
    """Cut a line into its fields; with commas a name that holds one is in quotes, or the line is no table."""
    if separator != ",":
        return tuple(field.strip() for field in text.split(separator or None))
    try:
        return tuple(field.strip() for field in next(csv.reader([text], strict=True), ()))
    except csv.Error:
        return (text,)


def rounds_apart(texts: Sequence[str]) -> Apart | None:
    """Find the columns of the rounds, if at least two lines have one; None where no line has an opponent like that."""
    for separator in SEPARATORS:
        lines = [fields for text in texts if separator in text and (fields := cut_fields(text, separator))]
        places = [of_line for fields in lines if (of_line := _games(fields))]
        if len(places) > 1:
            first = min(of_line[0] for of_line in places)
            last = max(of_line[-1] for of_line in places)
            # every round is three fields wide, so the games of all lines stand in step with each other
            if all((at - first) % 3 == 0 for of_line in places for at in of_line):
                return Apart(separator, first, (last - first) // 3 + 1)
    return None


def _games(fields: Sequence[str]) -> list[int]:
    """Find where an opponent, a colour and a result follow each other."""
    places: list[int] = []
    for at in range(len(fields) - 2):
        game = (
            _OPPONENT.fullmatch(fields[at]) and _COLOUR.fullmatch(fields[at + 1]) and _RESULT.fullmatch(fields[at + 2])
        )
        if game and not (places and at - places[-1] < 3):
            places.append(at)
    return places


def joined(fields: Sequence[str], apart: Apart) -> tuple[str, ...]:
    """Join three fields to one cell for each round; the fields before and after the rounds stay."""
    end = apart.first + 3 * apart.rounds
    rounds = [_cell(fields[at : at + 3]) for at in range(apart.first, min(end, len(fields)), 3)]
    return (*fields[: apart.first], *rounds, *fields[end:])


def _cell(parts: Sequence[str]) -> str:
    opponent, colour, result = (*parts, "", "")[:3]
    if _NOBODY.fullmatch(opponent) and not _COLOUR.fullmatch(colour):
        return result or colour.strip("-–")
    return f"{opponent}{colour}{result}"
