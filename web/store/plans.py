"""Plan lists to be published at an hour: a draft of them, with the moment and the person
who planned it.

Nothing of a plan is in the log before its hour. What is booked then is the draft, under
the key that every draft has, so it is booked once: a second process finds it recorded.
"""

from typing import NamedTuple

from ledger.documents import kind_of
from ledger.errors import Conflict, Problem, Refused, SeloError, Usage, Where
from ledger.office import local_day, local_moment, moment_at, settings_of
from ledger.store.database import snapshot
from messages import say
from web.store.beside import changing, rows_found
from web.store.draft_steps import NOT_BOOKED, PLANNED, UNPLANNED, WAITING, note
from web.store.drafts import Draft, DraftRow, draft, waiting_draft
from web.store.prepared_draft import documents_in

PUBLISH = "publish"


class PlannedDraft(NamedTuple):
    """A draft that is to be booked at a moment, in the name of the person who planned
    it.
    """

    number: int
    at: str
    by: str


def plan(ledger: str, number: int, at: str | None, by: str, now: str) -> DraftRow:
    """Have a draft of lists booked at an hour of the ledger's time zone; without one,
    only by hand again.
    """
    moment = (
        None
        if at is None
        else _moment_of_hour(ledger, waiting_draft(ledger, number), at, now)
    )
    with changing(ledger) as connection:
        connection.execute(
            "UPDATE draft SET book_at = ?, book_by = ?, not_booked = NULL WHERE number"
            " = ? AND state = ?",
            (moment, moment and by, number, WAITING),
        )
        note(connection, number, now, by, PLANNED if moment else UNPLANNED, moment)

    return waiting_draft(ledger, number).row


def planned_drafts(ledger: str) -> list[PlannedDraft]:
    """List what is to be booked, the first hour first; what was refused waits for
    somebody.
    """
    query = (
        "SELECT number, book_at, book_by FROM draft WHERE state = ? AND book_at IS NOT"
        " NULL AND not_booked IS NULL ORDER BY book_at, number"
    )
    return [PlannedDraft(*row) for row in rows_found(ledger, query, (WAITING,))]


def refuse_replanned(ledger: str, one: PlannedDraft) -> None:
    """Refuse a draft whose hour was changed or taken back meanwhile."""
    row = draft(ledger, one.number).row
    if (row.book_at, row.book_by, row.not_booked) != (one.at, one.by, None):
        raise Conflict(
            Problem(
                "draft-settled",
                say("the hour of draft {number} has been changed", number=one.number),
            )
        )


def note_not_booked(ledger: str, one: PlannedDraft, why: SeloError, now: str) -> None:
    """Write down that it could not be booked at its hour; nothing is tried again before
    somebody looked at it.
    """
    reasons = "; ".join(
        f"{problem.code}: {problem.message}" for problem in why.problems
    )
    with changing(ledger) as connection:
        changed = connection.execute(
            "UPDATE draft SET not_booked = ? WHERE number = ? AND state = ? AND book_at"
            " = ? AND not_booked IS NULL",
            (reasons, one.number, WAITING, one.at),
        )
        if changed.rowcount:
            note(connection, one.number, now, one.by, NOT_BOOKED, reasons)


def _moment_of_hour(ledger: str, draft: Draft, at: str, now: str) -> str:
    """Return the moment that an hour means; refuse one that is over, and drafts that
    cannot be booked then.
    """
    with snapshot(ledger) as connection:
        zone = settings_of(connection).time_zone

    documents = [placed.document for placed in documents_in(draft)]
    if not documents or any(kind_of(document) != PUBLISH for document in documents):
        message = say(
            "draft {number} holds more than lists to publish", number=draft.row.number
        )
        raise Refused(
            Problem(
                "not-planned", message, hint=say("only lists are published at an hour")
            )
        )

    moment = moment_at(at, zone)
    if moment is None:
        message = say("{text} is not an hour of a day", text=repr(at[:40]))
        raise Usage(
            Problem(
                "parameter",
                message,
                Where(field="at"),
                say("write it as YYYY-MM-DDTHH:MM"),
            )
        )

    if local_moment(moment, zone)[:16] != at.replace(" ", "T"):
        message = say(
            "there is no {hour} in {zone}: the clocks skip it",
            hour=at,
            zone=zone,
        )
        raise Usage(
            Problem(
                "parameter",
                message,
                Where(field="at"),
                say("name an hour before it, or after"),
            )
        )

    if moment <= now:
        message = say("{hour} in {zone} is over", hour=at, zone=zone)
        raise Refused(
            Problem(
                "hour-over",
                message,
                Where(field="at"),
                say("book it now, or name an hour in the future"),
            )
        )

    last = max(str(getattr(document, "as_of", "")) for document in documents)
    if last > local_day(moment, zone):
        message = say("the list of {day} cannot be out on {hour}", day=last, hour=at)
        raise Refused(
            Problem(
                "before-its-day",
                message,
                Where(field="at"),
                say("name an hour on that day, or later"),
            )
        )

    return moment
