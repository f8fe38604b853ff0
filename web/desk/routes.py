"""Route the addresses of the desk. Every form makes or changes a draft and leads back to its page; nothing is booked
but by the button of a draft, through `book_draft`, as the command and the API do.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from exchange.recognise import kind_of
from ledger.errors import Conflict, Problem, Refused, SeloError, Where
from messages import say
from messages.answer import json_text
from projections.answers.reading import Reading
from web import Settings
from web.answers.answering import Answering
from web.answers.replying import saved
from web.auth import who_of
from web.booking import check_booking, own_draft, seen_drafts
from web.booking.drafts import agreed_by, booked_by, dropped_by, planned_by, receipt_of_draft, undecided
from web.booking.trying import tried_draft
from web.desk import AtDesk, Desk, form_of, number_of, pages, shown
from web.desk.answers import OF_REFUSALS, gate_of, settings_bytes
from web.desk.cases import case_routes
from web.desk.forms import corrections, people_and_lists, roster_routes
from web.desk.live import live_desk_routes
from web.desk.matches import match_routes
from web.desk.month import month_of, month_page
from web.desk.pages import Preview
from web.desk.registers import agreement_routes, member_routes
from web.http import HttpRefusal, HttpRequest
from web.limits import Metrics
from web.questions import query_pairs
from web.store import WAITING
from web.store.booking import check_answers
from web.store.cases import cases
from web.store.drafts import Draft, answer_draft, speak
from web.store.tokens import Role, Who, checked_name

RECENT = 20


def desk_routes(answering: Answering, metrics: Metrics) -> list[HTTPRouteHandler]:
    desk = Desk(answering, metrics)
    parts = (
        _overviews, _drafts, _changes, _bookings, corrections, people_and_lists, case_routes, agreement_routes,
        member_routes, match_routes, roster_routes, live_desk_routes,
    )  # fmt: skip
    return [route for routes in parts for route in routes(desk)]


def _overviews(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the pages of what waits and of a month, and the door for files."""
    settings, ledger = desk.settings, desk.ledger

    @get("/desk", opt={"role": Role.SUBMITTER})
    async def inbox(request: HttpRequest) -> Response[bytes]:
        def made(at: AtDesk, reading: Reading) -> str:
            rows = seen_drafts(ledger, None, at.who).rows
            waiting = [row for row in rows if row.state == WAITING]
            settled = [row for row in reversed(rows) if row.state != WAITING][:RECENT]
            now = settings.now()
            open_cases = cases(ledger, now).rows if at.answers_cases else ()
            return pages.inbox(at, reading, waiting, settled, open_cases, now)

        return await desk.of_ledger(request, made)

    @get("/desk/month", opt={"role": Role.SUBMITTER})
    async def month(request: HttpRequest) -> Response[bytes]:
        today = desk.at(request).visit.today
        asked = month_of(dict(query_pairs(request.scope["query_string"])).get("month", ""), today)

        def made(at: AtDesk, reading: Reading) -> str:
            answered = cases(ledger, settings.now(), None).rows if at.answers_cases else ()
            return month_page(at, reading, asked, seen_drafts(ledger, None, at.who).rows, answered)

        return await desk.of_ledger(request, made, min(asked.last, today))

    @post("/desk/files", opt={"role": Role.SUBMITTER})
    async def left(request: HttpRequest) -> Response[bytes]:
        form = await form_of(request, settings)
        if form.file is None and form.text("documents"):
            content = form.text("documents").encode()
            return await desk.drafted(request, "documents.jsonl", content, form.text("note"))
        return await desk.drafted(request, *form.chosen(), form.text("note"))

    return [inbox, month, left]


