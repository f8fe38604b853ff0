"""selo restore."""

import click

from cli import options
from cli.options import ledger_path, seen_no_more
from cli.output import answer, json_option
from cli.upkeep.backup import problems_of


@click.command("restore")
@click.argument("file", type=click.Path())
@click.option("--ledger", "target", metavar="TARGET", help="Where to. Default: the ledger of other commands.")
@click.option("--replace", is_flag=True, help="Put it in place of a ledger; the old one is kept beside it.")
@json_option
def restore_command(file: str, target: str | None, replace: bool) -> None:
    """Make a ledger from a backup, verified before it gets its name.

    \b
    Example:
        selo restore selo-2026-11-21.db --ledger tried-out.db
    """
    from ledger.store.backup import restore

    restored = restore(file, target or ledger_path(), problems_of, options.now(), replace=replace)
    seen_no_more(restored.ledger)
    kept = [f"the old one is kept: {restored.kept}"] if restored.kept else []
    answer(restored, [f"{restored.ledger}: {restored.events} events from {file}, verified", *kept])
