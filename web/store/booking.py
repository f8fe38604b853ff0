"""Preview a draft against today's ledger, or book it: the same way as a file that is
submitted at once.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import reduce
from typing import NamedTuple

import msgspec

from desk.file_proposals import remember_answers
from desk.games.proposal import GamesProposal
from desk.games.read_table import ReadTable, read_table
from desk.ledger_view import LedgerView
from desk.outcomes import Outcome, submitted_answer
from desk.receipts import Receipt
from desk.repeated_requests import moves_of_events
from desk.slips import NOBODY_IS_ASKED, SlipAnswers
from desk.submit import Outside, PreparedSubmission, submit
from ledger.errors import SeloError
from ledger.field_types import LONGEST_TEXT
from ledger.placed import Placed
from ledger.store.database import snapshot
from ledger.store.events import event_at
from ledger.store.mentions import without_person
from ledger.store.persons import Personal
from ledger.store.receipts import receipt_of
from messages import Message, joined_message, say
from messages.answer import UNSET
from web.store.draft_steps import BOOKED
from web.store.drafts import (
    Draft,
    DraftRow,
    agree,
    booked_before,
    forget,
    settle,
    waiting_draft,
)
from web.store.prepared_draft import Report, prepared_content
from web.store.previewed_content import PreviewedContent

# from today to the last day of an event whose report is looked at while it runs
LONGEST = timedelta(days=366)


class Done(NamedTuple):
    """A draft that was previewed or booked: the report as it is answered, and
    everything that came of it.

    The report of a preview names it. `table`: of the preview of a file of games, its
    crosstable as it was read.
    """

    report: Report
    outcome: Outcome
    table: ReadTable | None = None


def preview_draft(
    ledger: str,
    number: int,
    outside: Outside,
    reason: str | None = None,
    wait: float = 30,
    copy: str | None = None,
    by_year: bool = False,
    without: Sequence[str] = (),
) -> Done:
    """Preview what booking a draft now would record and move, and what is still to be
    answered.

    `copy`: of the ledger, to try it on; else it is tried under the lock of the ledger
    itself, and gives way to whoever books. `by_year`: for somebody who may not see days
    of birth. `without`: answers that are asked for once more.
    """
    draft = waiting_draft(ledger, number)
    if draft.settings and without:
        answers = {
            name: value
            for name, value in json.loads(draft.settings).items()
            if name not in without
        }
        draft = draft._replace(settings=json.dumps(answers).encode())

    prepared = prepared_content(ledger, draft, reason, preview=True)
    outcome = submit(
        copy or ledger,
        prepared.prepare,
        outside,
        dry_run=True,
        wait=wait,
        gives_way=True,
        by_year=by_year,
    )

    report = msgspec.structs.replace(
        prepared.report(outcome), preview=_content_shown(draft).name(outcome)
    )
    table = read_table(prepared.file) if isinstance(prepared, GamesProposal) else None
    return Done(report, outcome, table)


def book_draft(
    ledger: str,
    number: int,
    outside: Outside,
    reason: str | None = None,
    wait: float = 30,
    allowed: Callable[[Draft], None] = lambda draft: None,
    preview: str | None = None,
    decided: Callable[[Draft, Outcome, str], None] = lambda draft, outcome, name: None,
    key: str | None = None,
    slip_answers: SlipAnswers = NOBODY_IS_ASKED,
) -> Done:
    """Book a draft in the name of whoever books it; a note says whose draft it was.

    `preview`: the one they looked at. `decided` is called with the outcome and the name
    of that preview, and may refuse. `key`: the same person who sends it again gets the
    first answer again. Should the machine stop between booking and settling, booking
    again finds everything recorded already.
    """
    if (
        key is not None
        and (seqs := booked_before(ledger, number, outside.actor, key)) is not None
    ):
        return _first_answer(ledger, seqs, outside.now())

    draft = waiting_draft(ledger, number)
    allowed(draft)
    shown = _content_shown(draft)
    shown.check(preview)
    prepared = prepared_content(ledger, draft, reason, preview=False)

    def noted(view: LedgerView) -> PreparedSubmission:
        made = prepared.prepare(view)
        return replace(
            made,
            documents=[
                _with_note_of_draft(placed, draft.row, outside.actor)
                for placed in made.documents
            ],
        )

    def agreed(outcome: Outcome) -> None:
        shown.check(preview, outcome)
        decided(draft, outcome, shown.name(outcome))

    gone: list[Personal] = []

    def forgotten(path: str, erased: Sequence[Personal]) -> list[Message]:
        gone.extend(erased)
        return forget(path, erased, but=number)

    outcome = submit(
        ledger,
        noted,
        outside,
        wait=wait,
        beside=forgotten,
        agreed=agreed,
        slip_answers=slip_answers,
    )
    if isinstance(prepared, GamesProposal):
        remember_answers(ledger, [prepared])

    # the name of a file that is told of may hold the name that was erased
    left = [
        each.message.mapped(lambda text: reduce(without_person, gone, text))
        for each in outcome.afterwards
    ]
    seqs = tuple(receipt.seq for receipt in outcome.recorded)
    try:
        settle(
            ledger=ledger,
            number=number,
            state=BOOKED,
            seqs=seqs,
            by=outside.actor,
            now=outside.now(),
            key=key,
            left=left,
        )
    except SeloError as refusal:
        # nobody could find out later what an erasure left
        refusal.problems = tuple(
            replace(problem, message=joined_message([problem.message, *left]))
            for problem in refusal.problems
        )
        raise

    return Done(prepared.report(outcome), outcome)


def _first_answer(ledger: str, seqs: Sequence[int], now: str) -> Done:
    """Answer with what was recorded and moved at first, as for documents that are sent
    again.
    """
    with snapshot(ledger) as connection:
        events = []
        for seq in seqs:
            event = event_at(connection, seq)
            if event is not None:
                events.append(event)
        receipt = receipt_of(connection, seqs)

    receipts = tuple(
        Receipt(seq=event.seq, kind=event.kind, target=event.target, repeated=True)
        for event in events
    )
    outcome = Outcome(
        recorded=receipts,
        moved=moves_of_events(ledger, seqs, now),
        receipt=receipt or UNSET,
    )
    return Done(submitted_answer(outcome, False), outcome)


def agree_to(
    ledger: str, draft: Draft, preview: str, done: Done, by: str, now: str
) -> DraftRow:
    """Write down that somebody decided on this preview, if it is what booking would
    come to now.
    """
    _content_shown(draft).check(preview, done.outcome)
    return agree(ledger, draft.row.number, preview, by, now)


def _content_shown(draft: Draft) -> PreviewedContent:
    return PreviewedContent(
        say("draft {number}", number=draft.row.number),
        draft.content,
        draft.settings or b"",
    )


def _with_note_of_draft(placed: Placed, row: DraftRow, by: str) -> Placed:
    """Give a document the note of whose draft it was, if somebody else books it. Its
    own note stands after that, cut where both are longer than a note may be:

        draft 7 of seura
        draft 7 of seura: the arbiter rang
    """
    if row.created_by == by:
        return placed

    note = f"draft {row.number} of {row.created_by}"
    if placed.document.note is not None:
        note = f"{note}: {placed.document.note}"
    if len(note) > LONGEST_TEXT:
        note = f"{note[: LONGEST_TEXT - 1]}…"

    return placed._replace(document=msgspec.structs.replace(placed.document, note=note))


def while_it_runs(outside: Outside) -> Outside:
    """Return what lets an event end on a day to come."""
    return outside._replace(
        until=(date.fromisoformat(outside.now()[:10]) + LONGEST).isoformat()
    )
