"""The checkpoints kept beside the log, and the root of the stored tree at any size.

The files that tournaments were read from: kept beside the log, because they hold names, and erased with a person.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ledger.errors import LedgerUnusable, Problem
from ledger.proof import Checkpoint, leaf, origin, text_of
from ledger.store import counted
from ledger.store.as_stored import last_number_given
from ledger.store.counted import Counting, added
from ledger.store.database import Connection
from ledger.store.events import events_of
from ledger.store.logs.hashed import broken, root_bytes
from ledger.store.persons import Personal, folded
from ledger.store.tables import worth
from messages import Message, by_command, say

_SELECT = "SELECT number, outside, signer, note FROM checkpoint"


class Kept(NamedTuple):
    """A checkpoint as it was kept.

    `outside`: it came from elsewhere. `signer`: the public key, where it is known.
    """

    number: int
    outside: bool
    signer: str | None
    note: str


def keep(connection: Connection, outside: bool, signer: str | None, note: str) -> int:
    """Keep a checkpoint and return its number; the same note from the same side is kept once."""
    row = next((row for row in kept(connection) if (row.outside, row.note) == (outside, note)), None)
    if row is None:
        number = last_number_given(connection, "checkpoint") + 1
        connection.execute(
            "INSERT INTO checkpoint (number, outside, signer, note) VALUES (?, ?, ?, ?)",
            (number, int(outside), signer, note),
        )
        count(connection)
        row = kept(connection)[-1]
    return row.number


def kept(connection: Connection) -> list[Kept]:
    """Return the checkpoints that were counted."""
    rows = as_kept(connection)
    _need(connection, "checkpoint", rows)
    return rows


def newest_own(connection: Connection) -> list[Kept]:
    """Return the newest checkpoint of the ledger itself, if there is one: whoever asks judges its signature."""
    row = connection.execute(f"{_SELECT} WHERE outside = 0 ORDER BY number DESC LIMIT 1").fetchone()
    return [] if row is None else [Kept(row[0], False, *row[2:])]


def as_kept(connection: Connection) -> list[Kept]:
    """Whatever there is, for an audit."""
    rows = connection.execute(f"{_SELECT} ORDER BY number").fetchall()
    return [Kept(number, bool(outside), signer, note) for number, outside, signer, note in rows]


def _need(connection: Connection, table: str, rows: Sequence[tuple[object, ...]]) -> None:
    if counted.is_kept(connection):
        counted.compare(connection, "rows", {table: added(map(worth, rows))}, _damaged)


def _damaged(what: Message) -> LedgerUnusable:
    hint = by_command("look at `selo verify`, restore a backup; do not write to this ledger")
    return LedgerUnusable(
        Problem("damaged", say("what is kept beside the log is damaged: {what}", what=what), hint=hint)
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
    """Return the present size and root from the stored hashes: a few rows are read, whatever the size."""
    return at_size(connection, connection.execute("SELECT COALESCE(MAX(seq), 0) FROM tree").fetchone()[0])


def at_size(connection: Connection, size: int) -> Checkpoint:
    """Return the root as it was at any size, for answers as known then. The first event names the ledger, so it is held
    against its hash.
    """
    row = connection.execute("SELECT state FROM event WHERE seq = 1").fetchone()
    first = row[0] if row is not None else b""
    if size and leaf(first) != root_bytes(connection, 1):
        raise broken(say("event {seq} is not as it was written: it does not fit the hash stored with it", seq=1))
    return Checkpoint(origin(first), size, root_bytes(connection, size))


class Footer(NamedTuple):
    """The two values printed under a published list: the number of events with its own, and the root over them."""

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
    connection.execute("INSERT INTO source_file (sha256, name, bytes) VALUES (?, ?, ?)", (sha256, name, data))
    count(connection)


def _files(connection: Connection) -> list[tuple[str, str]]:
    """Read the files without their bytes, for which their digest answers."""
    rows = connection.execute("SELECT sha256, name FROM source_file ORDER BY sha256").fetchall()
    return [(sha256, name) for sha256, name in rows]


def source(connection: Connection, sha256: str) -> tuple[str, bytes] | None:
    """Return name and bytes of a source file, which is kept as long as nobody in it was erased."""
    _need(connection, "source_file", _files(connection))
    row = connection.execute("SELECT name, bytes FROM source_file WHERE sha256 = ?", (sha256,)).fetchone()
    return None if row is None else (row[0], bytes(row[1]))


def forget_files_of(connection: Connection, tournaments: Iterable[str]) -> None:
    """Drop every file these tournaments were read from; their SHA-256 stays in the log."""
    for tournament in tournaments:
        read_from = {getattr(event.body, "source", None) for event in events_of(connection, f"tournament:{tournament}")}
        _forget(connection, read_from - {None})


def forget_files_naming(connection: Connection, person: Personal) -> None:
    """Drop the files that only list a person: without a game, or in an earlier state. One file too many is no harm."""
    rows = connection.execute("SELECT sha256, bytes FROM source_file").fetchall()
    _forget(connection, [sha256 for sha256, data in rows if mentions(bytes(data), person)])


def _forget(connection: Connection, files: Iterable[str | None]) -> None:
    _need(connection, "source_file", _files(connection))
    connection.executemany("DELETE FROM source_file WHERE sha256 = ?", [(sha256,) for sha256 in files])
    count(connection)


def mentions(data: bytes, person: Personal) -> bool:
    """Return whether one line has the person's FIDE id or every word of their name."""
    try:
        text = folded(data.decode("utf-8"))
    except UnicodeDecodeError:
        text = folded(data.decode("latin-1"))
    fide_id = [] if person.fide_id is None else [str(person.fide_id)]
    wanted = [set(words) for words in (re.findall(r"\w+", folded(person.name)), fide_id) if words]
    # most files lack a word altogether: no need to look at their lines
    wanted = [words for words in wanted if all(word in text for word in words)]
    lines = re.split(r"[\r\n]+", text) if wanted else []
    return any(words <= set(re.findall(r"\w+", line)) for line in lines for words in wanted)
