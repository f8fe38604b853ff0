"""selo rebuild."""

import time

import click

from cli.options import ledger_path
from cli.output import answer, json_option


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

    started = time.monotonic()
    with bar("replaying") as progress:
        found = (check_tables if check else rebuild_ledger)(ledger_path(), progress)
    value = {**found, "seconds": round(time.monotonic() - started, 3)}
    lines = [f"{value['events']} events, {value['entries']} entries, {value['seconds']} s"]
    if check:
        lines += value["differences"] or ["the stored conclusions equal a fresh replay"]
    answer(value, lines)
    return 0 if value["equal"] else 1
