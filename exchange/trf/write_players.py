"""The rows about players in a report that is written: fixed columns, counted in characters."""

from collections.abc import Mapping
from typing import Any

from exchange.text.federations import HOME

FIXED_WIDTH = 89
Row = Mapping[str, Any]


def player_row(player: Row, number: int, points: str) -> str:
    """001 with FIDE's number and rating, which this row is for.

    The rank is left out: the ledger knows neither byes nor tie-break systems.
    """
    fide = player.get("fide_id")
    return _columns("001", player, number, player.get("fide_rating"), player.get("federation") or "",
                    "" if fide is None or not fits(str(fide)) else str(fide)) + f" {points:>4}"  # fmt: skip


def fits(ident: str) -> bool:
    """Ids have the columns 58 to 68."""
    return len(ident) <= 11


def national_row(player: Row, number: int) -> str | None:
    """The place for the national number and rating; nothing without either."""
    ident = player["player"] if fits(player["player"]) else ""
    if not ident and player.get("rating") is None:
        return None
    return _columns(HOME, player, number, player.get("rating"), HOME, ident)


def _columns(tag: str, player: Row, number: int, rating: int | None, federation: str, ident: str) -> str:
    sex = {"m": "m", "f": "w"}.get(player.get("sex") or "", " ")
    name = " ".join((player.get("name") or player["player"]).split())[:33]
    shown = "" if rating is None or rating < 0 else str(rating)
    return (
        f"{tag} {number:4d} {sex}    {name:33} {shown:>4} {federation[:3]:3} {ident:>11} {_born(player.get('born')):10}"
    )


def _born(born: str | None) -> str:
    """YYYY/MM/DD; a year alone has zeros for what is not known."""
    if not born:
        return ""
    return born.replace("-", "/") if len(born) == 10 else f"{born}/00/00"


def points_text(half_points: int) -> str:
    """Four columns; what does not fit them is left out."""
    text = f"{half_points / 2:.1f}"
    return text if len(text) <= 4 else ""
