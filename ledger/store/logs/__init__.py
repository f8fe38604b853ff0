"""Events from their stored bytes, each held against the tree: what does not fit is an
error and not an answer. How they are added, in a file and on a server, stands beside.

The hash stored with an odd seq is that of its own bytes; with an even one it is joined
with those of the subtrees that it closes, so these are read too.
"""

from collections.abc import Iterable, Iterator, Sequence

from ledger.errors import LedgerUnusable, Problem
from ledger.events import Envelope, Event, event_in, opened
from ledger.proof import Stored, closed, full, leaf, parts, peaks, root, text_of
from ledger.store.details import Beside
from ledger.store.tables import Connection, batches
from messages import Message, by_command, say

BATCH = 500
COLUMNS = "event.seq, stream, version, topic, recorded_at, submission, state"
Row = tuple[int, str, int, str, str, int, bytes]


def whole(connection: Connection, rows: Sequence[Row]) -> Iterator[Event]:
    """Decode events from anywhere in the log, each checked against the tree."""
    beside = Beside(connection, [row[:2] for row in rows if _is_sealed(row)])
    for envelope in envelopes(connection, rows):
        yield beside.with_sealed(event_in(envelope))


def envelopes(connection: Connection, rows: Sequence[Row]) -> Iterator[Envelope]:
    """Check events from anywhere in the log against the tree, without a look into their
    bodies.
    """
    if not rows:
        return
    if min(row[0] for row in rows) < 1:
        raise broken(say("an event has a number that none is given"))
    hashes = _hashes(
        connection, {seq for row in rows for seq in (row[0], *_joined(row[0]))}
    )
    for row in rows:
        yield _checked(row, hashes.get(row[0]), hashes.__getitem__)


def _is_sealed(row: Row) -> bool:
    """Return whether something may stand beside the event; a guess too many costs a
    look-up.
    """
    return row[1].startswith("player:") and b'"seal":"' in row[-1]


class Growing:
    """Events in recorded order; the hashes that each one's is joined with have just
    been read.
    """

    def __init__(self, connection: Connection, seq: int) -> None:
        self._connection = connection
        self._last = seq
        self._hashes: dict[int, bytes] = {}
        if seq:
            # the subtrees that end before the first event
            self._hashes = _hashes(connection, {seq, *_peaks_under(seq)})

    def next_rows(self, upto: int | None) -> list[tuple[Row, bytes | None]]:
        rows = self._connection.execute(
            f"SELECT {COLUMNS}, hash FROM event LEFT JOIN tree ON tree.seq = event.seq"
            " WHERE event.seq > ? ORDER BY event.seq LIMIT ?",
            (
                self._last,
                BATCH if upto is None else max(0, min(BATCH, upto - self._last)),
            ),
        ).fetchall()
        if [row[0] for row in rows] != [
            *range(self._last + 1, self._last + 1 + len(rows))
        ]:
            raise broken(
                say("of the events after {seq} one is missing", seq=self._last)
            )
        self._last += len(rows)
        self._beside = Beside(
            self._connection, [row[:2] for row in rows if _is_sealed(row[:-1])]
        )
        return [(row[:-1], row[-1]) for row in rows]

    def need_end(self) -> None:
        """Check that the hashes end with the events."""
        last = self._connection.execute("SELECT MAX(seq) FROM tree").fetchone()[0] or 0
        if last != self._last:
            raise broken(
                say(
                    "there are {size} events and hashes of {count}",
                    size=self._last,
                    count=last,
                )
            )

    def take(self, row: Row, stored: bytes | None) -> Event:
        # nothing later asks for what is joined here
        envelope = _checked(row, stored, self._hashes.pop)
        assert stored is not None
        self._hashes[envelope.seq] = bytes(stored)
        return self._beside.with_sealed(event_in(envelope))


def _checked(row: Row, stored: bytes | None, earlier: Stored) -> Envelope:
    """Check that the columns beside the bytes, which are looked up, are those in the
    bytes.
    """
    *columns, state = row
    seq = row[0]
    try:
        fits = closed(seq, leaf(state), earlier) == stored
    except KeyError:
        raise broken(say("a hash under event {seq} is missing", seq=seq)) from None
    if not fits:
        raise broken(
            say(
                "event {seq} is not as it was written: it does not fit the hash stored"
                " with it",
                seq=seq,
            )
        )
    e = opened(state)
    if columns != filed_as(e):
        raise broken(say("event {seq} is filed as another one", seq=seq))
    return e


