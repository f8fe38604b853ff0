"""Route the addresses of the desk. Every form makes or changes a draft and leads back
to its page; nothing is booked but by the button of a draft, through `book_draft`, as
the command and the API do.
"""

from functools import partial

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from desk.files.event_pages import single_file
from desk.files.open_file import NamedFile
from features import FEATURES
from features.feature import imported
from ledger.errors import Conflict, Refused
from messages.answer import json_text
from projections.answers.reading import Reading
from web.answers.answering import Answering
from web.answers.replying import file_response
from web.auth import who_of
from web.booking.bodies import check_something
from web.booking.drafts import (
    agree_as,
    book_draft_as,
    drop_draft_as,
    plan_draft_as,
    receipt_of_draft,
    refuse_names_of_others,
)
from web.booking.seen_drafts import own_draft, seen_drafts, waiting_for_others
from web.desk import pages
from web.desk.addresses import number_of
from web.desk.answers import (
    OF_REFUSALS,
    SHOWN,
    shown_in,
    slip_answers_of,
)
from web.desk.devices import device_routes
from web.desk.document_titles import titles_of_drafts
from web.desk.erasure_form import erasure_routes
from web.desk.filled import Sent
from web.desk.form_fields import Form
from web.desk.forms import corrections, people_routes
from web.desk.header_form import header_routes
from web.desk.new_game_form import new_game_routes
from web.desk.office_desk import AtDesk, Desk, Shows, page_response
from web.desk.other_person import person_routes
from web.desk.paper_form import paper_routes
from web.desk.problems_at_fields import at_field, placing_problems
from web.desk.publish_form import publish_routes
from web.desk.saved_answers import save_answers
from web.desk.title_form import title_routes
from web.desk.undo_form import undo_routes
from web.desk.waiting import ANSWERS, draft_shown
from web.http import HttpRequest
from web.http.addresses import part_of_query
from web.store.draft_steps import BOOKED, WAITING
from web.store.drafts import DraftRow, speak
from web.store.roles import Role
from web.store.tokens import checked_name

RECENT = 20
MOST_OF_NEW = 50  # events: the rules, the settings, whoever was let in


def desk_routes(answering: Answering) -> list[HTTPRouteHandler]:
    """Make all routes of the desk, those of the installed features last."""
    desk = Desk(answering)
    parts = (
        _inbox_routes,
        _draft_routes,
        _change_routes,
        _booking_routes,
        corrections,
        header_routes,
        new_game_routes,
        paper_routes,
        person_routes,
        undo_routes,
        title_routes,
        erasure_routes,
        device_routes,
        people_routes,
        publish_routes,
        *(imported(feature.desk) for feature in FEATURES if feature.desk is not None),
    )
    return [route for routes in parts for route in routes(desk)]


