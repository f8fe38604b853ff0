"""Which events came from which file, and which tournaments may be the same event under another id."""

from ledger.events import Event, decode
from ledger.store.database import Connection


def events_from(connection: Connection, sha256: str) -> list[Event]:
    """The events that were read from these very bytes, in recorded order."""
    rows = connection.execute(
        "SELECT state FROM event WHERE topic LIKE 'tournament-%' AND instr(state, ?) > 0 ORDER BY seq",
        (f'"source":"{sha256}"'.encode(),),
    ).fetchall()
    return [event for row in rows if getattr((event := decode(row[0])).body, "source", None) == sha256]


def starting_on(connection: Connection, day: str) -> list[str]:
    """Tournaments that stand and begin on this day."""
    rows = connection.execute(
        "SELECT tournament FROM tournament WHERE start_day = ? AND withdrawn = 0 ORDER BY tournament", (day,)
    ).fetchall()
    return [row[0] for row in rows]
