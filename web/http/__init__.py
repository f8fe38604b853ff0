"""Refuse over HTTP with application/problem+json (RFC 9457), which has the very
problems that the command prints, but for what is the server's own affair: where the
ledger is, and what only somebody at a command line could do. And tell programs the
version of their interface, by the day from which it holds
(docs/reference/api-changes.md), and who may read an answer besides the page that asked:
pages of any site, where a stranger reads what is public.

`Access-Control-Allow-Origin: *` lets a club's page show a rating. It is on what anybody
may read, asked with GET by somebody who showed nothing of theirs, and on refusals of
that; never on writing, on what a token or a session was asked with, or on the desk. It
never comes with credentials, so no page can ask in its visitor's name.

A ledger that is served on an officer's own machine, or by an address of a private
network, is not public: there any page on the Internet could read it through the browser
of whoever is inside. So nothing is shared under such a name.
"""

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from ipaddress import ip_address
from typing import Any, TypeVar, cast

from litestar import Request, Response

from ledger.errors import Problem, SeloError, Where
from ledger.store import is_server
from messages import over_http, say
from messages.answer import Answer, json_text, plain
from web.http import refusal
from web.http.refusal import Refusal
from web.store.tokens import Role

HttpRequest = Request[Any, Any, Any]
MEDIA_TYPE = "application/problem+json"
COOKIE = "selo_session"  # over TLS with a prefix before it
RETRY_SECONDS = 5
PROBLEMS = "/problems"  # where a page tells about each code
# where the code says more than the exit code of its refusal
_STATUS_OF_CODE = {
    "no-ledger": 503,
    "not-json": 400,
    "not-utf8": 400,
    "too-large": 413,
    "line-too-long": 413,
    "import-too-large": 413,
    "busy": 503,
}
# what only HTTP refuses
_STATUS_OF_HTTP = {
    "bad-request": 400,
    "token": 401,
    "no-such-method": 405,
    "too-slow": 408,
    "media-type": 415,
    "too-many-requests": 429,
    "defect": 500,
    "overloaded": 503,
}
_STATUS_OF_EXIT = {1: 422, 2: 400, 3: 404, 4: 403, 5: 409, 75: 503}
_UNUSABLE = {
    "damaged",
    "database",
    "disk-full",
    "io-error",
    "cannot-open",
    "read-only",
    "folder-read-only",
    "no-ledger-file",
    "newer-ledger",
    "before-format-1",
    "needs-upgrade",
    "is-folder",
    "newer-rules",
    "rules-revised",
    "unreachable",
    "connection-lost",
    "other-ledger",
    "lock-missing",
    "no-postgresql",
}
TITLES = {
    400: "Bad request",
    401: "A token is needed",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    406: "Not acceptable",
    408: "Too slow",
    409: "Conflict",
    413: "Too large",
    415: "Media type not supported",
    422: "Refused",
    429: "Too many requests",
    500: "Internal error",
    503: "Not available",
}


