"""Drafts over HTTP: files and documents that wait, answered and previewed, then booked or dropped."""

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request, Response, get, post
from litestar.handlers import HTTPRouteHandler
from msgspec import Meta

from ledger.documents import kind_of
from ledger.errors import Problem, SeloError
from messages import say
from messages.answer import Answer, json_text
from projections.answers.asking import Asked, Text
from service.booking import Report, book_draft, check_answers, documents_in, preview_draft
from service.drafts import (
    DROPPED,
    WAITING,
    Draft,
    DraftsAnswer,
    answer_draft,
    draft,
    drafts,
    keep_draft,
    settle,
)
from service.tokens import Role, Who, allows
from web.auth import sight_of, who_of
from web.questions.parameters import asked_of
from web.settings import Settings
from web.wire.bodies import body_of
from web.wire.metrics import Metrics
from web.wire.problems import HttpRefusal
from web.wire.threads import Threads
from web.writing.documents import DOCUMENTS, check_roles, idempotency_key, outside, preview_named, written
from web.writing.seen import seen

FILES = (*DOCUMENTS, "text/plain", "text/csv", "text/html", "application/octet-stream")
FileName = Annotated[str, Meta(min_length=1, max_length=200, description="The name of the file; it is kept with it.")]


class KeepDraft(Asked, frozen=True, kw_only=True):
    """A file or documents to keep until somebody books them."""

    name: FileName | None = None
    note: Text | None = None


class Drafts(Asked, frozen=True, kw_only=True):
    """The drafts that wait; somebody who may not book them sees their own."""

    everything: bool = msgspec.field(default=False, name="all")


class OneDraft(Asked, frozen=True, kw_only=True):
    """One draft."""

    number: int


A = TypeVar("A", bound=OneDraft)


class BookDraft(OneDraft, frozen=True, kw_only=True):
    """A draft, previewed or booked; with a reason as a correction of the tournament in the ledger."""

    reason: Text | None = None


def draft_routes(settings: Settings, threads: Threads, metrics: Metrics) -> list[HTTPRouteHandler]:
    ledger = settings.ledger

    @post("/api/drafts", opt={"role": Role.SUBMITTER})
    async def keep(request: Request[Any, Any, Any]) -> Response[bytes]:
        asked = asked_of(KeepDraft, {}, request.scope["query_string"])
        kind, content = await body_of(request, settings, FILES)
        who, key = who_of(request.scope), idempotency_key(request)
        name = asked.name or DOCUMENTS.get(kind, "draft")
        row = await threads.run(
            lambda: keep_draft(ledger, name, content, None, asked.note, key, who.name, settings.now()), costly=False
        )
        return written(row, settings)

    @get("/api/drafts", opt={"role": Role.SUBMITTER})
    async def listed(request: Request[Any, Any, Any]) -> Response[bytes]:
        asked, who = asked_of(Drafts, {}, request.scope["query_string"]), who_of(request.scope)
        state = None if asked.everything else WAITING
        return _answer(await threads.run(lambda: seen_drafts(ledger, state, who), costly=False))

    @get("/api/drafts/{number:str}", opt={"role": Role.SUBMITTER})
    async def shown(request: Request[Any, Any, Any]) -> Response[bytes]:
        asked, who = _asked(OneDraft, request), who_of(request.scope)
        return _answer((await threads.run(lambda: own_draft(ledger, asked.number, who), costly=False)).row)

    @post("/api/drafts/{number:str}/answers", opt={"role": Role.SUBMITTER})
    async def answered(request: Request[Any, Any, Any]) -> Response[bytes]:
        asked, who = _asked(OneDraft, request), who_of(request.scope)
        _, content = await body_of(request, settings, ("application/json",))

        def work() -> Answer:
            check_answers(own_draft(ledger, asked.number, who), "body.json", content)
            return answer_draft(ledger, asked.number, content)

        return _answer(await threads.run(work, costly=False))

    @get("/api/drafts/{number:str}/preview", opt={"role": Role.SUBMITTER})
    async def previewed(request: Request[Any, Any, Any]) -> Response[bytes]:
        asked, who = _asked(BookDraft, request), who_of(request.scope)

        def work() -> Report:
            own_draft(ledger, asked.number, who)
            given = outside(settings, who)
            return seen(
                ledger, sight_of(who.role, settings.now()[:10]),
                lambda: preview_draft(ledger, asked.number, given, asked.reason, settings.write_seconds),
            ).report  # fmt: skip

        with metrics.writing():  # a preview goes the whole way and takes it back
            report = await threads.write(work)
        return _answer(report, {"etag": f'"{report.preview}"'})

    @post("/api/drafts/{number:str}/book", opt={"role": Role.SUBMITTER})
    async def booked(request: Request[Any, Any, Any]) -> Response[bytes]:
        asked, who = _asked(BookDraft, request), who_of(request.scope)

        def allowed(waiting: Draft) -> None:
            check_booking(waiting, who, settings)

        with metrics.writing():
            done = await threads.write(
                lambda: book_draft(
                    ledger,
                    asked.number,
                    outside(settings, who),
                    asked.reason,
                    settings.write_seconds,
                    allowed,
                    preview_named(request),
                )
            )
        return written(done.report, settings)

    @post("/api/drafts/{number:str}/drop", opt={"role": Role.SUBMITTER})
    async def dropped(request: Request[Any, Any, Any]) -> Response[bytes]:
        asked, who = _asked(OneDraft, request), who_of(request.scope)

        def work() -> Answer:
            own_draft(ledger, asked.number, who)
            return settle(ledger, asked.number, DROPPED, (), who.name, settings.now())

        return _answer(await threads.run(work, costly=False))

    return [keep, listed, shown, answered, previewed, booked, dropped]


