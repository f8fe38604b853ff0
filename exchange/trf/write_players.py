"""The rows about players in a report that is written, in fixed columns counted in characters; and a rating list as the
player section of a report, which pairing programs read as their list of players.

The rating stands in row 001, where they look for it, and with the national number in the national rating record (FIN).
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from exchange.names.spelling import last_first
from exchange.trf.report import HOME
from ledger.errors import Problem, Refused
from messages import say

Row = Mapping[str, Any]


MOST = 9999  # starting numbers have four columns


def list_text(title: str, day: str, rows: Sequence[Row]) -> str:
    """Write a list; `rows` are by rank: player, name, federation, sex, born, fide_id, rating."""
    if len(rows) > MOST:
        message = say("{count} players do not fit a report", count=len(rows))
        raise Refused(
            Problem("too-large", message, hint=say("at most {most}; other formats have no such limit", most=MOST))
        )
    return "".join(f"{line.rstrip()}\n" for line in _lines(title, day.replace("-", "/"), rows))


def _lines(title: str, day: str, rows: Sequence[Row]) -> Iterator[str]:
    yield f"012 {title}"
    yield f"042 {day}"
    yield f"052 {day}"
    yield f"062 {len(rows)}"
    yield "172 NRO"
    yield "182 Selokirja"
    for number, row in enumerate(rows, 1):
        yield player_row({**row, "fide_rating": row["rating"]}, number, "")
    yield from filter(None, (national_row(row, number) for number, row in enumerate(rows, 1)))


FIXED_WIDTH = 89


def player_row(player: Row, number: int, points: str) -> str:
    """Write the 001 row of a player, with FIDE's number and rating, which this row is for; title and rank as reported:
    they follow from nothing that the ledger holds.
    """
    fide = player.get("fide_id")
    row = _columns("001", player, number, player.get("fide_rating"), player.get("federation") or "",
                   "" if fide is None or not fits(str(fide)) else str(fide), player.get("title") or "")  # fmt: skip
    return f"{row} {points:>4} {player.get('rank') or '':>4}"


def fits(ident: str) -> bool:
    """Return whether an id fits the columns 58 to 68."""
    return len(ident) <= 11


def national_row(player: Row, number: int) -> str | None:
    """Write the row for the national number and rating; None without either."""
    ident = player["player"] if fits(player["player"]) else ""
    if not ident and player.get("rating") is None:
        return None
    return _columns(HOME, player, number, player.get("rating"), HOME, ident)


def _columns(
    tag: str, player: Row, number: int, rating: int | None, federation: str, ident: str, title: str = ""
) -> str:
    sex = {"m": "m", "f": "w"}.get(player.get("sex") or "", " ")
    name = player.get("written") or last_first(" ".join((player.get("name") or player["player"]).split()))
    shown = "" if rating is None or rating < 0 else str(rating)
    return (
        f"{tag} {number:4d} {sex}{title:>3} {name[:33]:33} {shown:>4} {federation[:3]:3} {ident:>11} "
        f"{_born(player.get('born')):10}"
    )


def _born(born: str | None) -> str:
    """Write a birth as YYYY/MM/DD; a year alone has zeros for what is not known."""
    if not born:
        return ""
    return born.replace("-", "/") if len(born) == 10 else f"{born}/00/00"


def points_text(points: Fraction) -> str:
    """Write points into four columns; what does not fit them is left out."""
    text = f"{float(points):.2f}".removesuffix("0")
    return text if len(text) <= 4 else ""
