"""Workbooks, documents and pages put together by hand, part by part: nothing but what
the readers look at.
"""

import struct
import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from xml.sax.saxutils import escape

Cell = str | int | float
Rows = Sequence[Sequence[Cell]]
_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_RELATED = (
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
DAY_STYLE = 1


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def xlsx(sheets: Mapping[str, Rows], days: Sequence[tuple[int, int]] = ()) -> bytes:
    """`days`: (row, column) of cells that show a number as a day."""
    names = "".join(
        f'<sheet name="{escape(n)}" sheetId="{at}" r:id="r{at}"/>'
        for at, n in enumerate(sheets, 1)
    )
    targets = "".join(
        f'<Relationship Id="r{at}" Type="t" Target="worksheets/s{at}.xml"/>'
        for at in range(1, len(sheets) + 1)
    )
    texts = list(
        dict.fromkeys(
            c
            for rows in sheets.values()
            for row in rows
            for c in row
            if isinstance(c, str)
        )
    )
    shared = "".join(
        f"<si><t>{escape(text)}</t><rPh><t>no</t></rPh></si>" for text in texts
    )
    parts = {
        "xl/workbook.xml": (
            f"<workbook {_MAIN} {_RELATED}><sheets>{names}</sheets></workbook>"
        ),
        "xl/_rels/workbook.xml.rels": f"<Relationships>{targets}</Relationships>",
        "xl/sharedStrings.xml": f"<sst {_MAIN}>{shared}</sst>",
        "xl/styles.xml": (
            f'<styleSheet {_MAIN}><cellXfs><xf numFmtId="0"/><xf'
            ' numFmtId="14"/></cellXfs></styleSheet>'
        ),
    }
    for at, rows in enumerate(sheets.values(), 1):
        lines = "".join(
            f'<row r="{number}">'
            + "".join(
                _cell(number, column, cell, texts, (number - 1, column) in days)
                for column, cell in enumerate(row)
            )
            + "</row>"
            for number, row in enumerate(rows, 1)
            if row
        )
        parts[f"xl/worksheets/s{at}.xml"] = (
            f"<worksheet {_MAIN}><sheetData>{lines}</sheetData></worksheet>"
        )
    return packed(parts)


def _cell(row: int, column: int, cell: Cell, texts: Sequence[str], day: bool) -> str:
    place = f'r="{chr(65 + column)}{row}"'
    if isinstance(cell, str):
        return f'<c {place} t="s"><v>{texts.index(cell)}</v></c>' if cell else ""
    return f'<c {place} s="{DAY_STYLE if day else 0}"><f>1+1</f><v>{cell}</v></c>'


def ods(sheets: Mapping[str, Rows]) -> bytes:
    tables = "".join(
        f'<table:table table:name="{escape(name)}">'
        + "".join(
            f"<table:table-row>{''.join(_ods_cell(cell) for cell in row)}</table:table-row>"
            for row in rows
        )
        + '<table:table-row table:number-rows-repeated="1048000"><table:table-cell'
        ' table:number-columns-repeated="16384"/></table:table-row></table:table>'
        for name, rows in sheets.items()
    )
    spaces = "".join(
        f' xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"'
        for short in ("office", "table", "text")
    )
    body = f"<office:document-content{spaces}><office:body>{tables}</office:body></office:document-content>"
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": body,
        }
    )


def _ods_cell(cell: Cell) -> str:
    if isinstance(cell, str):
        return (
            f"<table:table-cell><text:p>{escape(cell)}</text:p></table:table-cell>"
            if cell
            else "<table:table-cell/>"
        )
    return (
        '<table:table-cell office:value-type="float"'
        f' office:value="{cell}"><text:p>x</text:p></table:table-cell>'
    )


def page(title: str, rows: Rows) -> bytes:
    """A page as tournament servers make them: the table that matters stands inside
    another one.
    """
    lines = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}" for cell in row) + "</tr>"
        for row in rows
    )
    return (
        "<!DOCTYPE html><html><head><title>Server</title><script>var a ="
        f" '<table>';</script></head><body><table><tr><td><h2>{title}</h2><table><tr><td>Organizer<td>A"
        f" club</table><table>{lines}</table></td></tr></table></body></html>"
    ).encode()


def xls(
    sheets: Mapping[str, Rows],
    days: Sequence[tuple[int, int]] = (),
    far: tuple[int, int] | None = None,
) -> bytes:
    """An old workbook (BIFF8 in a compound file). `days` as above; `far`: one more cell
    of the last sheet.
    """
    streams: list[bytes] = []
    for rows in sheets.values():
        cells = [
            (
                _record(
                    0x0203,
                    struct.pack("<HHHd", row, column, (row, column) in days, value),
                )
                if isinstance(value, (int, float))
                else _record(
                    0x0204,
                    struct.pack("<HHHHB", row, column, 0, len(value), 1)
                    + value.encode("utf-16-le"),
                )
            )
            for row, values in enumerate(rows)
            for column, value in enumerate(values)
        ]
        if far is not None and len(streams) == len(sheets) - 1:
            cells.append(_record(0x0203, struct.pack("<HHHd", *far, 0, 1.0)))
        streams.append(_begin(0x0010) + b"".join(cells) + _record(0x000A, b""))
    head = _begin(0x0005) + _record(0x0042, struct.pack("<H", 1200))
    for form in (0, 14):
        head += _record(0x00E0, struct.pack("<HH16x", 0, form))
    names = [
        struct.pack("<BBBB", 0, 0, len(name), 1) + name.encode("utf-16-le")
        for name in sheets
    ]
    at = len(head) + sum(len(name) + 8 for name in names) + 4
    for name, stream in zip(names, streams, strict=True):
        head += _record(0x0085, struct.pack("<I", at) + name)
        at += len(stream)
    return _compound(head + _record(0x000A, b"") + b"".join(streams))


def _record(kind: int, body: bytes) -> bytes:
    return struct.pack("<HH", kind, len(body)) + body


def _begin(kind: int) -> bytes:
    return _record(0x0809, struct.pack("<HHHHII", 0x0600, kind, 0x0DBB, 0x07CC, 0, 6))


def _compound(stream: bytes) -> bytes:
    """A compound file with one stream, Workbook, long enough to need no table of small
    ones.
    """
    stream = stream.ljust(4096, b"\0")
    count = -(-len(stream) // 512)
    tables = -(-(count + 1) // 127)
    table = [*range(1, count), -2, -2, *([-3] * tables)]
    table += [-1] * (tables * 128 - len(table))
    entries = b""
    for name, kind, child, start, size in (
        ("Root Entry", 5, 1, -2, 0),
        ("Workbook", 2, -1, 0, len(stream)),
    ):
        text = name.encode("utf-16-le") + b"\0\0"
        entries += text.ljust(64, b"\0") + struct.pack(
            "<HBBiii16xI16xiQ", len(text), kind, 1, -1, -1, child, 0, start, size
        )
    head = (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
        + bytes(16)
        + struct.pack(
            "<HHHHH6xIIIIIiIiI",
            0x3E,
            3,
            0xFFFE,
            9,
            6,
            0,
            tables,
            count,
            0,
            4096,
            -2,
            0,
            -2,
            0,
        )
    )
    head += struct.pack(
        "<109i", *range(count + 1, count + 1 + tables), *([-1] * (109 - tables))
    )
    return (
        head
        + stream.ljust(count * 512, b"\0")
        + entries.ljust(512, b"\0")
        + struct.pack(f"<{len(table)}i", *table)
    )
