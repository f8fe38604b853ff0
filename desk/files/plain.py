"""The plain text of a file before its reader: what is inside a spreadsheet or web page, or another encoding of it.

Readers know text only. The digest of the source is always that of the bytes that were sent.
"""

import hashlib
from dataclasses import dataclass, replace

from desk.files.games_file import GamesFile
from desk.files.settings import Settings
from exchange.recognise import kind_of
from exchange.sheets.dbase import is_report, read_report
from exchange.sheets.package import plain_bytes
from exchange.text.decoding import MAX_BYTES, decode, recoded, too_large
from ledger.errors import Problem, Refused, Where
from messages import by_command, say

# of the tables of a web page: how much the file would be worth, and then the longest
_WORTH = ("crosstable", "pairings", "team-pairings", "games", "matrix", "people")


@dataclass(frozen=True, slots=True)
class Plain:
    """The text of a file, as bytes that the readers take.

    `inside`, `encoding` and `heading` (of a web page) are empty when the file is as it was sent.
    """

    data: bytes
    sha256: str = ""
    inside: str = ""  # xlsx, ods, xls, web page, US Chess 2C
    encoding: str = ""
    heading: str = ""

    def stamped(self, file: GamesFile) -> GamesFile:
        """Put the digest and the encoding of what was sent on the file that was read of it."""
        if not self.sha256:
            return file
        form = f"{file.source.format} ({self.inside})" if self.inside else file.source.format
        encoding = self.encoding or file.source.encoding
        source = replace(file.source, format=form, sha256=self.sha256, encoding=encoding)
        # what stands above a list of people on a page is "Starting rank"
        name = self.heading or file.name if file.people_only else file.name or self.heading
        return replace(file, source=source, name=name)


def plain(data: bytes, file: str, settings: Settings) -> Plain:
    """Return the text for the readers: the bytes themselves where nothing is packed and no encoding was named."""
    sent = hashlib.sha256(data).hexdigest()
    if kind_of(file, data) == "us-chess" and is_report(data):
        lines = read_report(data, file, settings.sheet, settings.encoding)
        return Plain(plain_bytes(lines), sent, inside="US Chess 2C", encoding=settings.encoding or "")
    if settings.encoding is not None:
        if len(data) > MAX_BYTES:
            raise Refused(too_large(file))
        text = recoded(data, settings.encoding, file)
        return replace(_inside(text, file, settings) or Plain(text), sha256=sent, encoding=settings.encoding)
    inside = _inside(data, file, settings)
    if inside is None:
        if settings.sheet is not None:
            raise Refused(
                Problem(
                    "no-sheet",
                    say("the file is no spreadsheet"),
                    Where(file),
                    by_command("leave --sheet out", "leave the name of the sheet out"),
                )
            )
        return Plain(data)
    return replace(inside, sha256=sent)


def _inside(data: bytes, file: str, settings: Settings) -> Plain | None:
    """Return the table of a spreadsheet or of a web page; None for any other file."""
    kind = kind_of(file, data)
    if kind not in ("packed", "web-page", "excel"):
        return None
    if len(data) > MAX_BYTES:
        raise Refused(too_large(file))
    if kind == "excel":
        from exchange.sheets.xls import read_xls

        lines = read_xls(data, file, settings.sheet)
        return None if lines is None else Plain(plain_bytes(lines), inside="xls")
    if kind == "web-page":
        return _of_page(data, file)
    from exchange.sheets import package, workbooks

    with package.package(data, file) as archive:
        if workbooks.is_xlsx(archive):
            return Plain(plain_bytes(workbooks.read_xlsx(archive, file, settings.sheet)), inside="xlsx")
        if workbooks.is_ods(archive):
            return Plain(plain_bytes(workbooks.read_ods(archive, file, settings.sheet)), inside="ods")
    return None


def _of_page(data: bytes, file: str) -> Plain | None:
    """Return the table of a page that has the games; all of them when they are pairings, round by round."""
    from exchange.sheets.web_page import read_page

    decoded = decode(data, file)
    known: dict[str, list[list[str]]] = {}
    page = read_page("\n".join(decoded.lines), file)
    for table in page.tables:
        kind = kind_of("table", plain_bytes(table))
        if kind in _WORTH:
            known.setdefault(kind, []).append(table)
    best = next((kind for kind in _WORTH if kind in known), None)
    if best is None:
        return None
    whole = best in ("crosstable", "people")
    lines = max(known[best], key=len) if whole else [line for table in known[best] for line in table]
    return Plain(plain_bytes(lines), inside="web page", encoding=decoded.source.encoding, heading=page.heading)
