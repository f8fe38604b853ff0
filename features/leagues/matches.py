"""Work out the matches of a league on a day: which games belong to each, and the points
of either side.

What counts for a match need not count for a rating: a walk-over has match points only,
and the games of a team that withdrew are rated although its matches are struck.
"""

from collections import Counter
from collections.abc import Callable, Sequence, Set
from typing import NamedTuple

from ledger.errors import NotFound, Problem, Where
from ledger.league import (
    League,
    LeagueSeats,
    MatchGame,
    StatedPoints,
    Team,
    TeamMatch,
    seats_of,
)
from ledger.timeline import TournamentNow
from messages import Message, say
from messages.results import PENDING, RESULTS
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import league_in, tournament_at

# by who did not come: who wins
WALK_OVER = {"home": (0.0, 1.0), "away": (1.0, 0.0), "both": (0.0, 0.0)}
STATUS: dict[str, Message] = {
    str(word): word
    for word in (
        say("to come"),
        say("unfinished"),
        say("played"),
        say("walk-over"),
        say("bye"),
        say("struck"),
    )
}


class Brought(NamedTuple):
    """What a match brings either side: match points, none before it is decided, and
    board points.
    """

    status: str
    points: tuple[float | None, float | None]
    boards: tuple[float, float]


class MatchPlayed(NamedTuple):
    """A match with the games that are known of it on the day, and what it brings."""

    match: TeamMatch
    seats: Sequence[MatchGame]
    on: str | None
    brought: Brought
    # who won a board to which nobody came, once the match is no longer to come
    unopposed: Sequence[str] = ()


class LeagueNow(NamedTuple):
    """A league as it stands on the day of a question."""

    tournament: TournamentNow
    league: League
    teams: dict[str, Team]
    matches: Sequence[MatchPlayed]
    seats: LeagueSeats


def league_now(reading: Reading, name: str) -> LeagueNow:
    """Return the league of a tournament as it stands on the day, or say that it has no
    teams.
    """
    current = tournament_at(reading, name)
    league = league_in(current)
    teams = {team.team: team for team in league.teams}
    seats = seats_of(league, current.games.values(), reading.timeline.resolve)
    largest = max(map(len, seats.by_match.values()), default=0)
    matches = []
    for index, match in enumerate(league.matches):
        played = _played(
            match=match,
            seats=seats.by_match.get(index, ()),
            largest=largest,
            league=league,
            home=teams[match.home],
            end=current.header.end,
            reading=reading,
        )
        matches.append(played)

    gone = struck_teams(league, matches, reading.as_of)
    standing = [_struck(one) if _is_of(one, gone) else one for one in matches]

    return LeagueNow(current, league, teams, standing, seats)


def _is_of(one: MatchPlayed, teams: Set[str | None]) -> bool:
    """Whether one of the teams plays in the match, at home or away."""
    return one.match.home in teams or one.match.away in teams


def _struck(one: MatchPlayed) -> MatchPlayed:
    """The match with its points struck; the games stay as they were played."""
    brought = one.brought._replace(status="struck")
    return one._replace(brought=brought)


def team_of(tournament: str, league: League, asked: str) -> Team:
    """Return the team of an id or a name.

    An id goes before a name; upper and lower case of a name are the same. Raises
    NotFound, with the ids of the league's teams, if there is none.
    """
    teams = [team for team in league.teams if asked == team.team]
    teams = teams or [
        team for team in league.teams if team.name.casefold() == asked.casefold()
    ]
    if not teams:
        message = say(
            "{tournament} has no team {name}", tournament=tournament, name=repr(asked)
        )
        hint = say(
            "its teams: {names}", names=", ".join(team.team for team in league.teams)
        )
        raise NotFound(Problem("unknown-team", message, Where(field="team"), hint))

    return teams[0]


def players_of(team: Team, reading: Reading) -> list[str]:
    """Return a team's players in the order of boards, each under the id that counts
    now.
    """
    return list(dict.fromkeys(map(reading.timeline.resolve, team.players)))


def closing_day(league: League, reading: Reading) -> str:
    """Return the day whose ratings order the boards: that of the league, once it has
    come.
    """
    return min(league.closing_day or reading.as_of, reading.as_of)


def _played(
    match: TeamMatch,
    seats: Sequence[MatchGame],
    largest: int,
    league: League,
    home: Team,
    end: str,
    reading: Reading,
) -> MatchPlayed:
    """Return a match with its games up to the day, in the order of its boards."""
    known = [seat for seat in seats if (seat.game.on or end) <= reading.as_of]
    late = len(seats) - len(known)
    line_up = [reading.timeline.resolve(player) for player in home.players]
    own = sorted(known, key=_board(line_up, reading))
    days = [seat.game.on or end for seat in own]
    last = max(days, default=match.on)
    brought = _brought(
        match=match,
        seats=own,
        late=late,
        league=league,
        largest=largest,
        home=home,
        as_of=reading.as_of,
    )
    unopposed = () if brought.status == "to come" else match.unopposed

    return MatchPlayed(match, own, last, brought, unopposed)


