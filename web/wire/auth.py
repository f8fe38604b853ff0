"""Who is asking, and whether they may: every route names its role, and a route without one answers nobody."""

from collections.abc import Awaitable, Callable
from typing import Any

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from ledger.errors import Problem
from messages import Message, say
from projections.answers.sight import PUBLIC, WHOLE, Sight
from service.notices import denied
from service.roles import Role, allows
from service.sessions import who_has
from service.tokens import Who, who_shows
from web.settings import Settings
from web.wire.problems import HttpRefusal
from web.wire.threads import Threads

COOKIE = "selo_session"
WHO = "selo_who"  # where the rest of the program finds them in the scope
NOBODY = Who("-", Role.ANYBODY, "-")
Connection = ASGIConnection[Any, Any, Any, Any]


class Guard:
    """Stands before every route."""

    def __init__(self, settings: Settings, threads: Threads) -> None:
        self._settings = settings
        self._threads = threads
        self._noted: tuple[str, int] = ("", 0)  # the second, and how many denials were noted in it

    async def __call__(self, connection: Connection, handler: BaseRouteHandler) -> None:
        if connection.scope.get("method") == "OPTIONS":
            return
        needed = handler.opt.get("role")
        if needed is None:
            raise HttpRefusal(
                403, Problem("not-allowed", say("nobody may use this address"), hint=say("report this, please"))
            )
        who = await self._who(connection)
        connection.scope[WHO] = who  # type: ignore[literal-required]
        if not allows(who.role, Role(needed)):
            await self._deny(connection, handler, who, f"needs {needed}")
            if who is NOBODY:
                raise _unknown(say("a token is needed here"), say("send it as Authorization: Bearer selo_..."))
            message = say("a token of the role {role} may not do this", role=who.role)
            raise HttpRefusal(403, Problem("not-allowed", message, hint=say("it needs the role {role}", role=needed)))

    async def _who(self, connection: Connection) -> Who:
        # most requests show neither: that is found out at the least cost
        fields = dict(connection.scope["headers"])
        given = fields.get(b"authorization")
        if given is None:
            return await self._in_session(connection) if b"cookie" in fields else NOBODY
        scheme, _, text = given.decode("latin-1").partition(" ")
        if scheme.lower() != "bearer":
            raise _unknown(say("only tokens are taken here"), say("send one as Authorization: Bearer selo_..."))
        # in a thread: the first use in a minute is written down
        ledger, shown, now = self._settings.ledger, text.strip(), self._settings.now()
        who = await self._threads.run(lambda: who_shows(ledger, shown, now), costly=False)
        if who is None:
            await self._deny(connection, None, NOBODY, "a token that does not work")
            raise _unknown(say("this token does not work"), say("it was mistyped, has expired or was revoked"))
        return who

    async def _in_session(self, connection: Connection) -> Who:
        """Whose session the browser has. It sends its cookie whoever made it ask, so what changes something must come
        from a page of ours."""
        cookie = connection.cookies.get(COOKIE)
        if not cookie:
            return NOBODY
        ledger, now = self._settings.ledger, self._settings.now()
        who = await self._threads.run(lambda: who_has(ledger, cookie, now), costly=False)
        if who is None:
            return NOBODY  # it has run out: what is public stays so
        if connection.scope.get("method") not in ("GET", "HEAD"):
            check_same_site(connection)
        return who

    async def _deny(self, connection: Connection, handler: BaseRouteHandler | None, who: Who, why: str) -> None:
        """Noted; but not so often that a flood of attempts fills the disk."""
        now, route = self._settings.now(), connection.scope.get("path_template", "-")
        second, count = self._noted
        self._noted = (now[:19], count + 1 if second == now[:19] else 1)
        if self._noted[1] <= self._settings.denials_noted_a_second:
            about = f"{connection.scope.get('method')} {route}: {why}"
            ledger = self._settings.ledger
            await self._threads.run(lambda: denied(ledger, now, who.token, about), costly=False)


def check_same_site(connection: Connection) -> None:
    """From a page of ours, as the browser itself says; one too old to say so names at least its origin."""
    site = connection.headers.get("sec-fetch-site")
    origin, host = connection.headers.get("origin"), connection.headers.get("host", "")
    own = site == "same-origin" if site is not None else origin is not None and origin.partition("://")[2] == host
    if not own:
        message = say("this request comes from a page of another site")
        raise HttpRefusal(
            403, Problem("cross-site", message, hint=say("send it from a page of the service, or use a token"))
        )


def _unknown(message: Message, hint: Message) -> HttpRefusal:
    return HttpRefusal(401, Problem("token", message, hint=hint), {"www-authenticate": 'Bearer realm="selokirja"'})


Guarding = Callable[[Connection, BaseRouteHandler], Awaitable[None]]


# who keeps the register, and who audits it; a reader is a stranger with a token
_SEES_PEOPLE = frozenset({Role.OFFICER, Role.PUBLISHER, Role.AUDITOR, Role.ADMIN})


def sight_of(role: Role) -> Sight:
    """What of a person somebody of a role sees."""
    return WHOLE if role in _SEES_PEOPLE else PUBLIC


def who_of(scope: Any) -> Who:
    """Who asks, as the guard found them."""
    who: Who = scope[WHO]
    return who
