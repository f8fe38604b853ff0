"""What to report when an answer fails unexpectedly: a damaged ledger, or a defect of this program.

A flipped bit inside a stored row can make any code fail. So the ledger is examined as `selo verify` does, which takes
its time; only when nothing is wrong with it is the code to blame.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from audit.verify import verify
from ledger.errors import STUMBLES, LedgerUnusable, Problem, SeloError, Where
from messages import by_command, say


@contextmanager
def explained(path: str) -> Iterator[None]:
    """Around everything that reads a ledger: a face puts it around each question and each command."""
    try:
        yield
    except STUMBLES as error:
        damaged = damage(path)
        if damaged is None:
            raise
        raise damaged from error


def damage(path: str) -> SeloError | None:
    """What an audit finds wrong with the ledger; None when it is sound."""
    try:
        problems = verify(path).problems
    except SeloError as error:
        return error
    if not problems:
        return None
    message = say("{path} is damaged: {message}", path=path, message=problems[0].message)
    hint = problems[0].hint or by_command("look at `selo verify`, restore a backup; do not write to this file")
    return LedgerUnusable(Problem("damaged", message, Where(path), hint))
