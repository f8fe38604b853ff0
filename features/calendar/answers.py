"""Answer `selo calendar due`: what is due or late on a day, and whose it is. And what
answers of the core tell of the calendar: reports that are awaited, and what was decided
of a tournament.

A report is due some days after its tournament ends; players report tournaments abroad
(2.5); a list is due on the days that the settings name. Whatever was announced and is
in the ledger is done. Rules that were adopted ahead come into force on their day by
themselves.
"""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from features.calendar.decide import newest_announcements
from features.calendar.kinds import (
    DecisionNoted,
    TournamentAnnounced,
    decisions_stream,
)
from ledger.days import days_later
from messages.answer import Answer
from projections.answers.asking import Timed, about
from projections.answers.career import names_of
from projections.answers.lists.awaited import (
    FROM_ABROAD,
    ORGANISER,
    PLAYERS,
    REPORT,
    RULES,
    DueRow,
    days_late,
    due_rows,
    office_row,
    rows_by_day,
    settings_now,
)
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.fates import TournamentDecision, named_player
from rulebooks import LISTS

MONTH = 30
MOST_AHEAD = 3660  # days, ten years


class DueAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `due`; `late` counts the rows that are."""

    rows: tuple[DueRow, ...]
    late: int
    basis: Basis


class Due(Timed, frozen=True, kw_only=True):
    """What is late, what is due soon, and whose it is: reports of announced
    tournaments, lists, and rules that come into force.
    """

    examples = ("selo calendar due --ahead 14",)
    table = "rows"
    ahead: Annotated[
        int,
        Meta(ge=0, le=MOST_AHEAD),
        about("How many days to look ahead.", "DAYS"),
    ] = MONTH

    def ask(self, reading: Reading) -> DueAnswer:
        return due(reading, self.ahead)


def due(reading: Reading, ahead: int = MONTH) -> DueAnswer:
    """Return what is late or due within so many days, the longest overdue first."""
    last = days_later(reading.as_of, ahead)
    rules = [row for row in _rules(reading) if row.due <= last]
    rows = rows_by_day([*due_rows(reading, last), *rules])

    late = [row for row in rows if row.late > 0]
    return DueAnswer(
        rows=tuple(rows),
        late=len(late),
        basis=reading.basis(),
    )


def reports(reading: Reading) -> Iterator[DueRow]:
    """Yield a row for each tournament that was announced last so, and is not in the
    ledger.
    """
    report_days = settings_now(reading).report_days
    resolve = reading.timeline.resolve
    missing = list(awaited_tournaments(reading).values())
    representatives: set[str] = set()
    for body in missing:
        representatives.update(map(resolve, body.representatives))
    names = names_of(reading, sorted(representatives))

    for body in missing:
        day = body.report_by or days_later(body.end, report_days)
        organiser = None
        if body.organiser is not None:
            organiser = reading.policy.words(body.organiser)
        players = map(resolve, body.representatives)
        yield DueRow(
            what=REPORT if body.domestic else FROM_ABROAD,
            id=body.tournament,
            name=body.name,
            end=body.end,
            due=day,
            late=days_late(day, reading),
            whose=ORGANISER if body.domestic else PLAYERS,
            organiser=organiser,
            players=tuple(named_player(player, names) for player in players),
        )


def awaited_tournaments(reading: Reading) -> dict[str, TournamentAnnounced]:
    """Return what was announced last of each tournament that is not in the ledger, and
    not called off, by its id.
    """
    missing = {}
    for name, fact in newest_announcements(reading.timeline).items():
        if not _is_in_ledger(name, reading):
            missing[name] = fact.body
    return missing


def _is_in_ledger(name: str, reading: Reading) -> bool:
    tournament = reading.timeline.tournament(name)
    return tournament is not None and not tournament.withdrawn


def _rules(reading: Reading) -> Iterator[DueRow]:
    """Yield a row for each edition that comes into force on a later day."""
    for name in LISTS:
        for day, edition in reading.timeline.schedule(name):
            if day > reading.as_of:
                yield office_row(RULES, name, edition, day, reading)


def decisions(tournament: str, reading: Reading) -> Iterator[TournamentDecision]:
    """Yield what was decided of a tournament up to the day, as known."""
    for fact in reading.timeline.office_facts(decisions_stream(tournament)):
        body = fact.body
        if fact.live and isinstance(body, DecisionNoted) and body.on <= reading.as_of:
            event = reading.known_events.event(fact.seq)
            yield TournamentDecision(
                about=body.about,
                by=reading.policy.words(body.by),
                on=body.on,
                resolution=body.resolution,
                reason=body.reason,
                seq=fact.seq,
                recorded_by=event.actor if event is not None else None,
            )
