"""Refuse a file that is no sheet we can read."""

from collections.abc import Sequence

from ledger.errors import Problem, Refused, Where
from messages import Message, by_command, say

_HINT = say(
    "open it in the spreadsheet program and save it again, or save the sheet as CSV"
)


def refusal_of_file(
    code: str, message: Message, file: str | None, hint: Message = _HINT
) -> Refused:
    """Make the refusal of a file; the hint says how most of them can be sent."""
    return Refused(Problem(code, message, Where(file), hint))


def refusal_of_sheet(
    sheet: str | None, names: Sequence[str], file: str | None
) -> Refused:
    """Make the refusal of a name that no sheet has; `names`: those of the sheets."""
    hint = by_command(
        "--sheet is one of: {names}",
        "its sheets: {names}",
        names=", ".join(names[:20]) or "none",
    )
    message = say("there is no sheet {name}", name=repr(sheet))
    return refusal_of_file("no-sheet", message, file, hint)
