"""Answer `selo league table`: the table of a league on a day, and its matches."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
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


class MatchResult(NamedTuple):
    """What a match that counts brought a team.

    opponent: the other team's id; None of a bye.

    points, boards: its match points and board points. boards_against: those of the
    other team.
    """

    opponent: str | None
    points: float
    boards: float
    boards_against: float


class TeamMatches(NamedTuple):
    """A team and its matches that count, with how many of them it won, drew and lost; a
    bye is none of these.
    """

    team: Team
    results: Sequence[MatchResult]
    won: int
    drawn: int
    lost: int

    @property
    def match_points(self) -> float:
        """The match points of all matches, with those that were given or taken away."""
        points = sum(result.points for result in self.results)
        return points + self.team.match_points

    @property
    def board_points(self) -> float:
        """The board points of all matches, with those that were given or taken away."""
        boards = sum(result.boards for result in self.results)
        return boards + self.team.board_points


def league_table(reading: Reading, name: str) -> LeagueAnswer:
    """Return the table of a league and its matches, on the day of the question.
    `NotFound` is a tournament that is no league.
    """
    now = league_now(reading, name)
    league = now.league
    loose = [*now.seats.loose, *now.seats.doubtful]
    return LeagueAnswer(
        tournament=now.tournament.id,
        name=now.tournament.header.name,
        boards=league.boards,
        order=league.order,
        withdrawn_matches=league.withdrawn_matches,
        closing_day=league.closing_day,
        rows=tuple(table_rows(now, reading.as_of)),
        matches=tuple(match_row(one, now.teams) for one in now.matches),
        loose=tuple(game.game for game in loose),
        withdrawn=now.tournament.withdrawn,
        basis=reading.basis(),
    )


def match_row(one: MatchPlayed, teams: Mapping[str, Team]) -> LeagueMatch:
    """Return a match as the table of its league shows it.

    teams: by id, for their names.
    """
    match = one.match
    home_points, away_points = one.brought.points
    home_boards, away_boards = one.brought.boards
    return LeagueMatch(
        round=match.round,
        on=one.on,
        home=match.home,
        home_name=teams[match.home].name,
        away=match.away,
        away_name=None if match.away is None else teams[match.away].name,
        status=one.brought.status,
        home_points=home_points,
        away_points=away_points,
        home_boards=home_boards,
        away_boards=away_boards,
        games=tuple(seat.game.game for seat in one.seats),
    )


def table_rows(now: LeagueNow, as_of: str) -> Iterator[LeagueRow]:
    """Yield the teams in the order of the league, each with its place from 1.

    Equal teams share a place and stand by name; the next place is counted as if they
    did not. Teams whose matches are struck have none and come last.
    """
    own = matches_by_team(now)
    lines = [_line(team, own[team.team]) for team in now.league.teams]
    gone = struck_teams(now.league, now.matches, as_of)
    playing = [line for line in lines if line.team.team not in gone]
    place = 1
    for group in _teams_in_order(playing, now.league.order):
        by_name = sorted(group, key=lambda line: line.team.name)
        for line in by_name:
            yield _row(line, place, as_of)

        place += len(group)

    for line in lines:
        if line.team.team in gone:
            yield _row(line, None, as_of)


def matches_by_team(now: LeagueNow) -> Mapping[str | None, Sequence[MatchPlayed]]:
    """Return the matches of each team; under None those of nobody, the byes.

    A match stands under both its teams, in the order of the league. A team without
    matches has an empty row.
    """
    own: dict[str | None, list[MatchPlayed]] = {None: []}
    for team in now.league.teams:
        own[team.team] = []

    for one in now.matches:
        match = one.match
        own[match.home].append(one)
        own[match.away].append(one)

    return own


def _line(team: Team, matches: Sequence[MatchPlayed]) -> TeamMatches:
    """Add up the matches of a team.

    matches: all of it; those that are struck or not decided yet bring nothing.
    """
    results = []
    ends: Counter[str] = Counter()
    for one in matches:
        match = one.match
        home_points, away_points = one.brought.points
        home_boards, away_boards = one.brought.boards
        if match.home == team.team:
            opponent = match.away
            points, rival_points = home_points, away_points
            boards, rival_boards = home_boards, away_boards
        else:
            opponent = match.home
            points, rival_points = away_points, home_points
            boards, rival_boards = away_boards, home_boards

        # a match that is not decided counts for nothing yet
        if one.brought.status == "struck" or points is None:
            continue

        results.append(MatchResult(opponent, points, boards, rival_boards))
        if match.away is not None:
            own = points, boards
            rival = rival_points or 0.0, rival_boards
            end = _end_of(own, rival, both_absent=match.absent == "both")
            ends[end] += 1

    return TeamMatches(team, results, ends["won"], ends["drawn"], ends["lost"])


def _end_of(
    own: tuple[float, float], rival: tuple[float, float], both_absent: bool
) -> str:
    """Say how a match ended for a team, `won`, `drawn` or `lost`, by its match points
    and boards and the other team's.

    Boards decide where match points are equal. Where neither team came, both lost.
    """
    if own > rival:
        return "won"
    if own < rival or both_absent:
        return "lost"

    return "drawn"


def _teams_in_order(
    lines: Sequence[TeamMatches], order: Sequence[str]
) -> list[list[TeamMatches]]:
    """Order the teams by one criterion after the other; teams that no criterion tells
    apart stay in one group.

    order: the criteria of the league, the first one first: `match-points`,
    `board-points`, `wins`, or `direct`. Each criterion looks at one group
    at a time, since the direct encounter is of those who are equal so far.
    """
    if not lines:
        return []

    groups = [list(lines)]
    for criterion in order:
        parts = []
        for group in groups:
            parts += _groups_by_criterion(group, criterion)
        groups = parts

    return groups


# what a team has by a criterion; a second figure tells apart who is equal by the first
Worth = tuple[float, float]


def _groups_by_criterion(
    group: list[TeamMatches], criterion: str
) -> list[list[TeamMatches]]:
    """Divide a group of teams by a criterion, the best first.

    Teams that are equal by the criterion stay in one part, in the order they came in.
    """
    among = {line.team.team for line in group}
    parts: dict[Worth, list[TeamMatches]] = {}
    for line in group:
        worth = _worth(line, criterion, among)
        part = parts.setdefault(worth, [])
        part.append(line)

    best_first = sorted(parts, reverse=True)

    return [parts[worth] for worth in best_first]


def _worth(line: TeamMatches, criterion: str, among: Set[str]) -> Worth:
    """Return what a team has by a criterion.

    among: the teams that are compared.

    Beside the three that are counted over all matches, a criterion is the direct
    encounter: match points, then board points, against the other teams of the
    comparison alone.
    """
    match criterion:
        case "match-points":
            return line.match_points, 0.0
        case "board-points":
            return line.board_points, 0.0
        case "wins":
            return float(line.won), 0.0

    met = [result for result in line.results if result.opponent in among]
    points = sum(result.points for result in met)
    boards = sum(result.boards for result in met)

    return points, boards


def _row(line: TeamMatches, place: int | None, as_of: str) -> LeagueRow:
    """Return a team's line of the table.

    place: None where its matches are struck.

    as_of: the day of the table. A team that withdraws only after it is shown as one
    that has not.
    """
    team = line.team
    left = team.withdrawn
    if left is not None and left > as_of:
        left = None

    return LeagueRow(
        place=place,
        team=team.team,
        name=team.name,
        matches=line.won + line.drawn + line.lost,
        won=line.won,
        drawn=line.drawn,
        lost=line.lost,
        match_points=line.match_points,
        board_points=line.board_points,
        board_points_against=sum(result.boards_against for result in line.results),
        added=team.match_points,
        withdrawn=left,
    )
