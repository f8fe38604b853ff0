"""selo league table, league team, league boards, league match and league roster: leagues, asked about and corrected."""

from collections.abc import Iterator
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
    )


def _league(answered: "LeagueAnswer") -> Iterator[str]:
    """The lines of a league: its table, who withdrew, its matches and the games of
    none.
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
    """The cells of a match in the table of matches.

    A match to come has no board points, and one without match points leaves that cell
    empty. The status is said unless the match was simply played.
    """
    from features.leagues.matches import STATUS

    known = match.status != "to come"
    boards = f"{match.home_boards:g}-{match.away_boards:g}" if known else ""
    points = [
        f"{value:g}"
        for value in (match.home_points, match.away_points)
        if value is not None
    ]

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
    """The lines of a team: its place, its players with what each list did to their
    rating, and its matches.

    The newest season, by name of the list, stands first. A player who is not on a list
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
    lists = sorted(
        {name for player in answered.players for name in player.lists}, reverse=True
    )
    rows = []
    for one in answered.players:
        seasons = [one.lists.get(name) for name in lists]
        moved = [
            value
            for season in seasons
            for value in (
                (season.before, season.after, signed(season.change))
                if season is not None
                else (None, None, None)
            )
        ]
        rows.append(
            (
                one.board,
                one.player,
                one.name,
                one.listed,
                one.games,
                f"{one.points:g}",
                *moved,
            )
        )

    of_lists = [
        head
        for name in lists
        for head in (
            say("{list} before", list=name),
            say("{list} after", list=name),
            say("{list} change", list=name),
        )
    ]
    yield from table(
        ("board", "player", "name", "listed", "games", "points", *of_lists), rows
    )
    for match in answered.matches:
        yield ""
        yield from _of_match(match)


def _of_match(match: "TeamMatchRow") -> Iterator[str]:
    """The lines of one match of a team: the result, the boards, and what is doubtful.

    Board points are shown from the team's own side. A board without a result is shown
    as won without play (`+`).
    """
    from features.leagues.matches import STATUS

    where = say("at home") if match.home else say("away")
    boards = (
        "-"
        if match.status == "to come"
        else f"{match.boards:g}-{match.boards_against:g}"
    )
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
    """The lines of the order of boards by rating, and the verdict on a line-up if one
    was asked about.
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


def _one_match(stated: Values) -> None:
    """Make an amend of one match: its day, who did not come, its points by decision, or
    that it is struck out.
    """
    key, strike = (
        f"{stated.pop('round')}:{stated.pop('team')}",
        stated.pop("strike", False),
    )
    change = {name: stated.pop(name) for name in MATCH if stated.get(name)}
    points = {
        name.removesuffix("_points"): value
        for name in POINTS
        if (value := stated.pop(name, None)) is not None
    }
    change |= {"points": points} if points else {}
    if strike == bool(change):
        raise click.UsageError(
            say("say either what to change (--on, --absent, ...) or --strike")
        )

    stated.pop("unopposed", None)
    stated["change_league"] = {"matches": {key: None if strike else change}}


def _one_team(stated: Values) -> None:
    """Make an amend of one team: its name, its players in their order, the day on which
    it left, points.
    """
    team, names = (
        stated.pop("team"),
        (
            "name",
            "players",
            "withdrawn",
            "match_points",
            "board_points",
        ),
    )
    change = {
        name: value
        for name in names
        if (value := stated.pop(name, None)) not in (None, ())
    }
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
