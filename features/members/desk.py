"""Read the register of members at the desk and over the API: previewed, then kept in
place of the one before. It becomes no draft, since nothing of it is booked. And say on
the page of a draft who in its preview has no licence.
"""

from collections.abc import Sequence
from functools import partial

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler

from desk import Unlicensed
from features.members.answers import quarter_on, register_read
from features.members.store import (
    MembersRead,
    ReadMembers,
    forget_register,
    keep_register,
    kept_register,
)
from features.members.whose import member_licences
from projections.answers.asking import Asked
from projections.answers.reading import Reading
from web import Settings
from web.auth import who_of
from web.booking import body_of
from web.booking.trying import FOR_THE_OFFICE
from web.desk.form_fields import Form
from web.desk.office_desk import AtDesk, Desk, shown
from web.desk.pages import Preview
from web.http import HttpRequest, as_json
from web.openapi.operations import AN_OBJECT, OF_A_BODY, OF_WRITING, described, refusals
from web.openapi.parameters import asked_as
from web.pages.rendering import rendered
from web.sandbox import judged
from web.store.drafts import Draft
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
        "members/members.html",
        at.visit,
        at=at,
        register=register_read(register),
        read=read,
        quarters=sorted(begins, reverse=True)[:QUARTERS],
    )


def unlicensed_of_draft(
    desk: Desk, at: AtDesk, reading: Reading, draft: Draft, preview: Preview
) -> str:
    """Draw who in the preview of a draft has no paid licence; empty for whoever may not
    see it, and where no register was read.
    """
    report = preview.done.report if preview.done else None
    rows: Sequence[Unlicensed] = getattr(report, "unlicensed", ()) or ()
    if not rows:
        return ""

    # players whom the draft itself brings have no page yet
    unknown = {
        row.player for row in rows if reading.timeline.player(row.player) is None
    }
    return rendered("members/unlicensed.html", at.visit, rows=rows, unknown=unknown)


def is_officer(at: AtDesk) -> bool:
    """Tell whether somebody at the desk may see licences."""
    return at.is_officer
