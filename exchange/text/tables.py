"""Read tables of text: fields between separators, as spreadsheets save them, under a
header.
"""

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from exchange import MAX_BYTES as MAX_BYTES
from exchange.text.notes import Notes
from messages import say

SEPARATORS = (";", "\t", ",")

# what a spreadsheet takes for the beginning of a formula
FORMULA = ("=", "+", "-", "@")

# lines above the header: the name of the event, the organiser, a blank line or two
MOST_TITLES = 40

_SPREADSHEET = re.compile(r"sep=.", re.IGNORECASE)  # a line for Excel, not for readers


def header_words(line: str, separator: str) -> list[str]:
    """Return the cells of a header line, without blanks, quotes and capitals. A quoted
    cell may hold the separator.
    """
    cells = line.split(separator)
    if '"' in line:
        with suppress(csv.Error):
            cells = next(csv.reader([line], delimiter=separator, strict=True), cells)
    return [cell.strip().strip('"').strip().casefold() for cell in cells]


def fields_of(line: str, separator: str, width: int) -> list[str]:
    """Return the fields of one line, without empty ones beyond the header's width;
    csv.Error: quotes do not match.
    """
    fields = [
        field.strip()
        for field in next(csv.reader([line], delimiter=separator, strict=True), [])
    ]
    while len(fields) > width and not fields[-1]:
        fields.pop()
    return fields


def rows_of(
    lines: Iterable[tuple[int, str]],
    separator: str,
    width: int,
    most: int,
    codes: tuple[str, str],
    notes: Notes,
) -> Iterator[tuple[int, list[str]]]:
    """Yield the fields of each line; one line is one row, for quotes do not reach over
    line ends.

    `most`: letters of a field; `codes`: of quotes that do not match, and of too many or
    too long fields.
    """
    quotes, wide = codes
    for line, text in lines:
        try:
            fields = fields_of(text, separator, width)
        except csv.Error as err:
            notes.refuse(
                quotes,
                say("the quotes do not match: {what}", what=err),
                say('write "" for a quote'),
                line,
            )
            continue
        if len(fields) > width:
            message = say(
                "the line has {count} fields, the header {most}",
                count=len(fields),
                most=width,
            )
            notes.refuse(
                wide, message, say("quote fields that contain the separator"), line
            )
        elif longest := next(
            (number for number, field in enumerate(fields, 1) if len(field) > most), 0
        ):
            message = say(
                "field {number} has {count} letters, and at most {most} are read",
                number=longest,
                count=len(fields[longest - 1]),
                most=most,
            )
            notes.refuse(wide, message, say("shorten it, or close the quotes"), line)
        else:
            yield line, fields


def refuse_rows_above(
    lines: Sequence[str], separator: str, words: Sequence[str], notes: "Notes"
) -> None:
    """Refuse each of the `lines` above a header that looks like one below it: it would
    be left out without a word. A title there fills a few cells, and hardly one with a
    number alone.
    """
    for number, line in enumerate(lines, 1):
        with suppress(csv.Error):
            filled = [
                field for field in fields_of(line, separator, len(words)) if field
            ]
            if len(filled) > max(2, sum(map(bool, words)) // 2) and any(
                field.isdigit() for field in filled
            ):
                message = say(
                    "the line stands above the header, and looks like one of those"
                    " below it"
                )
                notes.refuse(
                    "row-above-header", message, say("put the header first"), number
                )


class Headed(NamedTuple):
    """A table under a header: the separator, what its columns mean, how the file heads
    them, the lines below by number. A column that means nothing here is empty in
    `header`.
    """

    separator: str
    header: list[str]
    words: list[str]
    at: int
    below: list[tuple[int, str]]

    def named(self, fields: Sequence[str]) -> dict[str, str]:
        """Return the fields of a line by what their columns mean."""
        return {
            name: unquoted(field)
            for name, field in zip(self.header, fields, strict=False)
            if name
        }


def headed(lines: Sequence[str], meaning: Mapping[str, str], least: int) -> Headed:
    """Find the header by `least` words that mean something, and the separator by which
    most of them do.
    """
    start = header_line(lines, meaning, least)
    head = lines[start] if start < len(lines) else ""
    separator = max(
        SEPARATORS,
        key=lambda mark: sum(word in meaning for word in header_words(head, mark)),
    )
    words = header_words(head, separator)
    below = [
        (number, line)
        for number, line in enumerate(lines[start + 1 :], start + 2)
        if line.strip()
    ]
    return Headed(
        separator, [meaning.get(word, "") for word in words], words, start + 1, below
    )


def unquoted(field: str) -> str:
    """Take away the apostrophe that our own CSV has before what a spreadsheet would
    take for a formula.
    """
    return field[1:] if field[:1] == "'" and field[1:2] in FORMULA else field


def tabbed(cells: Iterable[str]) -> str:
    """Join cells with tabs; a quote in front would be taken for quoting, so it is
    doubled.
    """
    return "\t".join(
        '"' + cell.replace('"', '""') + '"' if '"' in cell else cell for cell in cells
    )


def header_line(lines: Sequence[str], known: Collection[str], least: int) -> int:
    """Find the header: the first line that is not blank or, if that is a title, the
    next with `least` known words.
    """
    written = [
        at
        for at, line in enumerate(lines)
        if line.strip() and not _SPREADSHEET.fullmatch(line.strip())
    ]
    first = written[0] if written else 0
    if written and _known(lines[first], known) < 2:
        return next(
            (at for at in written[:MOST_TITLES] if _known(lines[at], known) >= least),
            first,
        )
    return first


def _known(line: str, known: Collection[str]) -> int:
    return max(
        len({word for word in header_words(line, mark) if word in known})
        for mark in SEPARATORS
    )