def filed_as(e: Envelope) -> list[object]:
    """Return the columns beside an event."""
    return [e.seq, e.stream, e.version, e.topic, e.recorded_at, e.submission]


def _joined(seq: int) -> Iterator[int]:
    """Yield the events whose hashes are joined with this one's, nearest first."""
    width = 1
    while not seq & width:
        yield seq - width
        width *= 2


def _peaks_under(seq: int) -> Iterator[int]:
    while seq := seq & (seq - 1):
        yield seq


def _hashes(connection: Connection, seqs: Iterable[int]) -> dict[int, bytes]:
    hashes: dict[int, bytes] = {}
    for some in batches(sorted(seqs)):
        marks = ", ".join("?" * len(some))
        rows = connection.execute(
            f"SELECT seq, hash FROM tree WHERE seq IN ({marks})", tuple(some)
        ).fetchall()
        hashes.update((seq, bytes(stored)) for seq, stored in rows)
    return hashes


def broken(what: Message) -> LedgerUnusable:
    hint = by_command(
        "look at `selo verify`, restore a backup; do not write to this ledger"
    )
    return LedgerUnusable(
        Problem("damaged", say("the events are damaged: {what}", what=what), hint=hint)
    )


def root_at(connection: Connection, size: int) -> str:
    """Return the root of the tree over the first `size` events as text, in base64, as
    checkpoints and proofs state it: `47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=` for
    none.
    """
    return text_of(root_bytes(connection, size))


def root_bytes(connection: Connection, size: int) -> bytes:
    """Return the root from the stored hashes: however large the log is, only a few rows
    are read.
    """
    seqs = [*peaks(size)]
    if not seqs:
        return root(0, lambda seq: b"")
    marks = ", ".join("?" * len(seqs))
    rows = connection.execute(
        f"SELECT seq, hash FROM tree WHERE seq IN ({marks})", seqs
    ).fetchall()
    hashes = {seq: bytes(stored) for seq, stored in rows}
    if len(hashes) < len(seqs):
        message = say(
            "the hash of event {seq} is missing: something was changed",
            seq=max({*seqs} - hashes.keys()),
        )
        raise LedgerUnusable(
            Problem(
                "tree-differs",
                message,
                hint=by_command("look at `selo verify`, restore a backup"),
            )
        )
    return root(size, hashes.__getitem__)


def frontier(connection: Connection, size: int) -> list[str]:
    """Return the stored hashes that the root of a size is made of, and the first hash,
    which names the ledger.
    """
    seqs, left = ({1} if size else set()), size
    while left:
        seqs.add(left)
        left &= left - 1
    rows = connection.execute(
        f"SELECT hash FROM tree WHERE seq IN ({', '.join('?' * len(seqs))}) ORDER"
        " BY seq",
        sorted(seqs),
    ).fetchall()
    return [bytes(row[0]).hex() for row in rows]


class _Asked:
    """Notes which hashes are asked for."""

    def __init__(self) -> None:
        self.seqs: set[int] = set()

    def __call__(self, seq: int) -> bytes:
        self.seqs.add(seq)
        return b""


def subtrees(connection: Connection, cuts: Sequence[int]) -> list[bytes]:
    """Return the roots of the full subtrees between each cut and the next: some tens of
    rows, however large the
    log is.
    """
    places, wanted, ends = [*parts(cuts)], _Asked(), _Asked()
    # asked once for what it takes, so that few queries read it
    for low, high in places:
        full(low, high, wanted, ends)
    hashes, leaves = _hashes(connection, wanted.seqs), dict[int, bytes]()
    for some in batches(sorted(ends.seqs)):
        marks = ", ".join("?" * len(some))
        rows = connection.execute(
            f"SELECT seq, state FROM event WHERE seq IN ({marks})", tuple(some)
        ).fetchall()
        leaves.update((seq, leaf(bytes(state))) for seq, state in rows)
    try:
        return [
            full(low, high, hashes.__getitem__, leaves.__getitem__)
            for low, high in places
        ]
    except KeyError as error:
        raise broken(
            say("a hash under event {seq} is missing", seq=error.args[0])
        ) from None
