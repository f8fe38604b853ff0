"""Meet every request first, and every answer last: limits, the form of the answer, the
fields that protect a reader, the count and the log.
"""

import json
import re
import sys
import time
import traceback
from collections.abc import Mapping
from typing import Any, NamedTuple, cast
from urllib.parse import unquote_to_bytes

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ledger.errors import Problem, SeloError, Usage
from messages import LANGUAGES, say
from web import Settings
from web.answers.ledger_state import STATE, LedgerState
from web.http import (
    FIELD,
    MEDIA_TYPE,
    VERSION,
    HttpRefusal,
    body_of,
    check_version,
    defect,
    headers_of,
    shared,
    status_of,
    unplaced,
)
from web.http.protocol import CROWD, Life, LimitedProtocol, life_of
from web.limits import ASKER, Asker, Metrics, group_of
from web.pages import FORM, refusal_page, wants_page
from web.pages.visit import ADDRESS, PREFIX

# a flood of connections must not fill the log; the numbers are in /metrics
TOLD_A_SECOND = 20
FEW = 8  # connections that an address may have however many there are
# answered whatever else is wrong
HEALTH = frozenset({"/healthz", "/readyz", "/metrics"})
# as it was sent: an id that ends so has its dot percent-encoded in our links
_SUFFIX = re.compile(rb"\.(json|csv|atom)$")
# no answer is ever run as something else, framed, or told to another site
_FIELDS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (
        b"content-security-policy",
        (
            b"default-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri"
            b" 'none'"
        ),
    ),
)
_OVER_TLS = (b"strict-transport-security", b"max-age=31536000")


Request = dict[str, Any]  # a request as ASGI hands it over


