"""Answer, preview, book and drop drafts over HTTP: files and documents that wait."""

from collections.abc import Collection
from typing import Annotated

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler

from desk.lists.settings import LIST_KINDS, list_kind
from desk.outcomes import Outcome
from desk.slips import NOBODY_IS_ASKED, SlipAnswers
from exchange.recognise import is_json
from ledger.errors import NotFound, Problem, Usage, Where
from ledger.store.database import snapshot
from ledger.store.receipts import LogReceipt, receipt_of
from messages import say
from web import Settings
from web.auth import who_of
from web.booking.bodies import body_of, check_json, check_something
from web.booking.documents import (
    DOCUMENTS,
    idempotency_key,
    outside,
    preview_named,
    recorded_response,
    sign_receipt,
    with_signed_receipt,
)
from web.booking.permissions import check_booking, check_planned, quota_of
from web.booking.seen_drafts import own_draft, seen_drafts
from web.booking.trying import check_names, tried_draft
from web.http import HttpRefusal, HttpRequest, as_json
from web.openapi.operations import (
    AN_OBJECT,
    ANYTHING,
    JSON,
    OF_A_BODY,
    OF_WRITING,
    answer,
    described,
    described_headers,
    refusals,
)
from web.openapi.parameters import IDEMPOTENCY_KEY, IF_MATCH, IF_MATCH_NEEDED, asked_as
from web.openapi.schemas import described_as
from web.questions.drafts import (
    BookDraft,
    CommentDraft,
    Drafts,
    KeepDraft,
    OneDraft,
    PlanDraft,
    PreviewDraft,
)
from web.store.booking import Done, agree_to, book_draft
from web.store.draft_steps import DROPPED, WAITING
from web.store.drafts import (
    Draft,
    DraftRow,
    DraftsAnswer,
    answer_draft,
    keep_draft,
    settle,
    speak,
    waiting_draft,
)
from web.store.four_eyes import FourEyes, is_deciding_alone, kinds_of, refusal
from web.store.plans import PUBLISH, plan
from web.store.prepared_draft import Report, checked_answers
from web.store.roles import Role
from web.store.tokens import Who
from web.threads import Threads

# bytes first: a client that is made from the description sends the first, and any file
# is that
FILES = ("application/octet-stream", *DOCUMENTS, "text/plain", "text/csv", "text/html")

# of documents, of a file of games, of a list: which of them depends on the draft
DraftReport = Annotated[Report, described_as("DraftSubmitted")]
# of an address that changes what is kept of a draft, or books it
REFUSED_CHANGES = refusals(403, 404, *OF_WRITING)


def draft_routes(settings: Settings, threads: Threads) -> list[HTTPRouteHandler]:
    return [
        *_keeping_routes(settings, threads),
        *_booking_routes(settings, threads),
        *_changing_routes(settings, threads),
    ]


def _keeping_routes(settings: Settings, threads: Threads) -> list[HTTPRouteHandler]:
    """Make the addresses that keep drafts and show them."""
    ledger = settings.ledger

    @post(
        "/api/drafts",
        **described(Role.SUBMITTER, "Documents", FILES, ANYTHING),
        operation_id="keep_draft",
        summary="Keep a file or documents until somebody books them",
        dependencies=asked_as(KeepDraft, IDEMPOTENCY_KEY),
        status_code=202,
        response_description="The answer.",
        response_headers=described_headers("Location"),
        responses=refusals(403, *OF_WRITING, *OF_A_BODY),
    )
    async def keep(
        request: HttpRequest, asked: NamedDependency[KeepDraft]
    ) -> Response[DraftRow]:
        kind, content = await body_of(request, settings, FILES)
        who, key = who_of(request.scope), idempotency_key(request)
        name = asked.name or DOCUMENTS.get(kind, "draft")
        check_something(name, content)
        if kind == "application/json":
            check_json(name, content)
        await refuse_names_of_others(threads, name, content, who)

        row = await threads.run(
            lambda: keep_draft(
                ledger=ledger,
                name=name,
                content=content,
                settings=None,
                note=asked.note,
                key=key,
                by=who.name,
                now=settings.now(),
                quota=quota_of(who),
            )
        )
        return recorded_response(row, settings)

    @get(
        "/api/drafts",
        **described(Role.SUBMITTER, "Documents"),
        operation_id="list_drafts",
        summary="The drafts that wait",
        dependencies=asked_as(Drafts),
        response_description="The answer.",
        responses=refusals(403),
    )
    async def list_drafts(
        request: HttpRequest, asked: NamedDependency[Drafts]
    ) -> Response[DraftsAnswer]:
        who = who_of(request.scope)
        state = None if asked.everything else WAITING

        def work() -> DraftsAnswer:
            return seen_drafts(ledger, state, who)

        drafts = await threads.run(work)
        return as_json(drafts)

    @get(
        "/api/drafts/{number:str}",
        **described(Role.SUBMITTER, "Documents"),
        operation_id="get_draft",
        summary="One draft",
        dependencies=asked_as(OneDraft),
        response_description="The answer.",
        responses=refusals(403, 404),
    )
    async def get_draft(
        request: HttpRequest, asked: NamedDependency[OneDraft]
    ) -> Response[DraftRow]:
        who = who_of(request.scope)

        def work() -> DraftRow:
            return own_draft(ledger, asked.number, who).row

        row = await threads.run(work)
        return as_json(row)

    return [keep, list_drafts, get_draft]


