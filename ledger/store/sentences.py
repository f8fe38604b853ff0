"""What SQLite reports, put into words."""

import contextlib
import os

from ledger.errors import Busy, LedgerUnusable, Problem, SeloError, Where
from messages import by_command, say

ROOM = say("free some disk space, then run the command again")
NAME_IT = by_command("name the ledger with --ledger FILE")
_PERMISSIONS = say("check the permissions of the file and its folder")


def unreadable(error: Exception) -> bool:
    """Return whether stored bytes could not be decoded: the file is damaged, even if SQLite finds nothing wrong."""
    import msgspec

    return isinstance(error, msgspec.DecodeError | UnicodeDecodeError)


_RESTORE = say("restore a backup; do not write to this file")


def _needs_its_folder(path: str) -> bool:
    """Return whether the file beside a ledger in use, which even readers need, cannot be made in its folder."""
    with contextlib.suppress(OSError), open(path, "rb") as file:
        in_wal_mode = file.read(19)[18:] == b"\x02"  # https://www.sqlite.org/fileformat.html, 1.3.4
        folder = os.path.dirname(os.path.abspath(path))
        effective = os.access in os.supports_effective_ids
        return in_wal_mode and not os.access(folder, os.W_OK, effective_ids=effective)
    return False


def sentence(text: str, path: str) -> SeloError:
    """Turn a message of SQLite into a refusal in words."""
    where = Where(path)
    lower = text.lower()
    if ("unable to open" in lower or "readonly" in lower) and _needs_its_folder(path):
        message = say("{path} cannot be read where it is: its folder may not be written", path=path)
        hint = by_command("read a backup instead (`selo backup` makes one closed file), or allow writing to the folder")
        return LedgerUnusable(Problem("folder-read-only", message, where, hint))
    if "locked" in lower or "busy" in lower:
        return Busy(
            Problem("busy", say("another process is writing to the ledger"), where, say("try again in a moment"))
        )
    known = (
        ("full", "disk-full", say("the disk is full; nothing was recorded"), ROOM),
        ("readonly", "read-only", say("{path} may only be read", path=path), _PERMISSIONS),
        ("read-only", "read-only", say("{path} may only be read", path=path), _PERMISSIONS),
        ("unable to open", "cannot-open", say("{path} cannot be opened", path=path), _PERMISSIONS),
        ("not a database", "no-ledger-file", say("{path} is not a ledger", path=path), NAME_IT),
        ("disk i/o error", "io-error", say("the disk failed; whether this was recorded is not known"),
         by_command("check with `selo doctor`, then run the command again: nothing is recorded twice")),
        ("could not decode", "damaged", say("{path} is damaged", path=path), _RESTORE),
        ("malformed", "damaged", say("{path} is damaged", path=path), _RESTORE),
        ("append-only", "append-only", say("events are never changed or deleted"), say("submit a correction instead")),
    )  # fmt: skip
    for part, code, message, hint in known:
        if part in lower:
            return LedgerUnusable(Problem(code, message, where, hint))
    return LedgerUnusable(
        Problem(
            "database",
            say("the ledger cannot be used: {what}", what=text),
            where,
            say("restore a backup if it persists"),
        )
    )
