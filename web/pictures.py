"""The picture of a player for whoever shares the page: services for messages and news show it beside the link."""

from collections.abc import Callable
from typing import Any, cast

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler

from ledger.errors import NotFound, Problem
from messages import say
from projections.answers.sight import Question
from web.answers.answering import Answering
from web.auth import sight_of
from web.kept.tokens import Role
from web.pages.charts import share_chart
from web.pages.pictures import png
from web.pages.visit import visit_of

KINDS = {"picture.svg": "image/svg+xml", "picture.png": "image/png"}


def picture_routes(answering: Answering) -> list[HTTPRouteHandler]:
    def drawn(player: str, language: str, today: str) -> str:
        with answering.ledgers.mine(sight_of(Role.ANYBODY, today)).reading(Question(), today) as reading:
            return share_chart(reading, player, language, today)

    def as_png(picture: str) -> bytes:
        made = png(picture)
        if made is None:
            hint = say("ask for the same as .svg")
            raise NotFound(Problem("no-such-address", say("no pictures are made here"), hint=hint))
        return made

    def route(name: str, made: Callable[[str], bytes]) -> HTTPRouteHandler:
        @get(f"/players/{{player:str}}/{name}", opt={"role": Role.ANYBODY})
        async def picture(request: Request[Any, Any, Any]) -> Response[bytes]:
            player, today = str(request.path_params["player"]), answering.today()
            language = visit_of(cast(Any, request.scope), "", today).language
            return await answering.drawn(
                request.scope, (name, player, language), KINDS[name], lambda: made(drawn(player, language, today))
            )

        return picture

    return [route("picture.svg", str.encode), route("picture.png", as_png)]
