"""Answer `selo league table`: the table of a league on a day, and its matches."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, NamedTuple

from features.leagues.matches import (
    LeagueNow,
    MatchPlayed,
    league_now,
    struck_teams,
)
from ledger.league import Criterion, Team, WithdrawnMatches
from messages.answer import Answer, Date, one_of
from projections.answers.asking import Timed, TournamentId
from projections.answers.reading import Basis, Reading


class LeagueRow(Answer, frozen=True, kw_only=True):
    """A team's place. `withdrawn`: the day on which it left the league; `added`: match
    points given or taken away.
    """

    place: int | None
    team: str
    name: str
    matches: int
    won: int
    drawn: int
    lost: int
    match_points: float
    board_points: float
    board_points_against: float
    added: float
    withdrawn: Date | None


class LeagueMatch(Answer, frozen=True, kw_only=True):
    """A match as it stands on the day. `status`: to come, unfinished, played,
    walk-over, bye or struck.
    """

    round: int
    on: Date | None
    home: str
    home_name: str
    away: str | None
    away_name: str | None
    status: str
    home_points: float | None
    away_points: float | None
    home_boards: float
    away_boards: float
    games: tuple[str, ...]


class LeagueAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `league table`. `loose`: games of the tournament that are of no match."""

    tournament: str
    name: str
    boards: int | None
    order: tuple[Annotated[str, one_of(Criterion)], ...]
    withdrawn_matches: Annotated[str, one_of(WithdrawnMatches)]
    closing_day: Date | None
    rows: tuple[LeagueRow, ...]
    matches: tuple[LeagueMatch, ...]
    loose: tuple[str, ...]
    withdrawn: bool
    basis: Basis


class LeagueAsked(Timed, frozen=True, kw_only=True):
    """The table of a league on a day: match points and board points, and every match."""

    line = ("tournament",)
    examples = ("selo league table joukkueliiga-2024-25 --as-of 2025-02-01",)
    table = "rows"
    tournament: TournamentId

    def ask(self, reading: Reading) -> LeagueAnswer:
        return league_table(reading, self.tournament)


class TeamMatches(NamedTuple):
    """A team and its matches that count, each with what it brought this side and the
    other.
    """

    team: Team
    # opponent, match points, boards, boards against
    results: Sequence[tuple[str | None, float, float, float]]
    won: int
    drawn: int
    lost: int

    @property
    def match_points(self) -> float:
        return sum(result[1] for result in self.results) + self.team.match_points

    @property
    def board_points(self) -> float:
        return sum(result[2] for result in self.results) + self.team.board_points


def league_table(reading: Reading, name: str) -> LeagueAnswer:
    now = league_now(reading, name)
    return LeagueAnswer(
        tournament=now.tournament.id,
        name=now.tournament.header.name,
        boards=now.league.boards,
        order=now.league.order,
        withdrawn_matches=now.league.withdrawn_matches,
        closing_day=now.league.closing_day,
        rows=tuple(table_rows(now, reading.as_of)),
        matches=tuple(match_row(one, now.teams) for one in now.matches),
        loose=tuple(game.game for game in (*now.seats.loose, *now.seats.doubtful)),
        withdrawn=now.tournament.withdrawn,
        basis=reading.basis(),
    )


def match_row(one: MatchPlayed, teams: Mapping[str, Team]) -> LeagueMatch:
    match, brought = one.match, one.brought
    return LeagueMatch(
        round=match.round,
        on=one.on,
        home=match.home,
        home_name=teams[match.home].name,
        away=match.away,
        away_name=None if match.away is None else teams[match.away].name,
        status=brought.status,
        home_points=brought.points[0],
        away_points=brought.points[1],
        home_boards=brought.boards[0],
        away_boards=brought.boards[1],
        games=tuple(seat.game.game for seat in one.seats),
    )


def table_rows(now: LeagueNow, as_of: str) -> Iterator[LeagueRow]:
    """Yield the teams in the order of the league. Equal teams share a place; teams
    whose matches are struck
    have none.
    """
    own = matches_by_team(now)
    lines = [_line(team, own[team.team]) for team in now.league.teams]
    gone = struck_teams(now.league, now.matches, as_of)
    place = 1
    for group in _ordered(
        [line for line in lines if line.team.team not in gone], now.league.order
    ):
        for line in sorted(group, key=lambda line: line.team.name):
            yield _row(line, place, as_of)
        place += len(group)
    for line in lines:
        if line.team.team in gone:
            yield _row(line, None, as_of)


def matches_by_team(now: LeagueNow) -> Mapping[str | None, Sequence[MatchPlayed]]:
    own: dict[str | None, list[MatchPlayed]] = {
        team.team: [] for team in now.league.teams
    } | {None: []}
    for one in now.matches:
        own[one.match.home].append(one)
        own[one.match.away].append(one)
    return own


def _line(team: Team, matches: Sequence[MatchPlayed]) -> TeamMatches:
    results = []
    counts = {"won": 0, "drawn": 0, "lost": 0}
    for one in matches:
        home = one.match.home == team.team
        own, other = (0, 1) if home else (1, 0)
        points = one.brought.points
        if one.brought.status == "struck" or points[own] is None:
            continue
        boards = one.brought.boards
        results.append(
            (
                one.match.away if home else one.match.home,
                points[own] or 0.0,
                boards[own],
                boards[other],
            )
        )
        if one.match.away is not None:
            mine, theirs = (
                (points[own] or 0.0, boards[own]),
                (
                    points[other] or 0.0,
                    boards[other],
                ),
            )
            equal = "lost" if one.match.absent == "both" else "drawn"
            counts["won" if mine > theirs else "lost" if mine < theirs else equal] += 1
    return TeamMatches(team, results, **counts)


def _ordered(
    lines: Sequence[TeamMatches], order: Sequence[str]
) -> list[list[TeamMatches]]:
    """Order the teams by one criterion after the other; teams that no criterion tells
    apart stay in one group.
    """
    groups = [list(lines)] if lines else []
    for criterion in order:
        groups = [part for group in groups for part in _parts(group, criterion)]
    return groups


def _parts(group: list[TeamMatches], criterion: str) -> list[list[TeamMatches]]:
    among = {line.team.team for line in group}

    def worth(line: TeamMatches) -> tuple[float, float]:
        match criterion:
            case "match-points":
                return line.match_points, 0.0
            case "board-points":
                return line.board_points, 0.0
            case "wins":
                return float(line.won), 0.0
        met = [result for result in line.results if result[0] in among]
        return sum(result[1] for result in met), sum(result[2] for result in met)

    values = {line.team.team: worth(line) for line in group}
    return [
        [line for line in group if values[line.team.team] == value]
        for value in sorted({*values.values()})[::-1]
    ]


def _row(line: TeamMatches, place: int | None, as_of: str) -> LeagueRow:
    left = line.team.withdrawn
    return LeagueRow(
        place=place,
        team=line.team.team,
        name=line.team.name,
        matches=line.won + line.drawn + line.lost,
        won=line.won,
        drawn=line.drawn,
        lost=line.lost,
        match_points=line.match_points,
        board_points=line.board_points,
        board_points_against=sum(result[3] for result in line.results),
        added=line.team.match_points,
        withdrawn=left if left is not None and left <= as_of else None,
    )