def _booking_routes(settings: Settings, threads: Threads) -> list[HTTPRouteHandler]:
    """Make the addresses that preview a draft, book it, agree to it, and give its
    receipt.
    """

    @get(
        "/api/drafts/{number:str}/preview",
        **described(Role.SUBMITTER, "Documents"),
        operation_id="preview_draft",
        summary="What booking it today would record and move, and what is still to be answered",
        dependencies=asked_as(PreviewDraft),
        response_description="The answer.",
        response_headers=described_headers("ETag"),
        responses=refusals(403, 404, 409, 422),
    )
    async def preview(
        request: HttpRequest, asked: NamedDependency[PreviewDraft]
    ) -> Response[DraftReport]:
        who = who_of(request.scope)

        def work() -> Report:
            # whoever may not see the draft hears nothing of what is in it
            own_draft(settings.ledger, asked.number, who)

            done = tried_draft(settings, asked.number, who, asked.reason)
            return done.report

        of_submitter = who.role is Role.SUBMITTER
        report = await threads.preview(work, of_submitter=of_submitter)
        headers = {"etag": f'"{report.preview}"'}
        return as_json(report, headers=headers)

    @post(
        "/api/drafts/{number:str}/book",
        **described(Role.SUBMITTER, "Documents"),
        operation_id="book_draft",
        summary="Record it; its content is then kept no longer",
        description="The role depends on what is in it.",
        dependencies=asked_as(BookDraft, IDEMPOTENCY_KEY, IF_MATCH),
        response_description="The answer.",
        response_headers=described_headers("ETag"),
        responses={
            200: answer(DraftReport, "It was recorded before."),
            **REFUSED_CHANGES,
        },
    )
    async def book(
        request: HttpRequest, asked: NamedDependency[BookDraft]
    ) -> Response[DraftReport]:
        who = who_of(request.scope)
        key = idempotency_key(request)
        seen = preview_named(request)

        def work() -> Done:
            return book_draft_as(
                settings,
                asked.number,
                who,
                asked.reason,
                seen,
                key=key,
                slip_answers=SlipAnswers(False, asked.sure, asked.always_sure),
            )

        done = await threads.write(work)
        return recorded_response(done.report, settings)

    @get(
        "/api/drafts/{number:str}/receipt",
        **described(Role.SUBMITTER, "Documents"),
        operation_id="get_draft_receipt",
        summary="The receipt of what was booked",
        description="For whoever left it, and whoever may see it.",
        dependencies=asked_as(OneDraft),
        response_description="The answer.",
        responses=refusals(403, 404),
    )
    async def get_receipt(
        request: HttpRequest, asked: NamedDependency[OneDraft]
    ) -> Response[LogReceipt]:
        who = who_of(request.scope)

        def work() -> LogReceipt:
            return receipt_of_draft(settings, asked.number, who)

        receipt = await threads.run(work)
        return as_json(receipt)

    @post(
        "/api/drafts/{number:str}/agree",
        **described(Role.SUBMITTER, "Documents"),
        operation_id="agree_to_draft",
        summary="Decide on the preview that If-Match names",
        description="Somebody else may book it then. The role depends on it.",
        dependencies=asked_as(PreviewDraft, IF_MATCH_NEEDED),
        status_code=200,
        response_description="The answer.",
        responses=REFUSED_CHANGES,
    )
    async def agree(
        request: HttpRequest, asked: NamedDependency[PreviewDraft]
    ) -> Response[DraftRow]:
        who = who_of(request.scope)
        seen = preview_named(request)
        if seen is None:
            message = say("If-Match names no preview")
            hint = say("name the one you looked at")
            where = Where(field="If-Match")
            raise Usage(Problem("parameter", message, where, hint))

        def work() -> DraftRow:
            return agree_as(settings, asked.number, who, asked.reason, seen)

        # the preview is made again
        of_submitter = who.role is Role.SUBMITTER
        row = await threads.preview(work, of_submitter=of_submitter)
        return as_json(row)

    return [preview, book, get_receipt, agree]


