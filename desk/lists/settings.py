"""Say which kinds of lists there are, and what each is asked: its day, what it is for,
and who its people are.
"""

from contextlib import suppress

import msgspec

from desk.files.open_file import plain_text
from desk.files.settings import PlayersBy, Prefix, Settings
from desk.files.sidecar import one_object
from exchange.json.flaws import flaws, refusal
from exchange.lists.fide_person import Kind as ListedKind
from exchange.recognise import Kind, kind_of
from ledger.errors import Problem, Refused, Where
from ledger.every_document import Strict
from ledger.field_types import Count, Day, Federation, ListName
from messages import say

OPENINGS: Kind = "openings"
LIST_KINDS: tuple[Kind | None, ...] = (OPENINGS, "fide-xml", "fide-text")


def list_kind(name: str, data: bytes) -> Kind | None:
    """Recognise the kind of a file, as `kind_of` does; a spreadsheet of openings is one
    of openings.
    """
    kind = kind_of(name, data)
    if kind in ("packed", "excel"):
        with suppress(Refused):
            if kind_of("", plain_text(data, name, Settings()).data) == OPENINGS:
                return OPENINGS
            return kind

    return kind


class ListSettings(Strict, frozen=True, kw_only=True):
    """Every answer about one list; None: not given. `everybody`: of a FIDE list also
    those who are not here yet, of one federation if it is named; `games`: behind each
    rating, where a table of openings does not tell; `kind`: of the ratings of a FIDE
    list that has no others; `new_ids` and `players_by`: who the people of openings
    without ids are.
    """

    on: Day | None = None
    list: ListName | None = None
    everybody: bool | None = None
    federation: Federation | None = None
    games: Count | None = None
    kind: ListedKind | None = None
    new_ids: Prefix | None = None
    players_by: PlayersBy | None = None


def read_list_settings(name: str, data: bytes) -> ListSettings:
    """Read the settings of a list from one JSON object with the fields of ListSettings,
    or refuse it with every flaw at once.
    """
    fields = one_object(name, data)
    if problems := [*flaws(fields, ListSettings)]:
        raise refusal(problems, Where(name))
    return msgspec.convert(fields, ListSettings)


def stated_list_and_day(settings: ListSettings, file: str) -> tuple[str, str]:
    """Return the list and the day, or refuse with everything that is missing."""
    missing = []

    if settings.list is None:
        message = say("the table does not say which list its ratings are on")
        missing.append(
            Problem(
                "openings-no-list",
                message,
                Where(file, field="list"),
                say("name the list"),
            )
        )

    if settings.on is None:
        missing.append(_no_day("openings-no-day", file))
    if settings.list is None or settings.on is None:
        raise Refused(missing)

    return settings.list, settings.on


def stated_day(settings: ListSettings, file: str) -> str:
    """Return the day of a FIDE list, or refuse where nobody gave it."""
    if settings.on is None:
        raise Refused(_no_day("fide-list-no-day", file))
    return settings.on


def _no_day(code: str, file: str) -> Problem:
    """Make the problem of a list that does not say its day.

    `code`: of the problem, which each kind of list has its own of.
    """
    return Problem(
        code,
        say("the file does not say which day its ratings are of"),
        Where(file, field="on"),
        say("name the day"),
    )
