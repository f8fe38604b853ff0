"""Read the tables of a saved web page, as lines in their order; headings between them
are lines of their own.

A page lays things out with tables too: a table inside a cell is a table of its own,
unless it only sets a sign beside a word. Besides its text a cell keeps where it links
to and how its parts are marked, which a page says in one way in all languages.
"""

import re
from html.parser import HTMLParser
from typing import NamedTuple

from exchange.sheets.refusals import refused
from exchange.sheets.rows import MAX_COLUMNS, MAX_ROWS, joined
from messages import say

_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6", "caption"])
_SKIPPED = frozenset(["title", "script", "style", "select", "noscript", "template"])
_CELLS = frozenset(["td", "th"])
MAX_DEPTH = 50


# elements that have no end
_VOID = frozenset(
    ["br", "hr", "img", "input", "link", "meta", "col", "wbr", "area", "base", "source"]
)
MAX_ADDRESSES = 5000  # links of a page
MAX_INSIDE = 40  # elements inside each other in a cell
_MOST_SET = 3  # cells of a table that sets a sign beside a word


class PageLink(NamedTuple):
    """A link of a cell, and the text that is linked."""

    address: str
    text: str


class PageMark(NamedTuple):
    """An element of a cell by its class, and the text inside it; of a picture the words
    that stand for it and its address.
    """

    name: str
    text: str


class PageCell(NamedTuple):
    """A cell of a table. `mark`: its own class."""

    text: str
    mark: str = ""
    links: tuple[PageLink, ...] = ()
    marks: tuple[PageMark, ...] = ()

    def marked(self, name: str) -> str | None:
        """Return the text of the first element with that class; None: there is none."""
        return next((mark.text for mark in self.marks if mark.name == name), None)


class PageRow(NamedTuple):
    """A row of a table. `mark`: its class."""

    cells: tuple[PageCell, ...]
    mark: str = ""

    @property
    def texts(self) -> list[str]:
        return [cell.text for cell in self.cells]


class PageHeading(NamedTuple):
    """A heading of a page. `level`: its tag, h1 to h6 or caption."""

    level: str
    text: str


class PageTable(NamedTuple):
    """A table of a page. `headings`: those since the table before it."""

    rows: list[PageRow]
    mark: str = ""
    headings: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """The table as text, the headings in front."""
        return [*self.headings, *(joined(row.texts) for row in self.rows)]


class _Inside(NamedTuple):
    """An element of a cell that is not closed yet."""

    tag: str
    mark: str
    address: str
    text: list[str]


