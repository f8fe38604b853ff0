"""Open files that were named on the command line, `-` for standard input, and return
the plain text for their reader.

What fits into 10 MiB is read at once, a larger file of documents line by line while it
is booked. Readers of games and lists know text only: what is inside a spreadsheet or
web page, or another encoding, is made text here. The digest of the source is always
that of the bytes that were sent.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from desk.files.games_file import GamesFile
from desk.files.settings import Settings
from exchange import MAX_BYTES
from exchange.json.files import read_documents, read_lines
from exchange.recognise import Kind, kind_of
from exchange.results.names_in_rows import WORD, likely_name
from exchange.spreadsheets.rows import plain_bytes
from exchange.text.decoding import Decoded, decode, size_problem
from exchange.text.encodings import Encoding, recoded_as_utf_8
from ledger.encodings import UTF_16
from ledger.errors import Problem, Refused, Usage, Where
from ledger.placed import Placed
from messages import by_command, say

if TYPE_CHECKING:
    from exchange.spreadsheets.web_page import PageTable

_REASONS = {
    2: say("there is no such file"),
    21: say("this is a folder"),
    13: say("it may not be read"),
}


SHOWN = 3  # names of files


def joined_names(names: Sequence[str]) -> str:
    """Name files that are read as one: `r1.html + r2.html`.

    Of more than three the first three are named, and `...` stands for the rest.
    """
    more = " + ..." if len(names) > SHOWN else ""
    return " + ".join(names[:SHOWN]) + more


class NamedFile(NamedTuple):
    """A file and all of its bytes."""

    name: str
    content: bytes


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """Open a file for reading bytes; `-` is standard input.

    It is closed at the end, and standard input is not. A file that cannot be opened is
    refused by its name (`refusal_of_unreadable`).
    """
    if name == "-":
        yield sys.stdin.buffer
        return

    try:
        file = open(name, "rb")  # noqa: SIM115
    except OSError as error:
        raise refusal_of_unreadable(name, error) from None

    with file:
        yield file


def bytes_of(name: str) -> bytes:
    """Read a whole file, or at most one byte more than is allowed, which is enough for
    its reader to refuse it: `bytes_of("report.trf")`. A file that cannot be read is
    refused by its name.
    """
    with opened(name) as file:
        return read_up_to_limit(name, file)


def read_up_to_limit(name: str, file: BinaryIO) -> bytes:
    """Read all bytes of the file, or one more than may be read at once.

        1,000 bytes    all of them
        20 MiB         10 MiB and a byte

    The one byte more tells whoever reads them that the file is too large.
    """
    try:
        return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise refusal_of_unreadable(name, error) from None


def refusal_of_unreadable(name: str, error: OSError) -> Usage:
    """Make the refusal of a file that cannot be opened or read: a name was mistyped,
    and nothing in it is wrong.

        autum.trf: there is no such file (check the name)    (no-file)

    It is a Usage, which ends a command with 2 where a bad file ends it with 1.
    """
    message = _REASONS.get(error.errno or 0)
    if message is None:
        message = say("{what}", what=error.strerror or error)

    hint = say("check the name")
    return Usage(Problem("no-file", message, Where(name), hint))


def need_file(name: str) -> None:
    """Refuse a name under which there is no file to be read; what is on a server is
    asked when it is opened.

        https://example.org/r.trf    not looked at here
    """
    if "://" not in name:
        with opened(name):
            pass


class BytesRead(NamedTuple):
    """The number of bytes that were read, and of how many."""

    done: int
    total: int


class LargeFile:
    """A large file with a document a line, read while it is gone through: never more
    than one is in memory.
    """

    def __init__(self, name: str, path: str) -> None:
        """Take the name that the officer gave, and the path under which its bytes are.

        Of a copied pipe the two differ.
        """
        self._name, self._path = name, path
        self.how_far = BytesRead(0, os.path.getsize(path))

    def __iter__(self) -> Iterator[Placed]:
        """Yield the documents, line by line, and count the bytes that were read.

        Each turn begins at the front of the file. Problems of all lines are raised at
        the end (Refused); a file that goes away meanwhile is refused by its name.
        """
        with opened(self._path) as file:
            try:
                for placed in read_lines(self._name, file):
                    self.how_far = self.how_far._replace(done=file.tell())
                    yield placed
            except OSError as error:
                raise refusal_of_unreadable(self._name, error) from None


class PipedFile(LargeFile):
    """A file that comes through a pipe. It is copied first: nobody may wait for a
    ledger that waits for a pipe.
    """

    def __init__(self, name: str, start: bytes, rest: BinaryIO) -> None:
        """Copy what was read so far, and the rest of the pipe.

        `start`: the bytes that were read already, to find out that the file is large.
        """
        copy = tempfile.NamedTemporaryFile()  # noqa: SIM115 - it goes together with this object
        weakref.finalize(self, copy.close)

        copy.write(start)
        shutil.copyfileobj(rest, copy)
        copy.flush()
        super().__init__(name, copy.name)


def documents_in(name: str, start: bytes, file: BinaryIO) -> list[Placed] | LargeFile:
    """Return the documents of a JSON file of which at most the first 10 MiB and a byte
    were read so far.

    `start`: those bytes. `file`: where the rest is.

        a small file, any .json     a list, read at once; a .json too large is refused
        a large .jsonl              a LargeFile, read while it is booked
        standard input, large       a PipedFile, copied first
    """
    # that is one document, and too large
    if len(start) <= MAX_BYTES or name.endswith(".json"):
        return read_documents(name, start)

    if name == "-" or not file.seekable():
        return PipedFile(name, start, file)
    return LargeFile(name, name)


class DocumentFiles:
    """The documents of all files that were named, in the order of the files."""

    def __init__(self) -> None:
        """Begin without files; `add` gives them, in the order in which they were named."""
        self._files: list[list[Placed] | LargeFile] = []

    def add(self, documents: list[Placed] | LargeFile) -> None:
        """Add the documents of the next file, as `documents_in` returns them."""
        self._files.append(documents)

    def __iter__(self) -> Iterator[Placed]:
        """Yield everything in turn; what is wrong with any file is raised at the end,
        and nothing follows a flaw.

        So all files are read to their ends, and one Refused has the problems of all.
        """
        problems: list[Problem] = []

        for documents in self._files:
            try:
                for placed in documents:
                    if not problems:
                        yield placed
            except Refused as refused:
                problems += refused.problems

        if problems:
            raise Refused(problems)

    def how_far(self) -> BytesRead:
        """Count the bytes read, and of how many, of the files that are read while they
        are booked.

        Small files, which are read before, count for nothing: without a large one it is
        0 of 0.
        """
        done = total = 0

        for documents in self._files:
            if isinstance(documents, LargeFile):
                done += documents.how_far.done
                total += documents.how_far.total
        return BytesRead(done, total)


# of the tables of a web page: how much the file would be worth, and then the longest
_WORTH: tuple[Kind, ...] = (
    "crosstable",
    "pairings",
    "team-pairings",
    "games",
    "matrix",
    "people",
)


@dataclass(frozen=True, slots=True)
class PlainText:
    """The text of a file, as bytes that the readers take.

    `sha256`, `inside`, `encoding` and `heading` (of a web page) are empty when the file
    is as it was sent.
    """

    data: bytes
    # of what was made text here, only where that tells; None also where none is known
    kind: Kind | None = None
    sha256: str = ""
    inside: str = ""  # xlsx, ods, xls, web page, US Chess 2C
    encoding: str = ""
    heading: str = ""

    def stamped(self, file: GamesFile) -> GamesFile:
        """Put the digest and the encoding of what was sent on the file that was read of
        it.

            games of a workbook    "table of games (xlsx)", and the digest of the .xlsx

        A file without a name of its own takes the heading of the page. Where the bytes
        are those that were sent, the file is returned as it is.
        """
        if not self.sha256:
            return file

        form = file.source.format
        if self.inside:
            form = f"{form} ({self.inside})"

        source = replace(
            file.source,
            format=form,
            sha256=self.sha256,
            encoding=self.encoding or file.source.encoding,
        )

        # what stands above a list of people on a page is "Starting rank"
        if file.people_only:
            name = self.heading or file.name
        else:
            name = file.name or self.heading

        return replace(file, source=source, name=name)


def plain_text(data: bytes, file: str, settings: Settings) -> PlainText:
    """Return the text for the readers: the bytes themselves where nothing is packed and
    no encoding was named.

        report.trf                     its bytes
        games.xlsx                     the sheet, as lines parted by tabs
        page.html                      the table that has the games
        report.trf, encoding cp1252    its text as UTF-8

    Refused: a file with more than 10 MiB, as far as it is opened here (`too-large`); a
    sheet that was named for what is no spreadsheet (`no-sheet`); what a workbook or a
    page is refused for.
    """
    digest = hashlib.sha256(data).hexdigest()
    kind = kind_of(file, data)
    if kind == "us-chess":
        report = _us_report(data, file, settings)
        if report is not None:
            return replace(report, sha256=digest)

    if settings.encoding is not None:
        text = _recoded(data, settings.encoding, file)
        table = _table_inside(text, kind_of(file, text), file, settings)
        return replace(
            table or PlainText(text), sha256=digest, encoding=settings.encoding
        )

    inside = _table_inside(data, kind, file, settings)
    if inside is not None:
        return replace(inside, sha256=digest)

    if settings.sheet is not None:
        message = say("the file is not a spreadsheet")
        hint = by_command("leave --sheet out", "leave the name of the sheet out")
        raise Refused(Problem("no-sheet", message, Where(file), hint))

    return PlainText(data, kind)


def _us_report(data: bytes, file: str, settings: Settings) -> PlainText | None:
    """Return the table of a rating report to US Chess; None for other tables of dBASE.

    `settings.sheet` is the section of it, where it has several.
    """
    from exchange.results.us_chess import is_us_report, read_us_report

    if not is_us_report(data):
        return None

    lines = read_us_report(data, file, settings.sheet, settings.encoding)

    return PlainText(
        plain_bytes(lines),
        "crosstable",
        inside="US Chess 2C",
        encoding=settings.encoding or "",
    )


def _recoded(data: bytes, encoding: Encoding, file: str) -> bytes:
    """Return the file as UTF-8, or refuse one that is too large.

    `encoding`: the one that the officer stated.
    """
    if len(data) > MAX_BYTES:
        raise Refused(size_problem(file))
    return recoded_as_utf_8(data, encoding, file)


def _table_inside(
    data: bytes, kind: Kind | None, file: str, settings: Settings
) -> PlainText | None:
    """Return the table of a spreadsheet or of a web page; None for any other file.

    `kind`: what the file looks like. None also for a page without a known table, and
    for an old workbook that cannot be read here: who reads on says so.
    """
    if kind not in ("packed", "web-page", "excel"):
        return None
    if len(data) > MAX_BYTES:
        raise Refused(size_problem(file))
    if kind == "web-page":
        return _table_of_page(data, file)
    if kind == "packed":
        return _table_of_workbook(data, file, settings.sheet)

    from exchange.spreadsheets.xls import read_xls

    lines = read_xls(data, file, settings.sheet)
    return None if lines is None else PlainText(plain_bytes(lines), inside="xls")


# by a part that the archive of another office program has
_OTHER_PARTS: dict[str, Kind] = {
    "word/document.xml": "document",
    "ppt/presentation.xml": "document",
    "content.xml": "document",
    "xl/workbook.bin": "other-spreadsheet",
    "Index/Document.iwa": "other-spreadsheet",
}


def _table_of_workbook(data: bytes, file: str, sheet: str | None) -> PlainText | None:
    """Return the table of a workbook; None for any other archive.

    `sheet`: its name; None: the first that is shown. What another program of an office
    packed has no text here, and the kind says what it is.
    """
    from exchange.spreadsheets.archives import open_archive
    from exchange.spreadsheets.ods import is_ods, read_ods
    from exchange.spreadsheets.xlsx import is_xlsx, read_xlsx

    with open_archive(data, file) as archive:
        if is_xlsx(archive):
            lines = read_xlsx(archive, file, sheet)
            return PlainText(plain_bytes(lines), inside="xlsx")
        if is_ods(archive):
            lines = read_ods(archive, file, sheet)
            return PlainText(plain_bytes(lines), inside="ods")

        parts = set(archive.namelist())

    for name, kind in _OTHER_PARTS.items():
        if name in parts:
            return PlainText(data, kind)

    return None


# in the text of a page they mean nothing, and no letter has them in any encoding of
# pages
_CONTROLS = bytes([*range(9), 11, 12, *range(14, 32), 127])


def page_text(data: bytes, file: str, settings: Settings) -> str:
    """Return the text of a web page; empty for any other file, and for one too large.

    Control characters are left out: browsers show none of them. Bytes that are no text
    of their encoding are refused.
    """
    if len(data) > MAX_BYTES:
        return ""
    if settings.encoding is not None:
        data = recoded_as_utf_8(data, settings.encoding, file)
    if kind_of(file, data) != "web-page":
        return ""
    return "\n".join(_page_lines(data, file).lines)


def _page_lines(data: bytes, file: str) -> Decoded:
    """Return the lines of a page. They mean nothing in it: a browser may save all of it
    in one.

    So a line may be as long as a file.
    """
    return decode(_without_controls(data), file, max_line=MAX_BYTES)


def _without_controls(data: bytes) -> bytes:
    """Leave control characters out, but not of UTF-16, where their bytes are letters
    too; where nothing marks it as that, its reader refuses them.
    """
    looks_like_utf_16 = 4 * data.count(0) > len(data)
    if data.startswith(UTF_16) or looks_like_utf_16:
        return data

    return data.translate(None, delete=_CONTROLS)


def _refuse_other_groups(
    tables: "Sequence[PageTable]", longest: "PageTable", kind: Kind, file: str
) -> None:
    """Refuse a page on which a table has people who are not in the longest one: they
    and their games would be left out.

    `kind`: of all tables, crosstable or people. A table in another order, or of the
    best few, has nobody else.
    """
    taken = _people_in(longest, kind)
    left_out = [
        table
        for table in tables
        if table is not longest and not _people_in(table, kind).keys() <= taken.keys()
    ]
    if not left_out:
        return

    # by the heading right above the table; else by the first of its people
    names = []
    for table in (longest, *left_out):
        people = _people_in(table, kind).values()
        first = next(iter(people), "")
        names.append(repr(table.headings[-1] if table.headings else first)[:60])

    message = say(
        "the page has several tables with other people in each: {names}",
        names=joined_names(names),
    )
    hint = say("send each of them as a file of its own, as a CSV or a text")
    raise Refused(Problem("page-groups", message, Where(file), hint))


def _people_in(table: "PageTable", kind: Kind) -> dict[frozenset[str], str]:
    """Return the names in a table, by the words of each.

    `kind`: crosstable or people. Of a table that cannot be read, what looks like a name
    in each row.
    """
    from exchange.lists.people import read_people
    from exchange.results.crosstable import read_crosstable

    data = plain_bytes(table.lines)
    try:
        if kind == "crosstable":
            names = [player.name for player in read_crosstable(data).players]
        else:
            names = [person.name for person in read_people(data).people]
    except Refused:
        names = [likely_name(row.texts) for row in table.rows]

    by_words = {frozenset(WORD.findall(name.casefold())): name for name in names}
    by_words.pop(frozenset(), None)
    return by_words


def _table_of_page(data: bytes, file: str) -> PlainText | None:
    """Return the table of a page that has the games; all of them when they are
    pairings, round by round.

    A page may have several tables: the one that is worth most is taken, a crosstable
    before pairings, those before lists of people. Of crosstables and lists the longest
    is taken, of other kinds all. None where no table is known.

    Refused (`page-groups`): another crosstable or list has people who are not in the
    longest, as one of another group.
    """
    from exchange.spreadsheets.web_page import read_page

    decoded = _page_lines(data, file)
    page = read_page("\n".join(decoded.lines), file)
    tables: dict[Kind, list[PageTable]] = {}
    for table in page.tables:
        kind = kind_of("table", plain_bytes(table.lines))
        if kind is not None:
            tables.setdefault(kind, []).append(table)

    best = next((kind for kind in _WORTH if kind in tables), None)
    if best is None:
        return None

    if best in ("crosstable", "people"):
        longest = max(tables[best], key=lambda table: len(table.lines))
        _refuse_other_groups(tables[best], longest, best, file)
        lines = longest.lines
    else:
        lines = list(chain.from_iterable(table.lines for table in tables[best]))

    return PlainText(
        plain_bytes(lines),
        best,
        inside="web page",
        encoding=decoded.source.encoding,
        heading=page.heading,
    )