def _inbox_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the page of what waits, and the forms that files and documents come in by.

    Files that are pages of one event become one draft; documents are written into a
    field of the page, and tried before they are kept.
    """
    ledger = desk.ledger

    async def waiting(at: AtDesk) -> str:
        """Return the page of what waits: the drafts that they may see, and up to
        `RECENT` of those that were settled, the newest first.
        """

        def make(reading: Reading) -> str:
            rows = seen_drafts(ledger, None, at.who).rows
            open_drafts = [row for row in rows if row.state == WAITING]
            settled = [row for row in rows if row.state != WAITING]
            newest = settled[::-1][:RECENT]

            return pages.inbox(
                at,
                open_drafts,
                newest,
                others=waiting_for_others(ledger, rows, at.who),
                titles=titles_of_drafts(ledger, open_drafts, newest, reading),
                parts=desk.parts("inbox", at, reading),
                is_empty=_nobody_is_in(reading),
            )

        return await desk.read_ledger(at, make)

    @get("/desk", opt={"role": Role.SUBMITTER})
    async def inbox(request: HttpRequest) -> Response[bytes]:
        return page_response(await waiting(desk.at(request)))

    @post("/desk/files", opt={"role": Role.SUBMITTER})
    async def take_files(request: HttpRequest) -> Response[bytes]:
        async def keep(form: Form) -> Response[bytes]:
            form.chosen()

            def join() -> NamedFile:
                return single_file(form.files)

            file = await desk.threads.run(join)
            note = form.text("note")
            await refuse_names_of_others(
                desk.threads, file.name, file.content, who_of(request.scope)
            )
            return await desk.keep_file(request, file.name, file.content, note)

        return await desk.take(request, "files", waiting, keep)

    @post("/desk/documents", opt={"role": Role.SUBMITTER})
    async def take_documents(request: HttpRequest) -> Response[bytes]:
        async def keep(form: Form) -> Response[bytes]:
            name = "documents.jsonl"
            content = form.text("documents").encode()

            # nothing waits that could not be booked as it stands
            with placing_problems(partial(at_field, field="documents")):
                check_something(name, content)
                await desk.try_documents(request, name, content)

            return await desk.keep_file(request, name, content)

        return await desk.take(request, "documents", waiting, keep)

    return [inbox, take_files, take_documents]


def _nobody_is_in(reading: Reading) -> bool:
    """Tell whether the ledger is new and has no player; one that has more events is not
    looked through.

    Such a ledger has up to `MOST_OF_NEW` events, which are about nobody who plays: its
    rules, its settings, whoever was let in.
    """
    if reading.known_seq > MOST_OF_NEW:
        return False

    return not reading.known_events.all_players()


def _draft_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the page of a draft, and its receipt."""

    @get("/desk/drafts/{number:str}", opt={"role": Role.SUBMITTER})
    async def show_draft(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)
        at = desk.at(request)
        reason = part_of_query(request, "reason")
        row = part_of_query(request, "row")

        make_page = draft_shown(desk, number, reason, row=row)
        page = await make_page(at)
        return page_response(page)

    @get("/desk/drafts/{number:str}/receipt", opt={"role": Role.SUBMITTER})
    async def save_receipt(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)
        who = who_of(request.scope)
        receipt = await desk.threads.run(
            lambda: receipt_of_draft(desk.settings, number, who)
        )

        name = f"receipt-{number}.json"
        return file_response(name, f"{json_text(receipt)}\n")

    return [show_draft, save_receipt]


