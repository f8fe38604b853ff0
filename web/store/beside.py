"""Open the file beside the ledger, and make its tables; on a server a schema beside it.
Made when the first token or draft is.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any

from ledger.errors import Busy, LedgerUnusable, Problem, Where
from ledger.store import is_server
from ledger.store.connection import Connection
from ledger.store.dialects import sqlite
from ledger.store.dialects.dialect import dialect_of
from ledger.store.events import LARGEST_SEQ
from ledger.store.tables import marks
from messages import say
from web.store.change_mark import MARKED, new_mark
from web.store.tables import (
    OF_FEATURES,
    before_format_1,
    known_tables,
    missing_statements,
    newest_version,
)

SUFFIX = ".service"
FORMAT = "service_format"  # a table that only a server has
WAIT_SECONDS = 10
SHORTLY = 0.05  # for what may as well be left out
# in the head of the file, SQLite's application_id: it was made by format 1 or a later
# one
MARK = 0x53454C4F
# bytes of the write-ahead log that stay when a large draft is in the file
MOST_JOURNAL = 4 * 2**20
# room or a permission is missing: the tokens are as they were
_PASSING = ("disk-full", "read-only", "folder-read-only", "cannot-open", "io-error")


def path_beside(ledger: str) -> str:
    """Return the path of the file beside a ledger:

    club.ledger   club.ledger.service
    """
    return ledger + SUFFIX


def may_be_row(number: int) -> bool:
    """Tell whether a row can have a number, which somebody may have typed."""
    return 1 <= number <= LARGEST_SEQ


@contextmanager
def looking(ledger: str) -> Iterator[Connection | None]:
    """Open what is kept beside a ledger for reading, and yield None where there is
    nothing yet:

    with looking(ledger) as connection:
        rows = connection.execute(QUERY) if connection is not None else ()
    """
    if is_server(ledger):
        from web.store import on_server

        with on_server.looking(ledger) as there:
            yield there
        return

    path = path_beside(ledger)
    if not os.path.exists(path):
        yield None
        return

    with _in_words(path), closing(_opened_to_look(path)) as connection:
        yield connection


def rows_found(ledger: str, query: str, values: Sequence[object] = ()) -> list[Any]:
    """Return the rows that a query finds beside a ledger; none where nothing is kept
    yet.
    """
    with looking(ledger) as connection:
        return (
            [] if connection is None else connection.execute(query, values).fetchall()
        )


def first_found(ledger: str, query: str, values: Sequence[object]) -> Any:
    """Return the first such row, or None; no other row is read."""
    with looking(ledger) as connection:
        if connection is None:
            return None
        return connection.execute(query, values).fetchone()


@contextmanager
def changing(
    ledger: str,
    *,
    leaving_nothing: bool = False,
    wait: float | None = None,
    unread: bool = False,
) -> Iterator[Connection]:
    """Open what is kept beside a ledger for one transaction, all of it or nothing; the
    file is made if need be.

    `leaving_nothing`: what it takes away is in no file afterwards. `wait`: how many
    seconds for the lock, `WAIT_SECONDS` without it. `unread`: no answer reads what it
    changes, so all of them may stay as they are.

    `Busy`: somebody else held the lock all that time. `LedgerUnusable`: the file
    cannot be written or is none of ours.
    """
    if is_server(ledger):
        from web.store import on_server

        with on_server.changing(ledger, unread=unread) as there:
            yield there
        return

    path = path_beside(ledger)
    if not os.path.exists(path):
        _make(path)

    with _in_words(path), closing(_open_file(path, wait)) as connection:
        connection.execute("BEGIN IMMEDIATE")

        try:
            yield connection
            if not unread:
                connection.execute(MARKED, (new_mark(),))
        except BaseException:
            connection.execute("ROLLBACK")
            raise

        connection.execute("COMMIT")
        if leaving_nothing:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def clean(ledger: str) -> None:
    """Take out of the file's journal what an interrupted change has left there; nothing
    is made where nothing is kept.
    """
    if is_server(ledger) or not os.path.exists(path_beside(ledger)):
        return
    with changing(ledger, leaving_nothing=True, unread=True):
        pass


def change_if_free(ledger: str, change: Callable[[Connection], object]) -> None:
    """Make a change that no answer waits for, such as when a token was last used.

    It is skipped on a replica, on a full disk, or while somebody else is writing, so
    that readers never wait for it.
    """
    try:
        with changing(ledger, wait=SHORTLY, unread=True) as connection:
            change(connection)
    except Busy:
        pass
    except LedgerUnusable as refused:
        if refused.problems[0].code not in _PASSING:
            raise


_held: dict[str, sqlite3.Connection] = {}


def hold(ledger: str) -> None:
    """Keep the file open, so that it can be read on a full disk: the first who opens it
    makes a file beside it.
    """
    path = path_beside(ledger)

    if is_server(ledger):
        from web.store import on_server

        on_server.hold(ledger)
    elif path not in _held and os.path.exists(path):
        with suppress(sqlite3.Error):
            connection = sqlite3.connect(
                sqlite.uri_of(path, "mode=ro"), uri=True, check_same_thread=False
            )
            with _closed_if_refused(connection):
                connection.execute("PRAGMA user_version").fetchone()

            if _held.setdefault(path, connection) is not connection:
                connection.close()  # another thread was faster


def release(ledger: str) -> None:
    """Close what `hold` kept open; nothing happens where nothing was."""
    if is_server(ledger):
        from web.store import on_server

        on_server.release(ledger)
    elif (connection := _held.pop(path_beside(ledger), None)) is not None:
        connection.close()


def _make(path: str) -> None:
    """Make the file, for its owner alone to read: it holds hashes of tokens and drafts
    with names.
    """
    with _in_words(path):
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            return  # somebody made it in between


def _open_file(path: str, wait: float | None = None) -> sqlite3.Connection:
    """Open the file for reading and writing, with the tables of this version in it.

    `wait`: how many seconds for the lock, `WAIT_SECONDS` without it.
    """
    seconds = WAIT_SECONDS if wait is None else wait
    connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, timeout=seconds
    )
    with _closed_if_refused(connection):
        _make_ready(connection, path)
    return connection


def _opened_to_look(path: str) -> sqlite3.Connection:
    """Open the file for reading. The first who opens it makes files beside it, for
    which a full disk has no room:
    then it is read as it stands, and tokens are checked all the same.
    """
    try:
        return _open_file(path)
    except sqlite3.Error as error:
        refusal = sqlite.refusal(error, path)
        # else the newest of it is in the journal
        is_whole = sqlite.journal_size(path) == 0
        if refusal is None or refusal.problems[0].code != "disk-full" or not is_whole:
            raise
        return sqlite3.connect(
            sqlite.uri_of(path, "mode=ro&immutable=1"),
            uri=True,
            check_same_thread=False,
        )


@contextmanager
def _closed_if_refused(connection: sqlite3.Connection) -> Iterator[None]:
    """Close a connection that nobody gets: one that waits for the garbage collector
    keeps its file open until then.
    """
    try:
        yield
    except BaseException:
        connection.close()
        raise


def _make_ready(connection: sqlite3.Connection, path: str) -> None:
    """Set how the file is written, and bring its tables to this version.

    `LedgerUnusable`: it was made before format 1, or by a newer version
    (code `newer-ledger`).
    """
    if not os.path.getsize(path):
        connection.execute("PRAGMA auto_vacuum=FULL")  # it shrinks when drafts go

    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(f"PRAGMA journal_size_limit={MOST_JOURNAL}")
    connection.execute("PRAGMA synchronous=FULL")
    # what is no longer kept is not left in unused parts of the file
    connection.execute("PRAGMA secure_delete=ON")
    version = _version(connection)
    if version and connection.execute("PRAGMA application_id").fetchone()[0] != MARK:
        raise before_format_1(path)
    if version < newest_version() or _lacks_tables(connection):
        _make_tables(connection)
    elif version > newest_version():
        message = say("{path} was written by a newer version", path=path)
        raise LedgerUnusable(
            Problem("newer-ledger", message, Where(path), say("install that version"))
        )


def _make_tables(connection: sqlite3.Connection) -> None:
    """Make the tables of this version, whether there are none yet or those of an
    earlier one.
    """
    connection.execute("BEGIN IMMEDIATE")
    for statement in missing_statements(_version(connection)):
        connection.execute(statement)

    there = tables_in(connection)
    for name, statement in OF_FEATURES.items():
        if name not in there:
            connection.execute(statement)

    connection.execute(f"PRAGMA user_version = {newest_version()}")
    connection.execute(f"PRAGMA application_id = {MARK}")
    connection.execute("COMMIT")


def tables_in(connection: Connection) -> set[str]:
    """Return the names of the tables that are there."""
    parts = dialect_of(connection).parts(connection)
    return {part.name for part in parts if part.kind == "table"}


def _lacks_tables(connection: sqlite3.Connection) -> bool:
    """Tell whether a feature was installed that has kept nothing here yet."""
    query = (
        "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table'"
        f" AND name IN ({marks(OF_FEATURES)})"
    )
    [(there,)] = connection.execute(query, (*OF_FEATURES,)).fetchall()
    return bool(there < len(OF_FEATURES))


def unknown_rows(ledger: str) -> list[str]:
    """Return the tables with rows that neither the core nor a feature knows which is
    installed: a feature that was taken away kept something in them.
    """
    with looking(ledger) as connection:
        if connection is None:
            return []

        unknown = sorted(tables_in(connection) - known_tables() - {FORMAT})

        return [
            name
            for name in unknown
            if not name.startswith("sqlite_")
            and connection.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone()
        ]


def _version(connection: sqlite3.Connection) -> int:
    """Return the version of the tables; 0 for a file that has none yet."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


@contextmanager
def _in_words(path: str) -> Iterator[None]:
    """Say in words what SQLite refuses: `Busy` for a lock, else `LedgerUnusable`.

    What may pass (a full disk, a missing permission) keeps its own code; anything else
    is `database`, with the hint to put a backup in its place.
    """
    try:
        yield
    except sqlite3.Error as error:
        if "locked" in str(error):
            message = say("another process is writing to {path}", path=path)
            raise Busy(
                Problem("busy", message, Where(path), say("try again in a moment"))
            ) from error
        refusal = sqlite.refusal(error, path)
        if refusal is not None and refusal.problems[0].code in _PASSING:
            raise refusal from error
        message = say("{path} cannot be used: {error}", path=path, error=error)
        hint = say(
            "put a backup of it in its place, or move it away and make new tokens"
        )
        raise LedgerUnusable(Problem("database", message, Where(path), hint)) from error
