"""selo withdraw."""

import click

from cli.booking.one_document import book_one, dry, reason, target_of, version
from cli.ids import tournaments
from cli.output import json_option


@click.command("withdraw")
@click.argument("tournament", shell_complete=tournaments, required=False)
@click.option("--seq", type=int, help="A single fact instead: an opening, a merge, a ruling, ...")
@click.option("--rules", is_flag=True, help="The seq put an edition of the rules in force, and that is to end.")
@reason
@version
@dry
@json_option
def withdraw_command(
    tournament: str | None, seq: int | None, rules: bool, reason: str, expect_version: int | None, dry_run: bool
) -> None:
    """Let a tournament, or the fact of one event, no longer count. Nothing is lost.

    \b
    Example:
        selo withdraw autumn-open --reason "recorded twice"
    """
    target = target_of(tournament, seq)
    book_one("withdraw", dry_run, reason=reason, expect_version=expect_version, rules=rules or None, **target)