def _change_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make what may be done with a draft short of booking: answer its questions, say
    something about it or name who is to look at it, plan its hour, and drop it.
    """
    settings, ledger = desk.settings, desk.ledger

    @post("/desk/drafts/{number:str}/answers", opt={"role": Role.SUBMITTER})
    async def answer_questions(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)
        who = who_of(request.scope)
        page = draft_shown(desk, number)

        async def keep(form: Form) -> Response[bytes]:
            fields = dict(form.fields)
            shown = shown_in(fields.pop(SHOWN, ""))

            def work() -> None:
                save_answers(settings, number, who, fields, shown)

            return await desk.do_and_lead_on(request, work, f"/desk/drafts/{number}")

        return await desk.take(request, ANSWERS, page, keep)

    @post("/desk/drafts/{number:str}/comment", opt={"role": Role.SUBMITTER})
    async def comment_on_draft(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)
        who = who_of(request.scope)

        async def note(form: Form) -> Response[bytes]:
            comment = form.text("comment")[:2000]
            reviewer = form.text("reviewer")
            if reviewer:
                reviewer = checked_name(reviewer, "reviewer")

            def work() -> None:
                own_draft(ledger, number, who)

                if comment or reviewer:
                    speak(
                        ledger,
                        number,
                        comment or None,
                        reviewer or None,
                        who.name,
                        settings.now(),
                    )

            return await desk.do_and_lead_on(request, work, f"/desk/drafts/{number}")

        return await desk.take(request, "comment", draft_shown(desk, number), note)

    @post("/desk/drafts/{number:str}/plan", opt={"role": Role.SUBMITTER})
    async def plan_hour(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)
        who = who_of(request.scope)
        page = draft_shown(desk, number)

        async def plan(form: Form) -> Response[bytes]:
            hour = form.text("at") or None

            def work() -> None:
                plan_draft_as(settings, number, who, hour)

            return await desk.do_and_lead_on(request, work, f"/desk/drafts/{number}")

        return await desk.take(request, "plan", page, plan)

    @post("/desk/drafts/{number:str}/drop", opt={"role": Role.SUBMITTER})
    async def drop(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)
        who = who_of(request.scope)

        work = partial(drop_draft_as, settings, number, who)

        return await desk.do_and_lead_on(request, work, "/desk")

    return [answer_questions, comment_on_draft, plan_hour, drop]


def _booking_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the buttons that book a draft, or agree that another may. Both are of a
    preview that was looked at.

    The form has the name of that preview. Where booking would do something else by now,
    nothing is done, and the page is shown again with what differs (409).
    """
    settings, ledger = desk.settings, desk.ledger

    @post("/desk/drafts/{number:str}/book", opt={"role": Role.SUBMITTER})
    async def book_draft(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)
        at = desk.at(request)

        async def book(form: Form) -> Response[bytes]:
            def work() -> None:
                reason = form.text("reason") or None
                preview = form.fields.get("preview")
                book_draft_as(
                    settings,
                    number,
                    at.who,
                    reason,
                    preview,
                    slip_answers=slip_answers_of(form.fields),
                )

            try:
                await desk.threads.write(work)
            except Refused as refusal:
                if not _only_questions(refusal):
                    raise
                page = draft_shown(desk, number, form.text("reason"), asks_first=True)
                return await not_booked(page, at, form, 422)
            except Conflict as refusal:
                # a second click, or the button once more after Back
                if await desk.threads.run(lambda: _is_booked_by(ledger, number, at)):
                    return desk.to(request, f"/desk/drafts/{number}")
                return await differing(number, at, form, refusal)

            return desk.to(request, f"/desk/drafts/{number}")

        return await desk.take(request, "book", draft_shown(desk, number), book)

    async def differing(
        number: int, at: AtDesk, form: Form, refusal: Conflict
    ) -> Response[bytes]:
        """Show the page again, where it is no longer what they looked at."""
        if refusal.problems[0].code != "preview-differs":
            raise refusal

        page = draft_shown(desk, number, form.text("reason"), refusal.problems)
        return await not_booked(page, at, form, 409)

    async def not_booked(
        page: Shows, at: AtDesk, form: Form, status: int
    ) -> Response[bytes]:
        """Show the page of a draft again, with what was sent."""
        as_sent = at._replace(sent=Sent("book", form.fields))
        return page_response(await page(as_sent), status)

    @post("/desk/drafts/{number:str}/agree", opt={"role": Role.SUBMITTER})
    async def agree_to_draft(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)
        at = desk.at(request)
        page = draft_shown(desk, number)

        async def agree(form: Form) -> Response[bytes]:
            reason = form.text("reason") or None
            preview = form.text("preview")

            def work() -> DraftRow:
                return agree_as(settings, number, at.who, reason, preview)

            # the preview is made again: what they agree to is what they looked at
            try:
                await desk.threads.preview(
                    work, of_submitter=at.who.role is Role.SUBMITTER
                )
            except Conflict as refusal:
                return await differing(number, at, form, refusal)

            return desk.to(request, f"/desk/drafts/{number}")

        return await desk.take(request, "agree", page, agree)

    return [book_draft, agree_to_draft]


def _is_booked_by(ledger: str, number: int, at: AtDesk) -> bool:
    """Tell whether a draft was booked, and by whoever is there."""
    row = own_draft(ledger, number, at.who).row
    return row.state == BOOKED and row.settled_by == at.who.name


def _only_questions(refusal: Refused) -> bool:
    """Tell whether nothing was booked because something is asked, which the page of the
    draft asks too; with any other problem the page would not show why.
    """
    return all(
        problem.code in ("needs-answer", *OF_REFUSALS) for problem in refusal.problems
    )
