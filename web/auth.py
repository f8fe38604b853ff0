"""Find out who is asking, by token or session, and whether they may: every route names
its role, and a route without one answers nobody.
"""

from collections.abc import Awaitable, Callable
from typing import Any, cast

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.types import ASGIApp

from ledger.errors import Problem
from messages import Message, say
from projections.answers import Viewer
from web import Settings
from web.http import (
    COOKIE,
    HttpRefusal,
    HttpRequest,
    NotLoggedIn,
    TypedForm,
)
from web.store.beside import hold
from web.store.notices import note_denial
from web.store.roles import Role, allows
from web.store.sessions import who_has
from web.store.tokens import Who, who_shows
from web.threads import Threads

# over TLS with a prefix, so that no other site below the same name can set it
IN_TLS = {True: "__Host-", False: "__Secure-"}  # whether it stands at the root
NOBODY = Who("-", Role.ANYBODY, "-")
Connection = ASGIConnection[Any, Any, Any, Any]


class Authentication(AbstractAuthenticationMiddleware):
    """Middleware before every route: it finds out who asks, by token or session."""

    def __init__(
        self, app: ASGIApp, settings: Settings, threads: Threads, denials: "Denials"
    ) -> None:
        super().__init__(app)
        self._settings = settings
        self._threads = threads
        self._denials = denials

    async def authenticate_request(
        self, connection: Connection
    ) -> AuthenticationResult:
        given = connection.headers.get("authorization")
        if given is not None:
            who = await self._shows(connection, given)
        elif "cookie" in connection.headers:
            who = await self._in_session(connection)
        else:
            who = NOBODY
        return AuthenticationResult(user=who, auth=None)

    async def _shows(self, connection: Connection, given: str) -> Who:
        """Return whose token is shown."""
        scheme, _, text = given.partition(" ")
        if scheme.lower() != "bearer":
            raise _not_logged_in(
                say("only tokens are accepted here"),
                say("send one as Authorization: Bearer selo_..."),
            )
        ledger, shown, now = self._settings.ledger, text.strip(), self._settings.now()
        # in a thread: the first use in a minute is written down
        who = await self._threads.run(
            lambda: _hold_ledger(ledger, who_shows(ledger, shown, now))
        )
        if who is None:
            await self._denials.note(connection, NOBODY, "a token that does not work")
            raise _not_logged_in(
                say("this token does not work"),
                say("it was mistyped, has expired or was revoked"),
            )
        return who

    async def _in_session(self, connection: Connection) -> Who:
        """Return whose session the browser has.

        A browser sends its cookie along with requests that other sites made it send, so
        a request that changes something must come from a page of this service.
        """
        cookie = session_cookie(self._settings, connection)
        if not cookie:
            return NOBODY
        ledger, now = self._settings.ledger, self._settings.now()
        who = await self._threads.run(
            lambda: _hold_ledger(ledger, who_has(ledger, cookie, now))
        )
        if who is None:
            return NOBODY  # it has run out: what is public stays so
        if connection.scope.get("method") not in ("GET", "HEAD"):
            check_same_site(connection)
        return who


class Roles:
    """A guard before every route: it refuses what the role of whoever asks may not do."""

    def __init__(
        self,
        denials: "Denials",
        form_to_keep: Callable[[HttpRequest], Awaitable[TypedForm | None]],
    ) -> None:
        """`form_to_keep`: reads what somebody sent who may not do it, or is logged out,
        for the page that tells them so.
        """
        self._denials = denials
        self._form_to_keep = form_to_keep

    async def __call__(self, connection: Connection, handler: BaseRouteHandler) -> None:
        if connection.scope.get("method") == "OPTIONS":
            return
        needed = handler.opt.get("role")
        if needed is None:
            raise HttpRefusal(
                403,
                Problem(
                    "not-allowed",
                    say("nobody may use this address"),
                    hint=say("report this, please"),
                ),
            )

        who = who_of(connection.scope)
        if allows(who.role, Role(needed)):
            return
        await self._denials.note(connection, who, f"needs {needed}")

        typed = await self._form_to_keep(cast(HttpRequest, connection))
        if who is NOBODY:
            raise _not_logged_in(
                say("a token is needed here"),
                say("send it as Authorization: Bearer selo_..."),
                typed,
            )

        message = say("the role {role} does not allow this", role=who.role)
        raise HttpRefusal(
            403,
            Problem(
                "not-allowed",
                message,
                hint=say("it needs the role {role}", role=needed),
            ),
            typed=typed,
        )


