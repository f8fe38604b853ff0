"""The state of a ledger, and of what keeps it: a file, or a database server."""

import sqlite3
from contextlib import closing
from typing import NamedTuple

from ledger.errors import Problem, SeloError
from ledger.store.connection import Connection
from ledger.store.database import WAIT_SECONDS, connect, flaws
from ledger.store.dialects.dialect import dialect_of, stated_version
from ledger.store.events import head, last_moment


class Health(NamedTuple):
    """The state of a ledger in a file. `synchronous` and `as_writer` are those of a
    connection that would write.
    """

    sqlite: str
    journal_mode: str
    as_writer: str
    synchronous: int
    format: int
    head: int
    last_moment: str
    flaws: list[str]


def health(path: str) -> Health:
    """Look at a ledger once as a reader and once as a writer; nothing is recorded."""
    with closing(connect(path, write=False)) as reader:
        journal_mode = reader.execute("PRAGMA journal_mode").fetchone()[0]
        version = stated_version(reader)
        newest, moment = head(reader), last_moment(reader)
        problems = flaws(reader)

    as_writer, synchronous = _modes_of_writer(path)
    return Health(
        sqlite=sqlite3.sqlite_version,
        journal_mode=journal_mode,
        as_writer=as_writer,
        synchronous=synchronous,
        format=version,
        head=newest,
        last_moment=moment,
        flaws=problems,
    )


def _modes_of_writer(path: str) -> tuple[str, int]:
    """Return (journal mode, synchronous) of our writing connection; ("read-only", 0)
    where nobody may write.
    """
    try:
        writer = connect(path, write=True, wait=WAIT_SECONDS)
    except (sqlite3.Error, SeloError):
        return "read-only", 0
    with closing(writer):
        mode: str = writer.execute("PRAGMA journal_mode").fetchone()[0]
        synchronous = writer.execute("PRAGMA synchronous").fetchone()[0]
    return mode, int(synchronous)


class ServerHealth(NamedTuple):
    """The state of a database server and of the ledger on it, as the server tells it."""

    product: str
    release: int
    replica: bool
    settings: dict[str, str]
    format: int
    head: int
    last_moment: str
    flaws: list[str]
    lock_gone: Problem | None
    open_to_everybody: list[str]


def server_health(reader: Connection) -> ServerHealth:
    """Ask a server for its state and that of the ledger on it."""
    server = dialect_of(reader)
    product, release, replica, settings = server.about_server(reader)
    return ServerHealth(
        product=product,
        release=release,
        replica=replica,
        settings=settings,
        format=stated_version(reader),
        head=head(reader),
        last_moment=last_moment(reader),
        flaws=flaws(reader),
        lock_gone=server.lock_gone(reader),
        open_to_everybody=server.open_to_everybody(reader),
    )