class HttpRefusal(SeloError):
    """A refusal that only HTTP knows, with its status and header fields."""

    def __init__(
        self,
        status: int,
        problem: Problem | Sequence[Problem],
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(problem)
        self.status = status
        self.headers = dict(headers or {})


def status_of(error: SeloError) -> int:
    if isinstance(error, HttpRefusal):
        return error.status
    for problem in error.problems:
        if problem.code in _UNUSABLE:
            return 503
        if problem.code in _STATUS_OF_CODE:
            return _STATUS_OF_CODE[problem.code]
    return _STATUS_OF_EXIT.get(error.exit_code, 422)


def statuses_of(code: str, exits: Iterable[int]) -> tuple[int, ...]:
    """Return the statuses that a code comes with, where the command exits with these."""
    if code in _UNUSABLE:
        return (503,)
    known = {**_STATUS_OF_CODE, **_STATUS_OF_HTTP}
    return (
        (known[code],)
        if code in known
        else tuple(dict.fromkeys(_STATUS_OF_EXIT[one] for one in exits))
    )


def headers_of(error: SeloError) -> dict[str, str]:
    headers = dict(error.headers) if isinstance(error, HttpRefusal) else {}
    if status_of(error) in (429, 503):
        headers.setdefault("retry-after", str(RETRY_SECONDS))
    return headers


def unplaced(problems: Sequence[Problem], ledger: str) -> tuple[Problem, ...]:
    """Return the problems without a path of this machine, or the address of a database
    server.
    """
    hidden = place_hider(ledger)
    return tuple(
        Problem(
            problem.code,
            problem.message.mapped(hidden),
            Where(
                (
                    None
                    if hidden(problem.where.file or "") != (problem.where.file or "")
                    else problem.where.file
                ),
                problem.where.line,
                problem.where.column,
                problem.where.field,
            ),
            problem.hint.mapped(hidden),
            problem.about,
        )
        for problem in problems
    )


# how a driver of PostgreSQL names a machine in an error: by its name, number and port,
# or by a file
_A_SERVER = re.compile(
    r"""(?:connection to server (?:at|on)|failed to resolve host)[^'"]*(?:"[^"]*"|'[^']*')[^:]*"""
)


def place_hider(ledger: str) -> Callable[[str], str]:
    """Return a function that takes such places out of a text. A bare name may be a word
    too: it goes where it stands alone.
    """
    places = (
        [ledger]
        if is_server(ledger)
        else [os.path.realpath(ledger), os.path.abspath(ledger), ledger]
    )
    long = [
        re.escape(place)
        for place in (*places, os.path.realpath(tempfile.gettempdir()))
        if "/" in place
    ]
    anywhere = re.compile(rf"(?:{'|'.join(long)})[\w./?=&:-]*")

    def hidden(text: str) -> str:
        if text in places:
            return say("the ledger")
        if anywhere.fullmatch(text) or re.fullmatch(
            rf"{re.escape(ledger)}[.-][a-z.-]+", text
        ):
            return say("a file beside the ledger")
        return _A_SERVER.sub("…", anywhere.sub("…", text))

    return hidden


def body_of(error: SeloError, base_path: str) -> bytes:
    """Write the body of a refusal: `problems` is what the command prints with --json,
    said to a program that asks here; the rest is what RFC 9457 asks for. Its `type` is
    the address of the page about the code of the first.
    """
    status = status_of(error)
    kind, detail = "about:blank", ""
    if error.problems:
        kind = f"{base_path}{PROBLEMS}/{error.problems[0].code}"
        detail = error.problems[0].message
    value = Refusal(
        type=kind,
        title=TITLES.get(status, "Refused"),
        status=status,
        detail=detail,
        problems=tuple(map(_row, error.problems)),
    )
    text = json.dumps(plain(value, over_http), ensure_ascii=False) + "\n"
    return text.encode("utf-8", "backslashreplace")


def _row(problem: Problem) -> refusal.Problem:
    where = problem.where
    return refusal.Problem(
        code=problem.code,
        message=problem.message,
        where=refusal.ProblemPlace(
            file=where.file, line=where.line, column=where.column, field=where.field
        ),
        hint=problem.hint,
    )


A = TypeVar("A", bound=Answer)


def as_json(
    answer: A, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response[A]:
    """Answer with what the command prints with --json, said to a program that asks
    here; nobody keeps it. The type says what the body holds, which is written already.
    """
    content = (json_text(answer, over_http) + "\n").encode()
    fields = {"cache-control": "no-store", **(headers or {})}
    written = Response(
        content, status_code=status, headers=fields, media_type="application/json"
    )
    return cast(Response[A], written)


def see_other(place: str, headers: Mapping[str, str] | None = None) -> Response[bytes]:
    """Lead onwards to another address, which a browser asks for with GET, even after a
    form.
    """
    fields = {**(headers or {}), "location": place, "cache-control": "no-store"}
    return Response(b"", status_code=303, headers=fields, media_type="text/plain")


def defect() -> HttpRefusal:
    """Make the answer to a defect of the program; the log has the details, the client
    never does.
    """
    return HttpRefusal(
        500,
        Problem(
            "defect",
            say("internal error, this should never happen"),
            hint=say("please report it"),
        ),
    )


VERSIONS = ("2026-11-28",)  # the first one first
VERSION = VERSIONS[-1]
FIELD = b"selokirja-version"


def check_version(request: Mapping[str, Any], now: Callable[[], str]) -> None:
    """Refuse a request for a version that never existed: a program that names a day
    means the interface in
    force on it.
    """
    given = [
        value.decode("latin-1") for name, value in request["headers"] if name == FIELD
    ]
    if not given:
        return
    # a day that has begun somewhere on Earth is not in the future
    today = (datetime.fromisoformat(now()) + timedelta(hours=14)).date().isoformat()
    if len(given) > 1:
        message = say("{name} is given twice", name="Selokirja-Version")
    elif _is_day(given[0]) and VERSIONS[0] <= given[0] <= max(today, VERSION):
        return
    else:
        message = say(
            "there is no version {version} of this interface",
            version=repr(given[0][:60]),
        )
    hint = say(
        "name a day from {first} to today as YYYY-MM-DD; the newest version is"
        " {newest}",
        first=VERSIONS[0],
        newest=VERSION,
    )
    raise HttpRefusal(
        400, Problem("no-such-version", message, Where(field="Selokirja-Version"), hint)
    )


def _is_day(text: str) -> bool:
    try:
        return datetime.strptime(text, "%Y-%m-%d").date().isoformat() == text
    except ValueError:
        return False


Field = tuple[bytes, bytes]
_SHOWN = {b"authorization", b"cookie", b"proxy-authorization"}
_EXPOSED = b"ETag, Link, Retry-After, Deprecation, Sunset, Selokirja-Version"
_ANYBODY = (b"access-control-allow-origin", b"*")
_READING = (_ANYBODY, (b"access-control-expose-headers", _EXPOSED))
_BEFORE_READING = (
    _ANYBODY,
    (b"access-control-allow-methods", b"GET, HEAD"),
    (
        b"access-control-allow-headers",
        b"If-None-Match, Last-Event-ID, Selokirja-Version",
    ),
    (b"access-control-max-age", b"86400"),
)


def shared(method: str, request: Mapping[str, Any]) -> tuple[Field, ...]:
    """Return the fields that let other sites read the answer to a request for data;
    none if they may not.
    """
    fields = dict(request["headers"])
    if _SHOWN & fields.keys() or _is_private(
        fields.get(b"host", b"").decode("latin-1")
    ):
        return ()
    if method == "OPTIONS":
        asked = fields.get(b"access-control-request-method", b"").decode("latin-1")
        return (
            _BEFORE_READING if b"origin" in fields and asked in ("GET", "HEAD") else ()
        )
    # none: no address, or refused before it was looked for
    handler = request.get("route_handler")
    public = handler is None or handler.opt.get("role") is Role.ANYBODY
    return _READING if method in ("GET", "HEAD") and public else ()


@lru_cache(256)
def _is_private(host: str) -> bool:
    """Tell whether a host is this machine, or one that only its own network reaches."""
    name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
    name = name.strip("[]").rstrip(".").lower()
    try:
        return not ip_address(name).is_global
    except ValueError:
        return "." not in name or name.endswith(
            (".localhost", ".local", ".internal", ".lan", ".home.arpa")
        )
