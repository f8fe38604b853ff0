"""The shortest way to an answer: an address that anybody asked before is not routed and read a second time."""

from typing import cast

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from web.answers.answering import Answering


class Again:
    """The application behind the door: answers that are kept, and behind it everything else."""

    def __init__(self, inner: ASGIApp, answering: Answering) -> None:
        self.inner = inner
        self._answering = answering

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = None if cast(str, scope["type"]) != "http" else self._answering.again(scope)
        if answer is None:
            await self.inner(scope, receive, send)
            return
        reply, route = answer
        scope["path_template"] = route  # the count and the log name it
        start = {"type": "http.response.start", "status": reply.status, "headers": reply.raw_headers()}
        await send(cast(Message, start))
        await send({"type": "http.response.body", "body": reply.body, "more_body": False})
