"""Opening the ledger file.

`sqlite3` is known in this folder and in projections/tables only.
"""

import contextlib
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from ledger.errors import LedgerUnusable, NotFound, Problem, Where
from ledger.store.sentences import NAME_IT, in_words, sentence
from ledger.store.shape import foreign
from ledger.store.tables import KEPT, SCHEMA_VERSION, STEPS, Connection, OpenConnection, kept

__all__ = [
    "KEPT", "SCHEMA_VERSION", "Connection", "Content", "OpenConnection", "at_work", "begin", "bring_forward",
    "check_schema", "connect", "connect_to_read", "content", "copy", "end", "flaws", "in_one_file", "in_words", "look",
    "new_file", "older", "only_files", "refuse_foreign", "scrub", "snapshot",
]  # fmt: skip

WAIT_SECONDS = 30
# more than any ledger needs, less than a crafted one could ask for; one attached database is what VACUUM takes
LIMITS = (
    (sqlite3.SQLITE_LIMIT_LENGTH, 2**29), (sqlite3.SQLITE_LIMIT_SQL_LENGTH, 1_000_000),
    (sqlite3.SQLITE_LIMIT_COLUMN, 100), (sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 100),
    (sqlite3.SQLITE_LIMIT_COMPOUND_SELECT, 10), (sqlite3.SQLITE_LIMIT_FUNCTION_ARG, 16),
    (sqlite3.SQLITE_LIMIT_ATTACHED, 1), (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 4),
)  # fmt: skip


def connect(path: str, *, write: bool, wait: float = WAIT_SECONDS) -> sqlite3.Connection:
    """A connection to an existing file; nothing is ever created by looking."""
    mode = "rw" if write else "ro"
    connection = sqlite3.connect(
        f"file:{_quoted(os.path.abspath(path))}?mode={mode}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=wait,
        cached_statements=128,
    )
    _on_guard(connection)
    if write:
        try:
            check_schema(connection, path)  # another program's database stays as it is
            # WAL with FULL: the default loses acknowledged commits when the power goes
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
        except BaseException:
            connection.close()
            raise
    return connection


def _on_guard(connection: sqlite3.Connection) -> None:
    """SQLite's advice for files from strangers (https://www.sqlite.org/security.html): nothing in them is believed."""
    connection.execute("PRAGMA trusted_schema=OFF")
    connection.execute("PRAGMA cell_size_check=ON")
    if sys.version_info >= (3, 12):  # Python has had the switch since then
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
    for limit, most in LIMITS:
        connection.setlimit(limit, most)


@contextmanager
def snapshot(
    path: str, first: Callable[[Connection], None] = lambda connection: None, *, whatever: bool = False
) -> Iterator[sqlite3.Connection]:
    """A ledger opened for reading: one state of it for everything that is asked. `first` runs before it is fixed.

    `whatever`: even if a stranger put triggers or views into it. Only an audit reads those.
    """
    with in_words(path):
        connection = connect_to_read(path)
        try:
            if not whatever:
                refuse_foreign(connection, path)
            check_schema(connection, path)
            first(connection)
            connection.execute("BEGIN")
            yield connection
        finally:
            connection.close()


def connect_to_read(path: str) -> sqlite3.Connection:
    """A connection for reading, to a file that was looked at first."""
    look(path)
    _after_a_kill(path)
    return connect(path, write=False)


def begin(connection: Connection) -> int:
    """One state of the file until `end`. The number differs from the last one when anybody else has committed since."""
    connection.execute("BEGIN")
    commits: int = connection.execute("PRAGMA data_version").fetchone()[0]
    return commits


def end(connection: Connection) -> None:
    connection.execute("ROLLBACK")


def new_file(path: str) -> sqlite3.Connection:
    """A connection that makes the file it names."""
    return sqlite3.connect(path, isolation_level=None)


def _quoted(path: str) -> str:
    """A path inside a URI, without the price of importing urllib."""
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def only_files(path: str) -> None:
    """A ledger is a file: a server cannot be one yet."""
    if path.startswith(("postgresql://", "postgres://")):
        raise LedgerUnusable(
            Problem("no-postgresql", "this version keeps its ledger in a SQLite file", Where(None),
                    "give a file with --ledger or SELO_LEDGER")
        )  # fmt: skip


def look(path: str) -> None:
    """Refuse a missing file or a folder before anything opens it."""
    only_files(path)
    if not os.path.exists(path):
        raise NotFound(
            Problem(
                "no-ledger",
                f"there is no ledger at {path}",
                Where(path),
                "make one with `selo init`, or name it with --ledger FILE or SELO_LEDGER",
            )
        )
    if os.path.isdir(path):
        raise LedgerUnusable(Problem("is-folder", f"{path} is a folder, not a ledger", Where(path), "name a file"))
    if not os.path.isfile(path):  # SQLite would wait at a pipe for ever
        raise LedgerUnusable(Problem("no-file", f"{path} is not a file", Where(path), "name a file"))