def _board(
    lineup: Sequence[str], reading: Reading
) -> Callable[[MatchGame], tuple[int, int, int]]:
    """Return the key that orders the games of a match: by board, or else by the home
    team's line-up.
    """
    boards = {player: index for index, player in enumerate(lineup)}

    def order(seat: MatchGame) -> tuple[int, int, int]:
        """By board, then by where the home player stands in the line-up, then by place
        in the report.

        A game without a board comes first. Whoever is not in the line-up stands with
        its first player.
        """
        game = seat.game
        own = game.white if seat.home_white else game.black
        player = reading.timeline.resolve(own)
        in_line_up = boards.get(player, 0)

        return game.board or 0, in_line_up, game.place

    return order


def halves_of(result: str) -> tuple[float, float] | None:
    """Return the points of a game for White and Black, forfeits too; None before it is
    finished.
    """
    scored = RESULTS[result].scored
    if scored is None:
        return None

    white, black = scored
    return white / 2, black / 2


def _brought(
    match: TeamMatch,
    seats: Sequence[MatchGame],
    late: int,
    league: League,
    largest: int,
    home: Team,
    as_of: str,
) -> Brought:
    """Work out the points of a match. `late`: how many of its games come after the day;
    `largest`: the most games of any match.
    """
    to_come = Brought("to come", (None, None), (0.0, 0.0))
    if not seats and match.on is not None and match.on > as_of:
        return to_come
    if match.away is None:
        return _as_stated(match, Brought("bye", (0.0, None), (0.0, 0.0)))

    boards = _of_boards(match, seats, home)
    accounted = len(seats) + len(match.unopposed)
    if match.absent is not None:
        home_wins, away_wins = WALK_OVER[match.absent]
        if not accounted:
            every_board = league.boards or largest
            boards = home_wins * every_board, away_wins * every_board
        points = home_wins * league.win, away_wins * league.win
        return _as_stated(match, Brought("walk-over", points, boards))

    stated = match.points or StatedPoints()
    decided = stated.home is not None and stated.away is not None
    if not accounted and not decided:
        return to_come

    pending = late or any(seat.game.result == PENDING for seat in seats)
    if not decided and (pending or accounted < (league.boards or 0)):
        return Brought("unfinished", (None, None), boards)

    as_stated = _as_stated(match, Brought("played", (None, None), boards))
    points = _points_for(as_stated.boards, league)

    return _as_stated(match, as_stated._replace(points=points))


def _points_for(boards: tuple[float, float], league: League) -> tuple[float, float]:
    """Return the match points that board points come to.

    boards: the board points of home and away.

    Returns match points in the same order; equal board points bring both the points of
    a draw.
    """
    home, away = boards
    if home == away:
        return league.draw, league.draw
    if home > away:
        return league.win, league.loss

    return league.loss, league.win


def _of_boards(
    match: TeamMatch, seats: Sequence[MatchGame], team: Team
) -> tuple[float, float]:
    """Add up the boards of a match of a team at home: its games, and those to which
    nobody came.
    """
    home = away = 0.0
    for game, home_white in seats:
        white, black = halves_of(game.result) or (0.0, 0.0)
        if home_white:
            home += white
            away += black
        else:
            home += black
            away += white

    alone = sum(player in team.players for player in match.unopposed)
    alone_away = len(match.unopposed) - alone

    return home + alone, away + alone_away


def _as_stated(match: TeamMatch, brought: Brought) -> Brought:
    """Replace the points from games by those that were decided.

    Only the numbers that were decided are replaced; the others stay as played.
    """
    stated = match.points
    if stated is None:
        return brought

    home, away = brought.points
    if stated.home is not None:
        home = stated.home
    if stated.away is not None:
        away = stated.away

    home_boards, away_boards = brought.boards
    if stated.home_boards is not None:
        home_boards = stated.home_boards
    if stated.away_boards is not None:
        away_boards = stated.away_boards

    return Brought(brought.status, (home, away), (home_boards, away_boards))


def struck_teams(
    league: League, matches: Sequence[MatchPlayed], as_of: str
) -> set[str | None]:
    """Return the teams whose matches are struck: those that left by the day, if the
    league strikes them.
    """
    gone = {
        team.team
        for team in league.teams
        if team.withdrawn is not None and team.withdrawn <= as_of
    }
    if league.withdrawn_matches == "kept":
        return set()
    if league.withdrawn_matches == "struck":
        return {*gone}

    # by team: what it played less what it did not; a bye is no match
    left: Counter[str | None] = Counter()
    for one in matches:
        if one.match.away is None:
            continue
        for team in {one.match.home, one.match.away} & gone:
            left[team] += 1 if one.brought.status == "played" else -1

    return {team for team in gone if left[team] < 0}
