"""Read the report to US Chess that has names and results, TDEXPORT.DBF of format 2C: a
table of dBase.

    D_SEC_NUM D_PAIR_NUM D_MEM_ID D_NAME        D_RND01 D_RND02 D_RND03
    1         1          12345678 NUNEZ, ANA    W    3W D2B     H0

A result, the pairing number of the opponent in the section, the colour. W L D were
played; X F Z are a win, a loss and a draw by forfeit; B H U a full, a half and no point
without an opponent. It becomes the crosstable that others print.
"""

import re
from collections.abc import Mapping, Sequence

from exchange.spreadsheets.dbase import encoding_of, has_fields, table_rows
from exchange.spreadsheets.refusals import refusal_of_file
from messages import by_command, say

_NEEDED = ("D_SEC_NUM", "D_PAIR_NUM", "D_NAME", "D_RND01")
_CELL = re.compile(r"([WLDXFZBHU])\s*([0-9]{0,4})\s*([WB]?)")
_PLAYED = {"W": "1", "L": "0", "D": "½", "X": "+", "F": "-", "Z": "½k"}
_ALONE = {"X": "+", "F": "-", "Z": "½", "B": "-1", "H": "½", "U": "0"}
Row = dict[str, str]


def is_us_report(data: bytes) -> bool:
    """Return whether a table has names and results: another part of a report has not,
    nor has an older format.

    data: the bytes of a table of dBase.
    """
    return has_fields(data, _NEEDED)


def read_us_report(
    data: bytes, file: str, section: str | None, encoding: str | None
) -> list[str]:
    """Read the lines of a crosstable, or refuse the report.

    section: which of it, as its field numbers them. encoding: of its texts, where the
    officer named one.

    Raised is Refused: a section that is not there, or several and none is named.

        No;Name;Id;1;2;3
        1;NUNEZ, ANA;12345678;3w1;2b½;½
    """
    return _crosstable(_rows(data, file, encoding), file, section)


def _rows(data: bytes, file: str, encoding: str | None) -> list[Row]:
    """Return the rows of the table as texts.

    Blanks inside and at the ends are made one or none. Bytes that are not of the
    encoding refuse the report, with the first of them.
    """
    hint = say("export it again, or save the table of results as CSV")
    rows = table_rows(data, file, _NEEDED, hint)
    # without a mark of the language there are no other letters than those of ASCII
    page = encoding or encoding_of(data) or "ascii"
    try:
        return [_decoded(row, page) for row in rows]
    except (UnicodeDecodeError, LookupError) as error:
        code = "?"
        if isinstance(error, UnicodeDecodeError):
            code = f"{error.object[error.start]:02X}"
        message = say(
            "the file is not {encoding} (byte {code})", encoding=page, code=code
        )
        hint = by_command("try another --encoding", "answer another encoding")
        raise refusal_of_file("text-encoding", message, file, hint) from None


def _decoded(row: Mapping[str, bytes], encoding: str) -> Row:
    """Return a row with its cells as texts without needless blanks."""
    texts = {}
    for name, cell in row.items():
        text = cell.decode(encoding)
        texts[name] = " ".join(text.split())

    return texts


def _crosstable(rows: Sequence[Row], file: str, section: str | None) -> list[str]:
    """Write the section of a report as a crosstable; of several it has to be named.

    rows: of the whole table, without those that are deleted. Opponents are called by
    the positions of their rows in the section.
    """
    if not rows:
        raise refusal_of_file(
            "sheet-broken", say("every row of the table is deleted"), file
        )

    sections = list(dict.fromkeys(row["D_SEC_NUM"] for row in rows))
    if section is None and len(sections) == 1:
        [section] = sections

    if section not in sections:
        names = ", ".join(sections)
        message = say("the report has the sections {names}", names=names)
        hint = by_command(
            "--sheet is one of: {names}", "its sheets: {names}", names=names
        )
        raise refusal_of_file("no-sheet", message, file, hint)

    own = [row for row in rows if row["D_SEC_NUM"] == section]
    positions = {}
    for number, row in enumerate(own, 1):
        positions[row["D_PAIR_NUM"]] = str(number)

    rounds = [name for name in own[0] if re.fullmatch(r"D_RND[0-9]{2}", name)]
    # the last ones may be of another section, which is longer
    while rounds and all(row[rounds[-1]][:1] in ("", "U") for row in own):
        rounds.pop()

    numbers = [str(number) for number in range(1, len(rounds) + 1)]
    lines = [";".join(["No", "Name", "Id", *numbers])]
    for row in own:
        position = positions[row["D_PAIR_NUM"]]
        name = row["D_NAME"].replace(";", " ")
        ident = row.get("D_MEM_ID", "")
        cells = [_cell(row[column], positions) for column in rounds]
        lines.append(";".join([position, name, ident, *cells]))

    return lines


def _cell(text: str, positions: Mapping[str, str]) -> str:
    """Write a cell as crosstables have it; one that cannot be read stays as it is, and
    is refused with its place.

    positions: the position of the row of each pairing number in the section.

        W    3W    3w1
        D2B        2b½
        H0         ½
        Q9         (Q9): unread

    A result without a colour was not played: what it is worth stands alone.
    """
    match = _CELL.fullmatch(text)
    unread = f"({text})"
    if match is None:
        return unread if text else ""

    result = match[1]
    opponent = match[2].lstrip("0")
    colour = match[3].lower()
    if not opponent or not colour:
        return _ALONE.get(result, unread)
    if opponent not in positions or result not in _PLAYED:
        return unread

    return f"{positions[opponent]}{colour}{_PLAYED[result]}"