class _Table:
    """A table that is being read: its rows so far, the cells of the row, the text of
    the cell.
    """

    def __init__(self, mark: str) -> None:
        self.rows: list[PageRow] = []
        self.mark = mark
        self.cells: list[PageCell] | None = None
        self.text: list[str] | None = None
        self.span = 1
        self._row_mark = ""
        self._cell_mark = ""
        self._inside: list[_Inside] = []
        self._links: list[PageLink] = []
        self._marks: list[PageMark] = []

    def begin_row(self, mark: str) -> None:
        self.end_row()
        self.cells = []
        self._row_mark = mark

    def begin_cell(self, mark: str, span: int) -> None:
        self.end_cell()
        self.cells = [] if self.cells is None else self.cells
        self.span = span
        self.text = []
        self._cell_mark = mark

    def begin_inside(self, tag: str, mark: str, address: str) -> None:
        """Take the beginning of an element inside a cell."""
        if self.text is not None and len(self._inside) < MAX_INSIDE:
            self._inside.append(_Inside(tag, mark, address, []))

    def end_inside(self, tag: str) -> None:
        """Take the end of an element: what is still open inside it ends too."""
        if any(one.tag == tag for one in self._inside):
            while self._end_last().tag != tag:
                pass

    def _end_last(self) -> _Inside:
        ended = self._inside.pop()
        text = _one_line(ended.text)
        if self._inside:
            self._inside[-1].text.append(f" {text} ")
        if ended.tag == "a":
            self._links.append(PageLink(ended.address, text))
        if ended.mark:
            self._marks.append(PageMark(ended.mark, text))
        return ended

    def picture(self, words: str) -> None:
        if self.text is not None and words:
            self._marks.append(PageMark("img", words))

    def add(self, data: str) -> None:
        """Add text to the cell and to the innermost element of it."""
        if self.text is None:
            return
        self.text.append(data)
        if self._inside:
            self._inside[-1].text.append(data)

    def take_in(self, inner: "_Table") -> bool:
        """Take a table of one row into the cell that it stands in, unless it is more
        than a sign beside a word; return whether it was taken.
        """
        if self.text is None or len(inner.rows) != 1:
            return False
        cells = inner.rows[0].cells
        if len(cells) > _MOST_SET:
            return False
        for cell in cells:
            self.text.append(f" {cell.text} ")
            self._links.extend(cell.links)
            self._marks.extend(cell.marks)
        return True

    def end_cell(self) -> None:
        while self._inside:
            self._end_last()
        if self.text is not None and self.cells is not None:
            self.cells.append(
                PageCell(
                    _one_line(self.text),
                    self._cell_mark,
                    tuple(self._links),
                    tuple(self._marks),
                )
            )
            # a cell over several columns stands in the first of them
            self.cells += [PageCell("")] * min(self.span - 1, MAX_COLUMNS)
        self.text = None
        self._links, self._marks = [], []

    def end_row(self) -> None:
        self.end_cell()
        if self.cells and any(cell.text for cell in self.cells):
            self.rows.append(PageRow(tuple(self.cells[:MAX_COLUMNS]), self._row_mark))
        self.cells = None


def _one_line(pieces: list[str]) -> str:
    return " ".join("".join(pieces).split())


class _Page(HTMLParser):
    def __init__(self, file: str | None) -> None:
        super().__init__(convert_charrefs=True)
        self._file = file
        self.blocks: list[PageTable | str] = []  # tables and headings in order
        self.title = ""
        self.headings: list[PageHeading] = []
        self.addresses: dict[str, None] = {}
        self._open: list[_Table] = []
        self._heading: list[str] | None = None
        self._title: list[str] | None = None
        self._skip = 0
        self._count = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        table = self._open[-1] if self._open else None
        attributes = dict(attrs)
        mark = attributes.get("class") or ""
        if tag == "title" and not self.title:
            self._title = []
        address = attributes.get("href") or attributes.get("action")
        if address and len(self.addresses) < MAX_ADDRESSES:
            self.addresses.setdefault(address)
        if tag in _SKIPPED:
            self._skip += 1
        elif tag == "table":
            if len(self._open) >= MAX_DEPTH:
                raise refused(
                    "sheet-too-large",
                    say("tables of the page stand too deep inside each other"),
                    self._file,
                )
            self._open.append(_Table(mark))
        elif tag in _HEADINGS:
            self._heading = []
        elif table is None:
            return
        else:
            self._inside_table(table, tag, attributes)

    def _inside_table(
        self, table: _Table, tag: str, attributes: dict[str, str | None]
    ) -> None:
        mark = attributes.get("class") or ""
        if tag == "tr":
            table.begin_row(mark)
            self._count += 1
            if self._count > MAX_ROWS:
                message = say("the page has more than {count} rows", count=MAX_ROWS)
                raise refused("sheet-too-large", message, self._file)
        elif tag in _CELLS:
            span = attributes.get("colspan") or ""
            is_span = span.isascii() and span.isdigit() and len(span) < 4
            table.begin_cell(mark, int(span) if is_span else 1)
        else:
            self._inside_cell(table, tag, attributes)

    def _inside_cell(
        self, table: _Table, tag: str, attributes: dict[str, str | None]
    ) -> None:
        if tag in ("br", "p", "div"):
            table.add(" ")
        if tag == "img":
            words = (attributes.get("alt"), attributes.get("src"))
            table.picture(" ".join(filter(None, words)))
        elif tag not in _VOID:
            table.begin_inside(
                tag, attributes.get("class") or "", attributes.get("href") or ""
            )

    def handle_endtag(self, tag: str) -> None:
        table = self._open[-1] if self._open else None
        if tag == "title" and self._title is not None:
            self.title = _one_line(self._title)
            self._title = None
        if tag in _SKIPPED:
            self._skip = max(0, self._skip - 1)
        elif tag in _HEADINGS and self._heading is not None:
            if text := _one_line(self._heading):
                self.blocks.append(text)
                self.headings.append(PageHeading(tag, text))
            self._heading = None
        elif table is None:
            return
        elif tag in _CELLS:
            table.end_cell()
        elif tag == "tr":
            table.end_row()
        elif tag == "table":
            self._close()
        else:
            table.end_inside(tag)

    def _close(self) -> None:
        table = self._open.pop()
        table.end_row()
        if self._open and self._open[-1].take_in(table):
            return
        if table.rows:
            self.blocks.append(PageTable(table.rows, table.mark))

    def handle_data(self, data: str) -> None:
        if self._title is not None:
            self._title.append(data)
        if self._skip:
            return
        if self._heading is not None:
            self._heading.append(data)
        elif self._open:
            self._open[-1].add(data)

    def done(self) -> list[PageTable | str]:
        while self._open:
            self._close()
        return self.blocks


