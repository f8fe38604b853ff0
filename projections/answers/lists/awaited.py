"""Say what is awaited: lists on the days that the settings name, and the reports of
tournaments that features know of.
"""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta
from operator import attrgetter

from features import FEATURES
from features.feature import readers
from ledger.bodies import SettingsStated
from ledger.events import SETTINGS
from ledger.office import local_day
from messages.answer import Answer, Date
from projections.answers.lists.published import publications
from projections.answers.reading import Reading
from projections.answers.tournaments.fates import NamedPlayer

REPORT, FROM_ABROAD, LIST, RULES = "report", "report-from-abroad", "list", "rules"
REPORTS = (REPORT, FROM_ABROAD)
ORGANISER, PLAYERS, OFFICE = "organiser", "players", "office"


class DueRow(Answer, frozen=True, kw_only=True):
    """What is due: the report of a tournament, one from abroad, a list, or an edition
    of a list's rules that comes into force. `late`: days after the day it was due.
    """

    what: str
    id: str
    name: str
    end: Date
    due: Date
    late: int
    whose: str
    organiser: str | None
    players: tuple[NamedPlayer, ...]


def due_rows(reading: Reading, last: str) -> list[DueRow]:
    """Return the reports and lists that are due by a day, the longest overdue first.

    `last`: YYYY-MM-DD, the day itself included. What is overdue is among them, however
    old.
    """
    rows = [*lists_due(reading, last)]
    for reports_in in readers(FEATURES, "reports"):
        for report in reports_in(reading):
            if report.due <= last:
                rows.append(report)
    return rows_by_day(rows)


def rows_by_day(rows: list[DueRow]) -> list[DueRow]:
    """Return what is due in the order of the days."""
    return sorted(rows, key=attrgetter("due", "what", "id"))


def days_late(day: str, reading: Reading) -> int:
    """Return how many days ago a day was (YYYY-MM-DD), as of the reading; 0 on the day
    and before it.
    """
    late = date.fromisoformat(reading.as_of) - date.fromisoformat(day)
    return max(0, late.days)


def settings_now(reading: Reading) -> SettingsStated:
    """Return the settings of the office as stated last; the usual ones where nobody
    stated any.
    """
    facts = reading.timeline.office_facts(SETTINGS)
    return facts[-1].body if facts else SettingsStated()


def lists_due(reading: Reading, last: str) -> Iterator[DueRow]:
    """Yield a row for each day on which a list was to be published since the settings
    say so, and was not.

    The settings name a list and its day, as in `selo 01-15` or `selo 15`. Days before
    the list began are not awaited. `last`: YYYY-MM-DD, included.
    """
    published = {(row.list, row.as_of) for row in publications(reading)}
    settings = settings_now(reading)
    for stated in settings.list_days:
        name, _, day = stated.partition(" ")
        begins = reading.timeline.begins(name)
        since = _stated_since(stated, reading)
        for on in _days(day, max(since, begins), last):
            if (name, on) not in published:
                yield office_row(LIST, name, on, on, reading)


def office_row(
    what: str, list_name: str, name: str, day: str, reading: Reading
) -> DueRow:
    """Make a row for what the office does about a list on one day. `name`: the edition,
    or the day of the list.
    """
    return DueRow(
        what=what,
        id=list_name,
        name=name,
        end=day,
        due=day,
        late=days_late(day, reading),
        whose=OFFICE,
        organiser=None,
        players=(),
    )


def _stated_since(stated: str, reading: Reading) -> str:
    """Return the day since which the settings have named this day of a list without a
    break.

    `stated`: the list and its day, as the settings have it. A day is as in the office's
    own time zone.
    """
    since = reading.as_of
    for fact in reversed(reading.timeline.office_facts(SETTINGS)):
        if stated not in fact.body.list_days:
            break
        event = reading.known_events.event(fact.seq)
        if event is not None:
            since = local_day(event.recorded_at, fact.body.time_zone)
    return since


def _days(day: str, first: str, last: str) -> Iterator[str]:
    """Yield the days between two, both included, that a day of each year (01-15) or of
    each month (15) means; a month that is shorter ends before.

        _days("31", "2024-01-15", "2024-03-10")     2024-01-31, 2024-02-29
        _days("01-15", "2023-06-01", "2025-01-15")  2024-01-15, 2025-01-15
    """
    month, _, number = day.rpartition("-")
    at = date.fromisoformat(first).replace(day=1)
    while at.isoformat() <= last:
        if not month or at.month == int(month):
            on = _day_in_month(at, int(number))
            if first <= on <= last:
                yield on
        if (at.year, at.month) == (date.max.year, 12):
            return
        at = (at + timedelta(days=31)).replace(day=1)


def _day_in_month(first: date, number: int) -> str:
    """Return a day of the month that begins on the first; of one that is shorter, its
    last.

        a month from 2024-02-01, and 31  becomes  2024-02-29
    """
    _, days = monthrange(first.year, first.month)
    day = first.replace(day=min(number, days))
    return day.isoformat()
