"""The settings of a ledger, from its own events; which day it is there, and at which
moment a submission is recorded, the clock's unless it cannot be right. Moments are UTC,
days are those of the ledger's time zone. And whether the editions that the office
adopted are those that a program carries.

Drafts are of the office too, and what features keep for it, and of no event: they must
be forgettable and move no rating.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from ledger.bodies import RulesAdopted, RulesRevised, SettingsStated
from ledger.errors import LedgerUnusable, Problem, Refused, Where
from ledger.events import SETTINGS
from ledger.store.connection import Connection
from ledger.store.events import last_of_stream
from ledger.timeline import Fact
from ledger.words import SlipsMet, UnlistedShown, YearsShown
from messages import Message, by_command, counted, say
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
# what a machine keeps among its time zones and each has its own of, or that counts leap
# seconds
_NO_PLACE = ("localtime", "posixrules", "Factory", "posix/", "right/")
_HOUR = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}")
_FORM = "%Y-%m-%dT%H:%M:%S.%fZ"


class WaitingForOffice(NamedTuple):
    """What waits for the office, beside the log: a draft or a case, and since when."""

    what: str
    number: int
    at: str


def known_zone(name: str) -> bool:
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
    return (
        moment
        if zone == UTC
        else datetime.fromisoformat(moment).astimezone(_zone(zone)).isoformat()
    )


def start_of_day(day: str, zone: str) -> str:
    """Return the first moment of a day in a time zone."""
    if zone == UTC:
        return f"{day}T00:00:00.000000Z"
    return _in_utc(datetime.fromisoformat(day).replace(tzinfo=_zone(zone)))


def later(moment: str, span: timedelta) -> str:
    """Return the moment that comes so much after another, or before it.

    2026-12-01T07:00:00.000000Z, 90 seconds -> 2026-12-01T07:01:30.000000Z
    """
    return _in_utc(datetime.fromisoformat(moment) + span)


def _in_utc(at: datetime) -> str:
    """Return a moment as the log writes it.

    2026-12-01T07:00:00.000000Z
    """
    return at.astimezone(_zone(UTC)).strftime(_FORM)


def moment_at(text: str, zone: str) -> str | None:
    """Return the moment that an hour like 2026-12-01T09:00 means in a time zone; None
    for any other text.

    Of an hour that the clocks have twice it is the first.
    """
    if not _HOUR.fullmatch(text):
        return None
    try:
        return _in_utc(datetime.fromisoformat(text).replace(tzinfo=_zone(zone)))
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
    return SettingsStated() if event is None else event.body


def settings_answer(connection: Connection) -> SettingsAnswer:
    event = last_of_stream(connection, SETTINGS)
    stated = SettingsStated() if event is None else event.body
    seq = None if event is None else event.seq
    return SettingsAnswer(
        **{field: getattr(stated, field) for field in SETTABLE}, seq=seq
    )


YEARS = {
    "everybody": say("anybody sees everybody's year of birth"),
    "adults": say("anybody sees the year of birth of those over 18"),
    "nobody": say("anybody sees nobody's year of birth"),
}
UNLISTED = {
    "nameless": say("whoever asks not to be listed is shown without a name"),
    "left-out": say("whoever asks not to be listed is left out of lists"),
}
SLIPS = {
    "warned": say(
        "what may be a slip is asked about on a terminal and at the desk; programs are"
        " warned"
    ),
    "asked": say(
        "what may be a slip is asked about before it is booked, whoever sends it"
    ),
}


def settings_in_words(stated: SettingsStated) -> list[Message]:
    """Say each setting in a sentence."""
    return [
        say("days are those of {zone}", zone=stated.time_zone),
        say(
            "a clock is believed up to {hours} hours ahead",
            hours=stated.clock_ahead_hours,
        ),
        YEARS[stated.years_of_birth],
        UNLISTED[stated.unlisted],
        SLIPS[stated.slips],
        counted(
            "a report is due {count} day after the tournament",
            "a report is due {count} days after the tournament",
            stated.report_days,
        ),
        *(
            [say("lists are due on {days}", days=", ".join(stated.list_days))]
            if stated.list_days
            else []
        ),
    ]


BEHIND = timedelta(days=1)


def moment_of(last: str, now: str, surely: str, ahead_hours: int = 24) -> str:
    """Return the moment to record, which never runs backwards; refuse a clock that
    cannot be right.

    A clock far behind the last event records nothing. One far ahead of everything known
    is asked about: until the day that it stamped nothing could be recorded after it.
    """
    if last and _instant(now) + BEHIND < _instant(last):
        message = say(
            "the clock says {now}, the last event was recorded at {last}",
            now=now,
            last=last,
        )
        hint = by_command(
            "set the clock of this machine right; if it is right and the last event's"
            " was not, say `selo ledger settings --resume-clock REASON`",
            "whoever runs the service has to set its clock right",
        )
        raise Refused(Problem("clock-behind", message, hint=hint))

    ahead = timedelta(hours=ahead_hours)
    if (
        last
        and surely
        and max(_instant(last), _instant(surely)) + ahead < _instant(now)
    ):
        how_far = "a day" if ahead_hours == 24 else f"{ahead_hours} hours"
        message = say(
            "the clock says {now}, more than {limit} after anything else on this"
            " machine (last event: {last})",
            now=now,
            limit=how_far,
            last=last,
        )
        hint = by_command(
            "set the clock right; if it is right, say `selo --clock-is-right` before"
            " the command",
            "whoever runs the service has to set its clock right",
        )
        raise Refused(Problem("clock-ahead", message, hint=hint))

    return max(now, last)


def resumed_at(
    moments: Sequence[str], now: str, surely: str, ahead_hours: int = 24
) -> str:
    """Return the one moment that may lie before the last event; a clock that is ahead
    itself resumes nothing.

    `moments`: when everything since the last resumption was recorded, in order.
    """
    last = moments[-1] if moments else ""
    if last <= now:
        message = say(
            "there is no clock to resume: it is {now}, and the last event was recorded"
            " at {last}",
            now=now,
            last=last,
        )
        raise Refused(Problem("clock-not-ahead", message, hint=say("record as always")))

    if now < (right := before_the_leap(moments)):
        message = say(
            "the clock says {now}, and what was recorded until {right} was not ahead",
            now=now,
            right=right,
        )
        hint = by_command(
            "set the clock of this machine right; a ledger whose first events were"
            " ahead goes into a new one with `selo export ledger` and `selo ledger import`",
            "whoever runs the service has to set its clock right",
        )
        raise Refused(Problem("clock-behind", message, hint=hint))

    return moment_of(min(now, surely), now, surely, ahead_hours)


def before_the_leap(moments: Sequence[str]) -> str:
    """Find when the last event was recorded that was not ahead.

    A clock that is wrong leaps, so it is the event before the farthest leap. Time goes
    back no further, however often it is resumed.
    """
    leaps = [
        (_instant(after) - _instant(before), before)
        for before, after in pairwise(moments)
    ]
    return max(leaps)[1] if leaps else moments[-1]


def _instant(moment: str) -> datetime:
    return datetime.fromisoformat(moment)


def followed_revisions(office: Iterable[Fact]) -> dict[str, int]:
    """Return the revision of each adopted edition: that of its adoption, or a later one
    that was accepted.

    An acceptance of an edition that nobody had adopted says nothing: a later adoption
    takes it as it is then.
    """
    revisions: dict[str, int] = {}
    for fact in office:
        match fact.body:
            case RulesAdopted(edition=edition, revision=revision) if fact.live:
                revisions.setdefault(edition, revision)
            case RulesRevised(edition=edition, revision=revision) if (
                fact.live and edition in revisions
            ):
                revisions[edition] = max(revision, revisions[edition])
    return revisions


class Unlike(NamedTuple):
    """The adopted editions of which a program carries another state than the ledger
    follows: a newer or older one.
    """

    corrected: frozenset[str]
    outgrown: frozenset[str]


def unlike(office: Sequence[Fact], editions: Mapping[str, Mapping[str, int]]) -> Unlike:
    """Compare the adopted editions with those of a program, {list: {edition:
    revision}}, for lists that are kept.
    """
    adopted = [
        fact.body
        for fact in office
        if fact.live and isinstance(fact.body, RulesAdopted)
    ]
    revisions = followed_revisions(office)
    carried = {
        body.edition: editions.get(body.list, {}).get(body.edition, 0)
        for body in adopted
    }
    return Unlike(
        frozenset(
            edition
            for edition, revision in carried.items()
            if revision > revisions[edition]
        ),
        frozenset(
            edition
            for edition, revision in carried.items()
            if revision < revisions[edition]
        ),
    )
