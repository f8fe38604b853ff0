"""selo publish."""

import click

from cli.options import a_day, today
from cli.output import json_option
from cli.which_list import LIST


@click.command("publish")
@click.argument("list_name", metavar="LIST", type=LIST)
@click.argument("label")
@click.option("--as-of", metavar="DAY", callback=a_day, help="The day of the list. Default: today.")
@click.option("--note", help="A remark for the log.")
@click.option("--dry-run", is_flag=True, help="Record nothing.")
@json_option
def publish_command(list_name: str, label: str, as_of: str | None, note: str | None, dry_run: bool) -> None:
    """Freeze a list as known now. Again with the same rows: nothing happens; with other rows: a new revision.

    \b
    Example:
        selo publish selo 2026-01 --as-of 2026-01-01
    """
    from cli.booking.one_document import book_one

    book_one("publish", dry_run, list=list_name, label=label, as_of=as_of or today(), note=note)
