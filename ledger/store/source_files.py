"""The files that tournaments were read from: kept beside the log, because they hold names, and erased with a person."""

import re
from collections.abc import Iterable

from ledger.store.database import Connection
from ledger.store.events import events_of
from ledger.store.persons import Personal, folded


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