def _changing_routes(settings: Settings, threads: Threads) -> list[HTTPRouteHandler]:
    """Make the addresses that change what is kept of a draft, and drop it."""
    ledger = settings.ledger

    @post(
        "/api/drafts/{number:str}/answers",
        **described(Role.SUBMITTER, "Documents", (JSON,), AN_OBJECT),
        operation_id="answer_draft",
        summary="Answers about a draft's file, in place of those given before",
        dependencies=asked_as(OneDraft),
        status_code=200,
        response_description="The answer.",
        responses=refusals(403, 404, *OF_WRITING, *OF_A_BODY),
    )
    async def answer_questions(
        request: HttpRequest, asked: NamedDependency[OneDraft]
    ) -> Response[DraftRow]:
        who = who_of(request.scope)
        _, content = await body_of(request, settings, ("application/json",))

        def work() -> DraftRow:
            draft = own_draft(ledger, asked.number, who)
            answers = checked_answers(
                draft.row.name, draft.content, "body.json", content
            )
            return answer_draft(
                ledger,
                asked.number,
                answers,
                who.name,
                settings.now(),
            )

        row = await threads.run(work)
        return as_json(row)

    @post(
        "/api/drafts/{number:str}/comment",
        **described(Role.SUBMITTER, "Documents"),
        operation_id="comment_on_draft",
        summary="Say something about it, or ask somebody to look at it",
        dependencies=asked_as(CommentDraft),
        status_code=200,
        response_description="The answer.",
        responses=REFUSED_CHANGES,
    )
    async def comment(
        request: HttpRequest, asked: NamedDependency[CommentDraft]
    ) -> Response[DraftRow]:
        who = who_of(request.scope)

        def work() -> DraftRow:
            own_draft(ledger, asked.number, who)

            return speak(
                ledger,
                asked.number,
                asked.comment,
                asked.reviewer,
                who.name,
                settings.now(),
            )

        row = await threads.run(work)
        return as_json(row)

    @post(
        "/api/drafts/{number:str}/plan",
        **described(Role.SUBMITTER, "Documents"),
        operation_id="plan_draft",
        summary="Have the service book a draft of lists at an hour, once",
        description=("Without `at`, only by hand again. The role depends on it."),
        dependencies=asked_as(PlanDraft),
        status_code=200,
        response_description="The answer.",
        responses=REFUSED_CHANGES,
    )
    async def plan_hour(
        request: HttpRequest, asked: NamedDependency[PlanDraft]
    ) -> Response[DraftRow]:
        who = who_of(request.scope)

        def work() -> DraftRow:
            return plan_draft_as(settings, asked.number, who, asked.at)

        row = await threads.run(work)
        return as_json(row)

    @post(
        "/api/drafts/{number:str}/drop",
        **described(Role.SUBMITTER, "Documents"),
        operation_id="drop_draft",
        summary="Do not record it",
        dependencies=asked_as(OneDraft),
        status_code=200,
        response_description="The answer.",
        responses=REFUSED_CHANGES,
    )
    async def drop(
        request: HttpRequest, asked: NamedDependency[OneDraft]
    ) -> Response[DraftRow]:
        who = who_of(request.scope)

        def work() -> DraftRow:
            return drop_draft_as(settings, asked.number, who)

        row = await threads.run(work)
        return as_json(row)

    return [answer_questions, comment, plan_hour, drop]


