"""Read the tables of a saved web page, as lines in their order; headings between them
are lines of their own.

A page lays things out with tables too: a table inside a cell is a table of its own,
unless it only sets a sign beside a word. Besides its text a cell keeps where it links
to and how its parts are marked, which a page says in one way in all languages.
"""

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import NamedTuple

from exchange.spreadsheets.refusals import refusal_of_file
from exchange.spreadsheets.rows import MAX_COLUMNS, MAX_ROWS, joined_cells
from messages import say

_HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6", "caption"])
_SKIPPED = frozenset(["title", "script", "style", "select", "noscript", "template"])
_CELLS = frozenset(["td", "th"])
_WHOLE = frozenset(["body", "html"])
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
        """Return the text of the first element with that class; None: there is none.

        `name`: the whole of the attribute, which may be several words.
        """
        for mark in self.marks:
            if mark.name == name:
                return mark.text
        return None


class PageRow(NamedTuple):
    """A row of a table. `mark`: its class."""

    cells: tuple[PageCell, ...]
    mark: str = ""

    @property
    def texts(self) -> list[str]:
        """The texts of the cells."""
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
        lines = list(self.headings)
        lines += [joined_cells(row.texts) for row in self.rows]
        return lines


class _OpenElement(NamedTuple):
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
        """Begin a table with its class; nothing in it is open yet.

        `mark`: its class, empty where it has none.
        """
        self.rows: list[PageRow] = []
        self.mark = mark
        self._cells: list[PageCell] | None = None
        self._text: list[str] | None = None
        self._span = 1
        self._row_mark = ""
        self._cell_mark = ""

        self._inside: list[_OpenElement] = []
        self._links: list[PageLink] = []
        self._marks: list[PageMark] = []

    def begin_row(self, mark: str) -> None:
        """Begin a row; one that is still open ends."""
        self.end_row()
        self._cells = []
        self._row_mark = mark

    def begin_cell(self, mark: str, span: int) -> None:
        """Begin a cell over so many columns; one that is still open ends.

        A cell outside of any row begins one.
        """
        self.end_cell()

        if self._cells is None:
            self._cells = []

        self._text = []
        self._span = span
        self._cell_mark = mark

    def begin_inside(self, tag: str, mark: str, address: str) -> None:
        """Take the beginning of an element inside a cell.

        Outside of cells nothing is taken, nor deeper than MAX_INSIDE.
        """
        if self._text is not None and len(self._inside) < MAX_INSIDE:
            self._inside.append(_OpenElement(tag, mark, address, []))

    def end_inside(self, tag: str) -> None:
        """Take the end of an element: what is still open inside it ends too.

        An end without a beginning means nothing.
        """
        if not any(element.tag == tag for element in self._inside):
            return

        while self._end_last().tag != tag:
            pass

    def _end_last(self) -> _OpenElement:
        """End the innermost element; its text is also one of the element around it.

        A link and a class are kept with the text that they hold.
        """
        element = self._inside.pop()
        text = _one_line(element.text)

        if self._inside:
            self._inside[-1].text.append(f" {text} ")

        if element.tag == "a":
            self._links.append(PageLink(element.address, text))
        if element.mark:
            self._marks.append(PageMark(element.mark, text))

        return element

    def picture(self, words: str) -> None:
        """Take a picture by the words that stand for it and its address.

        A picture without words and address says nothing.
        """
        if self._text is not None and words:
            self._marks.append(PageMark("img", words))

    def add(self, data: str) -> None:
        """Add text to the cell and to the innermost element of it.

        Text between cells is left out.
        """
        if self._text is None:
            return

        self._text.append(data)
        if self._inside:
            self._inside[-1].text.append(data)

    def take_in(self, inner: "_Table") -> bool:
        """Take a table of one row into the cell that it stands in, unless it is more
        than a sign beside a word; return whether it was taken.

        Its links and marks become those of the cell.
        """
        if self._text is None or len(inner.rows) != 1:
            return False

        cells = inner.rows[0].cells
        if len(cells) > _MOST_SET:
            return False

        for cell in cells:
            self._text.append(f" {cell.text} ")
            self._links.extend(cell.links)
            self._marks.extend(cell.marks)

        return True

    def end_cell(self) -> None:
        """End the cell, if one is open, and all elements inside it.

        A cell over several columns has empty ones behind it, so that headings and cells
        stay below each other.
        """
        while self._inside:
            self._end_last()

        if self._text is not None and self._cells is not None:
            cell = PageCell(
                text=_one_line(self._text),
                mark=self._cell_mark,
                links=tuple(self._links),
                marks=tuple(self._marks),
            )
            self._cells.append(cell)
            # a cell over several columns stands in the first of them
            columns_more = min(self._span - 1, MAX_COLUMNS - len(self._cells))
            self._cells += [PageCell("")] * columns_more

        self._text = None
        self._links = []
        self._marks = []

    def end_row(self) -> None:
        """End the row, if one is open; one without any text is left out.

        Columns beyond MAX_COLUMNS are cut off.
        """
        self.end_cell()

        cells = self._cells or []
        if any(cell.text for cell in cells):
            row = PageRow(tuple(cells[:MAX_COLUMNS]), self._row_mark)
            self.rows.append(row)

        self._cells = None


