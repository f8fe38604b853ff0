"""Tell a writer of reports what a league is: its teams in their places, its matches with
their points, and who won without an opponent.
"""

from desk.exports.documents import Written
from features.leagues.matches import LeagueNow, league_now
from features.leagues.tables import table_rows
from ledger.league import League
from ledger.timeline import TournamentNow
from projections.answers.reading import Reading


def league_out(reading: Reading, tournament: TournamentNow) -> Written | None:
    """Return teams with their players, matches with their games, and the scoring; None
    of a tournament without teams.
    """
    if tournament.league is None:
        return None
    now = league_now(reading, tournament.id)
    rows = {row.team: row for row in table_rows(now, reading.as_of)}
    teams = [
        {
            "team": team.team,
            "name": team.name,
            "withdrawn": team.withdrawn,
            "place": rows[team.team].place,
            "added": bool(team.match_points or team.board_points),
            "players": list(dict.fromkeys(map(reading.timeline.resolve, team.players))),
            "match_points": rows[team.team].match_points,
            "board_points": rows[team.team].board_points,
        }
        for team in now.league.teams
    ]
    matches = [
        {
            "round": one.match.round,
            "home": one.match.home,
            "away": one.match.away,
            "absent": one.match.absent,
            "games": [seat.game.game for seat in now.seats.by_match.get(at, ())],
            "status": one.brought.status,
            "unopposed": len(one.unopposed),
            "points": (one.brought.points[0] or 0.0, one.brought.boards[0]),
            "decided": one.match.away is not None and one.match.points is not None,
        }
        for at, one in enumerate(now.matches)
    ]
    league = now.league
    return {
        "teams": teams,
        "matches": matches,
        "scoring": [league.win, league.draw, league.loss],
        "boards": league.boards,
        "unopposed": _unopposed(now, reading),
        "at_once": league.at_once,
        "closing_day": league.closing_day,
        "order_gap": league.order_gap,
        "order": () if league.order == League().order else league.order,
    }


def _unopposed(now: LeagueNow, reading: Reading) -> dict[str, dict[str, str]]:
    """Return by player the rounds in which nobody came to their board, as the cells of
    a report have them.
    """
    cells: dict[str, dict[str, str]] = {}
    for one in now.matches:
        for player in map(reading.timeline.resolve, one.unopposed):
            cells.setdefault(player, {})[str(one.match.round)] = "+"
    return cells