async def refuse_names_of_others(
    threads: Threads, name: str, content: bytes, who: Who
) -> None:
    """Refuse documents that have somebody else's name, before they wait as a draft:
    whoever sends them hears of it, and not whoever would book them.

    What has no documents, or cannot be read, is not refused here.
    """
    if not is_json(name, content):
        return
    await threads.preview(
        lambda: check_names(name, content, who),
        of_submitter=who.role is Role.SUBMITTER,
    )


def book_draft_as(
    settings: Settings,
    number: int,
    who: Who,
    reason: str | None,
    preview: str | None,
    key: str | None = None,
    slip_answers: SlipAnswers = NOBODY_IS_ASKED,
) -> Done:
    """Book a draft as somebody's, if they may, and need not decide alone."""

    def check_decided(draft: Draft, outcome: Outcome, name: str) -> None:
        problem = not_decided_alone(draft, who, outcome, name, settings)
        if problem is not None:
            raise HttpRefusal(403, problem)

    done = book_draft(
        ledger=settings.ledger,
        number=number,
        outside=outside(settings, who),
        reason=reason,
        wait=settings.write_seconds,
        allowed=lambda waiting: check_booking(waiting, who),
        preview=preview,
        decided=check_decided,
        key=key,
        slip_answers=slip_answers,
    )
    return done._replace(report=with_signed_receipt(settings, done.report))


def receipt_of_draft(settings: Settings, number: int, who: Who) -> LogReceipt:
    """Make the receipt of a booked draft, for the person who left it and everybody who
    may see it.
    """
    row = own_draft(settings.ledger, number, who).row
    with snapshot(settings.ledger) as connection:
        receipt = receipt_of(connection, row.seqs)

    if receipt is None:
        message = say("nothing of draft {number} is recorded", number=number)
        hint = say("there is a receipt of what was booked")
        raise NotFound(Problem("no-receipt", message, hint=hint))

    return sign_receipt(settings, receipt)


def agree_as(
    settings: Settings, number: int, who: Who, reason: str | None, preview: str
) -> DraftRow:
    """Let somebody who may book a draft agree to a preview of it; another person books
    it then.
    """
    draft = waiting_draft(settings.ledger, number)
    check_booking(draft, who)
    done = tried_draft(settings, number, who, reason)
    return agree_to(settings.ledger, draft, preview, done, who.name, settings.now())


def plan_draft_as(
    settings: Settings, number: int, who: Who, at: str | None
) -> DraftRow:
    """Plan an hour as somebody's, if they may book the draft then, and alone; or take
    the hour back.
    """
    draft = waiting_draft(settings.ledger, number)
    check_booking(draft, who)
    if at is not None:
        check_planned(draft, who.name)
        problem = _why_not_alone(draft, who, {PUBLISH}, Outcome(), "", settings)
        if problem is not None:
            raise HttpRefusal(403, problem)

    return plan(settings.ledger, number, at, who.name, settings.now())


def drop_draft_as(settings: Settings, number: int, who: Who) -> DraftRow:
    """Drop a draft as somebody's, if they may see it."""
    own_draft(settings.ledger, number, who)
    return settle(settings.ledger, number, DROPPED, (), who.name, settings.now())


def not_decided_alone(
    draft: Draft, who: Who, outcome: Outcome, name: str, settings: Settings
) -> Problem | None:
    """Say why somebody may not book this preview alone; None if they may.

    `outcome`: what the preview came to. `name`: the preview's name, which whoever
    agreed to the draft had before them.
    """
    games = list_kind(draft.row.name, draft.content) not in ("json", *LIST_KINDS)
    kinds = kinds_of(outcome, games)
    return _why_not_alone(draft, who, kinds, outcome, name, settings)


def _why_not_alone(
    draft: Draft,
    who: Who,
    kinds: Collection[str],
    outcome: Outcome,
    name: str,
    settings: Settings,
) -> Problem | None:
    """Say why somebody needs a second person for a draft with documents of these kinds;
    None if they need nobody.

    `outcome` and `name`: of the preview, as `not_decided_alone` has them; an empty name
    for what nobody looked at.
    """
    eyes = FourEyes.from_words(settings.four_eyes)
    today = settings.now()[:10]
    reasons = eyes.reasons(kinds, outcome, today)
    if not reasons:
        return None

    steps = draft.row.steps or ()
    if not is_deciding_alone(who.name, draft.row.created_by, steps, name):
        return None

    return refusal(reasons)
