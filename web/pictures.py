"""The picture of a player for whoever shares the page: services for messages and news show it beside the link."""

from collections.abc import Callable
from typing import Any, cast

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler

from ledger.errors import NotFound, Problem
from ledger.office import local_day
from messages import say
from projections.answers.asking import thing
from projections.answers.sight import Question
from web.answers.answering import Answering
from web.answers.cache import Body
from web.answers.replying import Reply, client_has, tag_of
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
            player, state = str(request.path_params["player"]), answering.ledger.state()
            today = local_day(answering.settings.now(), state.time_zone)
            language = visit_of(cast(Any, request.scope), "", today).language
            mark = answering.ledger.mark(state, (thing("player", player),), today)
            tag = tag_of(answering.version, state.file, mark, today, today, f"{name} {player} {language}")
            headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-language, cookie"}
            if client_has(dict(request.scope["headers"]), tag, None):
                return Reply(304, headers, KINDS[name], b"").response()
            kept = answering.cache.get(tag)
            if kept is None:
                kept = await answering.threads.run(
                    lambda: Body(KINDS[name], made(drawn(player, language, today)), None), costly=False
                )
                answering.cache.put(tag, kept)
            return Reply(200, headers, KINDS[name], kept.plain).response()

        return picture

    return [route("picture.svg", str.encode), route("picture.png", as_png)]
