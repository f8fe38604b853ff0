"""selo submit."""

from typing import TYPE_CHECKING, Any

import click

from cli.booking.files import import_options
from cli.output import json_option

if TYPE_CHECKING:
    pass


@click.command("submit")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--dry-run", is_flag=True, help="Record nothing; show every number that would move.")
@import_options
@json_option
def submit_command(files: tuple[str, ...], dry_run: bool, **said: Any) -> None:
    """Record documents (.json, .jsonl, or - for standard input), a tournament report, a table, a list.

    All of it or nothing. What a report does not say is asked about, all at once, with the flag that answers it.

    \b
    Examples:
        selo submit players.jsonl autumn-open.json --dry-run
        selo submit report.trf --id autumn-open --time-control 90+30
        selo submit players_list.xml --as fide-list --on 2024-02-01
    """
    from cli.booking.files import submit_files

    submit_files(files, dry_run, said)
