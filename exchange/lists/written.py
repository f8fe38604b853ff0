"""Write rating lists as people take them, CSV and fixed columns, and as pairing
programs import them.

What each program was checked against stands in docs/reference/export-formats.md.

Rows are dicts: rank, player, name, federation, sex, born, fide_id, club, rating, games,
last_played.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from exchange.names.surnames import last_first
from exchange.names.words import plain_words
from exchange.text.csv_written import csv_text

Row = Mapping[str, Any]


# column, heading, least width, to the right
class FixedColumn(NamedTuple):
    """A column of the fixed list. `least`: its width in characters, unless a value is
    longer; numbers stand to the right.
    """

    name: str
    heading: str
    least: int
    is_number: bool


FIXED = (
    FixedColumn("rank", "RANK", 5, True),
    FixedColumn("player", "ID", 12, False),
    FixedColumn("name", "NAME", 33, False),
    FixedColumn("federation", "FED", 3, False),
    FixedColumn("sex", "S", 1, False),
    FixedColumn("born", "BORN", 4, False),
    FixedColumn("fide_id", "FIDE", 9, True),
    FixedColumn("rating", "RTNG", 5, True),
    FixedColumn("games", "GAMES", 5, True),
    FixedColumn("last_played", "LAST", 10, False),
)


def fixed_text(rows: Sequence[Row]) -> str:
    """Write one line a player under one line of headings.

    Nothing is cut, for a column grows to its longest value.
    """
    lines = [[column.heading for column in FIXED]]
    for row in rows:
        lines.append([_shown(column.name, row.get(column.name)) for column in FIXED])

    widths = []
    for column, texts in zip(FIXED, zip(*lines, strict=True), strict=True):
        longest = max(map(len, texts))
        widths.append(max(column.least, longest))

    fixed_lines = [_fixed_line(texts, widths) for texts in lines]

    return "".join(fixed_lines)


def _fixed_line(texts: Sequence[str], widths: Sequence[int]) -> str:
    """Write a line of fixed columns, with its end: numbers stand to the right of their
    column, texts to the left. Blanks at the end are left out.
    """
    cells = []
    for column, text, width in zip(FIXED, texts, widths, strict=True):
        if column.is_number:
            cells.append(text.rjust(width))
        else:
            cells.append(text.ljust(width))

    return " ".join(cells).rstrip() + "\n"


def _shown(name: str, value: Any) -> str:
    """Write a value on one line: line ends and tabs would break the columns."""
    text = "" if value is None else str(value)
    if name == "born":
        return text[:4]

    return " ".join(text.split())


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
    headings = [heading for heading, _ in SWISS]
    headed = []
    for row in rows:
        headed.append(
            {heading: _swiss_field(name, row.get(name)) for heading, name in SWISS}
        )

    return csv_text(headed, headings, ";")


def _swiss_field(name: str, value: Any) -> Any:
    """Return a field as Swiss-Manager takes it."""
    if name == "sex":
        return {"m": "m", "f": "w"}.get(value, "")
    if name == "name" and value:
        return last_first(value)
    if name == "born" and value:
        is_day = len(value) == 10
        return value.replace("-", "/") if is_day else f"{value}/00/00"

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
    return csv_text([_vega_row(row) for row in rows], VEGA, ";")


def _vega_row(row: Row) -> Row:
    """Return a player under the headings of such an archive."""
    name = last_first(row.get("name") or row["player"])
    return {
        "NAME": name.replace(",", ""),
        "COUNTRY": row.get("federation"),
        "BIRTHDAY": _birth_day_first(row.get("born")),
        "GENDER": row.get("sex"),
        "TITLE": "",
        "IDFIDE": row.get("fide_id") or 0,
        "ELOFIDE": 0,
        "IDNAT": row["player"],
        "ELONAT": max(row["rating"], 0),
        "KCOEFF": 0,
    }


def _birth_day_first(born: str | None) -> str:
    """Write a birth in the eight digits that Vega has for it, the day first; zeros are
    for what is not known.
    """
    padded = f"{born or '0000'}-00-00"
    year, month, day, *_ = padded.split("-")
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
    return csv_text([_sharly_chess_row(row) for row in rows], SHARLY_CHESS)


def _sharly_chess_row(row: Row) -> Row:
    """Return a player under the headings of Sharly-Chess."""
    last, first = _surname_and_given(row)
    rating = row["rating"] if row["rating"] > 0 else None
    sex = row.get("sex") or ""
    born = row.get("born") or ""

    return {
        "last_name": last,
        "first_name": first,
        "year_of_birth": born[:4],
        "gender": {"m": "M", "f": "W"}.get(sex, ""),
        "fide_id": row.get("fide_id"),
        "federation": row["federation"],
        "club": row.get("club"),
        "standard_national": rating,
        "rapid_national": rating,
        "blitz_national": rating,
    }


def _surname_and_given(row: Row) -> tuple[str, str]:
    """Return surname and given names. A single name counts as the surname, and a
    missing name is replaced by the id.
    """
    name = row.get("name") or row["player"]
    on_one_line = " ".join(name.split())
    last, _, first = last_first(on_one_line).partition(",")
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
    ]
    named = [(*_surname_and_given(row), row) for row in rows]
    named.sort(key=_sorting_key)
    for number, (last, first, row) in enumerate(named, 1):
        lines.append(_tasaselo_line(number, last, first, row))

    lines += [" ", f"      Selolistalla on pelaajia {len(rows)} kpl"]
    lines += [" "] * (_LEAST_LINES - len(lines))

    return "".join(f"{line}\n" for line in lines)


def _sorting_key(player: tuple[str, str, Row]) -> str:
    """Return what players are sorted by: surname and given names, å, ä and ö behind z."""
    last, first, _ = player
    return f"{last}, {first}".casefold().translate(_AFTER_Z)


def _tasaselo_line(number: int, last: str, first: str, row: Row) -> str:
    """Write the line of a player in fixed columns: five characters for the number in
    the list, then surname, given names and club.

    Each of these is cut to its width. The rating has four characters and the games
    eight.
    """
    club = row.get("club") or ""
    surname = f"{last[:18]:18}"
    given_names = f"{first[:13]:13}"
    rating = f"{row['rating']:4}"
    games = f"{row['games']:8}"

    return f"{number:5} {surname}{given_names}{club[:11]:11}{rating}{games}   "


def encoded(text: str, encoding: str) -> bytes:
    """Write a text in an encoding of few letters: what it lacks is written without its
    accents, or as `?`.
    """
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return b"".join(_letter(letter, encoding) for letter in text)


def _letter(letter: str, encoding: str) -> bytes:
    """Write a letter, or the one that it is without its accents."""
    try:
        return letter.encode(encoding)
    except UnicodeEncodeError:
        plain = "".join(plain_words(letter)) or "?"
        if letter.isupper():
            plain = plain.capitalize()
        return plain.encode(encoding, "replace")