class Denials:
    """Denied attempts are noted, but not so often that a flood of them fills the disk."""

    def __init__(self, settings: Settings, threads: Threads) -> None:
        self._settings = settings
        self._threads = threads
        # the second in which one was last noted, and how many were noted in it
        self._second = ""
        self._noted_in_second = 0

    async def note(self, connection: Connection, who: Who, why: str) -> None:
        """Note a denial in the ledger; of many in one second only the first ones."""
        now = self._settings.now()
        this_second = now[:19]
        if self._second != this_second:
            self._second = this_second
            self._noted_in_second = 0
        self._noted_in_second += 1
        if self._noted_in_second > self._settings.denials_noted_a_second:
            return

        route = connection.scope.get("path_template", "-")
        about = f"{connection.scope.get('method')} {route}: {why}"
        ledger = self._settings.ledger
        await self._threads.run(lambda: note_denial(ledger, now, who.token, about))


def _hold_ledger(ledger: str, who: Who | None) -> Who | None:
    hold(ledger)  # they may read on, should the disk be full
    return who


def refuse_other_sites(connection: Connection) -> None:
    """Refuse a form that a page of another site sent. What is no browser says nothing
    of sites, and needs no session: a program may use the address as anybody.
    """
    if "sec-fetch-site" in connection.headers or "origin" in connection.headers:
        check_same_site(connection)


def check_same_site(connection: Connection) -> None:
    """Refuse a request that no page of this service sent, as the browser itself says; a
    browser too old to say so names at least the origin.
    """
    site = connection.headers.get("sec-fetch-site")
    origin, host = connection.headers.get("origin"), connection.headers.get("host", "")
    if site is not None:
        own = site == "same-origin"
    else:
        own = origin is not None and origin.partition("://")[2] == host
    if not own:
        message = say("this request comes from a page of another site")
        raise HttpRefusal(
            403,
            Problem(
                "cross-site",
                message,
                hint=say("send it from a page of the service, or use a token"),
            ),
        )


def _not_logged_in(
    message: Message, hint: Message, typed: TypedForm | None = None
) -> NotLoggedIn:
    """Make the refusal of somebody whom the service does not know. `typed`: what they
    sent.
    """
    return NotLoggedIn(Problem("token", message, hint=hint), typed)


# who keeps the register, and who audits it; a reader is a stranger with a token
_SEES_PEOPLE = frozenset({Role.OFFICER, Role.PUBLISHER, Role.AUDITOR, Role.ADMIN})


def viewer_of(role: Role, today: str) -> Viewer:
    """Return what somebody of a role may see of people today: everything, or only what
    is public. The reading of their question takes it as its `viewer`.
    """
    return Viewer(role in _SEES_PEOPLE, today)


def who_of(scope: Any) -> Who:
    """Return who asks, as the middleware found them by token or session; NOBODY for a
    stranger: `who_of(request.scope).name`.
    """
    # nobody is looked for where a browser asks what is allowed at an address
    who: Who = scope.get("user", NOBODY)
    return who


def session_cookie(settings: Settings, connection: Connection) -> str:
    """Return the cookie of a browser's session; "" where it has none."""
    name = cookie_name(settings, connection.scope["scheme"])
    return connection.cookies.get(name, "")


def cookie_name(settings: Settings, scheme: str) -> str:
    return (IN_TLS[not settings.base_path] if scheme == "https" else "") + COOKIE
