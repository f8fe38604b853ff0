"""Read the table of an .ods document: the first, or the one that was named.

Formulas count by their last value.
"""

from zipfile import ZipFile

from exchange.spreadsheets.archives import unpacked_part
from exchange.spreadsheets.numbers import number_text
from exchange.spreadsheets.refusals import refusal_of_sheet
from exchange.spreadsheets.rows import MAX_COLUMNS, Rows
from exchange.spreadsheets.xml_parts import PartReader, parse

# what is repeated more often is the empty rest of the sheet
_MOST_REPEATED = MAX_COLUMNS
_CELLS = ("table-cell", "covered-table-cell")


def is_ods(archive: ZipFile) -> bool:
    """Return whether an archive is such a document, and no text or drawing."""
    names = archive.namelist()
    if "content.xml" not in names:
        return False

    media_type = (
        unpacked_part(archive, "mimetype", None) if "mimetype" in names else None
    )
    return media_type is None or b"spreadsheet" in media_type


def read_ods(archive: ZipFile, file: str | None, sheet: str | None) -> list[str]:
    """Read the lines of the table, the first or the one that was named; refuse a name
    that no table has.
    """
    text = unpacked_part(archive, "content.xml", file)
    assert text is not None
    tables = _Tables(Rows(file), sheet)
    parse(text, file, tables)
    if not tables.is_reached:
        raise refusal_of_sheet(sheet, tables.names, file)

    return tables.rows.lines()


class _Tables(PartReader):
    """The cells of a document while it is read; only those of one table are kept."""

    def __init__(self, rows: Rows, sheet: str | None) -> None:
        """Read into these rows the table of that name, or the first."""
        self.rows = rows
        self.names: list[str] = []
        self.is_reached = False
        self._sheet = sheet
        self._reading = False
        self._row = self._column = 0
        self._times = self._row_times = 1
        self._value = ""
        self._pieces: list[str] | None = None
        self._remarks = 0  # that are open

    def begun(self, tag: str, attributes: dict[str, str]) -> None:
        """Take the beginning of a table, a row, a cell, a remark, or of what parts the
        texts of a cell.
        """
        if tag == "table":
            self._begin_table(attributes.get("name", ""))
        elif tag == "table-row":
            self._column = 0
            self._row_times = _count_of_repeats(attributes.get("number-rows-repeated"))
        elif tag in _CELLS:
            self._times = _count_of_repeats(attributes.get("number-columns-repeated"))
            self._value = _value(attributes)
            self._pieces = []
        elif tag == "annotation":
            self._remarks += 1
        elif tag in ("p", "s", "tab", "line-break") and self._pieces:
            self._pieces.append(" ")

    def _begin_table(self, name: str) -> None:
        """Begin a table; its cells are kept if it is the one that is wanted."""
        self.names.append(name)
        is_wanted = self._sheet in (None, name)
        self._reading = is_wanted and not self.is_reached
        if self._reading:
            self.is_reached = True

    def texts(self, piece: str) -> None:
        """Take a piece of text, unless it is in a remark."""
        if self._pieces is not None and not self._remarks:
            self._pieces.append(piece)

    def ended(self, tag: str) -> None:
        """Take the end of a remark, a cell, a row or a table."""
        if tag == "annotation":
            self._remarks -= 1
        elif tag in _CELLS:
            self._end_cell()
        elif tag == "table-row":
            self._row += self._row_times
        elif tag == "table":
            self._reading = False

    def _end_cell(self) -> None:
        """Put the cell into its row, as often as both are repeated: rows that are alike
        are written once. Days and numbers count as they are stored, other cells by
        their text.
        """
        text = self._value or "".join(self._pieces or ())
        if self._reading and text.strip():
            for row in range(min(self._row_times, _MOST_REPEATED)):
                for column in range(min(self._times, _MOST_REPEATED)):
                    self.rows.put(self._row + row, self._column + column, text)

        self._column += self._times
        self._pieces = None


def _count_of_repeats(text: str | None) -> int:
    """Read how often a row or a cell is repeated; once where it is not said."""
    if not text or not text.isascii() or not text.isdigit() or len(text) > 7:
        return 1
    return int(text)


def _value(attributes: dict[str, str]) -> str:
    """Return days and numbers as they are stored; texts are in the paragraphs of the
    cell.
    """
    match attributes.get("value-type"):
        case "date":
            return attributes.get("date-value", "")[:10]
        case "float":
            return number_text(attributes.get("value", ""))
        case _:
            return ""
