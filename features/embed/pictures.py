"""A player's ratings as a small picture, as another page may show it."""

from typing import Any, cast

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from ledger.office import local_day
from projections.answers import Question
from projections.answers.players.show import show
from projections.answers.reading import Reading
from web.answers.answering import Answering
from web.answers.replying import AnswerKey, Body
from web.auth import viewer_of
from web.http import HttpRequest
from web.pages.rendering import rendered
from web.pages.visit import Visit, visit_of
from web.store.tokens import Role

SVG = "image/svg+xml"
# the picture has its colours for light and dark in itself, and nothing else
ALONE = "default-src 'none'; style-src 'unsafe-inline'"
# pixels; a letter of the name is about as wide as this
LETTER = 11
NARROWEST, WIDEST = 220, 640


def rating_picture(reading: Reading, player: str, visit: Visit) -> str:
    shown = show(reading, player)
    name = shown.player.name or shown.player.id
    width = min(max(LETTER * len(name) + 32, NARROWEST), WIDEST)
    return rendered("embed/picture.html", visit, shown=shown, name=name, width=width)


def picture_routes(answering: Answering) -> list[HTTPRouteHandler]:
    @get("/embed/players/{player:str}/rating.svg", opt={"role": Role.ANYBODY})
    async def picture(request: HttpRequest) -> Response[bytes]:
        """Show what a stranger may see, no matter who asks."""
        player = str(request.path_params["player"])
        state = answering.state_of(request.scope)
        today = local_day(answering.settings.now(), state.time_zone)
        visit = visit_of(cast(Any, request.scope), answering.settings.base_path, today)

        def draw() -> Body:
            with (
                answering.ledgers.lent(viewer_of(Role.ANYBODY, today)) as ledger,
                ledger.reading(Question(), today) as reading,
            ):
                return Body(SVG, rating_picture(reading, player, visit).encode())

        key = AnswerKey(
            answering.version,
            ("rating.svg", player),
            "picture",
            visit.language,
            False,
            state,
            today,
        )
        headers = {
            "cache-control": "no-cache",
            "vary": "accept-language, cookie",
            "content-security-policy": ALONE,
        }
        return await answering.given(
            key, request.scope, headers, lambda: answering.threads.run(draw)
        )

    return [picture]
