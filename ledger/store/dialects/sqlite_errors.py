"""What SQLite reports, as refusals in words."""

import contextlib
import os
import sqlite3

from ledger.errors import Busy, LedgerUnusable, Problem, SeloError, Where
from messages import by_command, say

_NAME_IT = by_command("name the ledger with --ledger FILE")
_FREE_ROOM = say("free some disk space, then run the command again")
_PERMISSIONS = say("check the permissions of the file and its folder")
_RESTORE = say("restore a backup; do not write to this file")


def none_here(path: str) -> SeloError:
    return LedgerUnusable(
        Problem(
            "no-ledger-file",
            say("{path} is a database, but not a ledger", path=path),
            Where(path),
            _NAME_IT,
        )
    )


def damaged(path: str) -> SeloError:
    return LedgerUnusable(
        Problem("damaged", say("{path} is damaged", path=path), Where(path), _RESTORE)
    )


def refusal(error: Exception, path: str) -> SeloError | None:
    """Turn an error of SQLite into a refusal in words; None for any other error."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, sqlite3.Error):
        cause = cause.__cause__
    if cause is None:
        return damaged(path) if _is_unreadable(error) else None
    # a reader whose small file beside the ledger finds no room hears of a failed disk;
    # it is a full one
    if getattr(cause, "sqlite_errorname", "") == "SQLITE_IOERR_SHMSIZE":
        return _refusal_in_words("full", path)
    return _refusal_in_words(str(cause), path)


def _is_unreadable(error: Exception) -> bool:
    """Tell whether stored bytes could not be decoded: the file is damaged, even if
    SQLite finds nothing wrong.
    """
    import msgspec

    return isinstance(error, msgspec.DecodeError | UnicodeDecodeError)


def _refusal_in_words(text: str, path: str) -> SeloError:
    """Turn a message of SQLite into a refusal in words."""
    where = Where(path)
    lower = text.lower()
    # first of all, as the text that cannot be decoded is told with it
    if "could not decode" in lower or "malformed" in lower:
        return damaged(path)

    if ("unable to open" in lower or "readonly" in lower) and _needs_its_folder(path):
        message = say(
            "{path} cannot be read where it is, because its folder is read-only",
            path=path,
        )
        hint = by_command(
            "read a backup instead (`selo ledger backup` makes one closed file), or allow"
            " writing to the folder"
        )
        return LedgerUnusable(Problem("folder-read-only", message, where, hint))

    if "locked" in lower or "busy" in lower:
        message = say("another process is writing to the ledger")
        return Busy(Problem("busy", message, where, say("try again in a moment")))

    known = (
        (
            "full",
            "disk-full",
            say("the disk is full; nothing was recorded"),
            _FREE_ROOM,
        ),
        (
            "readonly",
            "read-only",
            say("{path} may only be read", path=path),
            _PERMISSIONS,
        ),
        (
            "read-only",
            "read-only",
            say("{path} may only be read", path=path),
            _PERMISSIONS,
        ),
        (
            "unable to open",
            "cannot-open",
            say("{path} cannot be opened", path=path),
            _PERMISSIONS,
        ),
        (
            "not a database",
            "no-ledger-file",
            say("{path} is not a ledger", path=path),
            _NAME_IT,
        ),
        (
            "disk i/o error",
            "io-error",
            say("the disk failed; whether this was recorded is not known"),
            by_command(
                "check with `selo doctor`, then run the command again: nothing is"
                " recorded twice"
            ),
        ),
        (
            "append-only",
            "append-only",
            say("events are never changed or deleted"),
            say("submit a correction instead"),
        ),
    )
    for part, code, message, hint in known:
        if part in lower:
            return LedgerUnusable(Problem(code, message, where, hint))

    message = say("the ledger cannot be used: {what}", what=text)
    return LedgerUnusable(
        Problem("database", message, where, say("restore a backup if it persists"))
    )


def _needs_its_folder(path: str) -> bool:
    """Return whether the file beside a ledger in use, which even readers need, cannot
    be made in its folder.
    """
    with contextlib.suppress(OSError), open(path, "rb") as file:
        # https://www.sqlite.org/fileformat.html, 1.3.4
        in_wal_mode = file.read(19)[18:] == b"\x02"
        folder = os.path.dirname(os.path.abspath(path))
        effective = os.access in os.supports_effective_ids
        return in_wal_mode and not os.access(folder, os.W_OK, effective_ids=effective)
    return False
