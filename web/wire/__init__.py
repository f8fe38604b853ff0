"""Guard the way of every request and answer: the door, who asks, bodies, refusals, threads, counts. Here: tell
programs the version of their interface, by the day from which it holds (docs/reference/api-changes.md), and who may
read an answer besides the page that asked: pages of any site, where a stranger reads what is public.

`Access-Control-Allow-Origin: *` lets a club's page show a rating. It is on what anybody may read, asked with GET by
somebody who showed nothing of theirs, and on refusals of that; never on writing, on what a token or a session was
asked with, or on the desk. It never comes with credentials, so no page can ask in its visitor's name.

A ledger that is served on an officer's own machine, or by an address of a private network, is not public: there any
page on the Internet could read it through the browser of whoever is inside. So nothing is shared under such a name.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from ipaddress import ip_address
from typing import Any

from ledger.errors import Problem, Where
from messages import say
from web.kept.tokens import Role
from web.wire.problems import HttpRefusal

VERSIONS = ("2026-11-25", "2026-11-26")  # the first one first
VERSION = VERSIONS[-1]
FIELD = b"selokirja-version"


def check_version(request: Mapping[str, Any], now: Callable[[], str]) -> None:
    """Refuse a request for a version that never existed: a program that names a day means the interface in
    force on it.
    """
    given = [value.decode("latin-1") for name, value in request["headers"] if name == FIELD]
    if not given:
        return
    # a day that has begun somewhere on Earth is not in the future
    today = (datetime.fromisoformat(now()) + timedelta(hours=14)).date().isoformat()
    if len(given) > 1:
        message = say("{name} is given twice", name="Selokirja-Version")
    elif _is_day(given[0]) and VERSIONS[0] <= given[0] <= max(today, VERSION):
        return
    else:
        message = say("there is no version {version} of this interface", version=repr(given[0][:60]))
    hint = say(
        "name a day from {first} to today as YYYY-MM-DD; the newest version is {newest}",
        first=VERSIONS[0], newest=VERSION,
    )  # fmt: skip
    raise HttpRefusal(400, Problem("no-such-version", message, Where(field="Selokirja-Version"), hint))


def version_of(request: Mapping[str, Any]) -> str:
    """Return the version that a request means; it was checked at the door."""
    given = next((value.decode("latin-1") for name, value in request["headers"] if name == FIELD), VERSION)
    return max(version for version in VERSIONS if version <= given)


def _is_day(text: str) -> bool:
    try:
        return datetime.strptime(text, "%Y-%m-%d").date().isoformat() == text
    except ValueError:
        return False


Field = tuple[bytes, bytes]
_SHOWN = {b"authorization", b"cookie", b"proxy-authorization"}
_EXPOSED = b"ETag, Link, Last-Modified, Retry-After, Deprecation, Sunset, Selokirja-Version"
_ANYBODY = (b"access-control-allow-origin", b"*")
_READING = (_ANYBODY, (b"access-control-expose-headers", _EXPOSED))
_BEFORE_READING = (
    _ANYBODY,
    (b"access-control-allow-methods", b"GET, HEAD"),
    (b"access-control-allow-headers", b"If-None-Match, If-Modified-Since, Last-Event-ID, Selokirja-Version"),
    (b"access-control-max-age", b"86400"),
)


def shared(method: str, request: Mapping[str, Any]) -> tuple[Field, ...]:
    """Return the fields that let other sites read the answer to a request for data; none if they may not."""
    fields = dict(request["headers"])
    if _SHOWN & fields.keys() or _is_private(fields.get(b"host", b"").decode("latin-1")):
        return ()
    if method == "OPTIONS":
        asked = fields.get(b"access-control-request-method", b"").decode("latin-1")
        return _BEFORE_READING if b"origin" in fields and asked in ("GET", "HEAD") else ()
    handler = request.get("route_handler")  # none: no address, or refused before it was looked for
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
        return "." not in name or name.endswith((".localhost", ".local", ".internal", ".lan", ".home.arpa"))
