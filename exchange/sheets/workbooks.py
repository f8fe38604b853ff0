"""Read the sheet of an .xlsx workbook, or the table of an .ods document: the first, or
the one that was named.

Formulas count by their last value.
"""

import re
import zipfile
from posixpath import join, normpath

from exchange.sheets.archives import part
from exchange.sheets.numbers import day_of, number_text
from exchange.sheets.refusals import refused
from exchange.sheets.rows import MAX_COLUMNS, Rows
from exchange.sheets.xml_parts import Begun, parse
from ledger.errors import Refused
from messages import by_command, say

_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_BUILT_IN_DAYS = frozenset([14, 15, 16, 17, 22, 30, 36, 45, 46, 47, 50, 57])
_DAY_FORMAT = re.compile(r"(?<![\\\"])[dy]", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')


def is_xlsx(archive: zipfile.ZipFile) -> bool:
    return "xl/workbook.xml" in archive.namelist()


def read_xlsx(
    archive: zipfile.ZipFile, file: str | None, sheet: str | None
) -> list[str]:
    """Read the lines of the sheet."""
    workbook = _Workbook(archive, file)
    names = [name for name, _ in workbook.sheets]
    chosen = next(
        (target for name, target in workbook.sheets if sheet is None or name == sheet),
        None,
    )
    if chosen is None:
        raise _no_sheet(sheet, names, file)
    text = part(archive, chosen, file)
    if text is None:
        raise refused(
            "sheet-broken",
            say("the workbook names the sheet {name}, which is not in it", name=chosen),
            file,
        )
    reader = _Sheet(
        workbook.shared(), workbook.day_styles(), workbook.from_1904, Rows(file)
    )
    parse(text, file, reader.begun, reader.ended, reader.texts)
    return reader.rows.lines()


class _Workbook:
    """The parts around the sheets: their names, the shared texts, which styles show
    days.
    """

    def __init__(self, archive: zipfile.ZipFile, file: str | None) -> None:
        self._archive, self._file = archive, file
        self.from_1904 = False
        self.sheets: list[tuple[str, str]] = []
        targets: dict[str, str] = {}
        self._each(
            "xl/_rels/workbook.xml.rels", lambda tag, at: _target(tag, at, targets)
        )
        self._each("xl/workbook.xml", lambda tag, at: self._sheet(tag, at, targets))

    def _each(self, name: str, begun: Begun) -> None:
        text = part(self._archive, name, self._file)
        if text is not None:
            parse(text, self._file, begun, lambda tag: None, lambda text: None)

    def _sheet(self, tag: str, given: dict[str, str], targets: dict[str, str]) -> None:
        if tag == "workbookPr":
            self.from_1904 = given.get("date1904") in ("1", "true")
        elif tag == "sheet" and given.get("state", "visible") == "visible":
            self.sheets.append(
                (given.get("name", ""), targets.get(given.get("id", ""), ""))
            )

    def shared(self) -> list[str]:
        """Read the texts that cells name by their number; phonetic readings are no part
        of them.
        """
        texts: list[str] = []
        inside: list[str] = []

        def begun(tag: str, _: dict[str, str]) -> None:
            if tag == "si":
                texts.append("")
            inside.append(tag)

        def ended(tag: str) -> None:
            inside.pop()

        def text(piece: str) -> None:
            if texts and inside and inside[-1] == "t" and "rPh" not in inside:
                texts[-1] += piece

        content = part(self._archive, "xl/sharedStrings.xml", self._file)
        if content is not None:
            parse(content, self._file, begun, ended, text)
        return texts

    def day_styles(self) -> set[int]:
        """Find the numbers of the cell styles that show a number as a day."""
        days, formats = set(), set(_BUILT_IN_DAYS)
        inside: list[str] = []
        count = 0

        def begun(tag: str, given: dict[str, str]) -> None:
            nonlocal count
            inside.append(tag)
            if tag == "numFmt" and _DAY_FORMAT.search(
                _QUOTED.sub("", given.get("formatCode", ""))
            ):
                formats.add(_whole(given.get("numFmtId", "")))
            elif tag == "xf" and "cellXfs" in inside:
                if _whole(given.get("numFmtId", "")) in formats:
                    days.add(count)
                count += 1

        content = part(self._archive, "xl/styles.xml", self._file)
        if content is not None:
            parse(
                content, self._file, begun, lambda tag: inside.pop(), lambda text: None
            )
        return days


def _target(tag: str, given: dict[str, str], targets: dict[str, str]) -> None:
    if tag == "Relationship":
        name = given.get("Target", "")
        targets[given.get("Id", "")] = (
            name.lstrip("/") if name.startswith("/") else normpath(join("xl", name))
        )


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


class _Sheet:
    """The cells of a sheet while it is read."""

    def __init__(
        self, shared: list[str], days: set[int], from_1904: bool, rows: Rows
    ) -> None:
        self._shared, self._days, self._from_1904, self.rows = (
            shared,
            days,
            from_1904,
            rows,
        )
        self._row = self._column = -1
        self._kind = self._text = ""
        self._style = -1
        self._inside: list[str] = []

    def begun(self, tag: str, given: dict[str, str]) -> None:
        self._inside.append(tag)
        if tag == "row":
            self._row = (
                _whole(given["r"]) - 1
                if _whole(given.get("r", "")) > 0
                else self._row + 1
            )
            self._column = -1
        elif tag == "c":
            match = _PLACE.fullmatch(given.get("r", ""))
            self._column = _column(match[1]) if match else self._column + 1
            self._kind, self._style, self._text = (
                given.get("t", "n"),
                _whole(given.get("s", "")),
                "",
            )

    def texts(self, piece: str) -> None:
        if (
            self._inside
            and self._inside[-1] in ("v", "t")
            and "rPh" not in self._inside
        ):
            self._text += piece

    def ended(self, tag: str) -> None:
        self._inside.pop()
        if tag == "c" and self._row >= 0:
            self.rows.put(self._row, self._column, self._value())

    def _value(self) -> str:
        text = self._text
        if self._kind == "s":
            at = _whole(text.strip())
            return self._shared[at] if 0 <= at < len(self._shared) else ""
        if self._kind != "n":
            return text
        if self._style in self._days and (day := _day(text, self._from_1904)):
            return day
        return number_text(text)


def _day(text: str, from_1904: bool) -> str | None:
    try:
        return day_of(float(text), from_1904)
    except ValueError:
        return None


def _column(name: str) -> int:
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


# what is repeated more often is the empty rest of the sheet
_MOST_REPEATED = MAX_COLUMNS


def is_ods(archive: zipfile.ZipFile) -> bool:
    return "content.xml" in archive.namelist()


def _no_sheet(sheet: str | None, names: list[str], file: str | None) -> Refused:
    hint = by_command(
        "--sheet is one of: {names}",
        "its sheets: {names}",
        names=", ".join(names[:20]) or "none",
    )
    return refused(
        "no-sheet", say("there is no sheet {name}", name=repr(sheet)), file, hint
    )


def read_ods(
    archive: zipfile.ZipFile, file: str | None, sheet: str | None
) -> list[str]:
    """Read the lines of the table."""
    text = part(archive, "content.xml", file)
    assert text is not None
    reader = _Tables(Rows(file), sheet)
    parse(text, file, reader.begun, reader.ended, reader.texts)
    if not reader.reached:
        raise _no_sheet(sheet, reader.names, file)
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
            self._times, self._value, self._pieces = (
                _times(given.get("number-columns-repeated")),
                _value(given),
                [],
            )
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
    return (
        int(text) if text and text.isascii() and text.isdigit() and len(text) < 8 else 1
    )


def _value(given: dict[str, str]) -> str:
    """Return days and numbers as they are stored; texts are in the paragraphs of the
    cell.
    """
    match given.get("value-type"):
        case "date":
            return given.get("date-value", "")[:10]
        case "float":
            return number_text(given.get("value", ""))
        case _:
            return ""
