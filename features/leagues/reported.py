"""Tell a writer of reports what a league is: its teams in their places, its matches with
their points, and who won without an opponent.
"""

from collections.abc import Sequence

from desk.exports.documents import Written
from features.leagues.matches import LeagueNow, MatchPlayed, league_now, players_of
from features.leagues.tables import LeagueRow, table_rows
from ledger.league import League, MatchGame, Team
from ledger.timeline import TournamentNow
from projections.answers.reading import Reading


def league_out(reading: Reading, tournament: TournamentNow) -> Written | None:
    """Return teams with their players, matches with their games, and the scoring; None
    of a tournament without teams.

    It is the league as the writer of reports knows it: plain values by name, of the day
    of the reading. An order that is the usual one is left out.
    """
    if tournament.league is None:
        return None

    now = league_now(reading, tournament.id)
    league = now.league
    rows = {row.team: row for row in table_rows(now, reading.as_of)}
    matches = []
    for index, one in enumerate(now.matches):
        seats = now.seats.by_match.get(index, ())
        matches.append(_match_out(one, seats))

    return {
        "teams": [_team_out(team, rows[team.team], reading) for team in league.teams],
        "matches": matches,
        "scoring": [league.win, league.draw, league.loss],
        "boards": league.boards,
        "unopposed": _unopposed_rounds(now, reading),
        "at_once": league.at_once,
        "closing_day": league.closing_day,
        "order_gap": league.order_gap,
        "order": () if league.order == League().order else league.order,
    }


def _team_out(team: Team, row: LeagueRow, reading: Reading) -> Written:
    """Return what a report writes of a team; `added` says whether it has points from
    before its matches.
    """
    return {
        "team": team.team,
        "name": team.name,
        "withdrawn": team.withdrawn,
        "place": row.place,
        "added": bool(team.match_points or team.board_points),
        "players": players_of(team, reading),
        "match_points": row.match_points,
        "board_points": row.board_points,
    }


def _match_out(one: MatchPlayed, seats: Sequence[MatchGame]) -> Written:
    """Return what a report writes of a match.

    seats: its games, also those after the day.

    `points` are the match points and board points of home, and `decided` says whether
    an arbiter set them.
    """
    match = one.match
    home_points, _ = one.brought.points
    home_boards, _ = one.brought.boards
    return {
        "round": match.round,
        "home": match.home,
        "away": match.away,
        "absent": match.absent,
        "games": [seat.game.game for seat in seats],
        "status": one.brought.status,
        "unopposed": len(one.unopposed),
        "points": (home_points or 0.0, home_boards),
        "decided": match.away is not None and match.points is not None,
    }


def _unopposed_rounds(now: LeagueNow, reading: Reading) -> dict[str, dict[str, str]]:
    """Return by player the rounds in which nobody came to their board, as the cells of
    a report have them.

        {"F001": {"3": "+"}}
    """
    resolve = reading.timeline.resolve
    cells: dict[str, dict[str, str]] = {}
    for one in now.matches:
        round_no = str(one.match.round)
        for unopposed in one.unopposed:
            player = resolve(unopposed)
            own_cells = cells.setdefault(player, {})
            own_cells[round_no] = "+"

    return cells
