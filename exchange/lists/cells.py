"""Read the cells that every list of people has alike: the birth and the FIDE id."""

from collections.abc import Mapping

from exchange.text.dates import Order, birth
from exchange.text.notes import Notes
from exchange.text.numbers import whole_number
from messages import say

PEOPLE_CODES = ("people-quotes", "people-fields")


def born_in(
    cells: Mapping[str, str],
    order: Order | None,
    code: str,
    line: int,
    notes: Notes,
    called: str = "born",
) -> str:
    """Read the birth in a line of any list, a year or a day; refuse what is neither.

    `called`: how the file calls the column.
    """
    born = birth(cells.get("born", ""), order)
    if born is None:
        message = say("{text} is not a day or year", text=repr(cells["born"][:40]))
        notes.refuse(code, message, say("1980 or 1980-02-29"), line, called)

    return born or ""


def fide_id_in(
    cells: Mapping[str, str], line: int, notes: Notes, called: str = "fide_id"
) -> int | None:
    """Read the FIDE id in a line of any list; refuse what is none."""
    text = cells.get("fide_id", "")
    if not text:
        return None

    number = whole_number(text)
    if number is None:
        message = say("{text} is not a FIDE id", text=repr(text[:40]))
        hint = say("digits only, or nothing")
        notes.refuse("people-fide-id", message, hint, line, called)

    return number or None