class Door:
    """The outermost application, which every request meets first and every answer last."""

    def __init__(
        self,
        inner: ASGIApp,
        settings: Settings,
        metrics: Metrics,
        ledger: LedgerState,
        methods: Mapping[str, str],
    ) -> None:
        self.inner = inner
        self._settings = settings
        self._ledger = ledger
        # the second, and how many refusals from below were told in it
        self._told: tuple[str, int] = ("", 0)
        self._metrics = metrics
        self._methods = methods  # of each route, as the field Allow names them

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request: Request = {**scope}
        if request["type"] == "lifespan":
            await self.inner(scope, receive, send)
            return
        method: str = request["method"]
        client, life = request["client"], life_of(request)
        asking = Asker(group_of(client[0] if client else ""), life)
        ASKER.set(asking)
        started = time.perf_counter()
        status, size = 0, 0

        async def send_on(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                fields: tuple[tuple[bytes, bytes], ...] = ()
                if _is_for_programs(request, self._settings.base_path):
                    fields = ((FIELD, VERSION.encode()), *shared(method, request))
                allowed = (
                    self._methods.get(request.get("path_template", ""), "")
                    if method == "OPTIONS"
                    else ""
                )
                message["headers"] = _with_ours(
                    [*message["headers"], *fields], request["scheme"], allowed
                )
            elif message["type"] == "http.response.body":
                size += len(message.get("body", b""))
            await send(message)

        self._metrics.running += 1
        try:
            self._admit(request)
            await self.inner(cast(Scope, request), receive, send_on)
        except SeloError as error:
            await self._refuse(error, request, send_on)
        except Exception as error:
            log_defect(error)
            if status:
                raise
            await self._refuse(defect(), request, send_on)
        finally:
            for give_back in asking.at_the_end:
                give_back()
            self._metrics.running -= 1
            seconds = time.perf_counter() - started
            route = request.get("path_template") or "-"
            self._metrics.count(method, route, status, seconds)
            if self._settings.log_requests:
                self._log(method, route, request.get(FORM, ""), status, seconds, size)

    async def _refuse(self, error: SeloError, request: Request, send: Send) -> None:
        """Send a refusal straight onto the wire."""
        answer = refusal(error, request, self._settings)
        fields = [
            (name.encode(), value.encode()) for name, value in answer.headers.items()
        ]
        media_type = answer.media_type + (
            "; charset=utf-8" if answer.media_type == "text/html" else ""
        )
        fields += [
            (b"content-type", media_type.encode()),
            (b"content-length", b"%d" % len(answer.body)),
        ]
        await send(
            {
                "type": "http.response.start",
                "status": status_of(error),
                "headers": fields,
            }
        )
        await send(
            {"type": "http.response.body", "body": answer.body, "more_body": False}
        )

    def _admit(self, request: Request) -> None:
        """Refuse what no route should see, and note in which form the answer is wanted."""
        if len(request["headers"]) > self._settings.header_fields:
            message = say(
                "the request has more than {count} header fields",
                count=self._settings.header_fields,
            )
            raise HttpRefusal(
                431, Problem("too-many-fields", message, hint=say("send fewer"))
            )
        hosts = sum(name == b"host" for name, _ in request["headers"])
        if hosts > 1 or (hosts == 0 and request["http_version"] == "1.1"):
            problem = Problem(
                "bad-request",
                say("the request does not name one host"),
                hint=say("send one field Host"),
            )
            raise HttpRefusal(400, problem)
        _check_path(request)
        base = self._settings.base_path
        if base and request["path"].startswith(f"{base}/"):
            # a proxy may take its part of the address away, or leave it
            request["path"] = request["path"].removeprefix(base)
        if request["method"] == "HEAD":
            # the server leaves the body out; everything else is as for GET
            request["method"] = "GET"
        path = request["path"]
        if path.startswith("/api/"):
            form = "json"
        elif (suffix := _SUFFIX.search(request["raw_path"])) is not None:
            form = suffix[1].decode()
            request["path"] = path[: -len(suffix[0])]
        else:
            form = "page"
            _take_language(request)
        request[FORM], request[ADDRESS] = form, request["path"]
        if form != "page":
            check_version(request, self._settings.now)
        if request["path"] not in HEALTH:
            self._refuse_crowd(life_of(request))
            request[STATE] = self._ledger.unless_another()

    def _refuse_crowd(self, life: Life) -> None:
        """Refuse a connection beyond what this process can hold, or one address needs;
        a trusted proxy brings everybody's.
        """
        settings, open_from = self._settings, LimitedProtocol.open_from
        own = 0 if life.peer in settings.trusted_proxies else open_from[life.peer]
        if own * settings.workers > settings.address_connections:
            raise CROWD
        if own > FEW and open_from.total() * settings.workers > settings.connections:
            message = say("too many connections are open")
            raise HttpRefusal(
                503,
                Problem("overloaded", message, hint=say("ask again in a moment")),
                CROWD.headers,
            )

    def refused_below(self, status: int) -> None:
        """Count and log what is no request of HTTP, or was not sent in time, since no
        route sees it.
        """
        self._metrics.count("-", "-", status, 0)
        second, lines = self._told
        now = self._settings.now()[:19]
        self._told = (now, lines + 1 if second == now else 1)
        if self._settings.log_requests and self._told[1] <= TOLD_A_SECOND:
            self._log("-", "-", "", status, 0, 0)

    def _log(
        self, method: str, route: str, form: str, status: int, seconds: float, size: int
    ) -> None:
        """Log the route and not the address, and nothing of the client: neither says
        who asked about whom.
        """
        line = {
            "at": self._settings.now(),
            "method": method,
            "route": route,
            "form": form,
            "status": status,
            "ms": round(seconds * 1000, 1),
            "bytes": size,
        }
        sys.stderr.write(
            f"{msgspec.json.format(msgspec.json.encode(line), indent=0).decode()}\n"
        )
        sys.stderr.flush()


def _is_for_programs(request: Request, base: str) -> bool:
    """Tell whether data is asked for; what is refused before its form is known is
    judged by its path.
    """
    if (form := request.get(FORM)) is not None:
        return bool(form != "page")
    return cast(str, request["path"]).removeprefix(base).startswith("/api/")


def _take_language(request: Request) -> None:
    """Take the language off an address: a page may be asked for in one, as
    /sv/players/F033.
    """
    first, slash, rest = request["path"][1:].partition("/")
    if first in LANGUAGES:
        request[PREFIX], request["path"] = first, f"/{rest}" if slash else "/"


def _check_path(request: Request) -> None:
    raw = request.get("raw_path") or b""
    if b"%" in raw:
        try:
            text = unquote_to_bytes(raw).decode("utf-8")
        except UnicodeDecodeError:
            raise Usage(
                Problem(
                    "not-utf8",
                    say("the address is not UTF-8"),
                    hint=say("percent-encode it as UTF-8"),
                )
            ) from None
        if not text.isprintable():
            message = say("the address holds a character that cannot be printed")
            raise Usage(Problem("bad-text", message, hint=say("remove it")))


def _with_ours(headers: Any, scheme: str, allowed: str) -> list[tuple[bytes, bytes]]:
    """Add the header fields that protect a reader, where the answer does not state
    them, and HEAD wherever GET is allowed.
    """
    fields = [(bytes(name), bytes(value)) for name, value in headers]
    fields += [(b"allow", allowed.encode())] if allowed else []
    names = {name for name, _ in fields}
    ours = [*_FIELDS, _OVER_TLS] if scheme == "https" else _FIELDS
    return [
        (
            name,
            (
                value.replace(b"GET", b"GET, HEAD")
                if name == b"allow" and b"HEAD" not in value
                else value
            ),
        )
        for name, value in fields
    ] + [field for field in ours if field[0] not in names]


class Refusal(NamedTuple):
    """A refusal as it is sent."""

    body: bytes
    media_type: str
    headers: dict[str, str]


def refusal(
    error: SeloError, request: Mapping[str, Any], settings: Settings
) -> Refusal:
    """Make a page for clients that asked for one, else problem+json."""
    error.problems = unplaced(error.problems, settings.ledger)
    headers = headers_of(error) | {"cache-control": "no-store"}
    if wants_page(request):
        try:
            page = refusal_page(error, request, settings.base_path, settings.now()[:10])
            return Refusal(page, "text/html", headers)
        except Exception as defective:
            # no page for a refusal is no reason to answer nothing
            log_defect(defective)
    return Refusal(body_of(error, settings.base_path), MEDIA_TYPE, headers)


def log_defect(error: Exception) -> None:
    """Log a defect for whoever runs the service; the client is told nothing about it."""
    lines = traceback.format_exception(error)
    print(
        json.dumps({"defect": repr(error), "stack": "".join(lines)}),
        file=sys.stderr,
        flush=True,
    )
