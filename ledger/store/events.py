"""Reading the event log: one event, a stream, everything after a seq, and the look-ups
that need no read table.

Every event that is decoded is held against the hash stored with it first (logs/). The
columns beside the bytes
are only looked up: a stream or a topic has as many events as were counted (counted.py),
so that none is hidden by them.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from ledger.bodies import Body, ClockResumed, ListPublished
from ledger.decisions import TITLE_DECISIONS
from ledger.errors import NotFound, Problem
from ledger.events import Event, PlayerRegistered
from ledger.store import counted
from ledger.store.database import Connection
from ledger.store.logs import (
    BATCH,
    COLUMNS,
    Growing,
    Row,
    broken,
    envelopes,
    root_at,
    whole,
)
from ledger.store.tables import batches
from messages import by_command, say

LARGEST_SEQ = 2**62  # SQLite cannot be asked for much more
_SELECT = f"SELECT {COLUMNS} FROM event WHERE"


def head(connection: Connection) -> int:
    """Return the seq of the newest event, which is also the number of events; 0 in an
    empty ledger.

    As long as it stays the same, nothing was recorded: `head(connection) == before`
    tells that an answer still holds.
    """
    row = connection.execute("SELECT MAX(seq) FROM event").fetchone()
    return row[0] or 0


def goes_on(connection: Connection, size: int, root: str) -> bool:
    """Tell whether the log is the one that had this root over so many events, and has
    them still.
    """
    return size <= head(connection) and root_at(connection, size) == root


def last_moment(connection: Connection) -> str:
    """Return when the newest event was recorded; "" in an empty ledger."""
    return newest(connection)[1]


def newest(connection: Connection) -> tuple[int, str]:
    """Return the seq of the newest event and when it was recorded."""
    rows = connection.execute(
        f"SELECT {COLUMNS} FROM event ORDER BY seq DESC LIMIT 1"
    ).fetchall()
    return next(
        ((event.seq, event.recorded_at) for event in envelopes(connection, rows)),
        (0, ""),
    )


def recorded_at(connection: Connection, seq: int) -> str | None:
    """Return when an event was recorded; None where there is no such event."""
    return moments_of(connection, [seq]).get(seq)


def moments_of(connection: Connection, seqs: Sequence[int]) -> dict[int, str]:
    """Return when some events were recorded, by seq, as far as there are such events."""
    moments: dict[int, str] = {}
    for some in batches(seqs):
        marks = ", ".join("?" * len(some))
        rows = connection.execute(f"{_SELECT} seq IN ({marks})", tuple(some)).fetchall()
        moments.update((e.seq, e.recorded_at) for e in envelopes(connection, rows))
    return moments


def last_before(connection: Connection, moment: str) -> int:
    """Return the seq of the last event recorded before a moment; 0 when there is none."""
    ends = [event.seq - 1 for event in _resumptions(connection)]
    # between two resumptions of the clock moments never go back
    for first, last in zip(
        [0, *ends][::-1], [*ends, head(connection)][::-1], strict=True
    ):
        query = (
            "SELECT MAX(seq) FROM event WHERE seq > ? AND seq <= ? AND recorded_at < ?"
        )
        seq = connection.execute(query, (first, last, moment)).fetchone()[0] or first
        _need_between(
            connection, seq if seq > first else None, seq + 1 if seq < last else None
        )
        if seq > first:
            return int(seq)
    return 0


def _need_between(
    connection: Connection, before: int | None, after: int | None
) -> None:
    """Check that the events on both sides of a moment are what the column says of them:
    reading them compares.
    """
    for seq in (before, after):
        if seq is not None and event_at(connection, seq) is None:
            raise broken(say("event {seq} is missing", seq=seq))


def moments_since_resumed(connection: Connection) -> list[str]:
    """List the moments of recording, each once, from the event that last resumed the
    clock on, or from the first.
    """
    resumed = [event.seq for event in _resumptions(connection)]
    return sorted(
        {
            event.recorded_at
            for event in events_after(connection, (resumed or [1])[-1] - 1)
        }
    )


def _resumptions(connection: Connection) -> Sequence[Event]:
    return events_of_topic(connection, ClockResumed)


def event_at(connection: Connection, seq: int) -> Event | None:
    if seq > LARGEST_SEQ:
        return None
    rows = _rows_at(connection, _SELECT, seq)
    return next(iter(whole(connection, rows)), None)


def _rows_at(connection: Connection, select: str, seq: int) -> list[tuple[Any, ...]]:
    """Read what stands at a seq; refuse a log that lacks an event which it counts, for
    they have no holes.
    """
    rows: list[tuple[Any, ...]] = connection.execute(
        f"{select} seq = ?", (seq,)
    ).fetchall()
    if not rows and 1 <= seq <= counted.counted_if_kept(connection):
        raise broken(say("event {seq} is missing", seq=seq))
    return rows


def submission_of(connection: Connection, seq: int) -> tuple[int, int | None]:
    """Return the first event of the submission that an event is of, and the last; None:
    it ends with the log.
    """
    rows = _rows_at(
        connection, "SELECT submission FROM event WHERE", min(max(seq, 0), LARGEST_SEQ)
    )
    row = next(iter(rows), None)
    if row is None:
        message = say(
            "there is no event {seq}; the newest is {newest}",
            seq=seq,
            newest=head(connection),
        )
        raise NotFound(
            Problem("unknown-seq", message, hint=by_command("see `selo log`"))
        )
    if not 1 <= row[0] <= seq:
        raise broken(say("event {seq} is filed as another one", seq=seq))
    query = (
        "SELECT seq FROM event WHERE seq > ? AND submission <> ? ORDER BY seq LIMIT 1"
    )
    after = connection.execute(query, (seq, row[0])).fetchone()
    return row[0], None if after is None else after[0] - 1


def events_of(
    connection: Connection, stream: str, upto: int | None = None
) -> Iterator[Event]:
    """Read the events of one stream in their order."""
    return iter(events_of_streams(connection, [stream], upto)[stream])


def events_of_streams(
    connection: Connection, streams: Sequence[str], upto: int | None = None
) -> dict[str, list[Event]]:
    """Read the events of several streams in few queries: a server is asked once a
    tournament and not once a player.
    """
    events: dict[str, list[Event]] = {stream: [] for stream in streams}
    for some in batches(streams):
        marks = ", ".join("?" * len(some))
        rows = connection.execute(
            f"{_SELECT} stream IN ({marks}) ORDER BY stream, version", tuple(some)
        ).fetchall()
        counted.need_events(connection, some, [row[:2] for row in rows], broken)
        for event in whole(connection, rows):
            if upto is None or event.seq <= upto:
                events[event.stream].append(event)
    return events


def last_of_stream(connection: Connection, stream: str) -> Event | None:
    """Return the last event of a stream; its version says how many there are."""
    rows = connection.execute(
        f"{_SELECT} stream = ? ORDER BY version DESC LIMIT 1", (stream,)
    ).fetchall()
    counted.need_events(
        connection, [stream], [row[:2] for row in rows for _ in range(row[2])], broken
    )
    return next(iter(whole(connection, rows)), None)


def events_of_topic(connection: Connection, body: type[Body]) -> list[Event]:
    """Read every event of a kind in recorded order, in any version in which it was
    stored.
    """
    name = counted.of_topic(body.topic)
    rows = connection.execute(
        f"{_SELECT} topic LIKE ? ORDER BY seq", (f"{name}.v%",)
    ).fetchall()
    counted.need_events(connection, [name], [(row[0], name) for row in rows], broken)
    return list(whole(connection, rows))


def events_after(
    connection: Connection, seq: int, upto: int | None = None
) -> Iterator[Event]:
    """Yield the events after a seq in recorded order: `events_after(connection, 0)` is
    the whole log.

    They are read a batch at a time, so that the log may be larger than memory; unless
    `upto` is given, the last of them must be the last that was counted.
    """
    growing = Growing(connection, seq)
    while True:
        rows = growing.next_rows(upto)
        for row, stored in rows:
            yield growing.take(row, stored)
        if len(rows) < BATCH:
            break
    if upto is None:
        growing.need_end()


def newest_first(
    connection: Connection, upto: int, streams: Collection[str] | None = None
) -> Iterator[Event]:
    """Yield events up to a seq, newest first; only those of `streams`, if given."""
    if streams is not None:
        of_streams = events_of_streams(connection, [*streams], upto).values()
        yield from sorted(chain.from_iterable(of_streams), key=lambda event: -event.seq)
        return
    cursor = connection.execute(f"{_SELECT} seq <= ? ORDER BY seq DESC", (upto,))
    size, last = 8, upto + 1  # most who ask want the newest few
    while last > 1:
        rows = cursor.fetchmany(min(size, last - 1))
        if [row[0] for row in rows] != [
            *range(last - 1, last - 1 - min(size, last - 1), -1)
        ]:
            raise broken(say("of the events before {seq} one is missing", seq=last))
        yield from whole(connection, rows)
        size, last = BATCH, rows[-1][0]


def only_publications_after(connection: Connection, seq: int) -> bool:
    """Return whether nothing that changes a rating was stored after an event."""
    return all(
        isinstance(event.body, ListPublished) for event in events_after(connection, seq)
    )


def registered_players(connection: Connection) -> list[str]:
    """List every player id that was ever registered, merged ids too."""
    return list(
        dict.fromkeys(
            event.target for event in events_of_topic(connection, PlayerRegistered)
        )
    )


def players_with_title_decisions(connection: Connection) -> list[str]:
    kinds = TITLE_DECISIONS.values()
    return list(
        dict.fromkeys(
            event.target
            for kind in kinds
            for event in events_of_topic(connection, kind)
        )
    )


def highest_number(connection: Connection, prefix: str) -> int:
    """Return the highest number behind a prefix in any player's id, in use or merged; 0
    when there is none.
    """
    rows = connection.execute(
        "SELECT DISTINCT stream FROM event WHERE stream >= ? AND stream < ?",
        (f"player:{prefix}", f"player:{prefix}\x7f"),
    ).fetchall()
    endings = [row[0].removeprefix(f"player:{prefix}") for row in rows]
    numbers = (
        int(text)
        for text in endings
        if text.isascii() and text.isdigit() and len(text) < 10
    )
    return max(numbers, default=0)


def events_from(connection: Connection, sha256: str) -> list[Event]:
    """Read the events that came from a source file with this digest, in recorded order."""
    rows = connection.execute(
        f"{_SELECT} instr(state, ?) > 0 ORDER BY seq",
        (f'"source":"{sha256}"'.encode(),),
    ).fetchall()
    # the text may also stand in a name or a note: the decoded field decides
    return [
        event
        for event in whole(connection, rows)
        if getattr(event.body, "source", None) == sha256
    ]


class StoredRow(NamedTuple):
    """An event as it is stored; what the library calls originator is the stream."""

    seq: int
    stream: str
    version: int
    topic: str
    state: bytes


def stored_from(connection: Connection, seq: int, limit: int) -> list[StoredRow]:
    """Read so many events from one on, as they are stored."""
    rows = connection.execute(
        f"{_SELECT} seq >= ? ORDER BY seq LIMIT ?", (seq, limit)
    ).fetchall()
    first = max(seq, 1)
    there, wanted = (
        [row[0] for row in rows],
        max(0, counted.counted_if_kept(connection) + 1 - first),
    )
    if there != [*range(first, first + max(len(rows), min(limit, wanted)))]:
        raise broken(say("of the events after {seq} one is missing", seq=first - 1))
    return _as_stored(connection, rows)


def stored_between(
    connection: Connection,
    first: int,
    last: int | None,
    limit: int,
    topics: Collection[str] = (),
) -> list[StoredRow]:
    """Read so many events from one on and up to another, only those of `topics`, if
    given.
    """
    chosen: list[StoredRow] = []
    while len(chosen) < limit:
        # what stands in a column beside an event hides none: every event is read, and
        # then chosen
        rows = stored_from(
            connection, first, BATCH if topics else min(BATCH, limit - len(chosen))
        )
        in_time = [row for row in rows if last is None or row.seq <= last]
        chosen += [row for row in in_time if not topics or row.topic in topics]
        if not rows or len(in_time) < len(rows):
            break
        first = rows[-1].seq + 1
    return chosen[:limit]


def stored_of(connection: Connection, stream: str) -> list[StoredRow]:
    """Read the events of one stream in their order, as they are stored."""
    rows = connection.execute(
        f"{_SELECT} stream = ? ORDER BY version", (stream,)
    ).fetchall()
    counted.need_events(connection, [stream], [row[:2] for row in rows], broken)
    return _as_stored(connection, rows)


def _as_stored(connection: Connection, rows: Sequence[Row]) -> list[StoredRow]:
    kept = envelopes(connection, rows)
    return [
        StoredRow(e.seq, e.stream, e.version, e.topic, row[-1])
        for e, row in zip(kept, rows, strict=True)
    ]
