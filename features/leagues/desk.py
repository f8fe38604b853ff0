"""The desk's addresses of leagues, and what the desk's page of a tournament shows of
one.
"""

from litestar.handlers import HTTPRouteHandler

from features.leagues.match_form import match_routes
from features.leagues.roster_form import roster_routes
from features.leagues.tables import league_table
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_at
from web.desk.office_desk import AtDesk, Desk
from web.pages.rendering import rendered


def routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Return the routes of the desk for the sheet of a match and for the roster of a
    team.
    """
    return [*match_routes(desk), *roster_routes(desk)]


def of_tournament(desk: Desk, at: AtDesk, reading: Reading, tournament: str) -> str:
    """Draw the matches and the teams of a league, each of which leads to its form;
    nothing for a tournament that is no league or has no matches yet.
    """
    if tournament_at(reading, tournament).league is None:
        return ""

    answer = league_table(reading, tournament)
    if not answer.matches:
        return ""

    return rendered("leagues/of_tournament.html", at.visit, answer=answer)
