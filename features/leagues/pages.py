"""Draw the pages of a league: its table with every match, a team with its players, the
ratings that order the boards.
"""

from collections.abc import Iterator
from itertools import groupby

from features.leagues.boards import BoardsAsked
from features.leagues.matches import STATUS
from features.leagues.tables import LeagueAsked, league_table
from features.leagues.teams import TeamAsked
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournaments
from web.pages.rendering import rendered
from web.pages.two_times import times_of
from web.pages.visit import Visit


def league_page(reading: Reading, asked: LeagueAsked, visit: Visit) -> str:
    """Draw the page of a league: its table, and its matches under their round."""
    answer = asked.ask(reading)
    matches = sorted(answer.matches, key=lambda match: match.round)
    rounds = tuple(
        (number, tuple(own))
        for number, own in groupby(matches, key=lambda match: match.round)
    )

    return rendered(
        "leagues/league.html",
        visit,
        answer=answer,
        rounds=rounds,
        status=STATUS,
        times=times_of(asked, visit.today),
    )


def team_page(reading: Reading, asked: TeamAsked, visit: Visit) -> str:
    """Draw the page of a team; it has a column only for lists on which one of its
    players moved.
    """
    answer = asked.ask(reading)
    moved = {name for player in answer.players for name in player.lists}
    lists = tuple(name for name in reading.lists() if name in moved)
    return rendered(
        "leagues/team.html",
        visit,
        answer=answer,
        lists=lists,
        status=STATUS,
        times=times_of(asked, visit.today),
    )


def boards_page(reading: Reading, asked: BoardsAsked, visit: Visit) -> str:
    """Draw the page of the order of boards, team by team."""
    answer = asked.ask(reading)
    teams = tuple(
        (name, tuple(own))
        for name, own in groupby(answer.rows, key=lambda row: row.team_name)
    )
    return rendered(
        "leagues/boards.html",
        visit,
        answer=answer,
        teams=teams,
        asked=asked,
        times=times_of(asked, visit.today),
    )


def leagues_of(reading: Reading) -> Iterator[dict[str, str]]:
    """Yield each tournament that is a league, for the pages that it has; tournaments
    without teams have none of them.
    """
    for name in _leagues(reading):
        yield {"tournament": name}


def teams_of(reading: Reading) -> Iterator[dict[str, str]]:
    """Yield each team of each league, for the pages that it has."""
    for name in _leagues(reading):
        answer = league_table(reading, name)
        for row in answer.rows:
            yield {"tournament": name, "team": row.team}


def _leagues(reading: Reading) -> Iterator[str]:
    """Yield the ids of the tournaments that are leagues."""
    for row in tournaments(reading).rows:
        tournament = reading.timeline.tournament(row.tournament)
        if tournament is not None and tournament.league is not None:
            yield row.tournament
