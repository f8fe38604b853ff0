"""A rating list as pairing programs import it: what each was checked against stands in docs/how-to/export.md.

Rows are dicts: rank, player, name, federation, sex, born, fide_id, club, rating, games, last_played.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from exchange.lists.written import csv_text
from exchange.names.spelling import last_first, plain_words

Row = Mapping[str, Any]

# heading, column of the row: the headings by which Swiss-Manager's import of player lists knows the fields
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
    """Write the list for Swiss-Manager: fields between semicolons under headings; sex as m, w, days as YYYY/MM/DD."""
    names = [heading for heading, _ in SWISS]
    return csv_text([{heading: _swiss(name, row.get(name)) for heading, name in SWISS} for row in rows], names, ";")


def _swiss(name: str, value: Any) -> Any:
    if name == "name" and value:
        return last_first(value)
    if name == "sex":
        return {"m": "m", "f": "w"}.get(value, "")
    if name == "born" and value:
        return value.replace("-", "/") if len(value) == 10 else f"{value}/00/00"
    return value


VEGA = ("NAME", "COUNTRY", "BIRTHDAY", "GENDER", "TITLE", "IDFIDE", "ELOFIDE", "IDNAT", "ELONAT", "KCOEFF")


def vega_text(rows: Sequence[Row]) -> str:
    """Write the list in the format of Vega's own archives of players: what is not known is 0, as there."""
    return csv_text([dict(zip(VEGA, _vega(row), strict=True)) for row in rows], VEGA, ";")


def _vega(row: Row) -> Sequence[Any]:
    name = last_first(row.get("name") or row["player"]).replace(",", "")
    fide_id, rating, sex = row.get("fide_id") or 0, max(row["rating"], 0), row.get("sex")
    return name, row.get("federation"), _day_first(row.get("born")), sex, "", fide_id, 0, row["player"], rating, 0


def _day_first(born: str | None) -> str:
    """Write a birth in the eight digits that Vega has for it, the day first; zeros are for what is not known."""
    year, month, day = (f"{born or '0000'}-00-00".split("-"))[:3]
    return f"{day}{month}{year}"


SHARLY_CHESS = (
    "last_name", "first_name", "year_of_birth", "gender", "fide_id", "federation", "club",
    "standard_national", "rapid_national", "blitz_national",
)  # fmt: skip


def sharly_chess_text(rows: Sequence[Row]) -> str:
    """Write the list for Sharly-Chess. A rating of one list counts in whatever tournament that list is read for."""
    return csv_text([dict(zip(SHARLY_CHESS, _sharly_chess(row), strict=True)) for row in rows], SHARLY_CHESS)


def _sharly_chess(row: Row) -> Sequence[Any]:
    last, first = _halves(row)
    rating = row["rating"] if row["rating"] > 0 else None
    year, gender = (row.get("born") or "")[:4], {"m": "M", "f": "W"}.get(row.get("sex") or "", "")
    return last, first, year, gender, row.get("fide_id"), row["federation"], row.get("club"), rating, rating, rating


def _halves(row: Row) -> tuple[str, str]:
    """Return surname and given names; whoever has one name has it as the surname, and the id stands for no name."""
    last, _, first = last_first(" ".join((row.get("name") or row["player"]).split())).partition(",")
    return last.strip(), first.strip()


_LEAST_LINES = 21  # Tasaselo looks for the title in so many lines, and stops where there are fewer
_AFTER_Z = str.maketrans("åäö", "{|}")


def tasaselo_text(rows: Sequence[Row], day: str) -> str:
    """Write the list as `selolist.txt`, which Tasaselo reads: by name, in fixed columns, with the day in its title.

    Names are cut, as in that list: 18 letters of a surname, 13 of given names, 11 of a club.
    """
    year, month, date = (int(part) for part in day.split("-"))
    lines = [
        " ", f"Selolista {date}.{month}.{year}", " ",
        "      Nimi                           Seura      Selo  Pelejä  L", " ",
        *(_tasaselo(number, *player) for number, player in enumerate(_by_name(rows), 1)),
        " ", f"      Selolistalla on pelaajia {len(rows)} kpl",
    ]  # fmt: skip
    return "".join(f"{line}\n" for line in lines + [" "] * (_LEAST_LINES - len(lines)))


def _by_name(rows: Sequence[Row]) -> list[tuple[str, str, Row]]:
    named = [(*_halves(row), row) for row in rows]
    return sorted(named, key=lambda player: f"{player[0]}, {player[1]}".casefold().translate(_AFTER_Z))


def _tasaselo(number: int, last: str, first: str, row: Row) -> str:
    club = row.get("club") or ""
    return f"{number:5} {last[:18]:18}{first[:13]:13}{club[:11]:11}{row['rating']:4}{row['games']:8}   "


def encoded(text: str, encoding: str) -> bytes:
    """Write a text in an encoding of few letters: what it lacks is written without its accents, or as `?`."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return b"".join(_letter(letter, encoding) for letter in text)


def _letter(letter: str, encoding: str) -> bytes:
    try:
        return letter.encode(encoding)
    except UnicodeEncodeError:
        plain = "".join(plain_words(letter)) or "?"
        return (plain.capitalize() if letter.isupper() else plain).encode(encoding, "replace")
