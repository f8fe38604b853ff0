"""Workbooks, documents and pages put together by hand, part by part: nothing but what the readers look at."""

import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from xml.sax.saxutils import escape

Cell = str | int | float
Rows = Sequence[Sequence[Cell]]
_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_RELATED = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
DAY_STYLE = 1


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def xlsx(sheets: Mapping[str, Rows], days: Sequence[tuple[int, int]] = ()) -> bytes:
    """`days`: (row, column) of cells that show a number as a day."""
    names = "".join(f'<sheet name="{escape(n)}" sheetId="{at}" r:id="r{at}"/>' for at, n in enumerate(sheets, 1))
    targets = "".join(
        f'<Relationship Id="r{at}" Type="t" Target="worksheets/s{at}.xml"/>' for at in range(1, len(sheets) + 1)
    )
    texts = list(dict.fromkeys(c for rows in sheets.values() for row in rows for c in row if isinstance(c, str)))
    shared = "".join(f"<si><t>{escape(text)}</t><rPh><t>no</t></rPh></si>" for text in texts)
    parts = {
        "xl/workbook.xml": f"<workbook {_MAIN} {_RELATED}><sheets>{names}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f"<Relationships>{targets}</Relationships>",
        "xl/sharedStrings.xml": f"<sst {_MAIN}>{shared}</sst>",
        "xl/styles.xml": f'<styleSheet {_MAIN}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    }
    for at, rows in enumerate(sheets.values(), 1):
        lines = "".join(
            f'<row r="{number}">'
            + "".join(
                _cell(number, column, cell, texts, (number - 1, column) in days) for column, cell in enumerate(row)
            )
            + "</row>"
            for number, row in enumerate(rows, 1)
            if row
        )
        parts[f"xl/worksheets/s{at}.xml"] = f"<worksheet {_MAIN}><sheetData>{lines}</sheetData></worksheet>"
    return packed(parts)


def _cell(row: int, column: int, cell: Cell, texts: Sequence[str], day: bool) -> str:
    place = f'r="{chr(65 + column)}{row}"'
    if isinstance(cell, str):
        return f'<c {place} t="s"><v>{texts.index(cell)}</v></c>' if cell else ""
    return f'<c {place} s="{DAY_STYLE if day else 0}"><f>1+1</f><v>{cell}</v></c>'


def ods(sheets: Mapping[str, Rows]) -> bytes:
    tables = "".join(
        f'<table:table table:name="{escape(name)}">'
        + "".join(f"<table:table-row>{''.join(_ods_cell(cell) for cell in row)}</table:table-row>" for row in rows)
        + '<table:table-row table:number-rows-repeated="1048000"><table:table-cell'
        ' table:number-columns-repeated="16384"/></table:table-row></table:table>'
        for name, rows in sheets.items()
    )
    spaces = "".join(
        f' xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"' for short in ("office", "table", "text")
    )
    body = f"<office:document-content{spaces}><office:body>{tables}</office:body></office:document-content>"
    return packed({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": body})


def _ods_cell(cell: Cell) -> str:
    if isinstance(cell, str):
        return (
            f"<table:table-cell><text:p>{escape(cell)}</text:p></table:table-cell>" if cell else "<table:table-cell/>"
        )
    return f'<table:table-cell office:value-type="float" office:value="{cell}"><text:p>x</text:p></table:table-cell>'


def page(title: str, rows: Rows) -> bytes:
    """A page as tournament servers make them: the table that matters stands inside another one."""
    lines = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}" for cell in row) + "</tr>" for row in rows)
    return (
        f"<!DOCTYPE html><html><head><title>Server</title><script>var a = '<table>';</script></head><body>"
        f"<table><tr><td><h2>{title}</h2><table><tr><td>Organizer<td>A club</table>"
        f"<table>{lines}</table></td></tr></table></body></html>"
    ).encode()
