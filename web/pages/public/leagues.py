"""The pages of a league: its table with every match, a team with its players, and the ratings that order the boards."""

from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

from messages import Message
from projections.answers.reading import Reading
from projections.answers.tournaments.league import LeagueAnswer, LeagueAsked, LeagueMatch
from projections.answers.tournaments.matches import STATUS
from projections.answers.tournaments.teams import BoardRow, BoardsAnswer, BoardsAsked, TeamAnswer, TeamAsked
from web.pages.rendering import Times, rendered, times_of
from web.pages.visit import Visit


class LeaguePage(NamedTuple):
    """A league's page as the template shows it: the table, and the matches by round."""

    answer: LeagueAnswer
    rounds: tuple[tuple[int, tuple[LeagueMatch, ...]], ...]
    status: Mapping[str, Message]
    times: Times


class TeamPage(NamedTuple):
    """A team's page. `lists`: those on which the season changed anybody."""

    answer: TeamAnswer
    lists: tuple[str, ...]
    status: Mapping[str, Message]
    times: Times


class BoardsPage(NamedTuple):
    """The page of the ratings that order the boards, by team."""

    answer: BoardsAnswer
    teams: tuple[tuple[str, tuple[BoardRow, ...]], ...]
    asked: BoardsAsked
    times: Times


def league_page(reading: Reading, asked: LeagueAsked, visit: Visit) -> str:
    answer = asked.ask(reading)
    matches = sorted(answer.matches, key=lambda match: match.round)
    rounds = tuple((number, tuple(own)) for number, own in groupby(matches, key=lambda match: match.round))
    page = LeaguePage(answer, rounds, STATUS, times_of(asked, visit.today))
    return rendered("league.html", visit, page=page)


def team_page(reading: Reading, asked: TeamAsked, visit: Visit) -> str:
    answer = asked.ask(reading)
    moved = {name for player in answer.players for name in player.lists}
    lists = tuple(name for name in reading.lists() if name in moved)
    return rendered("team.html", visit, page=TeamPage(answer, lists, STATUS, times_of(asked, visit.today)))


def boards_page(reading: Reading, asked: BoardsAsked, visit: Visit) -> str:
    answer = asked.ask(reading)
    teams = tuple((name, tuple(own)) for name, own in groupby(answer.rows, key=lambda row: row.team_name))
    return rendered("boards.html", visit, page=BoardsPage(answer, teams, asked, times_of(asked, visit.today)))