def _drafts(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the page of a draft, and its receipt."""

    @get("/desk/drafts/{number:str}", opt={"role": Role.SUBMITTER})
    async def one(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)
        at, reason = desk.at(request), dict(query_pairs(request.scope["query_string"])).get("reason", "")
        return shown(await desk.threads.preview(lambda: _previewed(desk, number, at, reason)))

    @get("/desk/drafts/{number:str}/receipt", opt={"role": Role.SUBMITTER})
    async def receipt(request: HttpRequest) -> Response[bytes]:
        number, who = number_of(request), who_of(request.scope)
        made = await desk.threads.run(lambda: receipt_of_draft(desk.settings, number, who))
        return saved(f"receipt-{number}.json", f"{json_text(made)}\n")

    return [one, receipt]


def _changes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make what may be done with a draft short of booking."""
    settings, ledger = desk.settings, desk.ledger

    @post("/desk/drafts/{number:str}/answers", opt={"role": Role.SUBMITTER})
    async def answered(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)
        who, form = who_of(request.scope), await form_of(request, settings)

        def work() -> None:
            draft = own_draft(ledger, number, who)
            answers = settings_bytes(draft.settings, form.fields)
            check_answers(draft, "answers", answers)
            answer_draft(ledger, number, answers, who.name, settings.now())

        return await desk.done(request, work, f"/desk/drafts/{number}")

    @post("/desk/drafts/{number:str}/comment", opt={"role": Role.SUBMITTER})
    async def spoken(request: HttpRequest) -> Response[bytes]:
        number, who, form = number_of(request), who_of(request.scope), await form_of(request, settings)
        reviewer = form.text("reviewer")
        if reviewer:
            reviewer = checked_name(reviewer, "reviewer")

        def work() -> None:
            own_draft(ledger, number, who)
            if form.text("comment") or reviewer:
                speak(ledger, number, form.text("comment")[:2000] or None, reviewer or None, who.name, settings.now())

        return await desk.done(request, work, f"/desk/drafts/{number}")

    @post("/desk/drafts/{number:str}/plan", opt={"role": Role.SUBMITTER})
    async def timed(request: HttpRequest) -> Response[bytes]:
        number, who, form = number_of(request), who_of(request.scope), await form_of(request, settings)
        work = partial(planned_by, settings, number, who, form.text("at") or None)
        return await desk.done(request, work, f"/desk/drafts/{number}")

    @post("/desk/drafts/{number:str}/drop", opt={"role": Role.SUBMITTER})
    async def dropped(request: HttpRequest) -> Response[bytes]:
        number, who = number_of(request), who_of(request.scope)
        return await desk.done(request, partial(dropped_by, settings, number, who), "/desk")

    return [answered, spoken, timed, dropped]


def _bookings(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the buttons that book a draft, or agree that another may. Both are of a preview that was looked at."""
    settings = desk.settings

    @post("/desk/drafts/{number:str}/book", opt={"role": Role.SUBMITTER})
    async def booked(request: HttpRequest) -> Response[bytes]:
        number, at, form = number_of(request), desk.at(request), await form_of(request, settings)

        def work() -> None:
            reason, preview = form.text("reason") or None, form.fields.get("preview")
            booked_by(settings, number, at.who, reason, preview, gate=gate_of(form.fields))

        try:
            with desk.metrics.writing(), _open_questions_stay():
                await desk.threads.write(work)
        except Conflict as refusal:
            return await differing(number, at, form.text("reason"), refusal)
        return desk.to(request, f"/desk/drafts/{number}")

    async def differing(number: int, at: AtDesk, reason: str, refusal: Conflict) -> Response[bytes]:
        """Show the page again, where it is no longer what they looked at."""
        if refusal.problems[0].code != "preview-differs":
            raise refusal
        page = await desk.threads.preview(lambda: _previewed(desk, number, at, reason, refusal.problems))
        return shown(page, 409)

    @post("/desk/drafts/{number:str}/agree", opt={"role": Role.SUBMITTER})
    async def agreed(request: HttpRequest) -> Response[bytes]:
        number, at, form = number_of(request), desk.at(request), await form_of(request, settings)

        try:
            await desk.threads.preview(
                lambda: agreed_by(settings, number, at.who, form.text("reason") or None, form.text("preview"))
            )
        except Conflict as refusal:
            return await differing(number, at, form.text("reason"), refusal)
        return desk.to(request, f"/desk/drafts/{number}")

    return [booked, agreed]


def _previewed(desk: Desk, number: int, at: AtDesk, reason: str, differs: Sequence[Problem] = ()) -> str:
    """Make the page of a draft with what booking it would do now; `differs`: why it was not booked."""
    settings, draft = desk.settings, own_draft(desk.ledger, number, at.who)
    if draft.row.state != WAITING:
        return pages.draft_page(at, draft, None, reason)
    games = kind_of(draft.row.name, draft.content) != "json"
    preview = pages.tried(lambda: tried_draft(settings, number, at.who, reason or None, ahead=games), desk.ledger)
    refused = not_bookable(draft, at.who, settings, preview) or too_early(preview, at.visit.today)
    return pages.draft_page(at, draft, preview, reason, refused, differs)


def not_bookable(waiting: Draft, who: Who, settings: Settings, preview: Preview) -> Problem | None:
    """Say why they may not book it, so that nobody is offered a button that refuses. A file that cannot be read has
    problems of its own to show.
    """
    try:
        check_booking(waiting, who)
    except HttpRefusal as refusal:
        return refusal.problems[0]
    except SeloError:
        return None
    return undecided(waiting, who, preview.outcome, preview.name, settings) if preview.outcome else None


def too_early(preview: Preview, today: str) -> Problem | None:
    """Say of an event that still runs that it cannot be booked yet; its report may be looked at and answered."""
    end = preview.file.source.end if preview.file else None
    if end is None or end <= today:
        return None
    message = say("{day} is after today ({today})", day=end, today=today)
    return Problem("future", message, Where(field="end"), say("wait for the day"))


@contextmanager
def _open_questions_stay() -> Iterator[None]:
    """Ignore a refusal because of open questions: the page of the draft, where they go next, asks them."""
    try:
        yield
    except Refused as refusal:
        if any(problem.code not in ("needs-answer", *OF_REFUSALS) for problem in refusal.problems):
            raise
