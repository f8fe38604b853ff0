"""Make the page of a draft: what was read, what is asked and answered, what booking it
would do now, and whether this person may book it.
"""

from collections.abc import Sequence

from desk.games.report import FileSubmitted
from exchange.recognise import is_json
from ledger.actors import likeness
from ledger.errors import Problem, SeloError, Where
from messages import say
from projections.answers.career import names_of
from projections.answers.reading import Reading
from web import Settings
from web.booking.drafts import not_decided_alone
from web.booking.permissions import check_booking
from web.booking.seen_drafts import own_draft, seen_drafts
from web.booking.trying import tried_draft
from web.desk import pages
from web.desk.answers import (
    ABOUT_PEOPLE,
    answered_fields,
    answers_by_field,
    has_answers_on_people,
)
from web.desk.document_titles import booked_titles, document_title
from web.desk.erasure_form import erased_by
from web.desk.filled import Sent
from web.desk.idle_decisions import idle_decisions
from web.desk.office_desk import AtDesk, Desk, Shows
from web.desk.pages import Preview
from web.desk.publish_form import lists_of
from web.desk.report_titles import title_of
from web.desk.what_was_made import what_was_made
from web.http import HttpRefusal
from web.store.contents import contents_of
from web.store.draft_steps import WAITING
from web.store.drafts import Draft
from web.store.four_eyes import waits_for, who_agreed
from web.store.roles import Role
from web.store.tokens import Who

ANSWERS = "answers"  # the form of a draft with the questions about its file


def draft_shown(
    desk: Desk,
    number: int,
    reason: str = "",
    differs: Sequence[Problem] = (),
    row: str = "",
    *,
    asks_first: bool = False,
) -> Shows:
    """Return what makes the page of a draft, with what booking it would do now;
    `differs`: why it was not booked; `row`: whose row of a report is to be another
    person, by its key; `asks_first`: it was not booked, because something is asked.

    `reason`: why something is booked that needs one; it is tried with the draft. The
    page of one that was settled has what it made instead. Refused as `own_draft`
    refuses.
    """
    settings = desk.settings

    def made(at: AtDesk) -> str:
        draft = own_draft(desk.ledger, number, at.who)
        if draft.row.state != WAITING:
            return _settled_page(desk, at, draft)

        games = not is_json(draft.row.name, draft.content)
        why = reason or _reason_that_holds(at.sent)
        preview = pages.tried_preview(
            lambda: tried_draft(settings, number, at.who, why or None, ahead=games),
            desk.ledger,
        )
        refused = not_bookable(draft, at.who, settings, preview) or too_early(
            preview, at.visit.today
        )

        file = file_without_answers(desk, draft, at.who)
        answers = answered_fields(draft.settings, file)
        if at.sent is None and draft.settings is not None:
            fields = dict(answers_by_field(draft.settings))
            at = at._replace(sent=Sent(ANSWERS, fields, preview.problems))

        looked_up = desk.ask(
            at, lambda reading: _looked_up(desk, at, reading, draft, preview)
        )
        booking = pages.Booking(
            reason=why,
            refused=refused,
            agreeing=_use_of_agreeing(draft, at.who, preview),
            differs=differs,
            asks_first=asks_first,
        )

        return pages.draft_page(
            at,
            draft,
            preview,
            looked_up,
            booking,
            answers=answers,
            row=row,
        )

    async def page(at: AtDesk) -> str:
        of_submitter = at.who.role is Role.SUBMITTER
        return await desk.threads.preview(lambda: made(at), of_submitter=of_submitter)

    return page


def _looked_up(
    desk: Desk, at: AtDesk, reading: Reading, draft: Draft, preview: Preview
) -> pages.LookedUp:
    """Look up what the page of a draft has from the ledger."""
    contents, beyond = contents_of(
        draft,
        lambda players: names_of(reading, players),
        reading.policy.words_of_document,
    )
    return pages.LookedUp(
        people=pages.in_ledger(preview, reading),
        title=title_of(draft) or document_title(draft, reading),
        lists=reading.lists(),
        erased=erased_by(desk, at, reading, draft),
        idle=() if preview.repeated else idle_decisions(draft, reading),
        beside=desk.parts("draft preview", at, reading, draft, preview),
        parts=desk.parts("draft", at, reading, draft, preview),
        publishes=lists_of(draft, reading),
        contents=contents,
        beyond=beyond,
    )


def _settled_page(desk: Desk, at: AtDesk, draft: Draft) -> str:
    """Make the page of a draft that was booked or dropped: what it made, and which
    draft waits next.
    """
    seqs = draft.row.seqs
    made, titles = desk.ask(
        at,
        lambda reading: (
            what_was_made(reading, seqs),
            booked_titles([draft.row], reading),
        ),
    )

    waiting = seen_drafts(desk.ledger, WAITING, at.who).rows
    following = waiting[0].number if waiting else None

    return pages.settled_page(
        at,
        draft,
        made=made,
        following=following,
        title=titles.get(draft.row.number),
    )


def file_without_answers(desk: Desk, draft: Draft, who: Who) -> FileSubmitted | None:
    """Read the file of a draft without the answers about its people, so that each of
    them is asked as before.
    """
    if not has_answers_on_people(draft.settings):
        return None

    again = pages.tried_preview(
        lambda: tried_draft(
            desk.settings, draft.row.number, who, None, ahead=True, without=ABOUT_PEOPLE
        ),
        desk.ledger,
    )
    return again.file


def _reason_that_holds(sent: Sent | None) -> str:
    """Return the reason that was typed for a booking, unless that is what was wrong."""
    if sent is None or any(
        problem.where.field == "reason" for problem in sent.problems
    ):
        return ""
    return sent.fields.get("reason", "")


def not_bookable(
    waiting: Draft, who: Who, settings: Settings, preview: Preview
) -> Problem | None:
    """Say why they may not book it, so that nobody is offered a button that refuses. A
    file that cannot be read has problems of its own to show.
    """
    try:
        check_booking(waiting, who)
    except HttpRefusal as refusal:
        return refusal.problems[0]
    except SeloError:
        return None

    if preview.outcome:
        return not_decided_alone(waiting, who, preview.outcome, preview.name, settings)
    return None


def _use_of_agreeing(waiting: Draft, who: Who, preview: Preview) -> str:
    """Tell whether somebody may agree to what a draft comes to: "helps", so that others
    need not decide alone; "done", where they have agreed to this; "", where nobody but
    them has had a part in it.
    """
    steps = waiting.row.steps or ()
    if likeness(who.name) in who_agreed(steps, preview.name):
        return "done"
    return "helps" if waits_for(who.name, waiting.row.created_by, steps) else ""


def too_early(preview: Preview, today: str) -> Problem | None:
    """Say of an event that still runs that it cannot be booked yet; its report may be
    looked at and answered.
    """
    end = preview.file.source.end if preview.file else None
    if end is None or end <= today:
        return None
    message = say("{day} is after today ({today})", day=end, today=today)
    return Problem("future", message, Where(field="end"), say("wait for the day"))
