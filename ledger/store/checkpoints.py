"""The checkpoints kept beside the log, and the root of the stored tree at any size.

The files that tournaments were read from: kept beside the log, because they hold names, and erased with a person.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from ledger.errors import LedgerUnusable, Problem
from ledger.proof import Checkpoint, origin, root, text_of
from ledger.store.as_stored import last_number_given
from ledger.store.database import Connection
from ledger.store.events import LARGEST_SEQ, events_of
from ledger.store.persons import Personal, folded
from messages import by_command, say


class Kept(NamedTuple):
    """A checkpoint as it was kept. `outside`: it came from elsewhere. `signer`: the public key, where it is known."""

    number: int
    outside: bool
    signer: str | None
    note: str


def keep(connection: Connection, outside: bool, signer: str | None, note: str) -> int:
    """Keep a checkpoint and answer its number; the same note from the same side is kept once."""
    row = next((row for row in kept(connection) if (row.outside, row.note) == (outside, note)), None)
    if row is None:
        number = last_number_given(connection, "checkpoint") + 1
        connection.execute(
            "INSERT INTO checkpoint (number, outside, signer, note) VALUES (?, ?, ?, ?)",
            (number, int(outside), signer, note),
        )
        row = kept(connection)[-1]
    return row.number


def kept(connection: Connection) -> list[Kept]:
    rows = connection.execute("SELECT number, outside, signer, note FROM checkpoint ORDER BY number").fetchall()
    return [Kept(number, bool(outside), signer, note) for number, outside, signer, note in rows]


def is_from_elsewhere(connection: Connection, number: int) -> bool:
    if number > LARGEST_SEQ:
        return False
    row = connection.execute("SELECT outside FROM checkpoint WHERE number = ?", (number,)).fetchone()
    return row is not None and bool(row[0])


def head(connection: Connection) -> Checkpoint:
    """The present size and root, from the stored hashes: a few rows, whatever the size."""
    return at_size(connection, connection.execute("SELECT COALESCE(MAX(seq), 0) FROM tree").fetchone()[0])


def at_size(connection: Connection, size: int) -> Checkpoint:
    """The root as it was at any size, for list footers and for answers as known then."""

    def stored(seq: int) -> bytes:
        row: tuple[bytes] | None = connection.execute("SELECT hash FROM tree WHERE seq = ?", (seq,)).fetchone()
        if row is None:
            message = say("the hash of event {seq} is missing: something was changed", seq=seq)
            raise LedgerUnusable(
                Problem("tree-differs", message, hint=by_command("look at `selo verify`, restore a backup"))
            )
        return row[0]

    first = connection.execute("SELECT state FROM event WHERE seq = 1").fetchone()
    return Checkpoint(origin(first[0] if first is not None else b""), size, root(size, stored))


class Footer(NamedTuple):
    """What is printed under a published list: the number of events with its own, and the root over them."""

    size: int
    root: str


def footer(connection: Connection, seq: int) -> Footer:
    """The footer of a list that was published by this event."""
    checkpoint = at_size(connection, seq)
    return Footer(checkpoint.size, text_of(checkpoint.root))


def keep_source(connection: Connection, sha256: str, name: str, data: bytes) -> None:
    """Keep the very bytes of a file; the event holds only their SHA-256."""
    connection.execute("DELETE FROM source_file WHERE sha256 = ?", (sha256,))
    connection.execute("INSERT INTO source_file (sha256, name, bytes) VALUES (?, ?, ?)", (sha256, name, data))


def source(connection: Connection, sha256: str) -> tuple[str, bytes] | None:
    """Name and bytes of a file, as long as nobody in it was erased."""
    row = connection.execute("SELECT name, bytes FROM source_file WHERE sha256 = ?", (sha256,)).fetchone()
    return None if row is None else (row[0], bytes(row[1]))


def forget_files_of(connection: Connection, tournaments: Iterable[str]) -> None:
    """Drop every file these tournaments were read from; their SHA-256 stays in the log."""
    for tournament in tournaments:
        read_from = {getattr(event.body, "source", None) for event in events_of(connection, f"tournament:{tournament}")}
        for sha256 in read_from - {None}:
            connection.execute("DELETE FROM source_file WHERE sha256 = ?", (sha256,))


def forget_files_naming(connection: Connection, person: Personal) -> None:
    """Drop the files that only list a person: without a game, or in an earlier state. One file too many is no harm."""
    for sha256, data in connection.execute("SELECT sha256, bytes FROM source_file").fetchall():
        if mentions(bytes(data), person):
            connection.execute("DELETE FROM source_file WHERE sha256 = ?", (sha256,))


def mentions(data: bytes, person: Personal) -> bool:
    """Whether one line has the person's FIDE id or every word of their name."""
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
