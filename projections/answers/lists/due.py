"""Answer `selo due`: the office's calendar. What is due or late on a day, and whose it
is.

A report is due some days after its tournament ends; players report tournaments abroad
(2.5); a list is due on the days that the settings name. Whatever was announced and is
in the ledger is done. Rules that were adopted ahead come into force on their day by
themselves.
"""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Annotated

from ledger.bodies import SettingsStated, TournamentAnnounced
from ledger.events import CALENDAR, SETTINGS
from ledger.office import local_day
from messages.answer import Answer, Date
from projections.answers.asking import Count, Timed, about
from projections.answers.career import names_of
from projections.answers.lists.published import publications
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.fates import NamedPlayer, named_player
from rulebooks import LISTS

REPORT, FROM_ABROAD, LIST, RULES = "report", "report-from-abroad", "list", "rules"
REPORTS = (REPORT, FROM_ABROAD)
ORGANISER, PLAYERS, OFFICE = "organiser", "players", "office"
MONTH = 30


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


class DueAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `due`; `late` counts the rows that are."""

    rows: tuple[DueRow, ...]
    late: int
    basis: Basis


class Due(Timed, frozen=True, kw_only=True):
    """What is late, what is due soon, and whose it is: reports of announced
    tournaments, lists, and rules that come into force.
    """

    examples = ("selo due --ahead 14",)
    table = "rows"
    ahead: Annotated[Count, about("How many days to look ahead.", "DAYS")] = MONTH

    def ask(self, reading: Reading) -> DueAnswer:
        return due(reading, min(self.ahead, 3660))


def due(reading: Reading, ahead: int = MONTH) -> DueAnswer:
    """Return what is late or due within so many days, the longest overdue first."""
    last = _shifted(reading.as_of, ahead)
    settings = _settings(reading)
    calendar = (
        *_reports(reading, settings),
        *_lists(reading, settings, last),
        *_rules(reading),
    )
    rows = [row for row in calendar if row.due <= last]
    rows.sort(key=lambda row: (row.due, row.what, row.id))
    return DueAnswer(
        rows=tuple(rows), late=sum(row.late > 0 for row in rows), basis=reading.basis()
    )


def _shifted(day: str, days: int) -> str:
    """Return the day so many days later; the calendar ends with the year 9999."""
    return date.fromordinal(
        min(date.fromisoformat(day).toordinal() + days, date.max.toordinal())
    ).isoformat()


def _late(day: str, reading: Reading) -> int:
    return max(0, (date.fromisoformat(reading.as_of) - date.fromisoformat(day)).days)


def _settings(reading: Reading) -> SettingsStated:
    facts = reading.timeline.office_facts(SETTINGS)
    return facts[-1].body if facts else SettingsStated()


def _reports(reading: Reading, settings: SettingsStated) -> Iterator[DueRow]:
    """Yield a row for each tournament that was announced last so, and is not in the
    ledger.
    """
    announced: dict[str, TournamentAnnounced] = {
        fact.body.tournament: fact.body
        for fact in reading.timeline.office_facts(CALENDAR)
        if fact.live
    }
    missing = [body for name, body in announced.items() if not _reported(name, reading)]
    resolve = reading.timeline.resolve
    names = names_of(
        reading,
        sorted(
            {resolve(player) for body in missing for player in body.representatives}
        ),
    )
    for body in missing:
        day = body.report_by or _shifted(body.end, settings.report_days)
        yield DueRow(
            what=REPORT if body.domestic else FROM_ABROAD,
            id=body.tournament,
            name=body.name,
            end=body.end,
            due=day,
            late=_late(day, reading),
            whose=ORGANISER if body.domestic else PLAYERS,
            organiser=(
                None if body.organiser is None else reading.policy.words(body.organiser)
            ),
            players=tuple(
                named_player(resolve(player), names) for player in body.representatives
            ),
        )


def _reported(name: str, reading: Reading) -> bool:
    tournament = reading.timeline.tournament(name)
    return tournament is not None and not tournament.withdrawn


def _lists(reading: Reading, settings: SettingsStated, last: str) -> Iterator[DueRow]:
    """Yield a row for each day on which a list was to be published since the settings
    say so, and was not.
    """
    published = {(row.list, row.as_of) for row in publications(reading)}
    for stated in settings.list_days:
        name, _, day = stated.partition(" ")
        since = max(_stated_since(stated, reading), reading.timeline.begins(name))
        for on in _days(day, since, last):
            if (name, on) not in published:
                yield _of_the_office(LIST, name, on, on, reading)


def _rules(reading: Reading) -> Iterator[DueRow]:
    """Yield a row for each edition that comes into force on a later day."""
    for name in LISTS:
        for day, edition in reading.timeline.schedule(name):
            if day > reading.as_of:
                yield _of_the_office(RULES, name, edition, day, reading)


def _of_the_office(
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
        late=_late(day, reading),
        whose=OFFICE,
        organiser=None,
        players=(),
    )


def _stated_since(stated: str, reading: Reading) -> str:
    """Return the day since which the settings have named this day of a list without a
    break.
    """
    since = reading.as_of
    for fact in reversed(reading.timeline.office_facts(SETTINGS)):
        if stated not in fact.body.list_days:
            break
        event = reading.index.event(fact.seq)
        if event is not None:
            since = local_day(event.recorded_at, fact.body.time_zone)
    return since


def _days(day: str, first: str, last: str) -> Iterator[str]:
    """Yield the days between two, both included, that a day of each year (01-15) or of
    each month (15) means; a month that is shorter ends before.
    """
    month, _, number = day.rpartition("-")
    at = date.fromisoformat(first).replace(day=1)
    while at.isoformat() <= last:
        if not month or at.month == int(month):
            on = at.replace(
                day=min(int(number), monthrange(at.year, at.month)[1])
            ).isoformat()
            if first <= on <= last:
                yield on
        if (at.year, at.month) == (date.max.year, 12):
            return
        at = (at + timedelta(days=31)).replace(day=1)
