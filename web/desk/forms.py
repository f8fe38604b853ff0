"""Offer the forms of the desk that each make a draft: a corrected game, a merge, a
player.
"""

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import quote

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from ledger.errors import SeloError
from messages.results import RESULTS
from projections.answers.players.find import tournaments_named
from projections.answers.reading import Reading
from web.desk import pages
from web.desk.form_documents import Fields, number_or_text
from web.desk.form_fields import Form
from web.desk.free_id import free_id
from web.desk.office_desk import AtDesk, Desk
from web.desk.people_meant import add_unknown, form_with_ids
from web.http import HttpRequest
from web.http.addresses import part_of_address, query_of
from web.store.roles import Role

ValuesOf = Callable[[HttpRequest], list[str]]


def in_path(*names: str) -> ValuesOf:
    """Return a function that takes these parts from the address of a request, in this
    order.
    """
    return lambda request: [part_of_address(request, name) for name in names]


def in_query(*names: str) -> ValuesOf:
    """Return a function that takes these parameters from the query of a request,
    without blanks around them, as a form that is posted; one that is missing is an empty
    text.
    """

    def taken(request: HttpRequest) -> list[str]:
        given = query_of(request)
        return [given.get(name, "").strip() for name in names]

    return taken


def form_page(
    desk: Desk, address: str, page: Callable[..., str], taken: ValuesOf
) -> HTTPRouteHandler:
    """Make the page of a form, of what is taken from the request.

    `page`: is given the person at the desk, the ledger, and then what `taken` returns.
    """

    @get(address, opt={"role": Role.SUBMITTER})
    async def form(request: HttpRequest) -> Response[bytes]:
        about = taken(request)

        def make(at: AtDesk, reading: Reading) -> str:
            return page(at, reading, *about)

        return await desk.of_ledger(request, make)

    return form


def form_asked(
    desk: Desk,
    address: str,
    name: str,
    page: Callable[..., str],
    taken: ValuesOf,
    *,
    role: Role = Role.SUBMITTER,
) -> HTTPRouteHandler:
    """Make a page of what its form asks for, for whoever has the role; where there is
    nothing of the kind, the form says so.
    """

    @get(address, opt={"role": role})
    async def form(request: HttpRequest) -> Response[bytes]:
        about = taken(request)
        nothing = [""] * len(about)
        return await desk.page_asked_for(
            request,
            name,
            lambda at, reading: page(at, reading, *about),
            lambda at, reading: page(at, reading, *nothing),
        )

    return form


def form_left(
    desk: Desk,
    address: str,
    name: str,
    document: Callable[..., Fields],
    page: Callable[..., str],
    taken: ValuesOf,
    places: Mapping[str, str] | None = None,
    people: Sequence[str] = (),
) -> HTTPRouteHandler:
    """Keep the document that a form comes to as a draft. `page` makes the page of the
    form of that name, of what is taken from the request, for a form that was not taken.

    places   the fields of the form by those of the document, where they are called
             otherwise
    people   the fields of the form in which somebody is named, by an id or a name
    """

    @post(address, opt={"role": Role.SUBMITTER})
    async def keep_form(request: HttpRequest) -> Response[bytes]:
        about = taken(request)

        async def page_as_sent(at: AtDesk) -> str:
            return await desk.read_ledger(at, lambda reading: page(at, reading, *about))

        async def keep(form: Form) -> Response[bytes]:
            meant = await desk.read_ledger(
                desk.at(request), lambda reading: form_with_ids(reading, form, people)
            )
            try:
                return await desk.keep_document(
                    request, document(*about, meant.form), places
                )
            except SeloError as refusal:
                add_unknown(refusal, meant.unknown)
                raise

        return await desk.take(request, name, page_as_sent, keep)

    return keep_form