def _one_line(pieces: list[str]) -> str:
    """Join pieces of text to one line, with one blank between words.

    For example:

        ["Aho,\n ", " Aino"]  ->  "Aho, Aino"
    """
    return " ".join("".join(pieces).split())


class _Page(HTMLParser):
    """A page that is being read: its tables and headings so far, and what is open."""

    def __init__(self, file: str | None) -> None:
        """`file`: the name that a refusal shows."""
        super().__init__(convert_charrefs=True)
        self._file = file
        self.blocks: list[PageTable | str] = []  # tables and headings in order
        self.title = ""
        self.headings: list[PageHeading] = []
        self.addresses: dict[str, None] = {}

        # tables inside each other; the text of a heading and of the title that are open
        self._open: list[_Table] = []

        self._heading: list[str] | None = None
        self._title: list[str] | None = None
        # elements that are open and show nothing
        self._skip = 0
        # rows of all tables
        self._count = 0
        # whether the body or the whole of it has ended
        self._ended = False

    @property
    def is_cut_off(self) -> bool:
        """Whether the text stops inside a table. Some program closes its page and not its
        table: such a page is whole.
        """
        return bool(self._open) and not self._ended

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the beginning of an element: of the title, of what shows nothing, of a
        table, of a heading, or of one inside a table. Refuse tables that stand too deep
        inside each other.

        Names come in small letters; an attribute without a value is taken for an empty
        one.
        """
        attributes = {name: value or "" for name, value in attrs}

        if tag == "title" and not self.title:
            self._title = []

        self._note_address(attributes)
        if tag in _SKIPPED:
            self._skip += 1
        elif tag == "table":
            if len(self._open) >= MAX_DEPTH:
                message = say("the tables of the page are nested too deeply")
                raise refusal_of_file("sheet-too-large", message, self._file)
            self._open.append(_Table(attributes.get("class", "")))
        elif tag in _HEADINGS:
            self._heading = []
        elif self._open:
            self._inside_table(self._open[-1], tag, attributes)

    def _note_address(self, attributes: Mapping[str, str]) -> None:
        """Note where an element links to, a link or a form, for as many of them as a
        page may have.

        Addresses are written as the page has them, each once.
        """
        address = attributes.get("href") or attributes.get("action")

        if address and len(self.addresses) < MAX_ADDRESSES:
            self.addresses.setdefault(address)

    def _inside_table(
        self, table: _Table, tag: str, attributes: Mapping[str, str]
    ) -> None:
        """Take the beginning of an element inside a table.

        More than MAX_ROWS rows of all tables are refused.
        """
        mark = attributes.get("class", "")

        if tag == "tr":
            table.begin_row(mark)
            self._count += 1
            if self._count > MAX_ROWS:
                message = say("the page has more than {count} rows", count=MAX_ROWS)
                raise refusal_of_file("sheet-too-large", message, self._file)
        elif tag in _CELLS:
            table.begin_cell(mark, _span(attributes.get("colspan", "")))
        else:
            _begin_inside_cell(table, tag, attributes)

    def handle_endtag(self, tag: str) -> None:
        """Take the end of an element: of the title, of what shows nothing, of a
        heading, or of one inside a table.

        An end without a beginning means nothing.
        """
        if tag == "title" and self._title is not None:
            self.title = _one_line(self._title)
            self._title = None

        if tag in _WHOLE:
            self._ended = True
        if tag in _SKIPPED:
            self._skip = max(0, self._skip - 1)
        elif tag in _HEADINGS and self._heading is not None:
            self._end_heading(tag, _one_line(self._heading))
        elif self._open:
            self._end_inside_table(self._open[-1], tag)

    def _end_heading(self, tag: str, text: str) -> None:
        """End the heading that is open; one without a text is none.

        `tag`: its level, h1 to h6 or caption.
        """
        if text:
            self.blocks.append(text)
            self.headings.append(PageHeading(tag, text))
        self._heading = None

    def _end_inside_table(self, table: _Table, tag: str) -> None:
        """Take the end of an element inside a table.

        Ends of anything but cells, rows and tables are those of elements in a cell.
        """
        if tag in _CELLS:
            table.end_cell()
        elif tag == "tr":
            table.end_row()
        elif tag == "table":
            self._close()
        else:
            table.end_inside(tag)

    def _close(self) -> None:
        """End the innermost table.

        A table inside a cell may become part of it; one without rows is left out.
        """
        table = self._open.pop()
        table.end_row()

        if self._open and self._open[-1].take_in(table):
            return

        if table.rows:
            self.blocks.append(PageTable(table.rows, table.mark))

    def handle_data(self, data: str) -> None:
        """Take a piece of text.

        Text of what shows nothing, and outside of tables and headings, is left out.
        """
        if self._title is not None:
            self._title.append(data)

        if self._skip:
            return

        if self._heading is not None:
            self._heading.append(data)
        elif self._open:
            self._open[-1].add(data)

    def done(self) -> list[PageTable | str]:
        """End what is still open; return tables and headings in order."""
        while self._open:
            self._close()

        return self.blocks


def _begin_inside_cell(table: _Table, tag: str, attributes: Mapping[str, str]) -> None:
    """Take the beginning of an element that is no row and no cell: a blank for what
    breaks a line, a picture, or what has an end of its own.

    For example:

        <br>, <p>, <div>  ->  a blank; <img alt="w" src="white.png">  ->  "w white.png"
    """
    if tag in ("br", "p", "div"):
        table.add(" ")

    if tag == "img":
        words = (attributes.get("alt"), attributes.get("src"))
        table.picture(" ".join(filter(None, words)))
    elif tag not in _VOID:
        mark = attributes.get("class", "")
        address = attributes.get("href", "")
        table.begin_inside(tag, mark, address)


def _span(text: str) -> int:
    """Read over how many columns a cell stands; one where that is not said.

    For example:

        _span("2")  ->  2
        _span("all")  ->  1
    """
    if not text.isascii() or not text.isdigit() or len(text) > 3:
        return 1

    return int(text)


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

    Comments, scripts, styles and declarations are cut out; a `<` that begins no tag is
    text.
    """
    text = _text_without(text, "<!--", "-->")
    text = _text_without(text, "<![", "]>")

    for kind in ("script", "style"):
        text = _text_without(text, f"<{kind}", f"</{kind}>")

    text = _DECLARED.sub("", text)
    text = _LONG.sub("", text)
    # last: the digits before and after what was cut out are one number now
    text = _NUMBERED.sub(_short_number, text)

    return _STRAY.sub("&lt;", text)


