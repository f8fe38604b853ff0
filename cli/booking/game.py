"""selo game."""

from typing import Any

import click

from cli.booking.one_document import RESULTS, book_one, dry, version
from cli.ids import players, tournaments
from cli.output import json_option


@click.command("game")
@click.argument("tournament", shell_complete=tournaments)
@click.option("--round", "round_no", type=int, required=True)
@click.option("--white", shell_complete=players, required=True, metavar="PLAYER")
@click.option("--black", shell_complete=players, required=True, metavar="PLAYER")
@click.option("--result", required=True, metavar="RESULT", help=RESULTS)
@click.option("--on", metavar="DAY", help="The day it was played.")
@click.option("--board", type=int)
@click.option("--minutes", type=float, help="Its own minutes for 60 moves.")
@click.option("--tiebreak", is_flag=True, default=None)
@click.option("--key", help="An idempotency key of yours.")
@version
@dry
@json_option
def game_command(tournament: str, round_no: int, dry_run: bool, **fields: Any) -> None:
    """Add one game to a tournament that is in the ledger.

    \b
    Example:
        selo game league-2024 --round 3 --white F001 --black F002 --result 1-0 --on 2024-02-11
    """
    minutes = fields.get("minutes")
    if minutes is not None and minutes.is_integer():
        fields["minutes"] = int(minutes)
    book_one("game", dry_run, tournament=tournament, round=round_no, **fields)
