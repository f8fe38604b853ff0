"""selo reinstate."""

import click

from cli.booking.one_document import book_one, dry, target_of, version
from cli.ids import tournaments
from cli.output import json_option


@click.command("reinstate")
@click.argument("tournament", shell_complete=tournaments, required=False)
@click.option("--seq", type=int, help="A single fact instead.")
@click.option("--reason", default="reinstated", show_default=True, help="Why; it stays in the log.")
@version
@dry
@json_option
def reinstate_command(
    tournament: str | None, seq: int | None, reason: str, expect_version: int | None, dry_run: bool
) -> None:
    """Let what was withdrawn count again.

    \b
    Example:
        selo reinstate autumn-open --reason "it was the only record after all"
    """
    book_one("reinstate", dry_run, reason=reason, expect_version=expect_version, **target_of(tournament, seq))
