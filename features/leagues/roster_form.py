"""Correct a team of a league at the desk: its players in the order of boards, held
against the ratings of the closing day.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from litestar.handlers import HTTPRouteHandler

from features.leagues.boards import out_of_order, ratings_on
from features.leagues.matches import (
    LeagueNow,
    closing_day,
    league_now,
    players_of,
    team_of,
)
from features.leagues.sheet_form import sheet_routes
from ledger.all_checked import all_checked
from ledger.errors import Problem, Refused, Where
from ledger.league import Team
from messages import Message, say
from projections.answers.asking import names_in
from projections.answers.career import names_of
from projections.answers.reading import Reading
from web.desk.filled import Sent
from web.desk.form_documents import Fields, halves_or_text, number_or_text
from web.desk.form_fields import Form
from web.desk.office_desk import AtDesk, Desk, Entered
from web.desk.problems_at_fields import known_ids
from web.http import HttpRequest
from web.http.addresses import part_of_address
from web.pages.rendering import rendered
from web.questions.from_address import number_in

# before a player; of a decision
PLACE, POINTS = "place-", ("match_points", "board_points")


class Roster(NamedTuple):
    """A team as the form needs it.

    players: as the ledger has them, in the order of boards.

    more: everybody else who is named in the form, in the order they were typed.

    ratings: of the closing day. names: by player, of all of them.
    """

    now: LeagueNow
    team: Team
    players: Sequence[str]
    more: Sequence[str]
    ratings: Mapping[str, int | None]
    names: Mapping[str, str]


def roster_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Return the routes of the form of a team."""
    address = "/desk/tournaments/{name:str}/teams/{team:str}"
    return sheet_routes(desk, address, "roster", roster_page, roster_entered)


def roster_page(request: HttpRequest, at: AtDesk, reading: Reading) -> str:
    """Draw the form of a team, with what was typed where it comes back."""
    there = _roster_of(request, reading, at.typed("more"))
    return _page(at, there, ())


def roster_entered(
    request: HttpRequest, at: AtDesk, reading: Reading, form: Form
) -> Entered:
    """Return the correction of the team, or the page that asks about an order that the
    ratings of the closing day forbid.

    `Refused` at their fields are ids that nobody has and numbers that are none, all at
    once. A league without a closing day has no order to forbid.
    """
    more = form.text("more")
    there = _roster_of(request, reading, more)
    form.need(("version", "name", "withdrawn", *POINTS, "reason"))
    form.need(f"{PLACE}{player}" for player in there.players)
    _, order = all_checked(
        lambda: known_ids(reading, more, "more"),
        lambda: players_in_order(there, form),
    )
    league = there.now.league
    doubts: list[Message] = []
    if league.closing_day:
        gap = league.order_gap
        doubts += out_of_order(order, there.ratings, there.names, gap)

    if doubts and not form.text("sure"):
        sent = at._replace(sent=Sent("roster", form.fields))
        page = _page(sent, there, doubts)
        return Entered(page, {}, {})

    correction = team_correction(there, order, form)

    return Entered(None, correction, places_on(there, order))


def _roster_of(request: HttpRequest, reading: Reading, more: str) -> Roster:
    """Return the roster that the address names by league and team.

    more: the ids of who joins, as they were typed.
    """
    tournament = part_of_address(request, "name")
    team = part_of_address(request, "team")
    return roster(reading, tournament, team, more)


def _page(at: AtDesk, there: Roster, doubts: Sequence[Message]) -> str:
    """Draw the page of a roster; points of 0 are left empty in the form."""
    points = {}
    for name in POINTS:
        value = getattr(there.team, name)
        points[name] = f"{value:g}" if value else ""

    return rendered(
        "leagues/roster.html",
        at.visit,
        at=at,
        roster=there,
        points=points,
        doubts=doubts,
    )


def places_on(there: Roster, order: Sequence[str]) -> dict[str, str]:
    """Return the fields of the form by those of the document, where they are called
    otherwise: who plays is asked for in the row of each player, and who joins in one
    field for all of them.

    order: the players as they are to stand.

        change_league.teams.kuu.players[0]     place-F001
    """
    players = f"change_league.teams.{there.team.team}.players"
    fields = {players: "more"}
    for index, player in enumerate(order):
        row = "more" if player in there.more else f"{PLACE}{player}"
        fields[f"{players}[{index}]"] = row

    return fields


def roster(reading: Reading, name: str, team: str, more: str) -> Roster:
    """Return a team with the ratings that order its boards.

    more: the ids of who joins it, with blanks or commas between them; who is in it
    already is passed over.
    """
    now = league_now(reading, name)
    own = team_of(name, now.league, team)
    players = players_of(own, reading)

    # each once, under the id that counts now
    joining = dict.fromkeys(map(reading.timeline.resolve, names_in([more])))
    new = [player for player in joining if player not in players]

    everybody = [*players, *new]
    day = closing_day(now.league, reading)

    return Roster(
        now=now,
        team=own,
        players=players,
        more=new,
        ratings=ratings_on(reading, reading.first_list(), everybody, day),
        names=names_of(reading, sorted(set(everybody))),
    )


def players_in_order(there: Roster, form: Form) -> list[str]:
    """Return the players in the order of the numbers that were typed.

    A player without a number leaves. New players come last unless a number says
    otherwise. Of two with one number, the one who was moved up comes first, and the one
    who was moved down last. `Refused` says of every text that is no number in which
    field it is.

        A 1, B 2, C 1     C A B: C was moved up to the first place
    """
    places = []
    problems = []
    for was, player in enumerate((*there.players, *there.more), 1):
        field = f"{PLACE}{player}"
        typed = form.text(field)
        if not typed and player in there.more:
            typed = str(was)
        if not typed:
            continue

        number = number_in(typed)
        if number is None:
            message = say("{text} is not a place in a team", text=repr(typed[:40]))
            hint = say("a number, or nothing for who leaves")
            problems.append(Problem("wrong-value", message, Where(field=field), hint))
            continue

        places.append(_place_typed(number, was, player))

    if problems:
        raise Refused(problems)

    return [place.player for place in sorted(places)]


class Place(NamedTuple):
    """Where a player is to stand; places sort as the team is then in order.

    number: the one that was typed.

    moved: 0 for who comes up to it, 1 for who stays, 2 for who goes down to it.

    was: the number before.
    """

    number: int
    moved: int
    was: int
    player: str


def _place_typed(number: int, was: int, player: str) -> Place:
    """Return where a player is to stand, by the number that was typed and the one
    before.
    """
    if number < was:
        moved = 0
    elif number == was:
        moved = 1
    else:
        moved = 2

    return Place(number, moved, was, player)


def team_correction(there: Roster, order: Sequence[str], form: Form) -> Fields:
    """Return the correction of the tournament: everything about the team that the form
    has otherwise than the ledger. Where that is nothing, the correction says nothing of
    the league.
    """
    team: Fields = {}
    if list(order) != list(there.players):
        team["players"] = list(order)

    team_name = form.text("name")
    if team_name and team_name != there.team.name:
        team["name"] = team_name

    withdrawn = form.text("withdrawn")
    if withdrawn != (there.team.withdrawn or ""):
        team["withdrawn"] = withdrawn or None

    for name in POINTS:
        points = halves_or_text(form.text(name) or "0")
        if points != getattr(there.team, name):
            team[name] = points

    fields: Fields = {
        "kind": "amend",
        "tournament": there.now.tournament.id,
        "expect_version": number_or_text(form.text("version")),
        "reason": form.text("reason"),
    }

    if team:
        fields["change_league"] = {"teams": {there.team.team: team}}

    return fields
