"""The checkpoints kept beside the log, and the root of the stored tree at any size.

The files that tournaments were read from: kept beside the log, because they hold names,
and erased with a person.

Receipts that stand alone: which events a submission is, and a checkpoint that covers
them, with the proof of it.

An event that is rolled back before any witness looked was seen by nobody but whoever
submitted it. What they hold says it: held against the log at any later time, by a
machine without a key.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256 as hashed
from typing import NamedTuple

import msgspec

from ledger.errors import LedgerUnusable, Problem, Refused, Usage, Where
from ledger.proof import (
    Checkpoint,
    bytes_of,
    leaf,
    origin,
    read_checkpoint,
    text_of,
    tiled,
)
from ledger.store import counted
from ledger.store.as_stored import last_number_given
from ledger.store.counted import Counting, added
from ledger.store.database import Connection
from ledger.store.events import events_of, submission_of
from ledger.store.logs import broken, root_bytes, subtrees
from ledger.store.mentions import mentions
from ledger.store.persons import Personal
from ledger.store.tables import worth
from messages import Message, by_command, say
from messages.answer import Answer

_SELECT = "SELECT number, outside, signer, note FROM checkpoint"


class KeptNote(NamedTuple):
    """A checkpoint as it was kept.

    `outside`: it came from elsewhere. `signer`: the public key, where it is known.
    """

    number: int
    outside: bool
    signer: str | None
    note: str


def keep(connection: Connection, outside: bool, signer: str | None, note: str) -> int:
    """Keep a checkpoint and return its number; the same note from the same side is kept
    once.
    """
    row = next(
        (row for row in kept(connection) if (row.outside, row.note) == (outside, note)),
        None,
    )
    if row is None:
        number = last_number_given(connection, "checkpoint") + 1
        connection.execute(
            "INSERT INTO checkpoint (number, outside, signer, note) VALUES (?, ?,"
            " ?, ?)",
            (number, int(outside), signer, note),
        )
        count(connection)
        row = kept(connection)[-1]
    return row.number


def kept(connection: Connection) -> list[KeptNote]:
    """Return the checkpoints that were counted."""
    rows = as_kept(connection)
    _need(connection, "checkpoint", rows)
    return rows


def newest_own(connection: Connection) -> list[KeptNote]:
    """Return the newest checkpoint that the ledger itself signed, if there is one. The
    caller judges its signature.
    """
    row = connection.execute(
        f"{_SELECT} WHERE outside = 0 ORDER BY number DESC LIMIT 1"
    ).fetchone()
    return [] if row is None else [KeptNote(row[0], False, *row[2:])]


def newest_number(connection: Connection) -> int:
    """Return the number of the checkpoint that was kept last; 0 where none is."""
    return int(
        connection.execute(
            "SELECT COALESCE(MAX(number), 0) FROM checkpoint"
        ).fetchone()[0]
    )


def as_kept(connection: Connection) -> list[KeptNote]:
    """Read every checkpoint as it stands, for an audit: nothing is checked."""
    rows = connection.execute(f"{_SELECT} ORDER BY number").fetchall()
    return [
        KeptNote(number, bool(outside), signer, note)
        for number, outside, signer, note in rows
    ]


def _need(
    connection: Connection, table: str, rows: Sequence[tuple[object, ...]]
) -> None:
    if counted.is_kept(connection):
        counted.compare(connection, "rows", {table: added(map(worth, rows))}, _damaged)


def _damaged(what: Message) -> LedgerUnusable:
    hint = by_command(
        "look at `selo verify`, restore a backup; do not write to this ledger"
    )
    return LedgerUnusable(
        Problem(
            "damaged",
            say("what is kept beside the log is damaged: {what}", what=what),
            hint=hint,
        )
    )


def count(connection: Connection) -> None:
    """Count what checkpoints and kept files add up to, as they are now."""
    if counted.is_kept(connection):
        counting = Counting()
        counting.put("rows", beside(connection))
        counting.write(connection)


def beside(connection: Connection) -> dict[str, int]:
    """Add up the rows of checkpoints and kept files as they are now, by table."""
    return {
        "checkpoint": added(map(worth, as_kept(connection))),
        "source_file": added(map(worth, _files(connection))),
    }


def is_from_elsewhere(connection: Connection, number: int) -> bool:
    return any(row.number == number and row.outside for row in kept(connection))


def head(connection: Connection) -> Checkpoint:
    """Return the present size and root from the stored hashes: however large the log
    is, only a few rows are read.
    """
    return at_size(
        connection,
        connection.execute("SELECT COALESCE(MAX(seq), 0) FROM tree").fetchone()[0],
    )


def at_size(connection: Connection, size: int) -> Checkpoint:
    """Return the root as it was at any size, for answers as known then. The first event
    names the ledger, so it is held against its hash.
    """
    row = connection.execute("SELECT state FROM event WHERE seq = 1").fetchone()
    first = row[0] if row is not None else b""
    if size and leaf(first) != root_bytes(connection, 1):
        raise broken(
            say(
                "event {seq} is not as it was written: it does not fit the hash stored"
                " with it",
                seq=1,
            )
        )
    return Checkpoint(origin(first), size, root_bytes(connection, size))


class Footer(NamedTuple):
    """The two values printed under a published list: the number of events with its own,
    and the root over them.
    """

    size: int
    root: str


def footer(connection: Connection, seq: int) -> Footer:
    """Return the footer of a list that this event published."""
    checkpoint = at_size(connection, seq)
    return Footer(checkpoint.size, text_of(checkpoint.root))


def keep_source(connection: Connection, sha256: str, name: str, data: bytes) -> None:
    """Keep the very bytes of a file; the event holds only their SHA-256."""
    _need(connection, "source_file", _files(connection))
    connection.execute("DELETE FROM source_file WHERE sha256 = ?", (sha256,))
    connection.execute(
        "INSERT INTO source_file (sha256, name, bytes) VALUES (?, ?, ?)",
        (sha256, name, data),
    )
    count(connection)


def _files(connection: Connection) -> list[tuple[str, str]]:
    """Read the files without their bytes, for which their digest answers."""
    rows = connection.execute(
        "SELECT sha256, name FROM source_file ORDER BY sha256"
    ).fetchall()
    return [(sha256, name) for sha256, name in rows]


def source(connection: Connection, sha256: str) -> tuple[str, bytes] | None:
    """Return name and bytes of a source file, which is kept as long as nobody in it was
    erased.
    """
    _need(connection, "source_file", _files(connection))
    row = connection.execute(
        "SELECT name, bytes FROM source_file WHERE sha256 = ?", (sha256,)
    ).fetchone()
    if row is None:
        return None
    name, data = row[0], bytes(row[1])
    if hashed(data).hexdigest() != sha256:
        raise _damaged(
            say(
                "the kept file {sha256} is not what a tournament was read from",
                sha256=sha256,
            )
        )
    return name, data


def forget_files_of(connection: Connection, tournaments: Iterable[str]) -> None:
    """Drop every file these tournaments were read from; their SHA-256 stays in the log."""
    for tournament in tournaments:
        read_from = {
            getattr(event.body, "source", None)
            for event in events_of(connection, f"tournament:{tournament}")
        }
        _forget(connection, read_from - {None})


def forget_files_naming(connection: Connection, person: Personal) -> None:
    """Drop the files that only list a person: without a game, or in an earlier state.
    One file too many is no harm.
    """
    rows = connection.execute("SELECT sha256, bytes FROM source_file").fetchall()
    _forget(
        connection, [sha256 for sha256, data in rows if mentions(bytes(data), person)]
    )


def _forget(connection: Connection, files: Iterable[str | None]) -> None:
    _need(connection, "source_file", _files(connection))
    connection.executemany(
        "DELETE FROM source_file WHERE sha256 = ?", [(sha256,) for sha256 in files]
    )
    count(connection)


class LogReceipt(Answer, frozen=True, kw_only=True):
    """A receipt: that the events from `first` to `last` are in the log, and under which
    checkpoint.

    `hashes` are the roots of the full subtrees before `first`, then of those that are
    exactly these events, then of those after `last`, up to the size of the checkpoint.
    Together they give its root, so it covers these events and no others in their place.
    A thousand events take no more of them than ten.
    """

    first: int
    last: int
    hashes: tuple[str, ...]
    checkpoint: str
    signer: str | None

    def stated(self) -> Checkpoint:
        """Return the checkpoint in it; raise ValueError if there is none."""
        text = self.checkpoint.partition("\n\n")[0]
        return read_checkpoint(text if text.endswith("\n") else f"{text}\n")


def receipt_of(connection: Connection, seqs: Iterable[int]) -> LogReceipt | None:
    """Make the receipt of the submissions that these events are of, under the present
    head, which nobody has signed yet; None of no events.

    What was recorded long ago and is sent again may have others' events in between:
    these are covered too.
    """
    of, present = sorted(seqs), head(connection)
    if not of:
        return None
    first, last = submission_of(connection, of[0])
    if last is not None and of[-1] > last:
        last = submission_of(connection, of[-1])[1]
    last = last or present.size
    hashes = subtrees(connection, (0, first - 1, last, present.size))
    return LogReceipt(
        first=first,
        last=last,
        hashes=tuple(map(text_of, hashes)),
        checkpoint=present.text(),
        signer=None,
    )


def read_receipt(content: bytes | str, file: str) -> LogReceipt:
    """Read a receipt, by itself or in the answer of a submission; refuse one that does
    not add up to its checkpoint.
    """
    within = _meant_as_receipt(content, file)
    altered = say("the receipt {file} does not add up to its own checkpoint", file=file)
    ask = say("keep what you have, and ask the office in writing")
    try:
        receipt = msgspec.convert(within, LogReceipt)
        stated, hashes = receipt.stated(), [bytes_of(text) for text in receipt.hashes]
        if not 1 <= receipt.first <= receipt.last <= stated.size or any(
            len(one) != 32 for one in hashes
        ):
            raise ValueError
    except (ValueError, msgspec.MsgspecError):
        raise _refused("root-differs", altered, file, ask) from None
    if tiled((0, receipt.first - 1, receipt.last, stated.size), hashes) != stated.root:
        raise _refused("root-differs", altered, file, ask)
    return receipt


_OF_A_RECEIPT = frozenset(["first", "last", "hashes", "checkpoint"])


def _meant_as_receipt(content: bytes | str, file: str) -> object:
    """Return what was read of a receipt; another file is no altered receipt, but a name
    that was mistyped.
    """
    try:
        whole = msgspec.json.decode(content)
    except (ValueError, msgspec.MsgspecError, RecursionError):
        whole = None
    within = whole.get("receipt", whole) if isinstance(whole, dict) else None
    if not isinstance(within, dict) or not within.keys() >= _OF_A_RECEIPT:
        hint = by_command(
            "give what `selo submit --json` printed, or the answer of the service"
        )
        raise Usage(
            Problem(
                "no-receipt",
                say("{file} is not a receipt", file=file),
                Where(file),
                hint,
            )
        )
    return within


def is_receipt(content: str) -> bool:
    """Return whether a text is meant as a receipt, and not as a checkpoint."""
    return content.lstrip().startswith("{")


def _refused(code: str, message: Message, file: str, hint: Message) -> Refused:
    return Refused(Problem(code, message, Where(file), hint))
