"""Say who may read an answer besides the page that asked: pages of any site, where a
stranger reads what is public.

`Access-Control-Allow-Origin: *` lets a club's page show a rating. It is on what anybody
may read, asked with GET by somebody who showed nothing of theirs, and on refusals of
that; never on writing, on what a token or a session was asked with, or on the desk. It
never comes with credentials, so no page can ask in its visitor's name.

A ledger that is served on an officer's own machine, or by an address of a private
network, is not public: there any page on the Internet could read it through the browser
of whoever is inside. So nothing is shared under such a name.
"""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any

from web.store.roles import Role

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


def sharing_fields(method: str, request: Mapping[str, Any]) -> tuple[Field, ...]:
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