def _asked(kind: type[A], request: Request[Any, Any, Any]) -> A:
    in_path = {name: str(value) for name, value in request.path_params.items()}
    return asked_of(kind, in_path, request.scope["query_string"])


def seen_drafts(ledger: str, state: str | None, who: Who) -> DraftsAnswer:
    """Those that somebody may see."""
    if allows(who.role, Role.OFFICER) or who.role is Role.SUBMITTER:
        return drafts(ledger, state, None if allows(who.role, Role.OFFICER) else who.name)
    rows = drafts(ledger, state).rows
    return DraftsAnswer(rows=tuple(row for row in rows if may_see(draft(ledger, row.number), who)))


def own_draft(ledger: str, number: int, who: Who) -> Draft:
    """A draft of theirs, or any for whoever may book it: who decides sees what they decide on."""
    waiting = draft(ledger, number)
    if not may_see(waiting, who):
        raise _of_somebody_else(number)
    return waiting


def _of_somebody_else(number: int) -> HttpRefusal:
    hint = say("it needs the role {role}", role=Role.OFFICER)
    return HttpRefusal(403, Problem("not-allowed", say("draft {number} is somebody else's", number=number), hint=hint))


def may_see(waiting: Draft, who: Who) -> bool:
    """Their own, any for an officer, and for others what they may book."""
    if waiting.row.created_by == who.name or allows(who.role, Role.OFFICER):
        return True
    try:
        documents = documents_in(waiting)
        check_roles(documents, who)
    except SeloError:
        return False
    return bool(documents)


def check_booking(waiting: Draft, who: Who, settings: Settings) -> None:
    """The role for what is in it, and a second pair of eyes where the service asks for one."""
    if not may_see(waiting, who):  # nothing of it is told to anybody else, not even what is wrong with it
        raise _of_somebody_else(waiting.row.number)
    documents = documents_in(waiting)
    if documents:
        check_roles(documents, who)
    elif not allows(who.role, Role.OFFICER):
        message = say("a token of the role {role} may not book this", role=who.role)
        raise HttpRefusal(403, Problem("not-allowed", message, hint=say("it needs the role {role}", role=Role.OFFICER)))
    kinds = sorted({kind_of(placed.document) for placed in documents} & settings.four_eyes)
    if kinds and waiting.row.created_by == who.name:
        message = say(
            "{kinds} needs a second pair of eyes: {name} left this draft", kinds=" and ".join(kinds), name=who.name
        )
        raise HttpRefusal(403, Problem("four-eyes", message, hint=say("somebody else must book it")))


def _answer(answer: Answer, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    content = (json_text(answer) + "\n").encode()
    named = {"cache-control": "no-store", **(headers or {})}
    return Response(content, headers=named, media_type="application/json", status_code=200)
