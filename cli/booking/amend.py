"""selo amend."""

from typing import Any

import click

from cli.booking.one_document import RESULTS, book_one, dry, reason, version
from cli.ids import players, tournaments
from cli.output import json_option


@click.command("amend")
@click.argument("tournament", shell_complete=tournaments)
@click.option("--game", required=True, metavar="ID", help="The game, for example 3.2.")
@click.option("--result", metavar="RESULT", help=RESULTS)
@click.option("--white", shell_complete=players, metavar="PLAYER")
@click.option("--black", shell_complete=players, metavar="PLAYER")
@click.option("--on", metavar="DAY", help="The day it was played.")
@click.option("--minutes", type=float, help="Its own minutes for 60 moves.")
@click.option("--strike", is_flag=True, help="Strike the game out.")
@reason
@version
@dry
@json_option
def amend_command(
    tournament: str, game: str, strike: bool, reason: str, expect_version: int | None, dry_run: bool, **fields: Any
) -> None:
    """Correct or strike out one game of a tournament. More at once: an `amend` document.

    \b
    Example:
        selo amend autumn-open --game 3.2 --result 1-0 --reason "the slip was misread"
    """
    change = {name: value for name, value in fields.items() if value is not None}
    if change.get("minutes") is not None and float(change["minutes"]).is_integer():
        change["minutes"] = int(change["minutes"])
    if strike == bool(change):
        raise click.UsageError("say either what to change (--result, --white, ...) or --strike")
    games = {game: None if strike else change}
    book_one("amend", dry_run, tournament=tournament, games=games, reason=reason, expect_version=expect_version)
