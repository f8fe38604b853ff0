"""The table of an .ods document: the first, or the one that was named."""

import zipfile

from exchange.sheets.package import MAX_COLUMNS, Rows, number_text, parse, part, refused
from messages import by_command, say

_MOST_REPEATED = MAX_COLUMNS  # what is repeated more often is the empty rest of the sheet


def is_ods(archive: zipfile.ZipFile) -> bool:
    return "content.xml" in archive.namelist()


def read_ods(archive: zipfile.ZipFile, file: str | None, sheet: str | None) -> list[str]:
    """Read the lines of the table."""
    text = part(archive, "content.xml", file)
    assert text is not None
    reader = _Tables(Rows(file), sheet)
    parse(text, file, reader.begun, reader.ended, reader.texts)
    if not reader.reached:
        known = ", ".join(reader.names[:20]) or "none"
        raise refused(
            "no-sheet",
            say("there is no sheet {name}", name=repr(sheet)),
            file,
            by_command("--sheet is one of: {names}", "its sheets: {names}", names=known),
        )
    return reader.rows.lines()


class _Tables:
    """The cells of an .ods document while it is read; only those of one table are kept."""

    def __init__(self, rows: Rows, sheet: str | None) -> None:
        self.rows, self._sheet = rows, sheet
        self.names: list[str] = []
        self.reached = False
        self._reading = False
        self._row = self._column = 0
        self._times = self._row_times = 1
        self._value = ""
        self._pieces: list[str] | None = None
        self._hidden = 0  # how deep inside a remark

    def begun(self, tag: str, given: dict[str, str]) -> None:
        if tag == "table":
            self.names.append(given.get("name", ""))
            self._reading = not self.reached and self._sheet in (None, self.names[-1])
            self.reached = self.reached or self._reading
        elif tag == "table-row":
            self._column, self._row_times = 0, _times(given.get("number-rows-repeated"))
        elif tag in ("table-cell", "covered-table-cell"):
            self._times, self._value, self._pieces = _times(given.get("number-columns-repeated")), _value(given), []
        elif tag == "annotation":
            self._hidden += 1
        elif tag in ("p", "s", "tab", "line-break") and self._pieces:
            self._pieces.append(" ")

    def texts(self, piece: str) -> None:
        if self._pieces is not None and not self._hidden:
            self._pieces.append(piece)

    def ended(self, tag: str) -> None:
        if tag == "annotation":
            self._hidden -= 1
        elif tag in ("table-cell", "covered-table-cell"):
            text = self._value or "".join(self._pieces or ())
            if self._reading and text.strip():
                for at in range(min(self._times, _MOST_REPEATED)):
                    self.rows.put(self._row, self._column + at, text)
            self._column += self._times
            self._pieces = None
        elif tag == "table-row":
            self._row += self._row_times
        elif tag == "table" and self._reading:
            self._reading = False


def _times(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 8 else 1


def _value(given: dict[str, str]) -> str:
    """Return days and numbers as they are stored; texts are in the paragraphs of the cell."""
    match given.get("value-type"):
        case "date":
            return given.get("date-value", "")[:10]
        case "float":
            return number_text(given.get("value", ""))
        case _:
            return ""
