"""selo rebuild."""

import time
from typing import TYPE_CHECKING

import click

from cli.options import ledger_path
from cli.output import answer, json_option

if TYPE_CHECKING:
    from audit.rebuild import Rebuild, TablesCompared


@click.command("rebuild")
@click.option("--check", is_flag=True, help="Write nothing; compare the stored conclusions with a fresh replay.")
@json_option
def rebuild_command(check: bool) -> int:
    """Make all read tables again from the events. With --check only compare; exit 1 if they differ.

    \b
    Example:
        selo rebuild --check
    """
    from audit.rebuild import check_tables, rebuild_ledger
    from cli.progress import bar
    from messages.answer import completed

    started = time.monotonic()
    rebuilt: Rebuild | TablesCompared
    with bar("replaying") as progress:
        if check:
            rebuilt = compared = check_tables(ledger_path(), progress)
            findings = compared.differences or ("the stored conclusions equal a fresh replay",)
        else:
            rebuilt, findings = rebuild_ledger(ledger_path(), progress), ()
    seconds = round(time.monotonic() - started, 3)
    lines = [f"{rebuilt.events} events, {rebuilt.entries} entries, {seconds} s", *findings]
    answer(completed(rebuilt, seconds=seconds), lines)
    return 0 if rebuilt.equal else 1
