"""selo player add / show / find / erase."""

from typing import Any

import click

from cli.asking import Questions
from cli.booking.one_document import dry
from cli.ids import players
from cli.output import json_option, talk
from cli.questions.players import player_find, player_show


@click.group("player", cls=Questions)
@json_option
def player_command() -> None:
    """Add, show, find and erase players.

    \b
    Example:
        selo player find hallavuori
    """


assert isinstance(player_command, Questions)
player_command.makers |= {"show": player_show, "find": player_find}


@player_command.command("add")
@click.argument("player", shell_complete=players)
@click.option("--name", help="Needed for a new player.")
@click.option("--sex", type=click.Choice(["m", "f"]))
@click.option("--born", metavar="YEAR-OR-DAY")
@click.option("--federation", metavar="FED")
@click.option("--federation-from", metavar="DAY", help="From this day; without it, for all time.")
@click.option("--fide-id", type=int)
@click.option("--club")
@click.option("--change", is_flag=True, help="Another name, birth or sex of a known player is meant.")
@dry
@json_option
def add(dry_run: bool, **fields: Any) -> None:
    """A new player, or other details of a known one.

    \b
    Examples:
        selo player add P100 --name "Virtanen, Aino" --born 2011 --sex f
        selo player add F053 --name "Aaltosuo, Samuli" --change --dry-run
    """
    from cli.booking.one_document import book_one

    book_one("player", dry_run, **fields)


@player_command.command("erase")
@click.argument("player", shell_complete=players)
@click.option("--reason", required=True, help="Why; it stays in the log, so do not name anyone in it.")
@dry
@json_option
def erase(player: str, reason: str, dry_run: bool) -> None:
    """Name, club and FIDE id go for good, under every id of the person. No number changes.
    Backups and exports keep them, and so do the pages of `selo site` until it is run again.

    \b
    Example:
        selo player erase F012 --reason "asked for it by letter of 3 May" --dry-run
    """
    from cli.booking.one_document import book_one

    book_one("erase-person", dry_run, player=player, reason=reason)
    if not dry_run:
        talk("pages that `selo site` wrote hold the name until it is run again, and backups for good")
