"""Read tables of text: fields between separators, as spreadsheets save them, under a
header.
"""

import csv
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

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

        Nimi;"FIDE-ID";Seura    nimi, fide-id, seura
    """
    cells = line.split(separator)
    if '"' in line:
        with suppress(csv.Error):
            rows = csv.reader([line], delimiter=separator, strict=True)
            cells = next(rows, cells)

    words = []
    for cell in cells:
        unquoted_cell = cell.strip().strip('"')
        words.append(unquoted_cell.strip().casefold())

    return words


def fields_of(line: str, separator: str, width: int) -> list[str]:
    """Return the fields of one line, without empty ones beyond the header's width;
    csv.Error: quotes do not match.

        1;"Aho; Aino";;  with the width 2    1, Aho; Aino
    """
    rows = csv.reader([line], delimiter=separator, strict=True)
    fields = [field.strip() for field in next(rows, [])]
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

    Lines come with their numbers, and a line that is refused is not yielded.
    """
    code_of_quotes, code_of_fields = codes
    for line, text in lines:
        try:
            fields = fields_of(text, separator, width)
        except csv.Error as err:
            message = say("the quotes do not match: {what}", what=err)
            notes.refuse(code_of_quotes, message, say('write "" for a quote'), line)
            continue

        if len(fields) > width:
            message = say(
                "the line has {count} fields, the header {most}",
                count=len(fields),
                most=width,
            )
            hint = say("quote fields that contain the separator")
            notes.refuse(code_of_fields, message, hint, line)
            continue

        too_long = _first_longer(fields, most)
        if too_long is None:
            yield line, fields
            continue

        message = say(
            "field {number} has {count} letters, and at most {most} are read",
            number=too_long + 1,
            count=len(fields[too_long]),
            most=most,
        )
        hint = say("shorten it, or close the quotes")
        notes.refuse(code_of_fields, message, hint, line)


def _first_longer(fields: Sequence[str], most: int) -> int | None:
    """Return which field is the first that has more letters, counted from 0."""
    for number, field in enumerate(fields):
        if len(field) > most:
            return number
    return None


def refuse_rows_above(
    lines: Sequence[str], separator: str, words: Sequence[str], notes: "Notes"
) -> None:
    """Refuse each of the `lines` above a header that looks like one below it: it would
    be left out without a word. A title there fills a few cells, and hardly one with a
    number alone.
    """
    of_title = max(2, sum(map(bool, words)) // 2)  # cells at most
    message = say("the line is above the header, but looks like the lines below it")
    hint = say("put the header first")
    for number, line in enumerate(lines, 1):
        with suppress(csv.Error):
            filled = list(filter(None, fields_of(line, separator, len(words))))
            has_number = any(map(str.isdigit, filled))
            if len(filled) > of_title and has_number:
                notes.refuse("row-above-header", message, hint, number)


class HeadedTable(NamedTuple):
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
        cells = {}
        for name, field in zip(self.header, fields, strict=False):
            if name:
                cells[name] = unquoted(field)

        return cells


def table_under_header(
    lines: Sequence[str], meaning: Mapping[str, str], least: int
) -> HeadedTable:
    """Find the header by `least` words that mean something, and the separator by which
    most of them do.

    `meaning`: what each word of a header stands for.
    """
    start = header_line(lines, meaning, least)
    head = lines[start] if start < len(lines) else ""
    counts = {}
    for mark in SEPARATORS:
        counts[mark] = sum(word in meaning for word in header_words(head, mark))

    separator = max(SEPARATORS, key=counts.__getitem__)

    words = header_words(head, separator)
    below = []
    for number, line in enumerate(lines[start + 1 :], start + 2):
        if line.strip():
            below.append((number, line))

    return HeadedTable(
        separator=separator,
        header=[meaning.get(word, "") for word in words],
        words=words,
        at=start + 1,
        below=below,
    )


def unquoted(field: str) -> str:
    """Take away the apostrophe that our own CSV has before what a spreadsheet would
    take for a formula.

        '=1+1    =1+1
        '99      '99: what is behind begins no formula
    """
    if field.startswith("'") and field[1:].startswith(FORMULA):
        return field[1:]
    return field


def tabbed_cells(cells: Iterable[str]) -> str:
    """Join cells with tabs; a quote in front would be taken for quoting, so it is
    doubled.
    """
    return "\t".join(map(_quoted, cells))


def _quoted(cell: str) -> str:
    """Quote a cell that has a quote in it."""
    if '"' not in cell:
        return cell

    doubled = cell.replace('"', '""')
    return f'"{doubled}"'


def header_line(lines: Sequence[str], known: Collection[str], least: int) -> int:
    """Find the header: the first line that is not blank or, if that is a title, the
    next with `least` known words. Counted from 0.
    """
    written = list(islice(_numbers_of_lines(lines), MOST_TITLES))
    if not written:
        return 0

    first = written[0]
    if _count_of_known_words(lines[first], known) >= 2:
        return first

    for number in written:
        if _count_of_known_words(lines[number], known) >= least:
            return number

    return first


def _numbers_of_lines(lines: Sequence[str]) -> Iterator[int]:
    """Yield the numbers of the lines that are not blank and not for Excel."""
    for number, line in enumerate(lines):
        text = line.strip()
        if text and not _SPREADSHEET.fullmatch(text):
            yield number


def _count_of_known_words(line: str, known: Collection[str]) -> int:
    """Count the known words of a line, by the separator that gives the most."""
    counts = []
    for mark in SEPARATORS:
        words = set(header_words(line, mark))
        counts.append(sum(word in known for word in words))

    return max(counts)