def corrections(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the pages and forms that correct a tournament: its games, a game, its
    withdrawal.
    """
    tournament, game = in_path("name"), in_path("name", "game")
    address = "/desk/tournaments/{name:str}"

    def games_page(at: AtDesk, reading: Reading, name: str) -> str:
        """Make the page of a tournament's games, with what features add to it."""
        parts = desk.parts("tournament", at, reading, name)
        return pages.games_page(at, reading, name, parts)

    return [
        form_page(desk, address, games_page, tournament),
        form_page(desk, f"{address}/games/{{game:str}}", pages.game_page, game),
        form_left(
            desk,
            f"{address}/games/{{game:str}}",
            "game",
            game_corrected,
            pages.game_page,
            game,
        ),
        form_page(desk, f"{address}/withdraw", pages.withdraw_page, tournament),
        form_left(
            desk,
            f"{address}/withdraw",
            "withdraw",
            tournament_withdrawn,
            pages.withdraw_page,
            tournament,
        ),
    ]


def people_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the pages that lead to a correction: which tournament, which two players;
    and the form of a player, which proposes the next free id for a new one.
    """

    def player_page(at: AtDesk, reading: Reading, player: str) -> str:
        free = ""
        if not player:
            free = free_id(reading, desk.ledger)
        return pages.player_form(at, reading, player, free)

    def refused_player_page(at: AtDesk, reading: Reading) -> str:
        """Make the page of a player that was not taken: of the one whose details were
        to be changed, else the empty one.
        """
        player = ""
        if at.typed("change"):
            player = at.typed("player")
        return player_page(at, reading, player)

    @get("/desk/correct", opt={"role": Role.SUBMITTER})
    async def correct(request: HttpRequest) -> Response[bytes]:
        """Lead to the tournament that is meant, or show those that may be."""
        at = desk.at(request)
        [words] = in_query("tournament")(request)
        rows = await desk.read_ledger(
            at, lambda reading: tournaments_named(reading, words)
        )

        if words and len(rows) == 1:
            [row] = rows
            tournament = quote(row.tournament, safe="")
            return desk.to(request, f"/desk/tournaments/{tournament}")

        return await desk.page(lambda: pages.correct_page(at, words, rows))

    return [
        form_asked(
            desk, "/desk/merge", "compare", pages.merge_page, in_query("from", "into")
        ),
        form_asked(desk, "/desk/player", "find", player_page, in_query("player")),
        correct,
        form_left(
            desk, "/desk/merge", "merge", players_merged, _refused_merge_page, in_path()
        ),
        form_left(
            desk,
            "/desk/player",
            "player",
            player_written,
            refused_player_page,
            in_path(),
        ),
    ]


def _refused_merge_page(at: AtDesk, reading: Reading) -> str:
    """Make the page of a merge that was not taken, of the two who were typed."""
    return pages.merge_page(at, reading, at.typed("from"), at.typed("into"))


SWAPPED = "swapped"  # the colours: who is named first had Black
REMOVED = "removed"  # the result of a game that was never played


def game_corrected(tournament: str, game: str, form: Form) -> Fields:
    """Return what of a game the form has otherwise than it was shown. Its result stands
    as the players are named there; where the colours are the other way round, it is
    turned with them.

    The page shows what it was made of in fields beside the others: `shown_result`,
    `shown_on`, and `version`, so that a tournament which somebody amended meanwhile is
    refused and not changed back. A game that was never played is taken out:

        {"kind": "amend", "tournament": "kesa", "expect_version": 3,
         "games": {"3.1": None}, "reason": "not played"}
    """
    result = form.text("result")
    change: dict[str, object] = {}

    if form.text("colours") == SWAPPED:
        change = {
            "white": form.text("black"),
            "black": form.text("white"),
            "result": turned_result(result),
        }
    elif result != form.text("shown_result"):
        change = {"result": result}

    if form.text("on") != form.text("shown_on"):
        # a day that was emptied is taken back, and not left as it was
        change["on"] = form.text("on") or None

    return {
        "kind": "amend",
        "tournament": tournament,
        "expect_version": number_or_text(form.text("version")),
        "games": {game: None if result == REMOVED else change},
        "reason": form.text("reason"),
    }


def turned_result(result: str) -> str:
    """Return a result of a form as it is written with the other player first; what is
    no result stays.
    """
    if result not in RESULTS:
        return result
    return RESULTS[result].turned


def tournament_withdrawn(tournament: str, form: Form) -> Fields:
    """Return the withdrawal of a tournament; its reinstatement, where the form of a
    withdrawn one was sent.
    """
    kind = "reinstate" if form.text("back") else "withdraw"
    return {"kind": kind, "tournament": tournament, "reason": form.text("reason")}


def players_merged(form: Form) -> Fields:
    """Return the merge that the form asks for. A player who was not named is missing
    from it, and it is refused for that.
    """
    return {"kind": "merge-players", **texts_of(form, "from", "into", "reason")}


# the fields of a player that the document has as they are typed
DETAILS = ("name", "sex", "born", "federation", "club")


def player_written(form: Form) -> Fields:
    """Return a new player; or, of a known one, what is typed otherwise than the page
    showed it, so that nothing changes back what a colleague changed meanwhile.
    """
    is_known = bool(form.text("change"))

    def is_stated(name: str) -> bool:
        return not is_known or form.text(name) != form.text(f"shown_{name}")

    details = [name for name in DETAILS if is_stated(name)]
    document = {"kind": "player", **texts_of(form, "player", *details)}

    fide_id = form.text("fide_id")
    if fide_id and is_stated("fide_id"):
        document["fide_id"] = number_or_text(fide_id)

    if is_known:
        document["change"] = True
    if form.text("unlisted") and is_stated("unlisted"):
        document["unlisted"] = form.text("unlisted") == "yes"

    return document


def texts_of(form: Form, *names: str) -> Fields:
    """Return the fields of a form that have something in them, by their names: an empty
    one is a field that the document does not have.
    """
    return {name: form.text(name) for name in names if form.text(name)}
