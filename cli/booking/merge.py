"""selo merge."""

import click

from cli.booking.one_document import book_one, dry, reason
from cli.ids import players
from cli.output import json_option


@click.command("merge")
@click.argument("from_player", shell_complete=players, metavar="FROM")
@click.argument("into", shell_complete=players, metavar="INTO")
@reason
@dry
@json_option
def merge_command(from_player: str, into: str, reason: str, dry_run: bool) -> None:
    """Two ids, one person: FROM means INTO from now on, in everything recorded before and after.

    \b
    Example:
        selo merge F062 F050 --reason "maiden name"
    """
    book_one("merge-players", dry_run, **{"from": from_player, "into": into, "reason": reason})
