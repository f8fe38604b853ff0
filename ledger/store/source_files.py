"""The files that tournaments were read from: kept beside the log, because they hold
names, and erased with a person.
"""

from collections.abc import Collection, Iterable
from hashlib import sha256 as hashed
from typing import NamedTuple

from ledger.events import tournament_stream
from ledger.store.beside_log import count_rows, damaged, need_counted
from ledger.store.connection import Connection
from ledger.store.events import events_of
from ledger.store.persons import Personal
from messages import say

TABLE = "source_file"


class SourceFile(NamedTuple):
    """A file without its bytes, for which their digest answers."""

    sha256: str
    name: str


def keep_source(connection: Connection, sha256: str, name: str, data: bytes) -> None:
    """Keep the very bytes of a file; the event holds only their SHA-256."""
    need_counted(connection, TABLE, source_files(connection))
    connection.execute("DELETE FROM source_file WHERE sha256 = ?", (sha256,))
    connection.execute(
        "INSERT INTO source_file (sha256, name, bytes) VALUES (?, ?, ?)",
        (sha256, name, data),
    )
    count_rows(connection, TABLE, source_files(connection))


def source_files(connection: Connection) -> list[SourceFile]:
    """List the files as they are, by digest: nothing is checked."""
    query = "SELECT sha256, name FROM source_file ORDER BY sha256"
    return [SourceFile(*row) for row in connection.execute(query).fetchall()]


def source(connection: Connection, sha256: str) -> tuple[str, bytes] | None:
    """Return name and bytes of a source file, which is kept as long as nobody in it was
    erased; None of one that is not kept.
    """
    need_counted(connection, TABLE, source_files(connection))
    row = connection.execute(
        "SELECT name, bytes FROM source_file WHERE sha256 = ?", (sha256,)
    ).fetchone()
    if row is None:
        return None
    name, stored = row
    data = bytes(stored)
    if hashed(data).hexdigest() != sha256:
        message = say(
            "the kept file {sha256} is not what a tournament was read from",
            sha256=sha256,
        )
        raise damaged(message)

    return name, data


def forget_files_of(connection: Connection, tournaments: Iterable[str]) -> None:
    """Drop every file that these tournaments were read from; their SHA-256 stays in the
    log.
    """
    for tournament in tournaments:
        events = events_of(connection, tournament_stream(tournament))
        read_from = {getattr(event.body, "source", None) for event in events}
        _forget(connection, read_from - {None})


def forget_files_naming(connection: Connection, people: Collection[Personal]) -> None:
    """Drop the files that only list one of these people: without a game, or in an
    earlier state. One file too many is no harm.
    """
    if not people:
        return
    from ledger.store.files_naming import file_mentions

    naming: list[str] = []
    # one after the other: all of their bytes may be more than the memory has
    for file in source_files(connection):
        [data] = connection.execute(
            "SELECT bytes FROM source_file WHERE sha256 = ?", (file.sha256,)
        ).fetchone()
        if file_mentions(bytes(data), people):
            naming.append(file.sha256)
    _forget(connection, naming)


def _forget(connection: Connection, files: Iterable[str | None]) -> None:
    """Delete the rows of these files, by their SHA-256, and count the table anew: a row
    that goes without its count is taken for damage.
    """
    need_counted(connection, TABLE, source_files(connection))
    connection.executemany(
        "DELETE FROM source_file WHERE sha256 = ?", [(sha256,) for sha256 in files]
    )
    count_rows(connection, TABLE, source_files(connection))
