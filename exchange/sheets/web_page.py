"""Read the tables of a saved web page, as lines in their order; headings between them
are lines of their own.

A page lays things out with tables too: a table inside a cell is a table of its own.
"""

import re
from html.parser import HTMLParser
from typing import NamedTuple

from exchange.sheets import MAX_COLUMNS, MAX_ROWS, joined, refused
from messages import say

_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6", "caption"])
_SKIPPED = frozenset(["title", "script", "style", "select", "noscript", "template"])
_CELLS = frozenset(["td", "th"])
MAX_DEPTH = 50


class _Table:
    """A table that is being read: its rows so far, the cells of the row, the text of
    the cell.
    """

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.cells: list[str] | None = None
        self.text: list[str] | None = None
        self.span = 1

    def end_cell(self) -> None:
        if self.text is not None and self.cells is not None:
            self.cells.append(" ".join("".join(self.text).split()))
            # a cell over several columns stands in the first of them
            self.cells += [""] * min(self.span - 1, MAX_COLUMNS)
        self.text = None

    def end_row(self) -> None:
        self.end_cell()
        if self.cells and any(self.cells):
            self.rows.append(self.cells[:MAX_COLUMNS])
        self.cells = None


class _Page(HTMLParser):
    def __init__(self, file: str | None) -> None:
        super().__init__(convert_charrefs=True)
        self._file = file
        self.blocks: list[list[list[str]] | str] = []  # tables and headings in order
        self._open: list[_Table] = []
        self._heading: list[str] | None = None
        self._skip = 0
        self._count = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        table = self._open[-1] if self._open else None
        if tag in _SKIPPED:
            self._skip += 1
        elif tag == "table":
            if len(self._open) >= MAX_DEPTH:
                raise refused(
                    "sheet-too-large",
                    say("tables of the page stand too deep inside each other"),
                    self._file,
                )
            self._open.append(_Table())
        elif tag in _HEADINGS:
            self._heading = []
        elif tag == "tr" and table is not None:
            table.end_row()
            table.cells = []
            self._count += 1
            if self._count > MAX_ROWS:
                raise refused(
                    "sheet-too-large",
                    say("the page has more than {count} rows", count=MAX_ROWS),
                    self._file,
                )
        elif tag in _CELLS and table is not None:
            table.end_cell()
            table.cells = [] if table.cells is None else table.cells
            span = dict(attrs).get("colspan") or ""
            table.span = (
                int(span) if span.isascii() and span.isdigit() and len(span) < 4 else 1
            )
            table.text = []
        elif tag in ("br", "p", "div") and table is not None and table.text is not None:
            table.text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        table = self._open[-1] if self._open else None
        if tag in _SKIPPED:
            self._skip = max(0, self._skip - 1)
        elif tag in _HEADINGS and self._heading is not None:
            if text := " ".join("".join(self._heading).split()):
                self.blocks.append(text)
            self._heading = None
        elif table is None:
            return
        elif tag in _CELLS:
            table.end_cell()
        elif tag == "tr":
            table.end_row()
        elif tag == "table":
            self._close()

    def _close(self) -> None:
        table = self._open.pop()
        table.end_row()
        if table.rows:
            self.blocks.append(table.rows)

    def handle_data(self, data: str) -> None:
        if self._skip:
            return
        if self._heading is not None:
            self._heading.append(data)
        elif self._open and (text := self._open[-1].text) is not None:
            text.append(data)

    def done(self) -> list[list[list[str]] | str]:
        while self._open:
            self._close()
        return self.blocks


_DECLARED = re.compile(r"<[!?][^<>]*>")
# the parser keeps every attribute of a tag: 800,000 of them in 8 MB of text are 600 MB
_LONG = re.compile(r"<[^<>]{20000,}>")
_STRAY = re.compile(r"<(?=[^<>]*(?:<|\Z))")


def _plain_markup(text: str) -> str:
    """Keep only whole tags and texts: what is left open costs the parser of the library
    the square of its length.
    """
    text = _without(_without(text, "<!--", "-->"), "<![", "]>")
    for kind in ("script", "style"):
        text = _without(text, f"<{kind}", f"</{kind}>")
    return _STRAY.sub("&lt;", _LONG.sub("", _DECLARED.sub("", text)))


def _without(text: str, begins: str, ends: str) -> str:
    """Cut out what stands between two marks, or after the last one that is never
    closed.
    """
    folded = text.lower() if len(text.lower()) == len(text) else text
    pieces, at = [], 0
    while (start := folded.find(begins, at)) >= 0:
        pieces.append(text[at:start])
        end = folded.find(ends, start)
        at = len(text) if end < 0 else end + len(ends)
    return "".join([*pieces, text[at:]])


class WebPage(NamedTuple):
    """The tables of a page, each as its lines, with the headings since the table before
    it in front.

    `heading`: the first of all headings.
    """

    heading: str
    tables: list[list[str]]


def read_page(text: str, file: str | None) -> WebPage:
    page = _Page(file)
    try:
        page.feed(_plain_markup(text))
        page.close()
    except AssertionError as error:  # of the parser itself, on markup that no page has
        raise refused(
            "sheet-broken", say("the page cannot be read: {what}", what=error), file
        ) from None
    tables: list[list[str]] = []
    headings: list[str] = []
    first = ""
    for block in page.done():
        if isinstance(block, str):
            headings.append(block)
            first = first or block
        else:
            tables.append([*headings, *(joined(row) for row in block)])
            headings = []
    return WebPage(first[:200], tables)
