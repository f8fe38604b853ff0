"""Events from their stored bytes, each held against the tree: what does not fit is an
error and not an answer.

The hash stored with an odd seq is that of its own bytes; with an even one it is joined
with those of the subtrees that it closes, so these are read too.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ledger.events import Envelope, Event, event_in, opened
from ledger.proof import Stored, hash_to_store, leaf
from ledger.store.connection import Connection
from ledger.store.details import DetailsOfEvents
from ledger.store.logs.tree import broken, hashes_of
from messages import say

BATCH = 500  # events read at once
COLUMNS = "event.seq, stream, version, topic, recorded_at, submission, state"


class Row(NamedTuple):
    """An event as it is stored: its bytes, and the columns beside them, by which it is
    looked up.
    """

    seq: int
    stream: str
    version: int
    topic: str
    recorded_at: str
    submission: int
    state: bytes


def select(connection: Connection, rest: str, values: Any = ()) -> list[Row]:
    """Read events as they are stored. `rest`: what the query says behind FROM event."""
    rows = connection.execute(f"SELECT {COLUMNS} FROM event {rest}", values).fetchall()
    return [Row(*row) for row in rows]


def events_in(connection: Connection, rows: Sequence[Row]) -> Iterator[Event]:
    """Decode events from anywhere in the log, each checked against the tree, and join
    each with what stands beside it under its seal.
    """
    details = _details_beside(connection, rows)
    for envelope in envelopes(connection, rows):
        event = event_in(envelope)
        yield details.with_sealed(event)


def _details_beside(connection: Connection, rows: Iterable[Row]) -> DetailsOfEvents:
    """Read what stands beside events; a guess too many costs a look-up."""
    sealed = [
        (row.seq, row.stream)
        for row in rows
        if row.stream.startswith("player:") and b'"seal":"' in row.state
    ]
    return DetailsOfEvents(connection, sealed)


def envelopes(connection: Connection, rows: Sequence[Row]) -> Iterator[Envelope]:
    """Check events from anywhere in the log against the tree, without a look into their
    bodies.
    """
    if not rows:
        return
    seqs = [row.seq for row in rows]
    if min(seqs) < 1:
        raise broken(say("an event has a number that none is given"))
    needed = set(seqs)
    for seq in seqs:
        needed.update(_joined_events(seq))
    hashes = hashes_of(connection, needed)
    for row in rows:
        yield _checked_envelope(row, hashes.get(row.seq), hashes.__getitem__)


class Growing:
    """The log in recorded order, from behind a seq on: the hashes that each event's is
    joined with have just been read.
    """

    def __init__(self, connection: Connection, seq: int) -> None:
        self._connection = connection
        self._last = seq
        self._hashes: dict[int, bytes] = {}
        if seq:
            # the subtrees that end before the first event
            self._hashes = hashes_of(connection, {seq, *_frontier_before(seq)})

    def next_events(self, upto: int | None) -> list[tuple[Row, bytes | None]]:
        """Read the next events up to a seq, at most a batch of them, each with the hash
        stored with it. Refuse a log that lacks one.
        """
        limit = BATCH
        if upto is not None:
            limit = max(0, min(BATCH, upto - self._last))
        query = (
            f"SELECT {COLUMNS}, hash FROM event LEFT JOIN tree ON tree.seq = event.seq"
            " WHERE event.seq > ? ORDER BY event.seq LIMIT ?"
        )
        stored = self._connection.execute(query, (self._last, limit)).fetchall()
        rows = [(Row(*columns), stored_hash) for *columns, stored_hash in stored]

        next_seq = self._last + 1
        expected = range(next_seq, next_seq + len(rows))
        if [row.seq for row, _ in rows] != [*expected]:
            message = say("an event after {seq} is missing", seq=self._last)
            raise broken(message)

        self._last += len(rows)
        self._beside = _details_beside(self._connection, [row for row, _ in rows])
        return rows

    def need_end(self) -> None:
        """Refuse a log with more hashes than events, or less."""
        query = "SELECT MAX(seq) FROM tree"
        last = self._connection.execute(query).fetchone()[0] or 0
        if last != self._last:
            message = say(
                "there are {size} events and hashes of {count}",
                size=self._last,
                count=last,
            )
            raise broken(message)

    def take(self, row: Row, stored: bytes | None) -> Event:
        """Decode the next event; refuse one that does not fit its stored hash."""
        # nothing later asks for what is joined here
        envelope = _checked_envelope(row, stored, self._hashes.pop)
        assert stored is not None
        self._hashes[envelope.seq] = bytes(stored)
        return self._beside.with_sealed(event_in(envelope))


def _checked_envelope(row: Row, stored: bytes | None, earlier: Stored) -> Envelope:
    """Return what is in the bytes of an event.

    Refuse bytes that do not fit the hash stored with them, and columns beside the
    bytes, which are looked up, that are not those in the bytes.
    """
    try:
        fits = hash_to_store(row.seq, leaf(row.state), earlier) == stored
    except KeyError:
        message = say("a hash under event {seq} is missing", seq=row.seq)
        raise broken(message) from None

    if not fits:
        message = say(
            "event {seq} is not as it was written: it does not fit the hash stored"
            " with it",
            seq=row.seq,
        )
        raise broken(message)

    envelope = opened(row.state)
    if [*row[:-1]] != filed_columns(envelope):
        raise broken(say("event {seq} is filed as another one", seq=row.seq))
    return envelope


def filed_columns(envelope: Envelope) -> list[object]:
    """Return the columns beside an event."""
    return [
        envelope.seq,
        envelope.stream,
        envelope.version,
        envelope.topic,
        envelope.recorded_at,
        envelope.submission,
    ]


def _joined_events(seq: int) -> Iterator[int]:
    """Yield the events whose hashes are joined with this one's, nearest first."""
    width = 1
    while not seq & width:
        yield seq - width
        width *= 2


def _frontier_before(seq: int) -> Iterator[int]:
    """Yield the events whose hashes make up the tree before this one, largest seq
    first.
    """
    while seq := seq & (seq - 1):
        yield seq
