"""A player's ratings as a small picture, as another page may show it."""

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from projections.answers.players.show import show
from projections.answers.reading import Reading
from web.answers.answering import Answering
from web.http import HttpRequest
from web.http.addresses import part_of_address
from web.pages.rendering import rendered
from web.pages.visit import Visit
from web.pictures import picture_of
from web.store.roles import Role

# the picture has its colours for light and dark in itself, and nothing else
ALONE = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}
# pixels; a letter of either line is at most about as wide as this
LETTER = 11
MARGIN = 16
NARROWEST, WIDEST = 220, 640


def rating_picture(reading: Reading, player: str, visit: Visit) -> str:
    """Draw the name and the ratings of a player, as wide as the longer of both needs."""
    shown = show(reading, player)
    name = shown.player.name or shown.player.id
    ratings = " · ".join(
        f"{list_name} {row.rating}"
        for list_name, row in shown.lists.items()
        if row.rating is not None
    )
    needed = LETTER * max(len(name), len(ratings)) + 2 * MARGIN
    width = min(max(needed, NARROWEST), WIDEST)
    return rendered(
        "embed/picture.html",
        visit,
        shown=shown,
        name=name,
        width=width,
    )


def picture_routes(answering: Answering) -> list[HTTPRouteHandler]:
    @get("/embed/players/{player:str}/rating.svg", opt={"role": Role.ANYBODY})
    async def picture(request: HttpRequest) -> Response[bytes]:
        """Show what a stranger may see, no matter who asks."""
        player = part_of_address(request, "player")

        def draw(reading: Reading, visit: Visit) -> str:
            return rating_picture(reading, player, visit)

        asked = "rating.svg", player
        return await picture_of(answering, request, asked, draw, more_headers=ALONE)

    return [picture]
