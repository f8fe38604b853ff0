"""The forms of the desk that are not about a draft yet: a corrected game, a merge, a list. Each makes a draft."""

from collections.abc import Callable
from urllib.parse import quote

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from projections.answers.players.find import tournaments_named
from projections.answers.reading import Reading
from web.desk import documents, pages
from web.desk.documents import Form, form_of
from web.desk.pages import AtDesk
from web.desk.place import Desk, HttpRequest, named
from web.kept.tokens import Role
from web.questions import query_pairs


def corrections(desk: Desk) -> list[HTTPRouteHandler]:
    @get("/desk/tournaments/{name:str}", opt={"role": Role.SUBMITTER})
    async def games(request: HttpRequest) -> Response[bytes]:
        name = named(request, "name")
        return await desk.of_ledger(request, lambda at, reading: pages.games_page(at, reading, name))

    @get("/desk/tournaments/{name:str}/games/{game:str}", opt={"role": Role.SUBMITTER})
    async def game_form(request: HttpRequest) -> Response[bytes]:
        name, game = named(request, "name"), named(request, "game")
        return await desk.of_ledger(request, lambda at, reading: pages.game_page(at, reading, name, game))

    @post("/desk/tournaments/{name:str}/games/{game:str}", opt={"role": Role.SUBMITTER})
    async def game_corrected(request: HttpRequest) -> Response[bytes]:
        name, game = named(request, "name"), named(request, "game")
        form = await form_of(request, desk.settings)
        return await desk.drafted(request, *documents.as_file(documents.game_corrected(name, game, form)))

    @get("/desk/tournaments/{name:str}/withdraw", opt={"role": Role.SUBMITTER})
    async def withdraw_form(request: HttpRequest) -> Response[bytes]:
        name = named(request, "name")
        return await desk.of_ledger(request, lambda at, reading: pages.withdraw_page(at, reading, name))

    @post("/desk/tournaments/{name:str}/withdraw", opt={"role": Role.SUBMITTER})
    async def withdrawn(request: HttpRequest) -> Response[bytes]:
        name = named(request, "name")
        form = await form_of(request, desk.settings)
        return await desk.drafted(request, *documents.as_file(documents.tournament_withdrawn(name, form)))

    return [games, game_form, game_corrected, withdraw_form, withdrawn]


def people_and_lists(desk: Desk) -> list[HTTPRouteHandler]:
    def asked(request: HttpRequest, *names: str) -> list[str]:
        given = dict(query_pairs(request.scope["query_string"]))
        return [given.get(name, "") for name in names]

    def posted(address: str, document: Callable[[Form], documents.Fields]) -> HTTPRouteHandler:
        @post(address, opt={"role": Role.SUBMITTER})
        async def left(request: HttpRequest) -> Response[bytes]:
            form = await form_of(request, desk.settings)
            return await desk.drafted(request, *documents.as_file(document(form)))

        return left

    @get("/desk/merge", opt={"role": Role.SUBMITTER})
    async def merge(request: HttpRequest) -> Response[bytes]:
        from_player, into = asked(request, "from", "into")
        return await desk.of_ledger(request, lambda at, reading: pages.merge_page(at, reading, from_player, into))

    @get("/desk/player", opt={"role": Role.SUBMITTER})
    async def player(request: HttpRequest) -> Response[bytes]:
        (known,) = asked(request, "player")
        return await desk.of_ledger(request, lambda at, reading: pages.player_form(at, reading, known))

    @get("/desk/publish", opt={"role": Role.SUBMITTER})
    async def publish(request: HttpRequest) -> Response[bytes]:
        list_name, label, as_of = asked(request, "list", "label", "as_of")

        def make(at: AtDesk, reading: Reading) -> str:
            return pages.publish_page(at, reading, list_name or reading.first_list(), label)

        return await desk.of_ledger(request, make, as_of or None)

    @get("/desk/correct", opt={"role": Role.SUBMITTER})
    async def correct(request: HttpRequest) -> Response[bytes]:
        """Lead to the tournament that is meant, or show those that may be."""
        (words,), at = asked(request, "tournament"), desk.at(request)
        rows = await desk.known(at, lambda reading: tournaments_named(reading, words))
        if words and len(rows) == 1:
            return desk.to(request, f"/desk/tournaments/{quote(rows[0].tournament, safe='')}")
        return await desk.page(lambda: pages.correct_page(at, words, rows))

    return [
        merge, player, publish, correct,
        posted("/desk/merge", documents.players_merged),
        posted("/desk/player", documents.player_written),
        posted("/desk/publish", documents.list_published),
    ]  # fmt: skip
