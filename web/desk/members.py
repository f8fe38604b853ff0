"""Read the federation's register of members at the desk and over the API: a file is previewed, then kept in place of
the one before. It becomes no draft, since nothing of it is booked.
"""

from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.handlers import HTTPRouteHandler
from msgspec import Meta

from ledger.errors import Problem, Refused
from messages import over_http
from messages.answer import json_text
from projections.answers.asking import Asked
from projections.answers.tournaments.licences import quarter_on, register_read
from web.auth import who_of
from web.desk.documents import form_of
from web.desk.pages import AtDesk
from web.desk.place import Desk, HttpRequest, shown
from web.kept.members import MembersRead, forget_register, keep_register, kept_register
from web.kept.tokens import Role, Who
from web.pages.rendering import rendered
from web.questions import asked_of
from web.wire.problems import status_of, unplaced
from web.writing import body_of
from web.writing.drafts import FileName
from web.writing.trying import read_register

REGISTERS = ("text/csv", "text/plain", "application/octet-stream")
QUARTERS = 8  # of which the page leads to what clubs owe


class ReadMembers(Asked, frozen=True, kw_only=True):
    """A register of members to keep, or with `dry_run` only to look at."""

    name: FileName | None = None
    dry_run: Annotated[bool, Meta(description="Keep nothing; answer what would differ.")] = False


def member_routes(desk: Desk) -> list[HTTPRouteHandler]:
    settings, ledger = desk.settings, desk.ledger

    def kept(name: str, content: bytes, who: Who, dry_run: bool) -> MembersRead:
        licences = read_register(settings, name, content, who)
        return keep_register(ledger, name, licences, who.name, settings.now(), dry_run=dry_run)

    def page(at: AtDesk, read: MembersRead | None = None, problems: tuple[Problem, ...] = ()) -> str:
        register = kept_register(ledger)
        begins = {quarter_on(one.begins) for one in (register.licences if register else ())}
        return rendered(
            "desk/members.html", at.visit, at=at, register=register_read(register), read=read, problems=problems,
            quarters=sorted(begins, reverse=True)[:QUARTERS],
        )  # fmt: skip

    @get("/desk/members", opt={"role": Role.OFFICER})
    async def looked_at(request: HttpRequest) -> Response[bytes]:
        at = desk.at(request)
        return await desk.page(lambda: page(at))

    @post("/desk/members", opt={"role": Role.OFFICER})
    async def sent(request: HttpRequest) -> Response[bytes]:
        at, form = desk.at(request), await form_of(request, settings)
        name, content = form.chosen()

        def work() -> tuple[str, int]:
            try:
                return page(at, kept(name, content, at.who, bool(form.text("look")))), 200
            except Refused as refusal:
                return page(at, problems=unplaced(refusal.problems, ledger)), status_of(refusal)

        return shown(*await desk.threads.preview(work))

    @post("/desk/members/forget", opt={"role": Role.OFFICER})
    async def forgotten(request: HttpRequest) -> Response[bytes]:
        who = who_of(request.scope)
        await desk.threads.run(lambda: forget_register(ledger, who.name, settings.now()), costly=False)
        return desk.to(request, "/desk/members")

    @post("/api/members", opt={"role": Role.OFFICER})
    async def read(request: Request[Any, Any, Any]) -> Response[bytes]:
        asked, who = asked_of(ReadMembers, {}, request.scope["query_string"]), who_of(request.scope)
        _, content = await body_of(request, settings, REGISTERS)
        return _answer(await desk.threads.preview(lambda: kept(asked.name or "body", content, who, asked.dry_run)))

    @post("/api/members/forget", opt={"role": Role.OFFICER})
    async def forget(request: Request[Any, Any, Any]) -> Response[bytes]:
        asked_of(Asked, {}, request.scope["query_string"])
        who = who_of(request.scope)
        return _answer(await desk.threads.run(lambda: forget_register(ledger, who.name, settings.now()), costly=False))

    return [looked_at, sent, forgotten, read, forget]


def _answer(answer: MembersRead) -> Response[bytes]:
    content = (json_text(answer, over_http) + "\n").encode()
    return Response(content, headers={"cache-control": "no-store"}, media_type="application/json", status_code=200)
