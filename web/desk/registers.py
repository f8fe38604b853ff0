"""Read at the desk and over the API what others keep: the register of members,
previewed, then kept in place of the one before; and a published list, held against the
ledger. Neither becomes a draft, since nothing of it is booked.
"""

from functools import partial
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler

from desk.lists.agree import REASONS, Agreement, ListAndTimes
from desk.lists.national import member_licences
from projections.answers import Sight
from projections.answers.asking import Asked
from projections.answers.open_reading import reading
from projections.answers.tournaments.licences import quarter_on, register_read
from web import Settings
from web.auth import sight_of, who_of
from web.booking import body_of
from web.booking.trying import FOR_THE_OFFICE
from web.desk import AtDesk, Desk, Form, shown, together
from web.http import HttpRequest, as_json
from web.openapi.operations import AN_OBJECT, OF_A_BODY, OF_WRITING, described, refusals
from web.openapi.parameters import asked_as
from web.pages.rendering import rendered
from web.questions import ReadMembers, asked_of
from web.sandbox import judged
from web.store.members import MembersRead, forget_register, keep_register, kept_register
from web.store.tokens import Role, Who

REGISTERS = ("text/csv", "text/plain", "application/octet-stream")
QUARTERS = 8  # of which the page leads to what clubs owe


def member_routes(desk: Desk) -> list[HTTPRouteHandler]:
    settings, ledger = desk.settings, desk.ledger

    async def kept(at: AtDesk) -> str:
        return await desk.threads.run(lambda: _page(ledger, at))

    @get("/desk/members", opt={"role": Role.OFFICER})
    async def looked_at(request: HttpRequest) -> Response[bytes]:
        return shown(await kept(desk.at(request)))

    @post("/desk/members", opt={"role": Role.OFFICER})
    async def sent(request: HttpRequest) -> Response[bytes]:
        at = desk.at(request)

        async def read(form: Form) -> Response[bytes]:
            name, content = form.chosen()
            look = bool(form.text("look"))
            work = partial(_kept, settings, name, content, at.who, look)
            answer = await desk.threads.preview(work)
            return shown(await desk.threads.run(lambda: _page(ledger, at, answer)))

        return await desk.take(request, "members", kept, read)

    @post("/desk/members/forget", opt={"role": Role.OFFICER})
    async def forgotten(request: HttpRequest) -> Response[bytes]:
        who = who_of(request.scope)
        return await desk.done(
            request,
            lambda: forget_register(ledger, who.name, settings.now()),
            "/desk/members",
        )

    @post(
        "/api/members",
        **described(Role.OFFICER, "Members", REGISTERS, AN_OBJECT),
        operation_id="keep_members",
        summary="Keep a register of members in place of the one before",
        description="No rating hangs on it, and it is in no event.",
        dependencies=asked_as(ReadMembers),
        status_code=200,
        response_description="The answer.",
        responses=refusals(403, *OF_WRITING, *OF_A_BODY),
    )
    async def read(
        request: HttpRequest, asked: NamedDependency[ReadMembers]
    ) -> Response[MembersRead]:
        who = who_of(request.scope)
        _, content = await body_of(request, settings, REGISTERS)
        work = partial(
            _kept, settings, asked.name or "body", content, who, asked.dry_run
        )
        return as_json(await desk.threads.preview(work))

    @post(
        "/api/members/forget",
        **described(Role.OFFICER, "Members"),
        operation_id="forget_members",
        summary="Forget the register of members, all of it",
        dependencies=asked_as(Asked),
        status_code=200,
        response_description="The answer.",
        responses=refusals(403, *OF_WRITING),
    )
    async def forget(
        request: HttpRequest, asked: NamedDependency[Asked]
    ) -> Response[MembersRead]:
        who = who_of(request.scope)
        return as_json(
            await desk.threads.run(
                lambda: forget_register(ledger, who.name, settings.now())
            )
        )

    return [looked_at, sent, forgotten, read, forget]


