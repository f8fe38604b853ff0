"""What the officer answered about names, in a file beside the ledger: LEDGER.who, lines
like those of a map.

    Jakalanen, Markku 1962 F020
    Jakalanen, Markku 1962 500123 F020

The file holds names, so it is the office's own: it may be edited or deleted, and whoever
is erased goes from it too.
"""

from collections.abc import Collection, Iterable
from pathlib import Path

from ledger.store import file_beside
from ledger.whole_files import append_privately, replace_own_file
from messages import Message, say

MOST_BYTES = 5_000_000


def _answers_file(ledger: str) -> Path:
    """Return where the answers of a ledger are kept: LEDGER.who, beside it."""
    return Path(file_beside(ledger, ".who"))


def answer_lines(ledger: str) -> list[str]:
    """Read the lines of the file, the oldest first."""
    return lines_of(_answers_file(ledger))


def lines_of(path: Path) -> list[str]:
    """Read the lines of a file; none of one that cannot be read, or that is too large."""
    try:
        if path.stat().st_size <= MOST_BYTES:
            return path.read_text("utf-8").splitlines()
        return []
    except (OSError, ValueError):
        return []


def add_lines(ledger: str, lines: Iterable[str]) -> None:
    """Add answers to the file; one that cannot be written stops nothing."""
    try:
        append_privately(
            ledger, str(_answers_file(ledger)), "".join(f"{line}\n" for line in lines)
        )
    except OSError:
        return


def forget(ledger: str, players: Collection[str]) -> list[Message]:
    """Take the lines of these players out; warn when that is not possible.

    Lines are compared by the id at their end. The file is written again only where a
    line goes; a ledger without such a file has nothing to forget.
    """
    path = _answers_file(ledger)
    if not path.is_file():
        return []

    try:
        lines = path.read_bytes().splitlines()
        gone = {player.encode() for player in players}
        kept = [line for line in lines if line.rpartition(b" ")[2] not in gone]
        if kept != lines:
            replace_own_file(
                str(path), b"".join(line + b"\n" for line in kept), private=True
            )
    except OSError as error:
        return [
            say(
                "the answers in {path} may still name them: {what}; take their lines"
                " out by hand",
                path=path,
                what=error.strerror,
            )
        ]

    return []
