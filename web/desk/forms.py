"""Offer the forms of the desk that each make a draft: a corrected game, a merge, a
player, and a team of a league, its players in the order of boards, held against
the ratings of the closing day.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from ledger.errors import Problem, Refused, Where
from ledger.league import Team
from messages import Message, say
from messages.results import RESULTS
from projections.answers.asking import names_in
from projections.answers.career import names_of
from projections.answers.players.find import tournaments_named
from projections.answers.reading import Reading
from projections.answers.tournaments.matches import (
    LeagueNow,
    closing_day,
    league_now,
    players_of,
    team_of,
)
from projections.answers.tournaments.teams import out_of_order, ratings_on
from web.desk import (
    AtDesk,
    Desk,
    Entered,
    Fields,
    Form,
    halves_or_text,
    known_ids,
    named,
    number_or_text,
    pages,
    together,
)
from web.desk.filled import Sent
from web.http import HttpRequest
from web.pages.rendering import rendered
from web.questions import number_in, query_pairs
from web.store.tokens import Role

Taken = Callable[[HttpRequest], list[str]]


def in_path(*names: str) -> Taken:
    return lambda request: [named(request, name) for name in names]


def in_query(*names: str) -> Taken:
    def taken(request: HttpRequest) -> list[str]:
        given = dict(query_pairs(request.scope["query_string"]))
        return [given.get(name, "") for name in names]

    return taken


def form_page(
    desk: Desk, address: str, page: Callable[..., str], taken: Taken
) -> HTTPRouteHandler:
    """Make the page of a form, of what is taken from the request."""

    @get(address, opt={"role": Role.SUBMITTER})
    async def form(request: HttpRequest) -> Response[bytes]:
        about = taken(request)
        return await desk.of_ledger(
            request, lambda at, reading: page(at, reading, *about)
        )

    return form


def form_asked(
    desk: Desk, address: str, name: str, page: Callable[..., str], taken: Taken
) -> HTTPRouteHandler:
    """Make a page of what its form asks for; where there is nothing of the kind, the
    form says so.
    """

    @get(address, opt={"role": Role.SUBMITTER})
    async def form(request: HttpRequest) -> Response[bytes]:
        about = taken(request)
        nothing = [""] * len(about)
        return await desk.asked(
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
    taken: Taken,
    places: Mapping[str, str] | None = None,
) -> HTTPRouteHandler:
    """Keep the document that a form comes to as a draft. `page` makes the page of the
    form of that name, of what is taken from the request, for a form that was not taken.

    places   the fields of the form by those of the document, where they are called
             otherwise
    """

    @post(address, opt={"role": Role.SUBMITTER})
    async def left(request: HttpRequest) -> Response[bytes]:
        about = taken(request)

        async def again(at: AtDesk) -> str:
            return await desk.known(at, lambda reading: page(at, reading, *about))

        return await desk.take(
            request,
            name,
            again,
            lambda form: desk.left(request, document(*about, form), places),
        )

    return left


def corrections(desk: Desk) -> list[HTTPRouteHandler]:
    tournament, game = in_path("name"), in_path("name", "game")
    address = "/desk/tournaments/{name:str}"
    return [
        form_page(desk, address, pages.games_page, tournament),
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
    @get("/desk/correct", opt={"role": Role.SUBMITTER})
    async def correct(request: HttpRequest) -> Response[bytes]:
        """Lead to the tournament that is meant, or show those that may be."""
        (words,), at = in_query("tournament")(request), desk.at(request)
        rows = await desk.known(at, lambda reading: tournaments_named(reading, words))
        if words and len(rows) == 1:
            return desk.to(
                request, f"/desk/tournaments/{quote(rows[0].tournament, safe='')}"
            )
        return await desk.page(lambda: pages.correct_page(at, words, rows))

    return [
        form_asked(
            desk, "/desk/merge", "compare", pages.merge_page, in_query("from", "into")
        ),
        form_asked(desk, "/desk/player", "find", pages.player_form, in_query("player")),
        correct,
        form_left(
            desk, "/desk/merge", "merge", players_merged, _merge_again, in_path()
        ),
        form_left(
            desk, "/desk/player", "player", player_written, _player_again, in_path()
        ),
    ]


def _merge_again(at: AtDesk, reading: Reading) -> str:
    return pages.merge_page(at, reading, at.typed("from"), at.typed("into"))


def _player_again(at: AtDesk, reading: Reading) -> str:
    return pages.player_form(
        at, reading, at.typed("player") if at.typed("change") else ""
    )


SWAPPED = "swapped"  # the colours: who is named first had Black
REMOVED = "removed"  # the result of a game that was never played


def game_corrected(tournament: str, game: str, form: Form) -> Fields:
    """Return what of a game the form has otherwise than it was shown. Its result stands
    as the players are named there; where the colours are the other way round, it is
    turned with them.
    """
    result, change = form.text("result"), dict[str, object]()
    if form.text("colours") == SWAPPED:
        change = {
            "white": form.text("black"),
            "black": form.text("white"),
            "result": turned(result),
        }
    elif result != form.text("shown_result"):
        change = {"result": result}
    if form.text("on") != form.text("shown_on"):
        change["on"] = form.text("on") or None
    return {
        "kind": "amend",
        "tournament": tournament,
        "expect_version": number_or_text(form.text("version")),
        "games": {game: None if result == REMOVED else change},
        "reason": form.text("reason"),
    }


def turned(result: str) -> str:
    """Return a result of a form as it is written with the other player first; what is
    no result stays.
    """
    return RESULTS[result].turned if result in RESULTS else result


def tournament_withdrawn(tournament: str, form: Form) -> Fields:
    kind = "reinstate" if form.text("back") else "withdraw"
    return {"kind": kind, "tournament": tournament, "reason": form.text("reason")}


def players_merged(form: Form) -> Fields:
    return {"kind": "merge-players", **texts_of(form, "from", "into", "reason")}


def player_written(form: Form) -> Fields:
    """Return a new player, or other details of a known one, which the form says is
    meant.
    """
    document = {
        "kind": "player",
        **texts_of(form, "player", "name", "sex", "born", "federation", "club"),
    }
    fide_id = form.text("fide_id")
    if fide_id:
        document["fide_id"] = number_or_text(fide_id)
    if form.text("change"):
        document["change"] = True
    if form.text("unlisted"):
        document["unlisted"] = form.text("unlisted") == "yes"
    return document


def texts_of(form: Form, *names: str) -> Fields:
    return {name: form.text(name) for name in names if form.text(name)}


# before a player; of a decision
PLACE, POINTS = "place-", ("match_points", "board_points")


class Roster(NamedTuple):
    """A team with its players and everybody else who is named, as the ledger has them;
    the ratings of the
    closing day.
    """

    now: LeagueNow
    team: Team
    players: Sequence[str]
    more: Sequence[str]
    ratings: Mapping[str, int | None]
    names: Mapping[str, str]


def roster_routes(desk: Desk) -> list[HTTPRouteHandler]:
    address = "/desk/tournaments/{name:str}/teams/{team:str}"

    def roster_of(request: HttpRequest, reading: Reading, more: str) -> Roster:
        return roster(reading, named(request, "name"), named(request, "team"), more)

    def page(request: HttpRequest, at: AtDesk, reading: Reading) -> str:
        return _page(at, roster_of(request, reading, at.typed("more")), ())

    @get(address, opt={"role": Role.SUBMITTER})
    async def roster_form(request: HttpRequest) -> Response[bytes]:
        return await desk.of_ledger(
            request, lambda at, reading: page(request, at, reading)
        )

    @post(address, opt={"role": Role.SUBMITTER})
    async def roster_entered(request: HttpRequest) -> Response[bytes]:
        at = desk.at(request)

        async def again(at: AtDesk) -> str:
            return await desk.known(at, lambda reading: page(request, at, reading))

        async def enter(form: Form) -> Response[bytes]:
            def work(reading: Reading) -> Entered:
                there = roster_of(request, reading, form.text("more"))
                form.need(("version", "name", "withdrawn", *POINTS, "reason"))
                form.need(f"{PLACE}{player}" for player in there.players)
                together(
                    lambda: known_ids(reading, form.text("more"), "more"),
                    lambda: ordered(there, form),
                )
                order, league = ordered(there, form), there.now.league
                doubts: list[Message] = []
                if league.closing_day:
                    doubts = [
                        *out_of_order(
                            order, there.ratings, there.names, league.order_gap
                        )
                    ]
                if doubts and not form.text("sure"):
                    return Entered(
                        _page(
                            at._replace(sent=Sent("roster", form.fields)), there, doubts
                        ),
                        {},
                        {},
                    )
                return Entered(
                    None, document(there, order, form), places_on(there, order)
                )

            return await desk.asked_or_left(request, await desk.known(at, work))

        return await desk.take(request, "roster", again, enter)

    return [roster_form, roster_entered]


def _page(at: AtDesk, there: Roster, doubts: Sequence[Message]) -> str:
    points = {
        name: f"{value:g}" if (value := getattr(there.team, name)) else ""
        for name in POINTS
    }
    return rendered(
        "desk/roster.html", at.visit, at=at, roster=there, points=points, doubts=doubts
    )


def places_on(there: Roster, order: Sequence[str]) -> dict[str, str]:
    """Return the fields of the form by those of the document, where they are called
    otherwise: who plays is asked for in the row of each player, and who joins in one
    field for all of them.
    """
    players = f"change_league.teams.{there.team.team}.players"
    rows = {
        f"{players}[{place}]": "more" if player in there.more else f"{PLACE}{player}"
        for place, player in enumerate(order)
    }
    return {players: "more", **rows}


def roster(reading: Reading, name: str, team: str, more: str) -> Roster:
    """Return a team with the ratings that order its boards; `more`: the ids of who
    joins it.
    """
    now, resolve = league_now(reading, name), reading.timeline.resolve
    own = team_of(name, now.league, team)
    players = players_of(own, reading)
    new = [
        player
        for player in dict.fromkeys(map(resolve, names_in([more])))
        if player not in players
    ]
    ratings = ratings_on(
        reading,
        reading.first_list(),
        [*players, *new],
        closing_day(now.league, reading),
    )
    return Roster(
        now, own, players, new, ratings, names_of(reading, sorted({*players, *new}))
    )


def ordered(there: Roster, form: Form) -> list[str]:
    """Return the players in the order of the numbers that were typed. A player without
    a number leaves.

    New players come last unless a number says otherwise. Of two with one number, the
    one who was moved up comes first, and the one who was moved down last.
    """
    places, problems = [], []
    for was, player in enumerate((*there.players, *there.more), 1):
        typed = form.text(f"{PLACE}{player}") or (
            str(was) if player in there.more else ""
        )
        if not typed:
            continue
        number = number_in(typed)
        if number is None:
            message = say("{text} is no place in a team", text=repr(typed[:40]))
            hint = say("a number, or nothing for who leaves")
            problems.append(
                Problem("wrong-value", message, Where(field=f"{PLACE}{player}"), hint)
            )
            continue
        places.append((number, (number >= was) + (number > was), was, player))
    if problems:
        raise Refused(problems)
    return [player for *_, player in sorted(places)]


def document(there: Roster, order: Sequence[str], form: Form) -> Fields:
    """Return the correction of the tournament: everything about the team that the form
    has otherwise than the
    ledger.
    """
    team: Fields = {}
    if list(order) != list(there.players):
        team["players"] = list(order)
    if form.text("name") and form.text("name") != there.team.name:
        team["name"] = form.text("name")
    if form.text("withdrawn") != (there.team.withdrawn or ""):
        team["withdrawn"] = form.text("withdrawn") or None
    for name in POINTS:
        if (points := halves_or_text(form.text(name) or "0")) != getattr(
            there.team, name
        ):
            team[name] = points
    fields: Fields = {
        "kind": "amend",
        "tournament": there.now.tournament.id,
        "expect_version": number_or_text(form.text("version")),
        "reason": form.text("reason"),
    }
    return fields | (
        {"change_league": {"teams": {there.team.team: team}}} if team else {}
    )
