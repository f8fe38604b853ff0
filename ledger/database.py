"""Opening the ledger file, and its refusals in words. Only here and in the store and the views is `sqlite3` known."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from ledger.errors import Busy, LedgerUnusable, NotFound, Problem, SeloError, Where

SCHEMA_VERSION = 1
WAIT_SECONDS = 30
_NAME_IT = "name the ledger with --ledger FILE"
_PERMISSIONS = "check the permissions of the file and its folder"


class Connection(Protocol):
    """What the rooms use of a database connection."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Any: ...

    def executemany(self, sql: str, parameters: Any, /) -> Any: ...


def connect(path: str, *, write: bool, wait: float = WAIT_SECONDS) -> sqlite3.Connection:
    """A connection to an existing file; nothing is ever created by looking."""
    mode = "rw" if write else "ro"
    found = sqlite3.connect(
        f"file:{_quoted(os.path.abspath(path))}?mode={mode}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=wait,
        cached_statements=128,
    )
    if write:
        # WAL with FULL: the default loses acknowledged commits when the power goes
        found.execute("PRAGMA journal_mode=WAL")
        found.execute("PRAGMA synchronous=FULL")
    return found


def _quoted(path: str) -> str:
    """A path inside a URI, without the price of importing urllib."""
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def look(path: str) -> None:
    """Refuses what is not there before anything opens it."""
    if path.startswith(("postgresql://", "postgres://")):
        raise LedgerUnusable(
            Problem("no-postgresql", "this version keeps its ledger in a SQLite file", Where(None),
                    "give a file with --ledger or SELO_LEDGER")
        )  # fmt: skip
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
    """A ledger of ours, and not of a newer version."""
    try:
        row = connection.execute("SELECT schema_version FROM ledger").fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        row = None
    if row is None:
        raise LedgerUnusable(Problem("no-ledger-file", f"{path} is a database, but no ledger", Where(path), _NAME_IT))
    if row[0] > SCHEMA_VERSION:
        raise LedgerUnusable(
            Problem(
                "newer-ledger",
                f"{path} was written by a newer version (format {row[0]}, this one knows {SCHEMA_VERSION})",
                Where(path),
                "install the newer version of selokirja",
            )
        )


@contextmanager
def in_words(path: str) -> Iterator[None]:
    """The one place where what SQLite says becomes a sentence."""
    try:
        yield
    except SeloError:
        raise
    except Exception as error:
        cause: BaseException | None = error
        while cause is not None and not isinstance(cause, sqlite3.Error):
            cause = cause.__cause__
        if cause is None:
            raise
        raise _sentence(str(cause), path) from error


def _sentence(said: str, path: str) -> SeloError:
    where = Where(path)
    lower = said.lower()
    if "locked" in lower or "busy" in lower:
        return Busy(Problem("busy", "somebody else is writing to the ledger", where, "try again in a moment"))
    known = (
        ("full", "disk-full", "the disk is full; nothing was recorded", "make room and say it again"),
        ("readonly", "read-only", f"{path} may only be read", _PERMISSIONS),
        ("read-only", "read-only", f"{path} may only be read", _PERMISSIONS),
        ("unable to open", "cannot-open", f"{path} cannot be opened", _PERMISSIONS),
        ("not a database", "no-ledger-file", f"{path} is no ledger", _NAME_IT),
        ("malformed", "damaged", f"{path} is damaged", "restore a backup; do not write to this file"),
        ("append-only", "append-only", "events are never changed or deleted", "submit a correction instead"),
    )  # fmt: skip
    for part, code, message, hint in known:
        if part in lower:
            return LedgerUnusable(Problem(code, message, where, hint))
    return LedgerUnusable(
        Problem("database", f"the ledger cannot be used: {said}", where, "restore a backup if it persists")
    )
