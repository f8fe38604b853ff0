"""The settings of a ledger, from its own events, and which day it is there. Moments are
UTC, days are those of the ledger's time zone.

Drafts are of the office too, and what features keep for it, and of no event: they must
be forgettable and move no rating.
"""

import re
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ledger.bodies import SettingsStated
from ledger.errors import LedgerUnusable, Problem, Where
from ledger.events import SETTINGS
from ledger.field_types import SlipsMet, UnlistedShown, YearsShown
from ledger.store.connection import Connection
from ledger.store.events import last_of_stream
from messages import Message, counted, say
from messages.answer import Answer

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo


UTC = "UTC"
SETTABLE = (
    "time_zone",
    "clock_ahead_hours",
    "years_of_birth",
    "unlisted",
    "slips",
    "report_days",
    "list_days",
)
# names among a machine's time zones that mean something else on another machine, or
# that count leap seconds
_NO_PLACE = ("localtime", "posixrules", "Factory", "posix/", "right/")
_HOUR = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}")


class WaitingForOffice(NamedTuple):
    """What waits for the office, beside the log: a draft or a case, and since when."""

    what: str
    number: int
    at: str


def is_known_zone(name: str) -> bool:
    """Return whether this machine knows the time zone, and any other machine means the
    same by its name.
    """
    try:
        _zone(name)
    except LedgerUnusable:
        return False
    return not name.startswith(_NO_PLACE)


def unknown_zone(name: str) -> Problem:
    """Return the problem of a field that names a time zone which is none here."""
    return Problem(
        "unknown-time-zone",
        say("this machine knows no time zone {name}", name=repr(name)),
        Where(field="time_zone"),
        say("name one like Europe/Helsinki, or UTC"),
    )


def local_day(moment: str, zone: str) -> str:
    """Return the day that a moment falls on in a time zone: moments are in UTC, and
    days are the office's.

    `local_day("2026-06-07T21:30:00.000000Z", "Europe/Helsinki")` is `2026-06-08`.
    """
    return local_moment(moment, zone)[:10]


def local_moment(moment: str, zone: str) -> str:
    """Return a moment as the clocks of a time zone have it."""
    if zone == UTC:
        return moment
    return datetime.fromisoformat(moment).astimezone(_zone(zone)).isoformat()


def start_of_day(day: str, zone: str) -> str:
    """Return the first moment of a day in a time zone."""
    if zone == UTC:
        return f"{day}T00:00:00.000000Z"
    return _utc_moment(datetime.fromisoformat(day).replace(tzinfo=_zone(zone)))


def later(moment: str, span: timedelta) -> str:
    """Return the moment that comes so much after another, or before it.

    2026-12-01T07:00:00.000000Z, 90 seconds -> 2026-12-01T07:01:30.000000Z
    """
    return _utc_moment(datetime.fromisoformat(moment) + span)


def _utc_moment(at: datetime) -> str:
    """Return a moment as the log writes it.

    2026-12-01T07:00:00.000000Z
    """
    # strftime writes the years below 1000 with fewer than four digits
    in_utc = at.astimezone(_zone(UTC)).replace(tzinfo=None)
    return f"{in_utc.isoformat(timespec='microseconds')}Z"


def moment_at(text: str, zone: str) -> str | None:
    """Return the moment that an hour like 2026-12-01T09:00 means in a time zone; None
    for any other text.

    Of an hour that the clocks have twice it is the first.
    """
    if not _HOUR.fullmatch(text):
        return None
    try:
        return _utc_moment(datetime.fromisoformat(text).replace(tzinfo=_zone(zone)))
    except (ValueError, OverflowError):
        return None


def end_of_day(day: str, zone: str) -> str:
    """Return the first moment after a day in a time zone.

    day: YYYY-MM-DD; zone: a name such as Europe/Helsinki
    """
    return start_of_day((date.fromisoformat(day) + timedelta(days=1)).isoformat(), zone)


@lru_cache(8)
def _zone(name: str) -> "ZoneInfo":
    """Return the time zone of a name such as Europe/Helsinki.

    Raises LedgerUnusable (unknown-time-zone) where this machine does not have it.
    """
    from zoneinfo import ZoneInfo  # a ledger without a time zone does without

    try:
        return ZoneInfo(name)
    except (OSError, LookupError, ValueError):
        # the ledger may have been made on another machine
        message = say(
            "this machine knows no time zone {name}, in which the ledger counts its"
            " days",
            name=repr(name),
        )
        hint = say(
            "install the time zones of the system, or `python -m pip install tzdata`"
        )
        raise LedgerUnusable(Problem("unknown-time-zone", message, hint=hint)) from None


class SettingsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `selo ledger settings`; `seq`: the event that stated them, null where
    everything is at its default.
    """

    time_zone: str
    clock_ahead_hours: int
    years_of_birth: YearsShown
    unlisted: UnlistedShown
    slips: SlipsMet
    report_days: int
    list_days: tuple[str, ...]
    seq: int | None


def settings_of(connection: Connection) -> SettingsStated:
    """Read the settings that hold now, such as the time zone; the defaults where none
    were ever stated.

    It takes one look-up, for every question asks.
    """
    event = last_of_stream(connection, SETTINGS)
    if event is None:
        return SettingsStated()
    stated: SettingsStated = event.body
    return stated


def settings_answer(connection: Connection) -> SettingsAnswer:
    """Answer which settings hold now, and which event stated them; the defaults and no
    event where none were ever stated.
    """
    stated = SettingsStated()
    seq = None
    event = last_of_stream(connection, SETTINGS)
    if event is not None:
        stated = event.body
        seq = event.seq

    values = {field: getattr(stated, field) for field in SETTABLE}
    return SettingsAnswer(**values, seq=seq)


YEARS = {
    "everybody": say("anybody sees everybody's year of birth"),
    "adults": say("anybody sees the year of birth of those over 18"),
    "nobody": say("anybody sees nobody's year of birth"),
}
UNLISTED = {
    "nameless": say("people who ask not to be listed are shown without a name"),
    "left-out": say("people who ask not to be listed are left out of lists"),
}
SLIPS = {
    "warned": say(
        "possible slips are asked about on a terminal and at the desk; programs get a"
        " warning"
    ),
    "asked": say("possible slips are asked about before booking, whoever sends them"),
}


def settings_in_words(stated: SettingsStated) -> list[Message]:
    """Say each setting in a sentence; nothing of days for lists where none are set."""
    return [
        setting_in_words(field, getattr(stated, field))
        for field in SETTABLE
        if field != "list_days" or stated.list_days
    ]


def setting_in_words(field: str, value: Any) -> Message:
    """Say one setting in a sentence."""
    match field:
        case "time_zone":
            return say("days are those of {zone}", zone=value)
        case "clock_ahead_hours":
            return say("the clock may be up to {hours} hours ahead", hours=value)
        case "years_of_birth":
            return YEARS[value]
        case "unlisted":
            return UNLISTED[value]
        case "slips":
            return SLIPS[value]
        case "report_days":
            return counted(
                "a report is due {count} day after the tournament",
                "a report is due {count} days after the tournament",
                value,
            )
        case "list_days" if value:
            return say("lists are due on {days}", days=", ".join(value))
        case "list_days":
            return say("lists are due on no day")
        case _:
            raise KeyError(field)
