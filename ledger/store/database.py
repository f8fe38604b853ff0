"""Opening the ledger file, and what SQLite reports put into words.

`sqlite3` is known in this folder and in projections/tables only.
"""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from ledger.errors import Busy, LedgerUnusable, NotFound, Problem, SeloError, Where

SCHEMA_VERSION = 1
# step n takes the event table from version n + 1 to n + 2, inside the write transaction that first meets it
STEPS: tuple[Callable[["Connection"], None], ...] = ()
WAIT_SECONDS = 30
KEPT = ("ledger", "event", "tree", "checkpoint", "person", "source_file")  # all but the read tables
_NAME_IT = "name the ledger with --ledger FILE"
_PERMISSIONS = "check the permissions of the file and its folder"


class Connection(Protocol):
    """The part of a database connection that is used."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Any: ...

    def executemany(self, sql: str, parameters: Any, /) -> Any: ...


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


@contextmanager
def snapshot(path: str, first: Callable[[Connection], None] = lambda connection: None) -> Iterator[sqlite3.Connection]:
    """A ledger opened for reading: one state of it for everything that is asked. `first` runs before it is fixed."""
    look(path)
    with in_words(path):
        connection = connect(path, write=False)
        try:
            check_schema(connection, path)
            first(connection)
            connection.execute("BEGIN")
            yield connection
        finally:
            connection.close()


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


def check_schema(connection: Connection, path: str) -> None:
    """Refuse another program's database, and a ledger of a newer version."""
    try:
        row = connection.execute("SELECT schema_version FROM ledger").fetchone()
    except sqlite3.OperationalError as error:
        if "no such" not in str(error):
            raise
        row = None
    if row is None:
        raise LedgerUnusable(
            Problem("no-ledger-file", f"{path} is a database, but not a ledger", Where(path), _NAME_IT)
        )
    if not isinstance(row[0], int) or row[0] < 1:
        raise _sentence("malformed", path)
    if row[0] > SCHEMA_VERSION:
        raise LedgerUnusable(
            Problem(
                "newer-ledger",
                f"{path} was written by a newer version (format {row[0]}, this one knows {SCHEMA_VERSION})",
                Where(path),
                "install the newer version of selokirja",
            )
        )


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
    for table in KEPT:
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


def scrub(path: str, wait: float = 2) -> bool:
    """Writes the file anew, so that nothing erased is left in its unused parts; False while a reader holds the old."""
    connection = connect(path, write=True, wait=wait)
    try:
        connection.execute("VACUUM")
        return bool(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0)
    finally:
        connection.close()


@contextmanager
def in_words(path: str) -> Iterator[None]:
    """The one place where an error of SQLite becomes a refusal in words."""
    try:
        yield
    except SeloError:
        raise
    except Exception as error:
        cause: BaseException | None = error
        while cause is not None and not isinstance(cause, sqlite3.Error):
            cause = cause.__cause__
        if cause is None and not _unreadable(error):
            raise
        raise _sentence(str(cause or "malformed"), path) from error


def _unreadable(error: Exception) -> bool:
    """Stored bytes that cannot be decoded: the file is damaged, even if SQLite finds nothing wrong."""
    import msgspec

    return isinstance(error, msgspec.DecodeError | UnicodeDecodeError)


def _needs_its_folder(path: str) -> bool:
    """A ledger in use needs a file beside it even for readers; whether none can be made here."""
    with contextlib.suppress(OSError), open(path, "rb") as file:
        in_wal_mode = file.read(19)[18:] == b"\x02"  # https://www.sqlite.org/fileformat.html, 1.3.4
        folder = os.path.dirname(os.path.abspath(path))
        effective = os.access in os.supports_effective_ids
        return in_wal_mode and not os.access(folder, os.W_OK, effective_ids=effective)
    return False


def _sentence(text: str, path: str) -> SeloError:
    where = Where(path)
    lower = text.lower()
    if ("unable to open" in lower or "readonly" in lower) and _needs_its_folder(path):
        message = f"{path} cannot be read where it is: its folder may not be written"
        hint = "read a backup instead (`selo backup` makes one closed file), or allow writing to the folder"
        return LedgerUnusable(Problem("folder-read-only", message, where, hint))
    if "locked" in lower or "busy" in lower:
        return Busy(Problem("busy", "another process is writing to the ledger", where, "try again in a moment"))
    known = (
        ("full", "disk-full", "the disk is full; nothing was recorded",
         "free some disk space, then run the command again"),
        ("readonly", "read-only", f"{path} may only be read", _PERMISSIONS),
        ("read-only", "read-only", f"{path} may only be read", _PERMISSIONS),
        ("unable to open", "cannot-open", f"{path} cannot be opened", _PERMISSIONS),
        ("not a database", "no-ledger-file", f"{path} is not a ledger", _NAME_IT),
        ("disk i/o error", "io-error", "the disk failed; whether this was recorded is not known",
         "check with `selo doctor`, then run the command again: nothing is recorded twice"),
        ("could not decode", "damaged", f"{path} is damaged", "restore a backup; do not write to this file"),
        ("malformed", "damaged", f"{path} is damaged", "restore a backup; do not write to this file"),
        ("append-only", "append-only", "events are never changed or deleted", "submit a correction instead"),
    )  # fmt: skip
    for part, code, message, hint in known:
        if part in lower:
            return LedgerUnusable(Problem(code, message, where, hint))
    return LedgerUnusable(
        Problem("database", f"the ledger cannot be used: {text}", where, "restore a backup if it persists")
    )
