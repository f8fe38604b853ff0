"""Refuse a file that is no sheet we can read."""

from ledger.errors import Problem, Refused, Where
from messages import Message, say

_HINT = say(
    "open it in the spreadsheet program and save it again, or save the sheet as CSV"
)


def refused(
    code: str, message: Message, file: str | None, hint: Message = _HINT
) -> Refused:
    return Refused(Problem(code, message, Where(file), hint))
