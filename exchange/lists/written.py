"""Write rating lists as people take them, CSV and fixed columns, and as pairing
programs import them.

What each program was checked against stands in docs/reference/export-formats.md.

Rows are dicts: rank, player, name, federation, sex, born, fide_id, club, rating, games,
last_played.

Rows as CSV. Text that a spreadsheet would take for a formula gets an apostrophe;
numbers stay numbers.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from exchange.names.surnames import last_first
from exchange.names.words import plain_words
from messages.visible import visible_cell

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
# the last four are full-width
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
# where a spreadsheet of another country begins a cell: quotes do not stop one that
# splits at semicolons
_WITHIN = re.compile(rf"([;,\t]\"*)(?=[{re.escape(''.join(FORMULA))}])")


def csv_text(
    rows: Sequence[Mapping[str, Any]],
    names: Sequence[str] = (),
    delimiter: str = ",",
    numbers: Collection[str] = (),
) -> str:
    """Write rows as CSV; yes and no become true and false, as in JSON.

    `names`: the columns, in order; left out, those of the rows as they come. `numbers`:
    columns of exact numbers, which are texts and no formulas.
    """
    columns = list(names) or list(dict.fromkeys(name for row in rows for name in row))
    if not columns:
        return ""
    head = delimiter.join(_quoted(name, delimiter) for name in columns)
    lines = [head, *(csv_row(row, columns, delimiter, numbers) for row in rows)]
    return "".join(f"{line}\n" for line in lines)


def csv_row(
    row: Mapping[str, Any],
    columns: Iterable[str],
    delimiter: str = ",",
    numbers: Collection[str] = (),
) -> str:
    """Write one row as a line of CSV, without an end."""
    cells = (_cell(row.get(name), name in numbers) for name in columns)
    return delimiter.join(_quoted(cell, delimiter) for cell in cells)


def sheet_text(
    rows: Sequence[Mapping[str, Any]],
    columns: Sequence[str],
    numbers: Collection[str] = (),
) -> str:
    """Write rows as CSV with these columns even if there are no rows, then the fields
    that only some rows have.
    """
    return csv_text(
        rows,
        list(dict.fromkeys((*columns, *(name for row in rows for name in row)))),
        numbers=numbers,
    )


def _quoted(cell: Any, delimiter: str) -> str:
    """Quote a cell that needs it: also one with a lone carriage return, which readers
    take for a line end.

    Python's own writer forgets that one.
    """
    text = "" if cell is None else str(cell)
    # a spreadsheet of another country splits at semicolons or tabs, whatever was meant
    if any(character in text for character in (delimiter, '"', "\n", "\r", ";", "\t")):
        return '"' + text.replace('"', '""') + '"'
    return text


def _cell(value: Any, number: bool) -> Any:
    if isinstance(value, list | tuple | dict):
        return _WITHIN.sub(r"\1'", json.dumps(value, ensure_ascii=False, default=list))
    if isinstance(value, bool):
        return "true" if value else "false"
    if (
        isinstance(value, str)
        and value.startswith(FORMULA)
        and not (number and _NUMBER.fullmatch(value))
    ):
        value = f"'{value}"
    return visible_cell(_WITHIN.sub(r"\1'", value)) if isinstance(value, str) else value


Row = Mapping[str, Any]

# column, heading, least width, to the right
FIXED = (
    ("rank", "RANK", 5, True),
    ("player", "ID", 12, False),
    ("name", "NAME", 33, False),
    ("federation", "FED", 3, False),
    ("sex", "S", 1, False),
    ("born", "BORN", 4, False),
    ("fide_id", "FIDE", 9, True),
    ("rating", "RTNG", 5, True),
    ("games", "GAMES", 5, True),
    ("last_played", "LAST", 10, False),
)


def fixed_text(rows: Sequence[Row]) -> str:
    """Write one line a player under one line of headings; nothing is cut, for a column
    grows to its longest value.
    """
    return "".join(line.rstrip() + "\n" for line in _fixed(rows))


def _fixed(rows: Sequence[Row]) -> Iterator[str]:
    cells = [[_shown(name, row.get(name)) for name, *_ in FIXED] for row in rows]
    lines = [[heading for _, heading, *_ in FIXED], *cells]
    widths = [
        max(least, *(len(line[at]) for line in lines))
        for at, (_, _, least, _) in enumerate(FIXED)
    ]
    for line in lines:
        yield " ".join(
            text.rjust(width) if right else text.ljust(width)
            for text, width, (*_, right) in zip(line, widths, FIXED, strict=True)
        )


def _shown(name: str, value: Any) -> str:
    """Write a value on one line: line ends and tabs would break the columns."""
    text = "" if value is None else str(value)
    return text[:4] if name == "born" else " ".join(text.split())


# heading, column of the row: the headings by which Swiss-Manager's import of player
# lists knows the fields
SWISS = (
    ("ID_No", "player"),
    ("Name", "name"),
    ("Fed", "federation"),
    ("Rtg_Nat", "rating"),
    ("Birthday", "born"),
    ("Sex", "sex"),
    ("FIDE_No", "fide_id"),
    ("Clubname", "club"),
)


def swiss_text(rows: Sequence[Row]) -> str:
    """Write the list for Swiss-Manager: fields between semicolons under headings; sex
    as m, w, days as YYYY/MM/DD.
    """
    names = [heading for heading, _ in SWISS]
    return csv_text(
        [
            {heading: _swiss(name, row.get(name)) for heading, name in SWISS}
            for row in rows
        ],
        names,
        ";",
    )


def _swiss(name: str, value: Any) -> Any:
    if name == "name" and value:
        return last_first(value)
    if name == "sex":
        return {"m": "m", "f": "w"}.get(value, "")
    if name == "born" and value:
        return value.replace("-", "/") if len(value) == 10 else f"{value}/00/00"
    return value


VEGA = (
    "NAME",
    "COUNTRY",
    "BIRTHDAY",
    "GENDER",
    "TITLE",
    "IDFIDE",
    "ELOFIDE",
    "IDNAT",
    "ELONAT",
    "KCOEFF",
)


def vega_text(rows: Sequence[Row]) -> str:
    """Write the list in the format of Vega's own archives of players: what is not known
    is 0, as there.
    """
    return csv_text(
        [dict(zip(VEGA, _vega(row), strict=True)) for row in rows], VEGA, ";"
    )


def _vega(row: Row) -> Sequence[Any]:
    name = last_first(row.get("name") or row["player"]).replace(",", "")
    fide_id, rating, sex = (
        row.get("fide_id") or 0,
        max(row["rating"], 0),
        row.get("sex"),
    )
    return (
        name,
        row.get("federation"),
        _day_first(row.get("born")),
        sex,
        "",
        fide_id,
        0,
        row["player"],
        rating,
        0,
    )


def _day_first(born: str | None) -> str:
    """Write a birth in the eight digits that Vega has for it, the day first; zeros are
    for what is not known.
    """
    year, month, day = (f"{born or '0000'}-00-00".split("-"))[:3]
    return f"{day}{month}{year}"


SHARLY_CHESS = (
    "last_name",
    "first_name",
    "year_of_birth",
    "gender",
    "fide_id",
    "federation",
    "club",
    "standard_national",
    "rapid_national",
    "blitz_national",
)


def sharly_chess_text(rows: Sequence[Row]) -> str:
    """Write the list for Sharly-Chess, which uses its one rating for any tournament
    that the list is read for.
    """
    return csv_text(
        [dict(zip(SHARLY_CHESS, _sharly_chess(row), strict=True)) for row in rows],
        SHARLY_CHESS,
    )


def _sharly_chess(row: Row) -> Sequence[Any]:
    last, first = _halves(row)
    rating = row["rating"] if row["rating"] > 0 else None
    year, gender = (
        (row.get("born") or "")[:4],
        {"m": "M", "f": "W"}.get(row.get("sex") or "", ""),
    )
    return (
        last,
        first,
        year,
        gender,
        row.get("fide_id"),
        row["federation"],
        row.get("club"),
        rating,
        rating,
        rating,
    )


def _halves(row: Row) -> tuple[str, str]:
    """Return surname and given names. A single name counts as the surname, and a
    missing name is replaced by the id.
    """
    last, _, first = last_first(
        " ".join((row.get("name") or row["player"]).split())
    ).partition(",")
    return last.strip(), first.strip()


# Tasaselo looks for the title in so many lines, and stops where there are fewer
_LEAST_LINES = 21
_AFTER_Z = str.maketrans("åäö", "{|}")


def tasaselo_text(rows: Sequence[Row], day: str) -> str:
    """Write the list as `selolist.txt`, which Tasaselo reads: by name, in fixed
    columns, with the day in its title.

    Names are cut, as in that list: 18 letters of a surname, 13 of given names, 11 of a
    club.
    """
    year, month, date = (int(part) for part in day.split("-"))
    lines = [
        " ",
        f"Selolista {date}.{month}.{year}",
        " ",
        "      Nimi                           Seura      Selo  Pelejä  L",
        " ",
        *(
            _tasaselo(number, *player)
            for number, player in enumerate(_by_name(rows), 1)
        ),
        " ",
        f"      Selolistalla on pelaajia {len(rows)} kpl",
    ]
    return "".join(f"{line}\n" for line in lines + [" "] * (_LEAST_LINES - len(lines)))


def _by_name(rows: Sequence[Row]) -> list[tuple[str, str, Row]]:
    named = [(*_halves(row), row) for row in rows]
    return sorted(
        named,
        key=lambda player: f"{player[0]}, {player[1]}".casefold().translate(_AFTER_Z),
    )


def _tasaselo(number: int, last: str, first: str, row: Row) -> str:
    club = row.get("club") or ""
    return (
        f"{number:5}"
        f" {last[:18]:18}{first[:13]:13}{club[:11]:11}{row['rating']:4}{row['games']:8}   "
    )


def encoded(text: str, encoding: str) -> bytes:
    """Write a text in an encoding of few letters: what it lacks is written without its
    accents, or as `?`.
    """
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return b"".join(_letter(letter, encoding) for letter in text)


def _letter(letter: str, encoding: str) -> bytes:
    try:
        return letter.encode(encoding)
    except UnicodeEncodeError:
        plain = "".join(plain_words(letter)) or "?"
        return (plain.capitalize() if letter.isupper() else plain).encode(
            encoding, "replace"
        )
