"""What a list does not state about itself, as the answers of whoever left it: its day, and what it is for."""

import msgspec

from desk.files.settings import one_object
from exchange.json.shapes import flaws, refusal
from exchange.recognise import Kind
from ledger.errors import Problem, Refused, Where
from ledger.words import Day, Federation, ListName, Strict
from messages import say

OPENINGS: Kind = "openings"
LIST_KINDS: tuple[Kind | None, ...] = (OPENINGS, "fide-xml", "fide-text")


class ListSettings(Strict, frozen=True, kw_only=True):
    """Every answer about one list; None: not given. `everybody`: of a FIDE list also those who are not here yet, of
    one federation if it is named."""

    on: Day | None = None
    list: ListName | None = None
    everybody: bool | None = None
    federation: Federation | None = None


def read_list_settings(name: str, data: bytes) -> ListSettings:
    """One JSON object with the fields of ListSettings; every flaw at once."""
    fields = one_object(name, data)
    if problems := [*flaws(fields, ListSettings)]:
        raise refusal(problems, Where(name))
    return msgspec.convert(fields, ListSettings)


def openings_told(settings: ListSettings, file: str) -> tuple[str, str]:
    """The list and the day, or everything that is missing."""
    missing = []
    if settings.list is None:
        message = say("the table does not say which list its ratings are on")
        missing.append(Problem("openings-no-list", message, Where(file, field="list"), say("name the list")))
    if settings.on is None:
        missing.append(_no_day("openings-no-day", file))
    if settings.list is None or settings.on is None:
        raise Refused(missing)
    return settings.list, settings.on


def day_told(settings: ListSettings, file: str) -> str:
    """The day of a FIDE list."""
    if settings.on is None:
        raise Refused(_no_day("fide-list-no-day", file))
    return settings.on


def _no_day(code: str, file: str) -> Problem:
    return Problem(
        code, say("the file does not say which day its ratings are of"), Where(file, field="on"), say("name the day")
    )
