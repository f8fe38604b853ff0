"""Flaws that documents of several kinds can have."""

from collections.abc import Iterable, Iterator

from ledger.words import Flaw, hidden, is_day
from messages import NOTHING, Message, say


def flaw(
    path: tuple[str | int, ...], code: str, message: Message, hint: Message = NOTHING
) -> Flaw:
    """Return a flaw: where in the document, its code, what is wrong, what to do."""
    return path, code, message, hint


def not_days(days: Iterable[tuple[tuple[str | int, ...], object]]) -> Iterator[Flaw]:
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


def tidy(text: str, path: tuple[str | int, ...]) -> Iterator[Flaw]:
    """Yield flaws of a text with blanks around it, or with characters that hide."""
    if text != text.strip():
        message = say("{field} begins or ends with a blank", field=path[-1])
        yield flaw(path, "blank-edges", message, say("remove it"))
    else:
        yield from hidden(text, path)
