"""selo league table, league team, league boards, league match and league roster:
leagues, asked about and corrected.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from cli.booking.documents import REASON, VERSION, document
from cli.command_frames import argument, option
from cli.output import fields_table, signed, table
from cli.question_commands import Values, question
from messages import counted, say

if TYPE_CHECKING:
    from features.leagues.boards import BoardsAnswer
    from features.leagues.tables import LeagueAnswer, LeagueMatch
    from features.leagues.teams import (
        TeamAnswer,
        TeamMatchRow,
        TeamPlayer,
    )


def _league(answered: "LeagueAnswer") -> Iterator[str]:
    """Yield the lines of a league: its table, who withdrew, its matches and the games
    of none.

    Points are printed without decimals where they are whole. A league that was
    withdrawn as a tournament says so at the top.
    """
    yield say("{name} ({id})", name=answered.name, id=answered.tournament)
    if answered.withdrawn:
        yield say("withdrawn: nothing in it counts")

    yield ""
    yield from fields_table(
        answered.rows,
        "place team name matches won drawn lost",
        ("match_points", lambda row: f"{row.match_points:g}"),
        ("board_points", lambda row: f"{row.board_points:g}"),
    )
    for row in answered.rows:
        if row.withdrawn is not None:
            yield say("{team} withdrew on {day}", team=row.name, day=row.withdrawn)

    yield ""
    yield from table(
        ("round", "on", "home", "away", "boards", "points", ""),
        map(_match, answered.matches),
    )
    if answered.loose:
        yield counted(
            "{count} game is of no match: {games}",
            "{count} games are of no match: {games}",
            len(answered.loose),
            games=" ".join(answered.loose),
        )


def _match(match: "LeagueMatch") -> tuple[object, ...]:
    """Return the cells of a match in the table of matches.

    A match to come has no board points, and one without match points leaves that cell
    empty. The status is said unless the match was simply played.

        3  2024-10-05  Kuusilahti  Granskär  3.5-2.5  2-0
    """
    from features.leagues.matches import STATUS

    boards = ""
    if match.status != "to come":
        boards = f"{match.home_boards:g}-{match.away_boards:g}"

    both = (match.home_points, match.away_points)
    points = [f"{value:g}" for value in both if value is not None]

    return (
        match.round,
        match.on,
        match.home_name,
        match.away_name or "",
        boards,
        "-".join(points),
        "" if match.status == "played" else STATUS[match.status],
    )


def _team(answered: "TeamAnswer") -> Iterator[str]:
    """Yield the lines of a team: its place, its players with what each list did to
    their rating, and its matches.

    The lists stand in the reversed order of their names. A player who is not on a list
    has three empty cells for it.
    """
    row = answered.standing
    yield say(
        "{name} ({id}), {tournament}",
        name=answered.name,
        id=answered.team,
        tournament=answered.tournament_name,
    )
    yield say(
        "place {place}: {points} match points, {boards} board points",
        place=row.place or "-",
        points=f"{row.match_points:g}",
        boards=f"{row.board_points:g}",
    )
    yield ""
    lists: set[str] = set()
    for player in answered.players:
        lists.update(player.lists)

    names = sorted(lists, reverse=True)
    heads = ["board", "player", "name", "listed", "games", "points"]
    for name in names:
        heads.append(say("{list} before", list=name))
        heads.append(say("{list} after", list=name))
        heads.append(say("{list} change", list=name))

    yield from table(heads, [_of_player(one, names) for one in answered.players])
    for match in answered.matches:
        yield ""
        yield from _of_match(match)


def _of_player(player: "TeamPlayer", lists: Sequence[str]) -> list[object]:
    """Return the cells of a player of a team: what they played, and then for each list
    the rating before the season, the one after it, and the change.
    """
    cells: list[object] = [
        player.board,
        player.player,
        player.name,
        player.listed,
        player.games,
        f"{player.points:g}",
    ]
    for name in lists:
        season = player.lists.get(name)
        if season is None:
            cells += [None, None, None]
        else:
            cells += [season.before, season.after, signed(season.change)]

    return cells


def _of_match(match: "TeamMatchRow") -> Iterator[str]:
    """Yield the lines of one match of a team: the result, the boards, and what is
    doubtful.

    Board points are shown from the team's own side. A board without a result is shown
    as won without play (`+`).
    """
    from features.leagues.matches import STATUS

    where = say("at home") if match.home else say("away")
    boards = "-"
    if match.status != "to come":
        boards = f"{match.boards:g}-{match.boards_against:g}"

    yield say(
        "round {number}, {day}, {where}: {opponent} {boards} ({status})",
        number=match.round,
        day=match.on or "-",
        where=where,
        opponent=match.opponent_name or "-",
        boards=boards,
        status=STATUS[match.status],
    )
    if match.line_up:
        yield from fields_table(
            match.line_up,
            "board game",
            ("player", lambda board: board.name or board.player),
            "colour",
            ("opponent", lambda board: board.opponent_name or board.opponent),
            ("result", lambda board: board.result or "+"),
        )

    yield from match.doubts


def _boards(answered: "BoardsAnswer") -> Iterator[str]:
    """Yield the lines of the order of boards by rating, and the verdict on a line-up if
    one was asked about.
    """
    yield say("{list} on {day}", list=answered.list, day=answered.on)
    yield ""
    yield from fields_table(answered.rows, "team place player name rating board")
    if answered.line_up:
        yield ""
        yield from answered.doubts or [say("the line-up is in order")]


ROOM = "features.leagues"
league_table_command = question(f"{ROOM}.tables:LeagueAsked", text=_league)
league_team_command = question(f"{ROOM}.teams:TeamAsked", text=_team)
league_boards_command = question(f"{ROOM}.boards:BoardsAsked", text=_boards)


MATCH = ("home", "away", "on", "absent", "unopposed")
POINTS = ("home_points", "away_points", "home_boards", "away_boards")
TEAM = ("name", "players", "withdrawn", "match_points", "board_points")


def _one_match(stated: Values) -> None:
    """Make an amend of one match: its day, who did not come, its points by decision, or
    that it is struck out.

    stated: what the command was told. Its round and team name the match; they and what
    is changed of it become `change_league`.

    Refused is a command with nothing to change and without --strike, or with both.
    """
    round_no = stated.pop("round")
    team = stated.pop("team")
    strike = stated.pop("strike", False)
    change = {name: stated.pop(name) for name in MATCH if stated.get(name)}

    points = {}
    for name in POINTS:
        value = stated.pop(name, None)
        if value is not None:
            points[name.removesuffix("_points")] = value

    if points:
        change["points"] = points
    if strike == bool(change):
        raise click.UsageError(
            say("say either what to change (--on, --absent, ...) or --strike")
        )

    stated.pop("unopposed", None)
    key = f"{round_no}:{team}"
    stated["change_league"] = {"matches": {key: None if strike else change}}


def _one_team(stated: Values) -> None:
    """Make an amend of one team: its name, its players in their order, the day on which
    it left, points.

    Refused is a command with nothing to change.
    """
    team = stated.pop("team")
    change = {}
    for name in TEAM:
        value = stated.pop(name, None)
        if value not in (None, ()):
            change[name] = value

    if not change:
        raise click.UsageError(
            say("say what to change: --name, --player, --withdrawn, ...")
        )

    stated["change_league"] = {"teams": {team: change}}


league_match_command = document(
    "amend",
    ("tournament",),
    "Correct or add a match of a league, called by its round and either team.",
    (
        (
            'selo league match joukkueliiga-2024-25 5 granskars --absent away --reason "they'
            ' did not come" --dry-run'
        ),
    ),
    {**REASON, **VERSION},
    stated=_one_match,
    more=(
        argument("round", type=click.IntRange(1, 9999)),
        argument("team"),
        option("--home", metavar="TEAM", help="The home team, for a new match."),
        option(
            "--away",
            metavar="TEAM",
            help="The other team; a new match without one is a bye.",
        ),
        option("--on", metavar="DAY", help="The day it is, or was, played."),
        option(
            "--absent",
            type=click.Choice(["home", "away", "both"]),
            help="Who did not come.",
        ),
        option(
            "--unopposed",
            multiple=True,
            metavar="PLAYER",
            help="Won a board to which nobody came.",
        ),
        *(
            option(
                f"--{name.replace('_', '-')}",
                type=float,
                metavar="N",
                help="By decision.",
            )
            for name in POINTS
        ),
        option("--strike", is_flag=True, help="Strike the match out."),
    ),
)
league_roster_command = document(
    "amend",
    ("tournament",),
    "Correct or add a team of a league: its players, or the day on which it left.",
    (
        (
            "selo league roster joukkueliiga-2024-25 granskars --withdrawn 2025-02-01 --reason"
            ' "as they wrote" --dry-run'
        ),
    ),
    {**REASON, **VERSION},
    stated=_one_team,
    more=(
        argument("team"),
        option("--name", help="Its name; a new team needs one."),
        option(
            "--player",
            "players",
            multiple=True,
            metavar="PLAYER",
            help="In the order of boards, all.",
        ),
        option(
            "--withdrawn", metavar="DAY", help="The day on which it left the league."
        ),
        option(
            "--match-points",
            type=float,
            metavar="N",
            help="Match points by decision, or less than 0.",
        ),
        option(
            "--board-points",
            type=float,
            metavar="N",
            help="Board points by decision, or less than 0.",
        ),
    ),
)