def _short_number(letter: re.Match[str]) -> str:
    """Write the number of a letter without zeros in front; one that no letter has becomes
    another such number.

    For example:

        &#00065;  ->  &#65;
    """
    digits = letter[1]
    if len(digits) > _MOST_DIGITS:
        digits = "9" * _MOST_DIGITS

    return f"&#{digits}"


def _text_without(text: str, begins: str, ends: str) -> str:
    """Cut out what stands between two marks, or after the last one that is never
    closed.

    Capitals do not matter in the marks, which are cut out too.
    """
    folded = text.lower()

    if len(folded) != len(text):
        folded = text  # a letter of which the small form is longer

    pieces = []
    end_before = 0
    start = folded.find(begins)

    while start >= 0:
        pieces.append(text[end_before:start])

        end = folded.find(ends, start)
        if end < 0:
            return "".join(pieces)

        end_before = end + len(ends)
        start = folded.find(begins, end_before)

    pieces.append(text[end_before:])

    return "".join(pieces)


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
    """Read the tables of a page; markup that no page has is refused, and a page that
    stops inside a table, for the rows behind may be games.

    Headings of a table are those since the one before. Title and heading have at most
    200 characters.
    """
    page = _Page(file)

    try:
        page.feed(_plain_markup(text))
        page.close()
    except AssertionError as error:  # of the parser itself, on markup that no page has
        message = say("the page cannot be read: {what}", what=error)
        raise refusal_of_file("sheet-broken", message, file) from None

    if page.is_cut_off:
        message = say("the page ends in the middle of a table")
        hint = say("save it once more, when it has loaded to its end")
        raise refusal_of_file("page-cut-off", message, file, hint)

    tables: list[PageTable] = []
    headings: list[str] = []

    for block in page.done():
        if isinstance(block, str):
            headings.append(block)
        else:
            tables.append(block._replace(headings=tuple(headings)))
            headings = []

    heading = page.headings[0].text if page.headings else ""

    return WebPage(
        heading=heading[:200],
        title=page.title[:200],
        headings=tuple(page.headings),
        addresses=tuple(page.addresses),
        tables=tables,
    )
