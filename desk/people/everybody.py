"""Everybody by name and FIDE id, for matching the rows of a file."""

from ledger.store.database import Connection
from ledger.store.persons import Personal


def everybody(connection: Connection) -> list[Personal]:
    """All persons, merged ids too, by id."""
    rows = connection.execute("SELECT player, name, club, fide_id FROM person ORDER BY player").fetchall()
    return [Personal(*row) for row in rows]


def by_fide_id(connection: Connection) -> dict[int, list[str]]:
    """The ids under each FIDE id; more than one is for somebody to look at."""
    found: dict[int, list[str]] = {}
    rows = connection.execute("SELECT fide_id, player FROM person WHERE fide_id IS NOT NULL ORDER BY player").fetchall()
    for fide_id, player in rows:
        found.setdefault(fide_id, []).append(player)
    return found


def highest(connection: Connection, prefix: str) -> int:
    """The highest number behind the prefix in any player's id, taken or merged; 0 when there is none."""
    rows = connection.execute(
        "SELECT DISTINCT stream FROM event WHERE stream >= ? AND stream < ?",
        (f"player:{prefix}", f"player:{prefix}\x7f"),
    ).fetchall()
    ends = [row[0].removeprefix(f"player:{prefix}") for row in rows]
    return max((int(end) for end in ends if end.isascii() and end.isdigit() and len(end) < 10), default=0)
