"""The page of the devices on which somebody is logged in: where one logs out everywhere,
and takes a link to another device. Whoever may, sees everybody there and invites people.
"""

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from ledger.all_checked import all_checked
from ledger.errors import Problem, Refused, Where
from messages import by_command, say
from web.auth import session_cookie
from web.desk.form_fields import Form
from web.desk.office_desk import AtDesk, Desk, page_response
from web.http import HttpRefusal, HttpRequest
from web.http.addresses import part_of_address
from web.pages.rendering import rendered
from web.store.roles import Role, allows
from web.store.sessions import (
    LoginLink,
    end_session,
    end_sessions,
    invitation,
    is_kept,
    new_link,
    session_id,
    sessions,
)
from web.store.tokens import checked_name

# as whom people are invited
INVITED = (Role.SUBMITTER, Role.OFFICER, Role.PUBLISHER, Role.AUDITOR, Role.ADMIN)


def device_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the page of somebody's devices, and what its buttons do.

    A link for another device, an invitation of somebody new, the end of one session,
    and the end of all of one's own.
    """
    ledger, settings = desk.settings.ledger, desk.settings

    async def devices(
        request: HttpRequest, at: AtDesk, link: LoginLink | None = None
    ) -> str:
        """Return the page; who may not invite people sees their own devices alone.

        `link`: one that was just made, which is shown this once.
        """
        # which of the rows is the browser that asks
        own = session_id(session_cookie(settings, request))
        rows = await desk.threads.run(lambda: sessions(ledger, settings.now()).rows)

        if not may_invite(at):
            rows = tuple(row for row in rows if row.name == at.who.name)

        return rendered(
            "desk/devices.html",
            at.visit,
            at=at,
            own=own,
            rows=rows,
            link=link,
            is_kept=any(is_kept(row) for row in rows if row.id == own),
            invites=may_invite(at),
        )

    @get("/desk/devices", opt={"role": Role.READER})
    async def page(request: HttpRequest) -> Response[bytes]:
        return page_response(await devices(request, desk.at(request)))

    @post("/desk/devices/link", opt={"role": Role.READER})
    async def linked(request: HttpRequest) -> Response[bytes]:
        at = desk.at(request)
        now = settings.now()
        own = session_id(session_cookie(settings, request))

        def make() -> LoginLink:
            check_own_device(own, now)

            name = at.who.name
            return new_link(ledger, at.visit.root, name, at.who.role, by=name, now=now)

        link = await desk.threads.run(make)

        return page_response(await devices(request, at, link))

    def check_own_device(own: str, now: str) -> None:
        """Refuse to make a link anywhere but on somebody's own device: whoever finds a
        browser open, or has a token, would have a session of their own.

        `own`: the id of the session that asks; `now`: a moment, by which sessions that
        ended are told. A session is kept where they said at the login that the device
        is theirs alone.
        """
        rows = sessions(ledger, now).rows

        if not any(row.id == own and is_kept(row) for row in rows):
            message = say("a link can be made only on a device that is yours alone")
            hint = say("log in there, and say that the device is yours alone")
            raise HttpRefusal(409, Problem("needs-own-device", message, hint=hint))

    @post("/desk/devices/invite", opt={"role": Role.ADMIN})
    async def invited(request: HttpRequest) -> Response[bytes]:
        at = desk.at(request)

        async def invite(form: Form) -> Response[bytes]:
            check_session(at)
            name = form.text("name")

            # a wrong name and a wrong role are told at once
            _, role = all_checked(lambda: checked_name(name), lambda: role_of(form))

            def make() -> LoginLink:
                by = at.who.name
                now = settings.now()
                return invitation(ledger, at.visit.root, name, role, by, now)

            link = await desk.threads.run(make)
            return page_response(await devices(request, at, link))

        return await desk.take(
            request, "invite", lambda at: devices(request, at), invite
        )

    @post("/desk/devices/{session:str}/end", opt={"role": Role.READER})
    async def ended(request: HttpRequest) -> Response[bytes]:
        at = desk.at(request)
        session = part_of_address(request, "session")
        now = settings.now()

        def end() -> None:
            # whoever may invite people may end their sessions too
            own = not may_invite(at)
            end_session(ledger, session, at.who.name, now, own=own)

        return await desk.do_and_lead_on(request, end, "/desk/devices")

    @post("/desk/devices/end", opt={"role": Role.READER})
    async def all_ended(request: HttpRequest) -> Response[bytes]:
        name = desk.at(request).who.name
        now = settings.now()

        def end() -> None:
            end_sessions(ledger, name, now)

        return await desk.do_and_lead_on(request, end, "/")

    return [page, linked, invited, ended, all_ended]


def check_session(at: AtDesk) -> None:
    """Refuse somebody who shows a token: sessions made by it would outlive it.

    A token may be withdrawn; whoever was invited with it would stay. `HttpRefusal`
    (409).
    """
    if not at.who.is_in_browser:
        message = say("people are invited in a browser")
        hint = by_command("use `selo access login`", "log in, and open /desk/devices")
        raise HttpRefusal(409, Problem("needs-own-device", message, hint=hint))


def may_invite(at: AtDesk) -> bool:
    """Tell whether somebody may invite people, and log others out: who has the role of
    an admin.
    """
    return allows(at.who.role, Role.ADMIN)


def role_of(form: Form) -> Role:
    """Return the role that the form names; refuse any other text.

    One of `INVITED`: nobody is invited as a mere reader. `Refused`: the field is empty
    or has a word that is none of them; what is told of it is cut to 40 characters.
    """
    for role in INVITED:
        if role.value == form.text("role"):
            return role

    message = say("{text} is not a role", text=repr(form.text("role")[:40]))
    raise Refused(Problem("wrong-value", message, Where(field="role")))
