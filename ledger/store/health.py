"""What a ledger says about itself and what keeps it: read here, judged elsewhere."""

import sqlite3
from typing import NamedTuple

from ledger.errors import Problem, SeloError
from ledger.store.database import WAIT_SECONDS, Connection, connect, flaws
from ledger.store.dialects.choice import spoken
from ledger.store.events import head, last_moment


class Health(NamedTuple):
    """The state of a ledger in a file. `synchronous` and `as_writer` are those of a connection that would write."""

    sqlite: str
    journal_mode: str
    as_writer: str
    synchronous: int
    schema_version: int
    head: int
    last_moment: str
    flaws: list[str]


def health(path: str) -> Health:
    """Look at a ledger once as a reader and once as a writer; nothing is recorded."""
    reader = connect(path, write=False)
    try:
        journal = reader.execute("PRAGMA journal_mode").fetchone()[0]
        version = reader.execute("SELECT schema_version FROM ledger").fetchone()[0]
        newest, moment = head(reader), last_moment(reader)
        problems = flaws(reader)
    finally:
        reader.close()
    as_writer, synchronous = _as_writer(path)
    return Health(sqlite3.sqlite_version, journal, as_writer, synchronous, version, newest, moment, problems)


def _as_writer(path: str) -> tuple[str, int]:
    """Return (journal mode, synchronous) of our writing connection; ("read-only", 0) where nobody may write."""
    try:
        writer = connect(path, write=True, wait=WAIT_SECONDS)
    except (sqlite3.Error, SeloError):
        return "read-only", 0
    try:
        mode: str = writer.execute("PRAGMA journal_mode").fetchone()[0]
        return mode, int(writer.execute("PRAGMA synchronous").fetchone()[0])
    finally:
        writer.close()


class ServerHealth(NamedTuple):
    """The state of a database server and of the ledger on it, as the server tells it."""

    product: str
    release: int
    replica: bool
    settings: dict[str, str]
    schema_version: int
    head: int
    last_moment: str
    flaws: list[str]
    lock_gone: Problem | None
    open_to_everybody: list[str]


def server_health(reader: Connection) -> ServerHealth:
    product, release, replica, settings = spoken(reader).about_server(reader)
    version = reader.execute("SELECT schema_version FROM ledger").fetchone()[0]
    return ServerHealth(
        product, release, replica, settings, version, head(reader), last_moment(reader), flaws(reader),
        spoken(reader).lock_gone(reader), spoken(reader).open_to_everybody(reader),
    )  # fmt: skip
