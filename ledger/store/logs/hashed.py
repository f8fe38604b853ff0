"""Events from their stored bytes, each held against the tree: what does not fit is an error and not an answer.

The hash stored with an odd seq is that of its own bytes; with an even one it is joined with those of the subtrees that
it closes, so these are read too.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from ledger.errors import LedgerUnusable, Problem
from ledger.events import Event, decode
from ledger.proof import Stored, closed, leaf
from ledger.store.persons import Sealed, sealed_between, sealed_of, unsealed
from ledger.store.tables import Connection, batches
from messages import Message, by_command, say

BATCH = 500
Row = tuple[int, str, bytes]  # seq, stream, state
HashedRow = tuple[int, str, bytes, bytes | None]  # and the stored hash


def whole(connection: Connection, rows: Sequence[Row]) -> Iterator[Event]:
    """Events from anywhere in the log."""
    if not rows:
        return
    if min(row[0] for row in rows) < 1:
        raise _broken(say("an event has a number that none is given"))
    hashes = _hashes(connection, {seq for row in rows for seq in (row[0], *_joined(row[0]))})
    sealed = [seq for seq, stream, state in rows if _is_sealed(stream, state)]
    beside = sealed_of(connection, sealed) if sealed else {}
    for seq, stream, state in rows:
        yield _with_beside(_checked(seq, stream, state, hashes.get(seq), hashes.__getitem__), beside)


def _is_sealed(stream: str, state: bytes) -> bool:
    """Whether something may stand beside the event; a guess too many costs a look-up."""
    return stream.startswith("player:") and b'"seal":"' in state


def _with_beside(event: Event, beside: Mapping[int, Sealed]) -> Event:
    return replace(event, body=unsealed(event.body, beside[event.seq])) if event.seq in beside else event


class Growing:
    """Events in recorded order: what a hash is joined with has just been read."""

    def __init__(self, connection: Connection, seq: int) -> None:
        self._connection = connection
        self._last = seq
        self._hashes: dict[int, bytes] = {}
        self._beside: dict[int, Sealed] = {}
        if seq:
            # the subtrees that end before the first event
            self._hashes = _hashes(connection, {seq, *_peaks_under(seq)})

    def next_rows(self, upto: int | None) -> list[HashedRow]:
        rows: list[HashedRow] = self._connection.execute(
            "SELECT event.seq, stream, state, hash FROM event LEFT JOIN tree ON tree.seq = event.seq"
            " WHERE event.seq > ? ORDER BY event.seq LIMIT ?",
            (self._last, BATCH if upto is None else max(0, min(BATCH, upto - self._last))),
        ).fetchall()
        self._last = rows[-1][0] if rows else self._last
        sealed = [seq for seq, stream, state, _ in rows if _is_sealed(stream, state)]
        self._beside = sealed_between(self._connection, sealed[0], sealed[-1]) if sealed else {}
        return rows

    def take(self, row: HashedRow) -> Event:
        seq, stream, state, stored = row
        # nothing later asks for what is joined here
        event = _checked(seq, stream, state, stored, self._hashes.pop)
        assert stored is not None
        self._hashes[seq] = bytes(stored)
        return _with_beside(event, self._beside)


def _checked(seq: int, stream: str, state: bytes, stored: bytes | None, earlier: Stored) -> Event:
    try:
        fits = closed(seq, leaf(state), earlier) == stored
    except KeyError:
        raise _broken(say("a hash under event {seq} is missing", seq=seq)) from None
    if not fits:
        raise _broken(say("event {seq} is not as it was written: it does not fit the hash stored with it", seq=seq))
    event = decode(state)
    if event.seq != seq or event.stream != stream:
        raise _broken(say("event {seq} is filed as another one", seq=seq))
    return event


def _joined(seq: int) -> Iterator[int]:
    """The events whose hashes are joined with this one's, nearest first."""
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
        rows = connection.execute(f"SELECT seq, hash FROM tree WHERE seq IN ({marks})", tuple(some)).fetchall()
        hashes.update((seq, bytes(stored)) for seq, stored in rows)
    return hashes


def _broken(what: Message) -> LedgerUnusable:
    hint = by_command("look at `selo verify`, restore a backup; do not write to this ledger")
    return LedgerUnusable(Problem("damaged", say("the events are damaged: {what}", what=what), hint=hint))
