"""Warn about a place in a file; a warning never stops a submission."""

from msgspec.structs import replace

from ledger.errors import Where
from messages import Message
from messages.answer import UNSET, Answer, UnsetType


class FilePosition(Answer, frozen=True, kw_only=True):
    """Where a warning belongs: a file and a line of it, as far as they are known."""

    file: str | None
    line: int | None


class Caution(Answer, frozen=True, kw_only=True):
    """A warning: something an officer should look at again. It never stops a
    submission.
    """

    message: Message
    where: FilePosition
    slip: str | UnsetType = UNSET


def caution(message: Message, where: Where, slip: str | UnsetType = UNSET) -> Caution:
    """Make a warning about a place in a file, which does not stop the submission.

    `caution(say("the birth is missing"), Where("report.trf", 12))` goes into its
    report, with file and line.
    """
    return Caution(
        message=message, where=FilePosition(file=where.file, line=where.line), slip=slip
    )


def warning_without_line(warning: Caution) -> Caution:
    """Return a warning about the file as a whole, for whoever sees no lines of it."""
    where = FilePosition(file=warning.where.file, line=None)
    return replace(warning, where=where)
