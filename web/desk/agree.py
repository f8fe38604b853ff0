"""Hold a published list against the ledger: for programs, and as a page of the desk. Nothing is kept of the list."""

from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from desk.lists.agree import REASONS, Agreement, ListAndTimes
from messages import over_http
from messages.answer import json_text
from projections.answers import Sight
from projections.answers.reading import reading
from web.auth import sight_of, who_of
from web.desk.documents import form_of
from web.desk.place import Desk, HttpRequest, shown
from web.kept.tokens import Role
from web.pages.rendering import rendered
from web.questions import asked_of
from web.wire.judging import judged
from web.writing import body_of
from web.writing.trying import FOR_THE_OFFICE

LISTS = ("text/csv", "text/plain", "application/json", "application/octet-stream")
MOST_ROWS = 500  # of a page; programs get all


def agreement_routes(desk: Desk) -> list[HTTPRouteHandler]:
    settings, ledger = desk.settings, desk.ledger

    async def agreement(request: HttpRequest, asked: ListAndTimes, content: bytes, name: str) -> Agreement:
        today = desk.at(request).visit.today
        sight = sight_of(who_of(request.scope).role, today)

        def work() -> Agreement:
            return judged(_agreed, ledger, sight, today, asked, content, name, bounds=FOR_THE_OFFICE)

        return await desk.threads.run(work, costly=True)

    @post("/api/agreement", opt={"role": Role.OFFICER}, name="agree")
    async def agreed(request: HttpRequest) -> Response[bytes]:
        asked = asked_of(ListAndTimes, {}, request.scope["query_string"])
        _, content = await body_of(request, settings, LISTS)
        answer = await agreement(request, asked, content, "")
        body = (json_text(answer, over_http) + "\n").encode()
        return Response(body, status_code=200, headers={"cache-control": "no-store"}, media_type="application/json")

    @get("/desk/agree", opt={"role": Role.OFFICER})
    async def empty(request: HttpRequest) -> Response[bytes]:
        return await desk.of_ledger(
            request,
            lambda at, reading: rendered("desk/agree.html", at.visit, at=at, lists=reading.lists(), answer=None),
        )

    @post("/desk/agree", opt={"role": Role.OFFICER})
    async def compared(request: HttpRequest) -> Response[bytes]:
        at, form = desk.at(request), await form_of(request, settings)
        stated = urlencode({name: form.text(name) for name in ("list", "as_of")}).encode()
        name, content = form.chosen()
        answer = await agreement(request, asked_of(ListAndTimes, {}, stated, forgiving=True), content, name)
        lists = await desk.known(at, lambda reading: reading.lists())
        return shown(rendered(
            "desk/agree.html", at.visit, at=at, lists=lists, answer=answer, name=name, reasons=REASONS, most=MOST_ROWS,
        ))  # fmt: skip

    return [agreed, empty, compared]


def _agreed(ledger: str, sight: Sight, today: str, asked: ListAndTimes, content: bytes, name: str) -> Agreement:
    with reading(ledger, asked.times(), today) as opened:
        opened.sight = sight
        return asked.of(opened, content, name or None)