_DECLARED = re.compile(r"<[!?][^<>]*>")
# the parser keeps every attribute of a tag: 800,000 of them in 8 MB of text are 600 MB
_LONG = re.compile(r"<[^<>]{20000,}>")
_STRAY = re.compile(r"<(?=[^<>]*(?:<|\Z))")
# a letter by its number; the library fails where there are thousands of digits
_NUMBERED = re.compile(r"&#0*([0-9]+)")
_MOST_DIGITS = 7


def _plain_markup(text: str) -> str:
    """Keep only whole tags and texts: what is left open costs the parser of the library
    the square of its length.
    """
    text = _without(_without(text, "<!--", "-->"), "<![", "]>")
    for kind in ("script", "style"):
        text = _without(text, f"<{kind}", f"</{kind}>")
    text = _NUMBERED.sub(_short_number, text)
    return _STRAY.sub("&lt;", _LONG.sub("", _DECLARED.sub("", text)))


def _short_number(letter: re.Match[str]) -> str:
    """Write the number of a letter without zeros in front; one that no letter has becomes
    another such number.
    """
    digits = letter[1]
    if len(digits) > _MOST_DIGITS:
        digits = "9" * _MOST_DIGITS
    return f"&#{digits}"


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
    """The tables of a page, all of its headings, and where it links to.

    `heading`: the first of all headings.
    """

    heading: str
    title: str
    headings: tuple[PageHeading, ...]
    addresses: tuple[str, ...]
    tables: list[PageTable]


def read_page(text: str, file: str | None) -> WebPage:
    """Read the tables of a page; markup that no page has is refused."""
    page = _Page(file)
    try:
        page.feed(_plain_markup(text))
        page.close()
    except AssertionError as error:  # of the parser itself, on markup that no page has
        raise refused(
            "sheet-broken", say("the page cannot be read: {what}", what=error), file
        ) from None
    tables: list[PageTable] = []
    headings: list[str] = []
    for block in page.done():
        if isinstance(block, str):
            headings.append(block)
        else:
            tables.append(block._replace(headings=tuple(headings)))
            headings = []
    first = page.headings[0].text if page.headings else ""
    return WebPage(
        heading=first[:200],
        title=page.title[:200],
        headings=tuple(page.headings),
        addresses=tuple(page.addresses),
        tables=tables,
    )
