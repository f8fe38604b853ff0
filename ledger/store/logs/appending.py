"""Adding one event: numbered, wrapped into the envelope that is hashed, and put under the tree."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from eventsourcing.persistence import StoredEvent

from ledger.errors import LedgerUnusable, Problem
from ledger.events import ENCODER, Envelope
from ledger.proof import closed, leaf
from ledger.store.counted import need_events
from ledger.store.logs.hashed import broken
from ledger.store.tables import Connection, batches
from messages import by_command, say


class Stamp(NamedTuple):
    """The part of an envelope that a submission gives every event of one document."""

    recorded_at: str
    submission: int
    actor: str
    key: str | None = None
    digest: str | None = None
    note: str | None = None


class LogEnd:
    """The end of the log and of the tree over it. Only this transaction can add to them, so both are looked up once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.seq: int = connection.execute("SELECT COALESCE(MAX(seq), 0) FROM event").fetchone()[0]
        self._versions: dict[str, int] = {}
        self._hashes: dict[int, bytes] = {}

    def expect(self, streams: Sequence[str]) -> None:
        """Look up together where these streams end, because an event is about to be added to each."""
        for some in batches([stream for stream in dict.fromkeys(streams) if stream not in self._versions]):
            query = f"SELECT seq, stream, version FROM event WHERE stream IN ({', '.join('?' * len(some))})"
            rows = self._connection.execute(query, tuple(some)).fetchall()
            need_events(self._connection, some, [row[:2] for row in rows], broken)
            self._versions |= dict.fromkeys(some, 0)
            for _, stream, version in rows:
                self._versions[stream] = max(version, self._versions[stream])

    def next_version(self, stream: str) -> int:
        """Count a stream one further: one more than its newest version."""
        if stream not in self._versions:
            newest = "SELECT seq, version FROM event WHERE stream = ? ORDER BY version DESC LIMIT 1"
            seq, version = self._connection.execute(newest, (stream,)).fetchone() or (0, 0)
            need_events(self._connection, [stream], [(seq, stream)] * version, broken)
            self._versions[stream] = version
        self._versions[stream] += 1
        return self._versions[stream]

    def grow(self, state: bytes) -> None:
        """Grow by one event: its hash goes into the tree, which must have ended right before it."""
        if not self._hashes:
            row = self._connection.execute("SELECT seq, hash FROM tree ORDER BY seq DESC LIMIT 1").fetchone() or (
                0,
                b"",
            )
            # a tree that ends elsewhere was cut off or extended by something else: never build on it
            if row[0] != self.seq:
                raise self._tree_differs()
            self._hashes[row[0]] = bytes(row[1])
        hashed = closed(self.seq + 1, leaf(state), self._hash)
        self.seq += 1
        self._hashes[self.seq] = hashed
        self._connection.execute("INSERT INTO tree (seq, hash) VALUES (?, ?)", (self.seq, hashed))

    def _hash(self, seq: int) -> bytes:
        if seq not in self._hashes:
            row = self._connection.execute("SELECT hash FROM tree WHERE seq = ?", (seq,)).fetchone()
            if row is None:
                raise self._tree_differs()
            self._hashes[seq] = bytes(row[0])
        return self._hashes[seq]

    def _tree_differs(self) -> LedgerUnusable:
        message = say("there are {seq} events, and not a hash of each: something was changed", seq=self.seq)
        return LedgerUnusable(
            Problem("tree-differs", message, hint=by_command("look at `selo verify`, restore a backup"))
        )


class Appending:
    """The way events are added: under the write lock each gets its seq and its envelope, and the tree grows."""

    def append(self, connection: Connection, draft: StoredEvent, stamp: Stamp, end: LogEnd) -> int:
        """Store one event and return the seq that it got."""
        # under the write lock nobody else can take this number, so seqs have no holes
        seq = end.seq + 1
        envelope = Envelope(
            seq, stamp.recorded_at, stamp.submission, stamp.actor, draft.topic, str(draft.originator_id),
            draft.originator_version, msgspec.Raw(draft.state), stamp.key, stamp.digest, stamp.note,
        )  # fmt: skip
        state = ENCODER.encode(envelope)
        connection.execute(
            "INSERT INTO event (seq, stream, version, topic, recorded_at, submission, state)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (seq, draft.originator_id, draft.originator_version, draft.topic, stamp.recorded_at,
             stamp.submission, state),
        )  # fmt: skip
        end.grow(state)
        return seq
