"""Flaws that documents of several kinds can have."""

from collections.abc import Iterable, Iterator

from ledger.days import is_day
from messages import NOTHING, Message, say

# the fields and indexes that lead to a value: ("games", 3, "white")
FieldPath = tuple[str | int, ...]
Flaw = tuple[FieldPath, str, Message, Message]  # path, code, message, hint


def flaw(path: FieldPath, code: str, message: Message, hint: Message = NOTHING) -> Flaw:
    """Return a flaw: where in the document, its code, what is wrong, what to do."""
    return path, code, message, hint


def not_days(days: Iterable[tuple[FieldPath, object]]) -> Iterator[Flaw]:
    """Yield a flaw for each value with the form of a day that is no day. None, UNSET
    and years alone are all fine.
    """
    for path, value in days:
        if isinstance(value, str) and len(value) > 4 and not is_day(value):
            yield flaw(
                path,
                "no-such-day",
                say("{text} is not a day of the calendar", text=value),
            )
