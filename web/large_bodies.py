"""Hold few large bodies in memory at once."""

from anyio import CapacityLimiter
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from web.auth import NOBODY, who_of

LARGE = 2**20  # bytes of a body
LARGE_AT_ONCE = 2


class LargeBodies(ASGIMiddleware):
    """Few large bodies are in memory at once; the others wait until those have been
    answered.
    """

    def __init__(self) -> None:
        self._limiter = CapacityLimiter(LARGE_AT_ONCE)

    async def handle(
        self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp
    ) -> None:
        if not _is_large(scope):
            await next_app(scope, receive, send)
            return
        async with self._limiter:
            await next_app(scope, receive, send)


def _is_large(scope: Scope) -> bool:
    """Tell whether a body may be large. A stranger's never is."""
    if who_of(scope) is NOBODY:
        return False
    fields = dict(scope["headers"])
    stated = fields.get(b"content-length", b"0")
    if b"transfer-encoding" in fields or not stated.isdigit():
        return True
    return int(stated[:18]) > LARGE
