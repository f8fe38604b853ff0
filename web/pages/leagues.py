"""Draw the pages of a league (its table with every match, a team with its players, the ratings that order the boards),
and of the title norms that were made in a tournament, with the certificate of a player's.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from desk.norm_event import OfNorms
from desk.norms import NormAnswer, NormCheck, NormOf, NormRow, Norms, NormsAnswer, brief
from messages import Message
from projections.answers.reading import Reading
from projections.answers.tournaments.league import LeagueAnswer, LeagueAsked, LeagueMatch
from projections.answers.tournaments.matches import STATUS
from projections.answers.tournaments.teams import BoardRow, BoardsAnswer, BoardsAsked, TeamAnswer, TeamAsked
from rulebooks.fide.norms import EVENTS, SYSTEMS
from web.pages.rendering import Times, rendered, times_of
from web.pages.visit import Value, Visit


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


OTHERS_MOST = 60  # rows without a norm on a page


class NormLine(NamedTuple):
    """A player and a norm as the page shows it; `briefly`: what is missing, in no language."""

    player: str
    name: str | None
    norm: str
    met: bool | None
    games: int
    score: float
    average: int | None
    performance: int | None
    briefly: str


class NormsPage(NamedTuple):
    """The page of the norms in a tournament; `made`: those that are met, or open."""

    answer: NormsAnswer
    asked: Norms
    made: tuple[NormLine, ...]
    others: tuple[NormLine, ...]
    more: int
    systems: tuple[str, ...]
    kinds: tuple[str, ...]
    query: Mapping[str, Value]
    times: Times


def norms_page(reading: Reading, asked: Norms, visit: Visit) -> str:
    answer, times = asked.ask(reading), times_of(asked, visit.today)
    beside = answer.tournament.conditions
    made = tuple(_line(row, beside) for row in answer.rows if row.met is not False)
    others = tuple(_line(row, beside) for row in answer.rows if row.met is False)
    query = _query(asked, times)
    page = NormsPage(
        answer, asked, made, others[:OTHERS_MOST], len(others[OTHERS_MOST:]), SYSTEMS, EVENTS, query, times
    )
    return rendered("norms.html", visit, page=page)


def _query(asked: OfNorms, times: Times) -> Mapping[str, Value]:
    return {**times.query, "system": asked.system, "kind": asked.kind, "title": ",".join(asked.titles) or None}


def _line(row: NormRow, beside: Sequence[NormCheck]) -> NormLine:
    briefly = "; ".join(brief(check) for check in row.fails if check not in beside)
    return NormLine(
        row.player, row.name, row.norm, row.met, row.games, row.score, row.average, row.performance, briefly
    )


class NormPage(NamedTuple):
    """A certificate of a player's norms, a sheet for each."""

    answer: NormAnswer
    query: Mapping[str, Value]
    times: Times


def norm_page(reading: Reading, asked: NormOf, visit: Visit) -> str:
    times = times_of(asked, visit.today)
    query = _query(asked, times)
    return rendered("norm.html", visit, page=NormPage(asked.ask(reading), query, times))
