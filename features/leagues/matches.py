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
    """What a match brings either side, home first.

    status: one of the words of STATUS.

    points: match points; None before they are decided, or of no team.

    boards: board points.
    """

    status: str
    points: tuple[float | None, float | None]
    boards: tuple[float, float]


class MatchPlayed(NamedTuple):
    """A match with the games that are known of it on the day, and what it brings.

    seats: its games in the order of boards.

    on: the day of its last game, else the one it is set for, YYYY-MM-DD.
    """

    match: TeamMatch
    seats: Sequence[MatchGame]
    on: str | None
    brought: Brought
    # who won a board to which nobody came, once the match is no longer to come
    unopposed: Sequence[str] = ()


class LeagueNow(NamedTuple):
    """A league as it stands on the day of a question.

    teams: by id. matches: in the order of the league, each as it was played so far.

    seats: which games belong to which match, also those after the day.
    """

    tournament: TournamentNow
    league: League
    teams: dict[str, Team]
    matches: Sequence[MatchPlayed]
    seats: LeagueSeats


def league_now(reading: Reading, name: str) -> LeagueNow:
    """Return the league of a tournament as it stands on the day.

    Matches are worked out first and struck afterwards, since whether those of a team
    that left are struck may depend on how many it played. `NotFound` is a tournament
    without teams, or none of that name.
    """
    current = tournament_at(reading, name)
    league = league_in(current)
    teams = {team.team: team for team in league.teams}
    seats = seats_of(league, current.games.values(), reading.timeline.resolve)
    largest = max(map(len, seats.by_match.values()), default=0)

    matches = []
    for index, match in enumerate(league.matches):
        played = _match_played(
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
    standing = [
        _with_points_struck(one) if _is_played_by(one, gone) else one for one in matches
    ]

    return LeagueNow(current, league, teams, standing, seats)


def _is_played_by(one: MatchPlayed, teams: Set[str | None]) -> bool:
    """Return whether one of the teams plays in the match, at home or away."""
    return one.match.home in teams or one.match.away in teams


def _with_points_struck(one: MatchPlayed) -> MatchPlayed:
    """Return the match with its points struck; the games stay as they were played."""
    brought = one.brought._replace(status="struck")
    return one._replace(brought=brought)


def team_of(tournament: str, league: League, asked: str) -> Team:
    """Return the team of an id or a name.

    An id goes before a name; upper and lower case of a name are the same. Raises
    NotFound, with the ids of the league's teams, if there is none.
    """
    for team in league.teams:
        if team.team == asked:
            return team

    name = asked.casefold()
    for team in league.teams:
        if team.name.casefold() == name:
            return team

    message = say(
        "{tournament} has no team {name}", tournament=tournament, name=repr(asked)
    )
    ids = [team.team for team in league.teams]
    hint = say("its teams: {names}", names=", ".join(ids))
    raise NotFound(Problem("unknown-team", message, Where(field="team"), hint))


def players_of(team: Team, reading: Reading) -> list[str]:
    """Return a team's players in the order of boards, each under the id that counts
    now. Two ids of one person are one player.
    """
    players = [reading.timeline.resolve(player) for player in team.players]
    return list(dict.fromkeys(players))


def closing_day(league: League, reading: Reading) -> str:
    """Return the day, YYYY-MM-DD, whose ratings order the boards: that of the league,
    once it has come; before it, and without one, the day of the question.
    """
    return min(league.closing_day or reading.as_of, reading.as_of)


def _match_played(
    match: TeamMatch,
    seats: Sequence[MatchGame],
    largest: int,
    league: League,
    home: Team,
    end: str,
    reading: Reading,
) -> MatchPlayed:
    """Return a match with its games up to the day, in the order of its boards.

    seats: all its games. largest: the most games of any match, for a walk-over in a
    league that does not say how many boards it has. end: the last day of the
    tournament, on which a game without a day counts as played.
    """
    known = [seat for seat in seats if (seat.game.on or end) <= reading.as_of]
    late = len(seats) - len(known)
    line_up = [reading.timeline.resolve(player) for player in home.players]
    own = sorted(known, key=_board(line_up, reading))
    days = [seat.game.on or end for seat in own]
    last = max(days, default=match.on)
    brought = _points_of_match(
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
    line_up: Sequence[str], reading: Reading
) -> Callable[[MatchGame], tuple[int, int, int]]:
    """Return the key that orders the games of a match: by board, or else by the home
    team's line-up.

    line_up: the home team's players in their order, under the ids that count now.
    """
    boards = {player: index for index, player in enumerate(line_up)}

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

        1/2-1/2     0.5, 0.5
        +--         1.0, 0.0
    """
    scored = RESULTS[result].scored
    if scored is None:
        return None

    white, black = scored
    return white / 2, black / 2


def _points_of_match(
    match: TeamMatch,
    seats: Sequence[MatchGame],
    late: int,
    league: League,
    largest: int,
    home: Team,
    as_of: str,
) -> Brought:
    """Work out the points of a match.

    seats: its games up to the day. late: how many of its games come after the day.

    largest: the most games of any match.

    The first that holds decides: it is still to come; it is a bye; a team did not come;
    there is nothing of it yet; games are missing or unfinished; all boards are there.
    What an arbiter decided stands above what the games bring.
    """
    to_come = Brought("to come", (None, None), (0.0, 0.0))
    if not seats and match.on is not None and match.on > as_of:
        return to_come
    if match.away is None:
        return _with_decided_points(match, Brought("bye", (0.0, None), (0.0, 0.0)))

    boards = _board_points(match, seats, home)
    # a board to which one player came alone is as good as played
    accounted = len(seats) + len(match.unopposed)

    if match.absent is not None:
        home_wins, away_wins = WALK_OVER[match.absent]
        points = home_wins * league.win, away_wins * league.win
        # with no board on the report, the side that came won all of them
        if not accounted:
            every_board = league.boards or largest
            boards = home_wins * every_board, away_wins * every_board

        return _with_decided_points(match, Brought("walk-over", points, boards))

    stated = match.points or StatedPoints()
    decided = stated.home is not None and stated.away is not None
    if not accounted and not decided:
        return to_come

    pending = late or any(seat.game.result == PENDING for seat in seats)
    if not decided and (pending or accounted < (league.boards or 0)):
        return Brought("unfinished", (None, None), boards)

    as_stated = _with_decided_points(match, Brought("played", (None, None), boards))
    points = _points_for(as_stated.boards, league)

    return _with_decided_points(match, as_stated._replace(points=points))


def _points_for(boards: tuple[float, float], league: League) -> tuple[float, float]:
    """Return the match points that board points come to.

    boards: the board points of home and away.

    Returns match points in the same order; equal board points bring both the points of
    a draw. How much a win, a draw and a loss are worth is the league's to say.
    """
    home, away = boards
    if home == away:
        return league.draw, league.draw
    if home > away:
        return league.win, league.loss

    return league.loss, league.win


def _board_points(
    match: TeamMatch, seats: Sequence[MatchGame], team: Team
) -> tuple[float, float]:
    """Add up the boards of a match: its games, and those to which nobody came, each of
    which is a point.

    team: the one at home; whoever is not in it and had no opponent played away.
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


def _with_decided_points(match: TeamMatch, brought: Brought) -> Brought:
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

    A league may keep them, strike them, or strike those of a team that played fewer
    than half of its matches.
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
