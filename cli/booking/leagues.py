"""selo match and roster: corrections of a single match or team of a league, in the words of a command line."""

import click

from cli.asking import Values
from cli.booking.documents import REASON, VERSION, document
from messages import say

MATCH = ("home", "away", "on", "absent", "unopposed")
POINTS = ("home_points", "away_points", "home_boards", "away_boards")


def _one_match(stated: Values) -> None:
    """Make an amend of one match: its day, who did not come, its points by decision, or that it is struck out."""
    key, strike = f"{stated.pop('round')}:{stated.pop('team')}", stated.pop("strike", False)
    change = {name: stated.pop(name) for name in MATCH if stated.get(name)}
    points = {name.removesuffix("_points"): value for name in POINTS if (value := stated.pop(name, None)) is not None}
    change |= {"points": points} if points else {}
    if strike == bool(change):
        raise click.UsageError(say("say either what to change (--on, --absent, ...) or --strike"))
    stated.pop("unopposed", None)
    stated["change_league"] = {"matches": {key: None if strike else change}}


def _one_team(stated: Values) -> None:
    """Make an amend of one team: its name, its players in their order, the day on which it left, points."""
    team, names = stated.pop("team"), ("name", "players", "withdrawn", "match_points", "board_points")
    change = {name: value for name in names if (value := stated.pop(name, None)) not in (None, ())}
    if not change:
        raise click.UsageError(say("say what to change: --name, --player, --withdrawn, ..."))
    stated["change_league"] = {"teams": {team: change}}


match_command = document(
    "amend", ("tournament",), "Correct or add a match of a league, called by its round and either team.",
    ('selo match joukkueliiga-2024-25 5 granskars --absent away --reason "they did not come" --dry-run',),
    {**REASON, **VERSION}, stated=_one_match,
    more=(
        click.Argument(["round"], type=click.IntRange(1, 9999)),
        click.Argument(["team"]),
        click.Option(["--home"], metavar="TEAM", help="The home team, for a new match."),
        click.Option(["--away"], metavar="TEAM", help="The other team; a new match without one is a bye."),
        click.Option(["--on"], metavar="DAY", help="The day it is, or was, played."),
        click.Option(["--absent"], type=click.Choice(["home", "away", "both"]), help="Who did not come."),
        click.Option(["--unopposed"], multiple=True, metavar="PLAYER", help="Won a board to which nobody came."),
        *(click.Option([f"--{name.replace('_', '-')}"], type=float, metavar="N", help="By decision.")
          for name in POINTS),
        click.Option(["--strike"], is_flag=True, help="Strike the match out."),
    ),
)  # fmt: skip
roster_command = document(
    "amend", ("tournament",), "Correct or add a team of a league: its players, or the day on which it left.",
    ('selo roster joukkueliiga-2024-25 granskars --withdrawn 2025-02-01 --reason "as they wrote" --dry-run',),
    {**REASON, **VERSION}, stated=_one_team,
    more=(
        click.Argument(["team"]),
        click.Option(["--name"], help="Its name; a new team needs one."),
        click.Option(["--player", "players"], multiple=True, metavar="PLAYER", help="In the order of boards, all."),
        click.Option(["--withdrawn"], metavar="DAY", help="The day on which it left the league."),
        click.Option(["--match-points"], type=float, metavar="N", help="Match points by decision, or less than 0."),
        click.Option(["--board-points"], type=float, metavar="N", help="Board points by decision, or less than 0."),
    ),
)  # fmt: skip