def check_schema(connection: Connection, path: str) -> None:
    """Refuse another program's database, and a ledger of a newer version."""
    try:
        row = connection.execute("SELECT schema_version FROM ledger").fetchone()
    except sqlite3.OperationalError as error:
        if "no such" not in str(error):
            raise
        row = None
    if row is None:
        raise LedgerUnusable(Problem("no-ledger-file", f"{path} is a database, but not a ledger", Where(path), NAME_IT))
    if not isinstance(row[0], int) or row[0] < 1:
        raise sentence("malformed", path)
    if row[0] > SCHEMA_VERSION:
        raise LedgerUnusable(
            Problem(
                "newer-ledger",
                f"{path} was written by a newer version (format {row[0]}, this one knows {SCHEMA_VERSION})",
                Where(path),
                "install the newer version of selokirja",
            )
        )


def refuse_foreign(connection: Connection, path: str) -> None:
    """Stop before a view in a table's place or a stranger's trigger gives or stores a false answer."""
    strangers = foreign(connection)
    if strangers:
        message = f"{path} holds what this program did not make: {', '.join(strangers[:3])}"
        hint = "look at `selo verify`; `selo rebuild` takes triggers and views away"
        raise LedgerUnusable(Problem("schema-differs", message, Where(path), hint))


def older(connection: Connection) -> bool:
    """Whether the next write has steps to take first."""
    return bool(connection.execute("SELECT schema_version FROM ledger").fetchone()[0] < SCHEMA_VERSION)


def bring_forward(connection: Connection) -> None:
    """The event table of an earlier version, one tested step after the other."""
    version = connection.execute("SELECT schema_version FROM ledger").fetchone()[0]
    for number, step in enumerate(STEPS[version - 1 :], version + 1):
        step(connection)
        connection.execute("UPDATE ledger SET schema_version = ?", (number,))


class Content(NamedTuple):
    """What a copy must have in common with its original."""

    events: int
    head: int
    digest: str


def content(connection: Connection) -> Content:
    """One digest over every stored byte of what cannot be made again."""
    import hashlib  # a question needs no digest, and must be quick

    digest = hashlib.sha256()
    count = head = 0
    version = connection.execute("SELECT schema_version FROM ledger").fetchone()[0]
    for table in kept(version):
        for row in connection.execute(f"SELECT * FROM {table} ORDER BY rowid"):
            digest.update(repr(row).encode())
            count, head = (count + 1, row[0]) if table == "event" else (count, head)
    return Content(count, head, digest.hexdigest())


def flaws(connection: Connection, *, quick: bool = False) -> list[str]:
    """What SQLite finds wrong with the file itself; [] when it is whole."""
    pragma = "quick_check" if quick else "integrity_check"
    try:
        rows = connection.execute(f"PRAGMA {pragma}(10)").fetchall()
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return [row[0] for row in rows if row[0] != "ok"]


def copy(path: str, target: str) -> Content:
    """A ledger copied page by page while others write to it; answers what stood at that very moment."""
    source = connect(path, write=False)
    try:
        check_schema(source, path)
        source.execute("BEGIN")
        original = content(source)
        copied = new_file(target)
        try:
            source.backup(copied)
        finally:
            copied.close()
    finally:
        source.close()
    return original


def in_one_file(path: str, wait: float = 2) -> None:
    """Without a write-ahead log beside it: such a file can be carried away, and read where nobody may write.

    Busy when somebody else has it open.
    """
    connection = connect(path, write=True, wait=wait)
    try:
        connection.execute("PRAGMA journal_mode=DELETE").fetchone()
    finally:
        connection.close()


def at_work(path: str) -> None:
    """A closed file that is in WAL mode from birth: no writer has to switch it over, which a kill could interrupt."""
    connect(path, write=True, wait=2).close()


def _after_a_kill(path: str) -> None:
    """A writer that was killed may leave a journal that only a writer can roll back; a reader does that first."""
    if os.path.exists(path + "-journal"):
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(path, timeout=2)) as connection:
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()


def scrub(path: str, wait: float = 2) -> bool:
    """Writes the file anew, so that nothing erased is left in its unused parts; False while a reader holds the old."""
    connection = connect(path, write=True, wait=wait)
    try:
        connection.execute("VACUUM")
        return bool(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0)
    finally:
        connection.close()
