"""Read the register of members at the desk and over the API: previewed, then kept in
place of the one before. It becomes no draft, since nothing of it is booked. And say on
the page of a draft who in its preview has no licence.
"""

from collections.abc import Sequence
from functools import partial

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler

from desk.outcomes import Unlicensed
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
from web.booking.bodies import body_of
from web.booking.trying import FOR_THE_OFFICE
from web.desk.form_fields import Form
from web.desk.office_desk import AtDesk, Desk, page_response
from web.desk.pages import Preview
from web.http import HttpRequest, as_json
from web.openapi.operations import AN_OBJECT, OF_A_BODY, OF_WRITING, described, refusals
from web.openapi.parameters import asked_as
from web.pages.rendering import rendered
from web.sandbox import run_in_sandbox
from web.store.drafts import Draft
from web.store.roles import Role
from web.store.tokens import Who

REGISTERS = ("text/csv", "text/plain", "application/octet-stream")
QUARTERS = 8  # of which the page leads to what clubs owe


def member_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the addresses of the register: its page, and what programs send."""
    settings, ledger = desk.settings, desk.ledger

    async def register_page(at: AtDesk, read: MembersRead | None = None) -> str:
        return await desk.threads.run(partial(_page, ledger, at, read))

    @get("/desk/members", opt={"role": Role.OFFICER})
    async def looked_at(request: HttpRequest) -> Response[bytes]:
        page = await register_page(desk.at(request))
        return page_response(page)

    @post("/desk/members", opt={"role": Role.OFFICER})
    async def sent(request: HttpRequest) -> Response[bytes]:
        at = desk.at(request)

        async def keep_sent(form: Form) -> Response[bytes]:
            file, content = form.chosen()

            def work() -> MembersRead:
                return _read_and_keep(
                    settings,
                    file=file,
                    content=content,
                    who=at.who,
                    dry_run=bool(form.text("look")),
                )

            read = await desk.threads.preview(work)
            page = await register_page(at, read)
            return page_response(page)

        return await desk.take(request, "members", register_page, keep_sent)

    @post("/desk/members/forget", opt={"role": Role.OFFICER})
    async def forgotten(request: HttpRequest) -> Response[bytes]:
        who = who_of(request.scope)

        def work() -> MembersRead:
            return _forget_register(settings, who)

        return await desk.do_and_lead_on(request, work, "/desk/members")

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

        def work() -> MembersRead:
            return _read_and_keep(
                settings,
                file=asked.name or "body",
                content=content,
                who=who,
                dry_run=asked.dry_run,
            )

        answer = await desk.threads.preview(work)
        return as_json(answer)

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

        def work() -> MembersRead:
            return _forget_register(settings, who)

        answer = await desk.threads.run(work)
        return as_json(answer)

    return [looked_at, sent, forgotten, read, forget]


def _read_and_keep(
    settings: Settings, file: str, content: bytes, who: Who, dry_run: bool
) -> MembersRead:
    """Read a register and keep it, or only say what it comes to; it is read in a
    process of its own, within bounds.
    """
    ledger, now = settings.ledger, settings.now()
    licences = run_in_sandbox(
        member_licences, ledger, file, content, now, bounds=FOR_THE_OFFICE
    )
    return keep_register(ledger, file, licences, who.name, now, dry_run=dry_run)


def _forget_register(settings: Settings, who: Who) -> MembersRead:
    return forget_register(settings.ledger, who.name, settings.now())


def _page(ledger: str, at: AtDesk, read: MembersRead | None = None) -> str:
    """Draw the page of the register; `read`: what the file that was just sent comes to."""
    register = kept_register(ledger)
    licences = register.licences if register else ()
    quarters = {quarter_on(one.begins) for one in licences}
    newest_first = sorted(quarters, reverse=True)

    return rendered(
        "members/members.html",
        at.visit,
        at=at,
        register=register_read(register),
        read=read,
        quarters=newest_first[:QUARTERS],
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
