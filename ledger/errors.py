"""Name every refusal, in one tree. The faces turn it into a message and an exit code in one place.

SeloError                 exit  what it means
|-- Refused                 1   bad input or an altered ledger; all problems at once
|-- LedgerUnusable          1   not a ledger, written by a newer version, full disk, damaged
|-- Usage                   2   the question itself makes no sense
|-- NotFound                3   there is nothing of that name, as known
|-- NotAllowed              4   it is for others to ask; over HTTP alone, since whoever has the file may all
|-- Conflict                5   stale version, same key with other content
`-- Busy                   75   not now: another process is writing, or somebody has to look first; try again
"""

import contextlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, field

from messages import NOTHING, Message, by_command, joined, say

# what a stored row with a flipped bit can make of any code that reads it; never one of the refusals below
STUMBLES = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Where:
    """The place of a problem, as far as it is known."""

    file: str | None = None
    line: int | None = None
    column: int | None = None
    field: str | None = None

    def __str__(self) -> str:
        spot = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        return ", ".join(part for part in (spot, self.field) if part)


def field_name(path: Sequence[str | int]) -> str | None:
    """Write a path as games[3].white; characters that cannot be printed are escaped."""
    name = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    name = name if name.isprintable() else repr(name)[1:-1]
    return name.removeprefix(".") or None


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem: what is wrong, where, and what to do. It is a value, so that a reader can collect them all.

    `code` is one of ledger/codes/; `about` holds the ids that the problem is about.
    """

    code: str
    message: Message
    where: Where = field(default_factory=Where)
    hint: Message = NOTHING
    about: tuple[str, ...] = ()


class SeloError(Exception):
    """The root of all refusals: everything that this program refuses to do."""

    exit_code = 1

    def __init__(self, problems: Sequence[Problem] | Problem) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        self.message = joined(problem.message for problem in self.problems)
        super().__init__(self.message)


class Refused(SeloError):
    """A refusal of bad input; nothing was written."""


class LedgerUnusable(SeloError):
    """A refusal of a file that cannot serve as a ledger as it is."""


class Usage(SeloError):
    """A refusal of a question that makes no sense by itself."""

    exit_code = 2


class NotFound(SeloError):
    """A refusal because there is nothing of that name, as far as was known."""

    exit_code = 3


class NotAllowed(SeloError):
    """A refusal because the asker may not have this answer."""

    exit_code = 4


class Conflict(SeloError):
    """A refusal because the ledger has moved on since the document was written."""

    exit_code = 5


class Busy(SeloError):
    """A refusal for now: another process holds the write lock, or somebody has to look at the ledger first."""

    exit_code = 75


# what SQLite reports, put into words
ROOM = say("free some disk space, then run the command again")
NAME_IT = by_command("name the ledger with --ledger FILE")
_PERMISSIONS = say("check the permissions of the file and its folder")
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
