"""Name every refusal, in one tree. The command and the service each turn it into a
message and an exit code, or a status, in one place.

SeloError                 exit  what it means
|-- Refused                 1   bad input or an altered ledger; all problems at once
|-- LedgerUnusable          1   not a ledger, written by a newer version, full disk, damaged
|-- Usage                   2   the question itself makes no sense
|-- NotFound                3   there is nothing of that name, as known
|-- NotAllowed              4   only others may do this; over HTTP alone, since whoever
|                               has the file may do anything
|-- Conflict                5   stale version, same key with other content
`-- Busy                   75   not now: another process is writing, or somebody has to
                                look first; try again
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from messages import NOTHING, Message, joined_message

# what a stored row with a flipped bit can make of any code that reads it; never one of
# the refusals below
STUMBLES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)


@dataclass(frozen=True, slots=True)
class Where:
    """The place of a problem, as far as it is known."""

    file: str | None = None
    line: int | None = None
    column: int | None = None
    field: str | None = None

    def __str__(self) -> str:
        """Write the place as compilers do, with the field behind it:

        report.trf:12:84, games.3.1
        """
        spot = ":".join(
            str(part)
            for part in (self.file, self.line, self.column)
            if part is not None
        )
        return ", ".join(part for part in (spot, self.field) if part)


def field_name(path: Sequence[str | int]) -> str | None:
    """Write a path as games[3].white; characters that cannot be printed are escaped."""
    name = ""
    for part in path:
        if isinstance(part, int):
            name += f"[{part}]"
        else:
            name += f".{part}"
    if not name.isprintable():
        name = repr(name)[1:-1]
    return name.removeprefix(".") or None


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem: what is wrong, where, and what to do. It is a value, so that a reader
    can collect them all.

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
        """Take one problem or several; what is said is all of their messages, one after
        the other.
        """
        if isinstance(problems, Problem):
            problems = [problems]
        self.problems = tuple(problems)
        self.message = joined_message(problem.message for problem in self.problems)
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
    """A refusal for now: another process holds the write lock, or somebody has to look
    at the ledger first.
    """

    exit_code = 75
