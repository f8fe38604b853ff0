"""Read FIDE's rating list as text of fixed width.

The columns come from its header line; they move from list to list. A row whose titles
run into the ratings is skipped with a warning; the XML list has no such rows. Until 2012
columns stood closer (`TitlFed`, `GamesBorn`), and until 2006 not even below their
headings (fide_early.py).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO

from exchange.lists.fide_early import early_row
from exchange.lists.fide_person import (
    CHUNK,
    CONTROL,
    KINDS,
    MONTH,
    NO_LIST,
    RATINGS,
    FidePlayer,
    Kind,
    Warn,
    person_of,
    proposed_kind,
    refusal_of_list,
    refusal_without_kind,
    values_of_kind,
)
from ledger.errors import Problem, Refused, Where
from messages import NOTHING, Message, say

MAX_LINE = 1000
# Header words and what they head. A list of one kind heads its ratings with the month
# (SEP24).
_HEADS = {
    "ID Number": "fideid",
    "Name": "name",
    "Fed": "country",
    "Sex": "sex",
    "SRtng": "rating",
    "RRtng": "rapid_rating",
    "BRtng": "blitz_rating",
    "B-day": "birthday",
    "Born": "birthday",
}
_NAMES = {head.casefold(): name for head, name in _HEADS.items()}
_FUSED = re.compile(r"(?<=Titl)(?=Fed)|(?<=Games)(?=Born)", re.IGNORECASE)
_WORD = re.compile(r"ID Number|\S+", re.IGNORECASE)
_NEEDED = {"fideid", "name", "country", "birthday"}
Columns = Mapping[str, tuple[int, int | None]]


def read_text(
    stream: BinaryIO,
    file: str | None = None,
    head: bytes = b"",
    *,
    warn: Warn = lambda _: None,
    kind: Kind | None = None,
) -> Iterator[FidePlayer]:
    """Read the people of a fixed-width list.

    `head`: bytes that were read from the stream already. `kind`: as in `read_list`.

    Refused are a file without lines, one whose first line is no header, a line that is
    too long or has control characters, and a last line that was cut off.
    """
    columns: Columns | None = None
    borders: Sequence[int] = ()
    least = 0

    for number, (line, is_ended) in enumerate(_text_lines(stream, head, file), 1):
        if not line.strip():
            continue

        # the first line that is not blank is the header
        if columns is None:
            columns = _columns(line, file, kind)
            borders = _borders(columns)
            least = columns["birthday"][0] + len("1980")
            continue

        # a whole row reaches at least over the year of birth
        if not is_ended and len(line) < least:
            raise _refusal_of_cut_line(file, number, line)

        values = {name: line[first:last] for name, (first, last) in columns.items()}
        person = person_of(values_of_kind(values, kind))
        fault = person if isinstance(person, Message) else _overflow(line, borders)

        if fault:
            where = Where(file=file, line=number)
            hint = say("the person was skipped; the XML list has no such rows")
            warn(Problem("fide-list-row", fault, where, hint))
        elif isinstance(person, FidePlayer):
            yield person._replace(line=number)

    if columns is None:
        message = say("the file is empty")
        hint = say("fetch the list again")
        raise refusal_of_list("fide-list-empty", message, Where(file=file), hint)


def read_early_text(
    stream: BinaryIO,
    file: str | None = None,
    head: bytes = b"",
    *,
    warn: Warn = lambda _: None,
    kind: Kind | None = None,
) -> Iterator[FidePlayer]:
    """Read the people of a list from before 2007, whose rows have a form and no columns.

    `kind` has to be given: the list does not say it, and is refused without.

    Lines in front of the first row may be headings. A later line that is no row is
    skipped with a warning.
    """
    if kind is None:
        raise refusal_without_kind(file, Where(file=file, line=1), "standard")

    lines = _text_lines(stream, head, file, otherwise="cp850")
    width = 0
    may_be_headings = True
    for number, (line, is_ended) in enumerate(lines, 1):
        if not line.strip():
            continue

        row = early_row(line)

        # rows are as wide as the one before, unless the file stops within one
        is_whole = row is not None and row.width >= width
        if not is_ended and not is_whole:
            raise _refusal_of_cut_line(file, number, line)

        if row is not None:
            width = row.width
            yield FidePlayer(
                fide_id=row.fide_id,
                name=row.name,
                federation=row.federation,
                sex=row.sex,
                born=row.born,
                standard=row.rating if kind == "standard" else None,
                rapid=row.rating if kind == "rapid" else None,
                blitz=None,
                line=number,
            )
        elif not may_be_headings:
            message = say("{text} is not a row of a FIDE list", text=repr(line[:40]))
            where = Where(file=file, line=number)
            hint = say("the person was skipped")
            warn(Problem("fide-list-row", message, where, hint))

        may_be_headings = False


def _refusal_of_cut_line(file: str | None, number: int, line: str) -> Refused:
    """Make the refusal of a list whose last line is not whole, at the column where it
    stops.

    `number`: of the line, from 1.
    """
    message = say("the list stops within a line")
    where = Where(file=file, line=number, column=len(line) + 1)
    hint = say("fetch the list again")
    return refusal_of_list("fide-list-cut", message, where, hint)


def _text_lines(
    stream: BinaryIO, head: bytes, file: str | None, otherwise: str = "latin-1"
) -> Iterator[tuple[str, bool]]:
    """Yield lines one by one, ended by LF or CRLF, and whether each is: the last may
    not be.

    They are read as UTF-8 where they are, `otherwise` where they are not: the lists are
    ASCII but for rare names.

    `head`: bytes that were read from the stream already. Memory stays bounded: a line
    of more than MAX_LINE bytes is refused before it has ended.
    """
    rest = head.removeprefix(b"\xef\xbb\xbf")
    number = 0
    while True:
        *whole, rest = rest.split(b"\n")
        for line in whole:
            number += 1
            yield _decoded(line.rstrip(b"\r"), number, file, otherwise), True

        if len(rest) > MAX_LINE:
            raise _refusal_of_long_line(number + 1, file)

        chunk = stream.read(CHUNK)
        if not chunk:
            break
        rest += chunk

    if rest:
        yield _decoded(rest.rstrip(b"\r"), number + 1, file, otherwise), False


def _refusal_of_long_line(number: int, file: str | None) -> Refused:
    """Make the refusal of a list with a line that is too long to be one of a person.
    The number of the line is counted from 1.

    Where it stops being one is told as a column, from 1.
    """
    message = say("the line has more than {count} bytes", count=MAX_LINE)
    where = Where(file=file, line=number, column=MAX_LINE + 1)
    return refusal_of_list("line-too-long", message, where, NO_LIST)


def _decoded(line: bytes, number: int, file: str | None, otherwise: str) -> str:
    """Return the text of a line, or refuse the list.

    `number`: of the line, from 1. Refused are more than MAX_LINE bytes and control
    characters.
    """
    if len(line) > MAX_LINE:
        raise _refusal_of_long_line(number, file)

    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        text = line.decode(otherwise)

    control = CONTROL.search(text)

    if control is not None:
        code = f"{ord(control.group()):04X}"
        message = say("control character U+{code} in the text", code=code)
        where = Where(file=file, line=number, column=control.start() + 1)
        raise refusal_of_list("control-character", message, where, NO_LIST)

    return text


def _columns(header: str, file: str | None, kind: Kind | None) -> Columns:
    """Find where each field begins and ends, by the words of the header line:
    characters counted from 0, and None where the line ends.

    A list of one kind heads its ratings with the month, and the kind has to be known.

        {"fideid": (0, 15), "name": (15, 76), "country": (76, 80), ..., "birthday": (152, 158)}

    Words that mean nothing here end the column before them. Refused is a line without
    ratings, ids, names, federations or births.
    """
    words = list(_header_words(header))
    ends: list[int | None] = [start for _, start in words[1:]]
    ends.append(None)
    columns: dict[str, tuple[int, int | None]] = {}

    month = ""
    for (word, start), end in zip(words, ends, strict=True):
        name = _NAMES.get(word.casefold())

        # a list of one kind has its month there: SEP24
        if name is None and MONTH.fullmatch(word):
            month = word
            name = KINDS.get(kind or "standard")

        if name is not None:
            columns[name] = (start, end)

    where = Where(file=file, line=1)
    has_ratings = not RATINGS.isdisjoint(columns)
    if not has_ratings or not columns.keys() >= _NEEDED:
        message = say("the first line is not the header of a combined FIDE list")
        hint = say(
            "the list with standard, rapid and blitz in one (SRtng, RRtng, BRtng), or"
            " the XML"
        )
        raise refusal_of_list("fide-list-header", message, where, hint)

    if month and kind is None:
        raise refusal_without_kind(file, where, proposed_kind(file, month))

    return columns


def _header_words(header: str) -> Iterator[tuple[str, int]]:
    """Yield the words of the header line with their columns; two that stand side by side
    without a blank are two.

    For example:

        "ID Number  Name   TitlFed"  ->  ("ID Number", 0), ("Name", 11), ("Titl", 18), ("Fed", 22)
    """
    for match in _WORD.finditer(header):
        words = match.group()

        start = 0
        for cut in _FUSED.finditer(words):
            yield words[start : cut.start()], match.start() + start
            start = cut.start()
        yield words[start:], match.start() + start


def _borders(columns: Columns) -> Sequence[int]:
    """Return where the columns of numbers begin and end, counted in characters from 0,
    in their order; the beginning and the end of a line are none.

    A number of a row that is in its place never has a sign on both sides of one.
    """
    borders: set[int] = set()
    for name in (*RATINGS, "birthday"):
        begin, end = columns.get(name, (0, None))
        borders.update(border for border in (begin, end) if border)

    return sorted(borders)


def _overflow(line: str, borders: Sequence[int]) -> Message:
    """Say if titles too long for their column push the rest of a row to the right:
    ratings then cross its borders.

    NOTHING where the row is in its place.
    """
    for border in borders:
        beside = line[border - 1 : border + 1]
        if len(beside) == 2 and " " not in beside:
            return say("the titles run into the ratings")

    return NOTHING
