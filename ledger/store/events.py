"""Reading the event log: one event, a stream, everything after a seq, and the look-ups that need no read table.

Every event that is decoded is held against the hash stored with it first (logs/hashed.py).
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ledger.events import Event
from ledger.store.database import Connection
from ledger.store.logs.hashed import BATCH, Growing, whole
from ledger.store.tables import batches

LARGEST_SEQ = 2**62  # SQLite cannot be asked for much more


def head(connection: Connection) -> int:
    """The seq of the newest event; 0 in an empty ledger."""
    row = connection.execute("SELECT MAX(seq) FROM event").fetchone()
    return row[0] or 0


def last_moment(connection: Connection) -> str:
    """When the newest event was recorded; "" in an empty ledger."""
    row = connection.execute("SELECT recorded_at FROM event ORDER BY seq DESC LIMIT 1").fetchone()
    return row[0] if row is not None else ""


def moments_since_resumed(connection: Connection) -> list[str]:
    """When everything was recorded from the last event on that resumed the clock, or from the first; each once."""
    resumed = "SELECT COALESCE(MAX(seq), 0) FROM event WHERE topic LIKE 'clock-resumed.%'"
    rows = connection.execute(
        f"SELECT DISTINCT recorded_at FROM event WHERE seq >= ({resumed}) ORDER BY recorded_at"
    ).fetchall()
    return [row[0] for row in rows]


def newest(connection: Connection) -> tuple[int, str]:
    """The seq of the newest event and when it was recorded."""
    row: tuple[int, str] | None = connection.execute(
        "SELECT seq, recorded_at FROM event ORDER BY seq DESC LIMIT 1"
    ).fetchone()
    return row or (0, "")


def recorded_at(connection: Connection, seq: int) -> str | None:
    """When an event was recorded."""
    row = connection.execute("SELECT recorded_at FROM event WHERE seq = ?", (seq,)).fetchone()
    return None if row is None else row[0]


def last_before(connection: Connection, moment: str) -> int:
    """The seq of the last event recorded before a moment; 0 when there is none."""
    row = connection.execute("SELECT MAX(seq) FROM event WHERE recorded_at < ?", (moment,)).fetchone()
    return row[0] or 0


def event_at(connection: Connection, seq: int) -> Event | None:
    if seq > LARGEST_SEQ:
        return None
    rows = connection.execute("SELECT seq, stream, state FROM event WHERE seq = ?", (seq,)).fetchall()
    return next(iter(whole(connection, rows)), None)


def events_of(connection: Connection, stream: str, upto: int | None = None) -> Iterator[Event]:
    """The events of one stream in their order."""
    return iter(events_of_streams(connection, [stream], upto)[stream])


def events_of_streams(
    connection: Connection, streams: Sequence[str], upto: int | None = None
) -> dict[str, list[Event]]:
    """The events of several streams in few questions: a server is asked once a tournament and not once a player."""
    events: dict[str, list[Event]] = {stream: [] for stream in streams}
    for some in batches(streams):
        marks = ", ".join("?" * len(some))
        rows = connection.execute(
            f"SELECT seq, stream, state FROM event WHERE stream IN ({marks}) ORDER BY stream, version", tuple(some)
        ).fetchall()
        for event in whole(connection, [row for row in rows if upto is None or row[0] <= upto]):
            events[event.stream].append(event)
    return events


def last_of_stream(connection: Connection, stream: str) -> Event | None:
    rows = connection.execute(
        "SELECT seq, stream, state FROM event WHERE stream = ? ORDER BY version DESC LIMIT 1", (stream,)
    ).fetchall()
    return next(iter(whole(connection, rows)), None)


def events_after(connection: Connection, seq: int, upto: int | None = None) -> Iterator[Event]:
    """Events in recorded order, a batch at a time."""
    growing = Growing(connection, seq)
    while True:
        rows = growing.next_rows(upto)
        yield from map(growing.take, rows)
        if len(rows) < BATCH:
            return


def newest_first(connection: Connection, upto: int, streams: Collection[str] | None = None) -> Iterator[Event]:
    """Events up to a seq, newest first; of some streams only if wanted."""
    cursor = connection.execute("SELECT seq, stream, state FROM event WHERE seq <= ? ORDER BY seq DESC", (upto,))
    size = 8  # most who ask want the newest few
    while rows := cursor.fetchmany(size):
        # the streams are compared before decoding: a log of one player reads few of a million events
        yield from whole(connection, [row for row in rows if streams is None or row[1] in streams])
        size = BATCH


def registrations(connection: Connection, upto: int) -> Iterator[Event]:
    """Everything that was told of people's details, up to a seq."""
    rows = connection.execute(
        "SELECT seq, stream, state FROM event WHERE topic LIKE 'player-registered.%' AND seq <= ? ORDER BY seq", (upto,)
    ).fetchall()
    return whole(connection, rows)


def only_publications_after(connection: Connection, seq: int) -> bool:
    """Whether nothing that changes a rating was stored after an event."""
    row = connection.execute(
        "SELECT 1 FROM event WHERE seq > ? AND topic NOT LIKE 'list-published.%' LIMIT 1", (seq,)
    ).fetchone()
    return row is None


def registered_players(connection: Connection) -> list[str]:
    """Every player id that was ever registered, merged ids too."""
    rows = connection.execute("SELECT DISTINCT stream FROM event WHERE stream LIKE 'player:%'").fetchall()
    return [row[0].partition(":")[2] for row in rows]


def players_with_title_decisions(connection: Connection) -> list[str]:
    rows = connection.execute("SELECT DISTINCT stream FROM event WHERE topic LIKE 'title-confirmed%'").fetchall()
    return [row[0].partition(":")[2] for row in rows]


def highest_number(connection: Connection, prefix: str) -> int:
    """The highest number behind a prefix in any player's id, in use or merged; 0 when there is none."""
    rows = connection.execute(
        "SELECT DISTINCT stream FROM event WHERE stream >= ? AND stream < ?",
        (f"player:{prefix}", f"player:{prefix}\x7f"),
    ).fetchall()
    endings = [row[0].removeprefix(f"player:{prefix}") for row in rows]
    numbers = (int(text) for text in endings if text.isascii() and text.isdigit() and len(text) < 10)
    return max(numbers, default=0)


def events_from(connection: Connection, sha256: str) -> list[Event]:
    """The events that were read from a source file with this digest, in recorded order."""
    rows = connection.execute(
        "SELECT seq, stream, state FROM event WHERE topic LIKE 'tournament-%' AND instr(state, ?) > 0 ORDER BY seq",
        (f'"source":"{sha256}"'.encode(),),
    ).fetchall()
    # the text may also stand in a name or a note: the decoded field decides
    return [event for event in whole(connection, rows) if getattr(event.body, "source", None) == sha256]


class StoredRow(NamedTuple):
    """An event as it is stored: what the library calls originator is the stream."""

    seq: int
    stream: str
    version: int
    topic: str
    state: bytes


def stored_from(connection: Connection, seq: int, limit: int) -> list[StoredRow]:
    """So many events from one on, undecoded."""
    rows = connection.execute(
        "SELECT seq, stream, version, topic, state FROM event WHERE seq >= ? ORDER BY seq LIMIT ?", (seq, limit)
    ).fetchall()
    return [StoredRow(*row) for row in rows]
