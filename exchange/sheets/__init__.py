"""Read spreadsheets and saved web pages as the plain tables in them: a line a row, tabs
between the cells.

Here: a zip archive of XML parts, opened with care: what it unpacks to is limited before
it is unpacked; and the rows of a sheet while they are read. The parts are read with
expat. A document type, which could name entities that grow without end, refuses the
file.

Why: docs/design/029-libraries.md
"""

import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, timedelta
from io import BytesIO
from xml.parsers import expat

from exchange.text import tabbed
from ledger.errors import Problem, Refused, Where
from messages import Message, by_command, say

MAX_PART = 100 * 1024 * 1024  # bytes of one part, unpacked
MAX_PARTS = 2000
MAX_RATIO = 200  # real sheets pack to a twentieth or so
_SMALL = 1024 * 1024  # below this the ratio means nothing
_BLOCK = 64 * 1024
# the others fail in ways of their own
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OverflowError,
)
_HINT = say(
    "open it in the spreadsheet program and save it again, or save the sheet as CSV"
)


def refused(
    code: str, message: Message, file: str | None, hint: Message = _HINT
) -> Refused:
    return Refused(Problem(code, message, Where(file), hint))


@contextmanager
def package(data: bytes, file: str | None) -> Iterator[zipfile.ZipFile]:
    """Open the archive, or refuse it with one sentence that says what is wrong with it."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            if len(archive.infolist()) > MAX_PARTS:
                raise refused(
                    "sheet-too-large",
                    say("the archive has more than {count} parts", count=MAX_PARTS),
                    file,
                )
            yield archive
    except _BROKEN as error:
        raise refused(
            "sheet-broken",
            by_command(
                "the archive cannot be unpacked: {what}",
                "the archive cannot be unpacked",
                what=error,
            ),
            file,
        ) from None


def part(archive: zipfile.ZipFile, name: str, file: str | None) -> bytes | None:
    """Unpack one part a block at a time, so that a small file cannot fill the memory;
    None: there is none.
    """
    try:
        info = archive.getinfo(name)
    except KeyError:
        return None
    most = max(_SMALL, min(MAX_PART, info.compress_size * MAX_RATIO))
    if info.compress_type not in _METHODS:
        raise refused(
            "sheet-broken",
            say(
                "{name} is packed in a way that no spreadsheet program uses", name=name
            ),
            file,
        )
    blocks, size = [], 0
    with archive.open(info) as stream:
        while block := stream.read(_BLOCK):
            size += len(block)
            if size > most:
                raise refused(
                    "sheet-too-large",
                    say("{name} unpacks to far more than a sheet of games", name=name),
                    file,
                )
            blocks.append(block)
    return b"".join(blocks)


Begun = Callable[[str, dict[str, str]], None]


def parse(
    text: bytes,
    file: str | None,
    begun: Begun,
    ended: Callable[[str], object],
    texts: Callable[[str], None],
) -> None:
    """Call the three functions for each tag and text; names come without their
    namespace.
    """

    def doctype(*_: object) -> None:
        raise refused(
            "sheet-doctype",
            say(
                "the sheet declares a document type, which no spreadsheet program"
                " writes"
            ),
            file,
        )

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = lambda name, given: begun(
        _local(name), {_local(key): given[key] for key in given}
    )
    parser.EndElementHandler = lambda name: ended(_local(name))
    parser.CharacterDataHandler = texts
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise refused(
            "sheet-broken",
            say("the sheet is not well-formed XML: {what}", what=error),
            file,
        ) from None


def _local(name: str) -> str:
    return name.rpartition(" ")[2]


MAX_ROWS = 20_000
MAX_COLUMNS = 200
# day 0 of spreadsheets, their invented 29 February 1900 allowed for
_EPOCH = date(1899, 12, 30)
_EPOCH_1904 = date(1904, 1, 1)


class Rows:
    """The rows of a sheet, each cell at its place; rows and columns that were left out
    stay empty.
    """

    def __init__(self, file: str | None) -> None:
        self._file = file
        self._rows: dict[int, dict[int, str]] = {}

    def put(self, row: int, column: int, text: str) -> None:
        """Put a text into its cell, counted from 0; cells without a text take no place."""
        text = " ".join(text.split())
        if not text:
            return
        if row >= MAX_ROWS or column >= MAX_COLUMNS:
            message = say(
                "the sheet has more than {rows} rows or {columns} columns",
                rows=MAX_ROWS,
                columns=MAX_COLUMNS,
            )
            raise refused(
                "sheet-too-large",
                message,
                self._file,
                say("save the part with the games as CSV"),
            )
        self._rows.setdefault(row, {})[column] = text

    def lines(self) -> list[str]:
        width = (
            max(
                (column for cells in self._rows.values() for column in cells),
                default=-1,
            )
            + 1
        )
        last = max(self._rows, default=-1)
        return [
            joined([self._rows.get(row, {}).get(column, "") for column in range(width)])
            for row in range(last + 1)
        ]


def joined(cells: Sequence[str]) -> str:
    """Join cells with tabs, up to the last that is not empty."""
    return tabbed(cells).rstrip("\t")


def plain_bytes(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def day_of(number: float, from_1904: bool) -> str | None:
    """Turn a number into the day that spreadsheets mean by it; None where it is none."""
    if not 1 <= number < 100_000:
        return None
    return (
        (_EPOCH_1904 if from_1904 else _EPOCH) + timedelta(days=int(number))
    ).isoformat()


def number_text(text: str) -> str:
    """Write a number such as 1.0 or 1E+0 as 1; a text that is no number stays as it is."""
    try:
        number = float(text)
    except ValueError:
        return text
    if number.is_integer() and abs(number) < 1e15:
        return str(int(number))
    return repr(number)
