"""Read the sheet of an .xlsx workbook: the first, or the one that was named.

Formulas count by their last value.
"""

import re
from posixpath import join, normpath
from typing import NamedTuple
from zipfile import ZipFile

from exchange.spreadsheets.archives import unpacked_part
from exchange.spreadsheets.numbers import day_of, number_text
from exchange.spreadsheets.refusals import refusal_of_file, refusal_of_sheet
from exchange.spreadsheets.rows import Rows
from exchange.spreadsheets.xml_parts import PartReader, parse
from messages import say

_CELL_NAME = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_BUILT_IN_DAYS = frozenset([14, 15, 16, 17, 22, 30, 36, 45, 46, 47, 50, 57])
_DAY_FORMAT = re.compile(r"(?<![\\\"])[dy]", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"|\[[^\[\]]*\]|\\.')


def is_xlsx(archive: ZipFile) -> bool:
    """Return whether an archive is such a workbook."""
    return "xl/workbook.xml" in archive.namelist()


def read_xlsx(archive: ZipFile, file: str | None, sheet: str | None) -> list[str]:
    """Read the lines of the sheet.

    `sheet`: its name; None means the first that is shown. `Refused`: no sheet has that
    name, the sheet is missing, a part is broken, or there are too many rows.
    """
    targets = _Targets()
    _read_part(archive, "xl/_rels/workbook.xml.rels", file, targets)

    workbook = _Workbook(targets.by_id)
    _read_part(archive, "xl/workbook.xml", file, workbook)
    chosen = _part_of_sheet(workbook.sheets, sheet, file)
    text = unpacked_part(archive, chosen, file)

    if text is None:
        message = say(
            "the workbook names the sheet {name}, which is not in it", name=chosen
        )
        raise refusal_of_file("sheet-broken", message, file)

    # cells only name their texts and styles, so these are read before them
    shared = _SharedTexts()
    _read_part(archive, "xl/sharedStrings.xml", file, shared)
    styles = _Styles()
    _read_part(archive, "xl/styles.xml", file, styles)

    values = _Values(shared.by_number, styles.days, workbook.is_from_1904)
    cells = _Cells(values, Rows(file))
    parse(text, file, cells)

    return cells.rows.lines()


def _read_part(
    archive: ZipFile, name: str, file: str | None, reader: PartReader
) -> None:
    """Read a part that a workbook may have.

    A part that is missing leaves the reader as it is.
    """
    text = unpacked_part(archive, name, file)
    if text is not None:
        parse(text, file, reader)


class _NamedSheet(NamedTuple):
    """A sheet that is shown, and the part that it is in."""

    name: str
    target: str


def _part_of_sheet(
    sheets: list[_NamedSheet], name: str | None, file: str | None
) -> str:
    """Return the part of the first sheet that is shown, or of the one that was named;
    refuse a name that none of them has.

    `name`: None means the first.
    """
    for sheet in sheets:
        if name is None or sheet.name == name:
            return sheet.target

    names = [sheet.name for sheet in sheets]
    raise refusal_of_sheet(name, names, file)


class _Targets(PartReader):
    """The parts of a workbook by the ids that its other parts call them by."""

    def __init__(self) -> None:
        self.by_id: dict[str, str] = {}

    def begun(self, tag: str, attributes: dict[str, str]) -> None:
        """Take a relationship: an id and the part that it stands for.

        Relationships are those of the workbook alone.
        """
        if tag != "Relationship":
            return

        part_id = attributes.get("Id", "")
        target = attributes.get("Target", "")

        self.by_id[part_id] = _path(target)


def _path(target: str) -> str:
    """Return the part that a target names, from the top of the archive or from the
    folder of the workbook.

    For example:

        "worksheets/sheet1.xml"  ->  "xl/worksheets/sheet1.xml"
        "/xl/worksheets/sheet1.xml"  ->  "xl/worksheets/sheet1.xml"
    """
    if target.startswith("/"):
        return target.lstrip("/")

    return normpath(join("xl", target))


class _Workbook(PartReader):
    """The sheets that a workbook shows, and whether its days are counted from 1904."""

    def __init__(self, targets: dict[str, str]) -> None:
        """`targets`: the parts by their ids."""
        self._targets = targets
        self.is_from_1904 = False
        self.sheets: list[_NamedSheet] = []

    def begun(self, tag: str, attributes: dict[str, str]) -> None:
        """Take the settings of the workbook, or a sheet; one that is hidden is none."""
        if tag == "workbookPr":
            self.is_from_1904 = attributes.get("date1904") in ("1", "true")
        elif tag == "sheet":
            state = attributes.get("state", "visible")
            if state == "visible":
                self._add_sheet(attributes)

    def _add_sheet(self, attributes: dict[str, str]) -> None:
        """Add a sheet with the part that its id stands for.

        A sheet whose id stands for no part has an empty one.
        """
        sheet_id = attributes.get("id", "")
        target = self._targets.get(sheet_id, "")
        name = attributes.get("name", "")

        self.sheets.append(_NamedSheet(name, target))


class _SharedTexts(PartReader):
    """The texts that cells name by their number; phonetic readings are no part of
    them.
    """

    def __init__(self) -> None:
        self.by_number: list[str] = []
        self._pieces: list[str] = []  # of the text at hand
        self._inside: list[str] = []

    def begun(self, tag: str, attributes: dict[str, str]) -> None:
        """Take the beginning of a text, which may come in several pieces."""
        if tag == "si":
            self._pieces = []
        self._inside.append(tag)

    def ended(self, tag: str) -> None:
        """Take the end of an element.

        Each `si` is a text with the next number, from 0.
        """
        self._inside.pop()
        if tag == "si":
            self.by_number.append("".join(self._pieces))

    def texts(self, piece: str) -> None:
        """Take a piece of the text at hand."""
        if _is_text(self._inside, ("t",)):
            self._pieces.append(piece)


class _Styles(PartReader):
    """The numbers of the cell styles that show a number as a day."""

    def __init__(self) -> None:
        self.days: set[int] = set()
        self._formats = set(_BUILT_IN_DAYS)
        self._inside: list[str] = []
        self._count = 0

    def begun(self, tag: str, attributes: dict[str, str]) -> None:
        """Take a format of numbers, which may be one of days, or a style of cells,
        which are numbered as they come.

            formatCode "dd.mm.yyyy"  ->  a day
            formatCode "0.00"        ->  none

        Letters in quotes or brackets are no part of a format.
        """
        self._inside.append(tag)
        number = _whole(attributes.get("numFmtId", ""))

        if tag == "numFmt":
            code = _QUOTED.sub("", attributes.get("formatCode", ""))
            if _DAY_FORMAT.search(code):
                self._formats.add(number)
        elif tag == "xf" and "cellXfs" in self._inside:
            if number in self._formats:
                self.days.add(self._count)
            self._count += 1

    def ended(self, tag: str) -> None:
        """Take the end of an element."""
        self._inside.pop()


def _is_text(inside: list[str], tags: tuple[str, ...]) -> bool:
    """Return whether a text stands in one of these elements, and is no reading.

    `rPh` holds how a Japanese text is read.
    """
    return bool(inside) and inside[-1] in tags and "rPh" not in inside


def _whole(text: str) -> int:
    """Read a whole number; -1 for anything else.

    For example:

        "12"  ->  12
        ""    ->  -1
    """
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        return -1

    return int(text)


class _Values(NamedTuple):
    """What the values of cells mean: the texts that they name, and the styles of days."""

    shared: list[str]
    days: set[int]
    is_from_1904: bool

    def shown(self, text: str, kind: str, style: int) -> str:
        """Return the value of a cell as a person sees it.

        `kind`: s for the number of a shared text, n for a number; `style`: the number
        of the style, which may show a number as a day.

        A number that names no text is shown as nothing.
        """
        if kind == "s":
            number = _whole(text.strip())
            is_known = 0 <= number < len(self.shared)
            return self.shared[number] if is_known else ""

        if kind != "n":
            return text

        day = self._day(text) if style in self.days else None
        return day or number_text(text)

    def _day(self, text: str) -> str | None:
        """Return the day that a number stands for; None where it is none.

        It counts days since 1900, or since 1904 where the workbook says so.
        """
        try:
            number = float(text)
            return day_of(number, self.is_from_1904)
        except ValueError:
            return None


class _Cells(PartReader):
    """The cells of a sheet, put into rows."""

    def __init__(self, values: _Values, rows: Rows) -> None:
        """`values`: what the cells mean; `rows`: takes them."""
        self.rows = rows

        self._values = values
        self._row = self._column = -1
        self._kind = ""
        self._pieces: list[str] = []  # of the value of the cell at hand
        self._style = -1
        self._inside: list[str] = []

    def begun(self, tag: str, attributes: dict[str, str]) -> None:
        """Take the beginning of a row or of a cell. Either may state where it stands;
        else it is the next.

        For example:

            <c r="C7" t="s" s="4">: column 2, a shared text, style 4
        """
        self._inside.append(tag)
        stated = attributes.get("r", "")

        if tag == "row":
            number = _whole(stated)
            self._row = number - 1 if number > 0 else self._row + 1
            self._column = -1
        elif tag == "c":
            name = _CELL_NAME.fullmatch(stated)
            self._column = _column(name[1]) if name else self._column + 1
            self._kind = attributes.get("t", "n")
            self._style = _whole(attributes.get("s", ""))
            self._pieces = []

    def texts(self, piece: str) -> None:
        """Take a piece of the value of the cell at hand."""
        if _is_text(self._inside, ("v", "t")):
            self._pieces.append(piece)

    def ended(self, tag: str) -> None:
        """Take the end of an element; a cell is put into its row, which has begun
        before it in any real sheet.

        Elements inside a cell are passed over.
        """
        self._inside.pop()

        if tag == "c" and self._row >= 0:
            value = "".join(self._pieces)
            text = self._values.shown(value, self._kind, self._style)
            self.rows.put(self._row, self._column, text)


def _column(name: str) -> int:
    """Return the number of a column by its letters, counted from 0.

    For example:

        "A"  ->  0, "Z"  ->  25, "AA"  ->  26
    """
    number = 0

    for letter in name:
        number = number * 26 + ord(letter) - ord("A") + 1

    return number - 1
