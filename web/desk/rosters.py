"""A team of a league at the desk: its players in the order of boards, held against the ratings of the closing day, and
what is said of it otherwise. The form makes a draft, as every other does."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from ledger.errors import Problem, Refused, Where
from ledger.league import Team
from messages import Message, say
from projections.answers.asking import names_in
from projections.answers.career import names_of
from projections.answers.reading import Reading
from projections.answers.tournaments.boards import closing_day, out_of_order, players_of, ratings_on, team_of
from projections.answers.tournaments.matches import LeagueNow, league_now
from web.desk.documents import Fields, Form, form_of, halves_or_text, number_or_text
from web.desk.pages import AtDesk
from web.desk.place import Desk, HttpRequest, named
from web.kept.tokens import Role
from web.pages.rendering import rendered
from web.questions import number_in

PLACE, POINTS = "place-", ("match_points", "board_points")  # before a player; of a decision


class Roster(NamedTuple):
    """A team with its players and everybody else who is named, as the ledger has them; the ratings of the
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

    @get(address, opt={"role": Role.SUBMITTER})
    async def roster_form(request: HttpRequest) -> Response[bytes]:
        def make(at: AtDesk, reading: Reading) -> str:
            there = roster_of(request, reading, "")
            fields = {name: f"{value:g}" if (value := getattr(there.team, name)) else "" for name in POINTS}
            fields |= {"name": there.team.name, "withdrawn": there.team.withdrawn or ""}
            fields |= {f"{PLACE}{player}": str(at) for at, player in enumerate(there.players, 1)}
            return _page(at, there, fields, str(there.now.tournament.version), ())

        return await desk.of_ledger(request, make)

    @post(address, opt={"role": Role.SUBMITTER})
    async def roster_entered(request: HttpRequest) -> Response[bytes]:
        form, at = await form_of(request, desk.settings), desk.at(request)

        def work(reading: Reading) -> str | Fields:
            there = roster_of(request, reading, form.text("more"))
            order, league = ordered(there, form), there.now.league
            doubts = [*out_of_order(order, there.ratings, there.names, league.order_gap)] if league.closing_day else ()
            if doubts and not form.text("sure"):
                return _page(at, there, form.fields, form.text("version"), doubts)
            return document(there, order, form)

        return await desk.asked_or_drafted(request, at, work)

    return [roster_form, roster_entered]


def _page(at: AtDesk, there: Roster, fields: Mapping[str, str], version: str, doubts: Sequence[Message]) -> str:
    fields = dict.fromkeys(("name", "more", "withdrawn", *POINTS, "reason"), "") | dict(fields)
    return rendered("desk/roster.html", at.visit, at=at, roster=there, fields=fields, version=version, doubts=doubts)


def roster(reading: Reading, name: str, team: str, more: str) -> Roster:
    """Return a team with the ratings that order its boards; `more`: the ids of who joins it."""
    now, resolve = league_now(reading, name), reading.timeline.resolve
    own = team_of(name, now.league, team)
    players = players_of(own, reading)
    new = [player for player in dict.fromkeys(map(resolve, names_in([more]))) if player not in players]
    ratings = ratings_on(reading, reading.first_list(), [*players, *new], closing_day(now.league, reading))
    return Roster(now, own, players, new, ratings, names_of(reading, sorted({*players, *new})))


def ordered(there: Roster, form: Form) -> list[str]:
    """Return the players in the order of the numbers that were typed. A player without a number leaves.

    New players come last unless a number says otherwise. Of two with one number, the one who was moved up comes first,
    and the one who was moved down last.
    """
    places = []
    for was, player in enumerate((*there.players, *there.more), 1):
        typed = form.text(f"{PLACE}{player}") or (str(was) if player in there.more else "")
        if typed:
            if (number := number_in(typed)) is None:
                message, hint = (
                    say("{text} is no place in a team", text=repr(typed[:40])),
                    say("a number, or nothing for who leaves"),
                )
                raise Refused(Problem("wrong-value", message, Where(field=f"{PLACE}{player}"), hint))
            places.append((number, (number >= was) + (number > was), was, player))
    return [player for *_, player in sorted(places)]


def document(there: Roster, order: Sequence[str], form: Form) -> Fields:
    """Return the correction of the tournament: everything about the team that the form has otherwise than the
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
        if (points := halves_or_text(form.text(name) or "0")) != getattr(there.team, name):
            team[name] = points
    fields: Fields = {
        "kind": "amend", "tournament": there.now.tournament.id, "expect_version": number_or_text(form.text("version")),
        "reason": form.text("reason"),
    }  # fmt: skip
    return fields | ({"change_league": {"teams": {there.team.team: team}}} if team else {})