def _kept(
    settings: Settings, name: str, content: bytes, who: Who, dry_run: bool
) -> MembersRead:
    licences = judged(
        member_licences,
        settings.ledger,
        name,
        content,
        settings.now(),
        bounds=FOR_THE_OFFICE,
    )
    return keep_register(
        settings.ledger, name, licences, who.name, settings.now(), dry_run=dry_run
    )


def _page(ledger: str, at: AtDesk, read: MembersRead | None = None) -> str:
    register = kept_register(ledger)
    begins = {quarter_on(one.begins) for one in (register.licences if register else ())}
    return rendered(
        "desk/members.html",
        at.visit,
        at=at,
        register=register_read(register),
        read=read,
        quarters=sorted(begins, reverse=True)[:QUARTERS],
    )


LISTS = ("text/csv", "text/plain", "application/json", "application/octet-stream")
MOST_ROWS = 500  # of a page; programs get all


def agreement_routes(desk: Desk) -> list[HTTPRouteHandler]:
    settings, ledger = desk.settings, desk.ledger

    async def agreement(
        request: HttpRequest, asked: ListAndTimes, content: bytes, name: str
    ) -> Agreement:
        today = desk.at(request).visit.today
        sight = sight_of(who_of(request.scope).role, today)

        def work() -> Agreement:
            return judged(
                _agreed,
                ledger,
                sight,
                today,
                asked,
                content,
                name,
                bounds=FOR_THE_OFFICE,
            )

        return await desk.threads.run(work, costly=True)

    @post(
        "/api/agreement",
        **described(Role.OFFICER, "Trials", LISTS, AN_OBJECT),
        name="agree",
        operation_id="check_list",
        summary="Hold a list as it was published against the ledger",
        description=(
            "How many numbers are the same, and of the others why not. The body is the"
            " list: CSV, or a spreadsheet."
        ),
        dependencies=asked_as(ListAndTimes),
        status_code=200,
        response_description="The answer.",
        responses=refusals(403, *OF_WRITING, *OF_A_BODY),
    )
    async def agreed(
        request: HttpRequest, asked: NamedDependency[ListAndTimes]
    ) -> Response[Agreement]:
        _, content = await body_of(request, settings, LISTS)
        return as_json(await agreement(request, asked, content, ""))

    async def unanswered(at: AtDesk) -> str:
        return await desk.known(
            at,
            lambda reading: rendered(
                "desk/agree.html", at.visit, at=at, lists=reading.lists(), answer=None
            ),
        )

    @get("/desk/agree", opt={"role": Role.OFFICER})
    async def empty(request: HttpRequest) -> Response[bytes]:
        return shown(await unanswered(desk.at(request)))

    @post("/desk/agree", opt={"role": Role.OFFICER})
    async def compared(request: HttpRequest) -> Response[bytes]:
        at = desk.at(request)

        async def compare(form: Form) -> Response[bytes]:
            stated = urlencode(
                {name: form.text(name) for name in ("list", "as_of")}
            ).encode()
            together(
                form.chosen, lambda: asked_of(ListAndTimes, {}, stated, forgiving=True)
            )
            name, content = form.chosen()
            answer = await agreement(
                request,
                asked_of(ListAndTimes, {}, stated, forgiving=True),
                content,
                name,
            )
            lists = await desk.known(at, lambda reading: reading.lists())
            return shown(
                rendered(
                    "desk/agree.html",
                    at.visit,
                    at=at,
                    lists=lists,
                    answer=answer,
                    name=name,
                    reasons=REASONS,
                    most=MOST_ROWS,
                )
            )

        return await desk.take(request, "agree", unanswered, compare)

    return [agreed, empty, compared]


def _agreed(
    ledger: str,
    sight: Sight,
    today: str,
    asked: ListAndTimes,
    content: bytes,
    name: str,
) -> Agreement:
    with reading(ledger, asked.times(), today) as opened:
        opened.sight = sight
        return asked.of(opened, content, name or None)
