"""Share what the readers of text files need. Here, where each of them begins: bytes to
lines, and lines to fields.

Nothing is replaced or dropped: control characters refuse the file. What a reader notes
while it reads is kept here too: problems refuse the file, all at once; the rest goes
with the report. Fields stand between separators, as spreadsheets save them, under a
header; whole numbers are written as in any text file.
"""

import csv
import hashlib
import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import field as default
from datetime import date
from typing import NamedTuple

from exchange import MAX_BYTES as MAX_BYTES
from exchange.causes import by_cause
from exchange.text.encodings import guessed
from ledger.errors import Problem, Refused, Where
from messages import NOTHING, Message, say

MAX_LINES = 200_000
MAX_LINE = 20_000
MAX_PROBLEMS = 200  # a file wrong in every line is not reported a million times

_BREAK = re.compile(r"\r\n|\r|\n")
_HALF_A_LETTER = re.compile("[\ud800-\udfff]")
# Besides C0 and C1: line separators only Unicode knows, direction overrides that make a
# name read
# otherwise than it is stored, and byte order marks inside the text. Tab, CR and LF may
# stay.
_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]"
)


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file of text beside what it holds; the officer sees `encoding` and `line_ends`."""

    file: str | None
    sha256: str
    # ascii, utf-8, utf-8-sig (with byte order mark), utf-16, cp1252, latin-1
    encoding: str
    line_ends: str  # lf, crlf, cr, mixed, none


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file as lines without their ends, and the file."""

    lines: tuple[str, ...]
    source: TextFile


def decode(data: bytes, file: str | None = None) -> Decoded:
    """Read bytes as lines of text, or refuse them; every reader of text files begins
    here: `decode(data, "report.trf").lines`.

    The encoding is found (UTF-8, UTF-16, else one byte a letter) and told, since the
    officer may know better; files that are too large, or hold control characters, are
    refused.
    """
    if len(data) > MAX_BYTES:
        raise Refused([too_large(file)])
    text, encoding = guessed(data, file)
    lines = tuple(_BREAK.split(text))
    if lines[-1] == "":
        lines = lines[:-1]
    problems = [*_limits(lines, file), *_controls(lines, file)]
    refuse_if(problems, file)
    return Decoded(
        lines,
        TextFile(file, hashlib.sha256(data).hexdigest(), encoding, _line_ends(text)),
    )


def refuse_if(problems: list[Problem], file: str | None = None) -> None:
    """Raise Refused with all problems at once, those of one cause as one; the list is
    cut at MAX_PROBLEMS and says so.
    """
    if not problems:
        return
    problems = by_cause(problems)
    shown = problems[:MAX_PROBLEMS]
    if len(problems) > len(shown):
        rest = say(
            "and {count} more problems of this file are not shown",
            count=len(problems) - len(shown),
        )
        shown.append(
            Problem(
                "too-many",
                rest,
                Where(file=file),
                say("correct the first ones and try again"),
            )
        )
    raise Refused(shown)


def too_large(file: str | None) -> Problem:
    """Make the problem of a file that is too large, without its actual size: reading
    stops at the limit.
    """
    message = say("the file has more than 10 MiB ({count} bytes)", count=MAX_BYTES)
    return Problem(
        "too-large", message, Where(file=file), say("send one tournament in a file")
    )


def _limits(lines: tuple[str, ...], file: str | None) -> list[Problem]:
    problems = []
    if len(lines) > MAX_LINES:
        message = say(
            "the file has {count} lines; at most {most} are read",
            count=len(lines),
            most=MAX_LINES,
        )
        problems.append(
            Problem(
                "too-many-lines",
                message,
                Where(file=file),
                say("send one tournament in a file"),
            )
        )
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            where = Where(file=file, line=number, column=MAX_LINE + 1)
            message = say(
                "the line has {count} characters; at most {most} are read",
                count=len(line),
                most=MAX_LINE,
            )
            problems.append(
                Problem(
                    "line-too-long",
                    message,
                    where,
                    say("check that the line ends were not lost"),
                )
            )
    return problems


def _controls(lines: tuple[str, ...], file: str | None) -> list[Problem]:
    problems = []
    for number, line in enumerate(lines, 1):
        if match := _CONTROL.search(line):
            where = Where(file=file, line=number, column=match.start() + 1)
            message = say(
                "control character U+{code} in the text",
                code=f"{ord(match.group()):04X}",
            )
            problems.append(
                Problem(
                    "control-character",
                    message,
                    where,
                    say("remove it; is this really a text file?"),
                )
            )
    return problems


def is_plain(text: str) -> bool:
    """Return whether a text of one line has nothing in it that refuses a file."""
    return not (_CONTROL.search(text) or _HALF_A_LETTER.search(text))


def _line_ends(text: str) -> str:
    pairs = text.count("\r\n")
    kinds = {
        "crlf": pairs,
        "cr": text.count("\r") - pairs,
        "lf": text.count("\n") - pairs,
    }
    used = [name for name, count in kinds.items() if count]
    return "none" if not used else used[0] if len(used) == 1 else "mixed"


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """A question that the file leaves open. The officer answers by the name of the
    field; the reader never chooses.
    """

    field: str  # start, end, round 3, date
    message: Message
    choices: tuple[date, ...]
    where: Where


@dataclass(slots=True)
class Notes:
    """The notes of a reader, collected in the order of reading; `done` sorts them by
    place and refuses.
    """

    file: str | None = None
    problems: list[Problem] = default(default_factory=list)
    warnings: list[Problem] = default(default_factory=list)

    def at(
        self,
        line: int | None = None,
        column: int | None = None,
        name: str | None = None,
    ) -> Where:
        return Where(file=self.file, line=line, column=column, field=name)

    def refuse(
        self,
        code: str,
        message: Message,
        hint: Message,
        line: int | None = None,
        field: str | None = None,
        column: int | None = None,
    ) -> None:
        """Note what is wrong, and where, as far as it is known: `refuse("table-date",
        message, hint, 12, "date")`.
        """
        self.problems.append(Problem(code, message, self.at(line, column, field), hint))

    def warn(
        self,
        code: str,
        message: Message,
        hint: Message = NOTHING,
        line: int | None = None,
        field: str | None = None,
        column: int | None = None,
    ) -> None:
        """Note what an officer should look at again, likewise."""
        self.warnings.append(Problem(code, message, self.at(line, column, field), hint))

    def refuse_twice(
        self, code: str, games: Iterable[tuple[int, Hashable]], by: str
    ) -> None:
        """Refuse games that come again, for they would count twice.

        `games`: the line of each, and what tells it from the others.
        """
        lines: dict[Hashable, int] = {}
        for line, game in games:
            if (first := lines.setdefault(game, line)) != line:
                hint = say(
                    "remove one; if both were played, tell them apart by {what}",
                    what=by,
                )
                self.refuse(
                    code,
                    say("the same game is in line {line} already", line=first),
                    hint,
                    line,
                )

    def sorted_problems(self) -> list[Problem]:
        return sorted(self.problems, key=_place)

    def done(self) -> tuple[Problem, ...]:
        """Return the warnings in order of place, or refuse with all problems."""
        refuse_if(self.sorted_problems(), self.file)
        return tuple(sorted(self.warnings, key=_place))


def _place(problem: Problem) -> tuple[int, int]:
    return problem.where.line or 0, problem.where.column or 0


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


def whole(text: str) -> int | None:
    """Read a whole number of at most nine ASCII digits; None for anything else.

    `whole("12")` is 12; signs, blanks, points and an empty text give None, so a cell
    can be read without more checks.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
