"""selo copy."""

import click

from cli.options import seen_no_more, shown
from cli.output import answer, json_option


@click.command("copy")
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@json_option
def copy_command(source: str, target: str) -> None:
    """Copy a ledger to another place: another file, or a database server as postgresql://USER@HOST/DATABASE, or back.

    Every event keeps its seq, the root and the checkpoints stay the same, and the copy is verified before anybody can
    use it. Interrupted, the same command goes on where it was. What is recorded meanwhile is not in it.

    \b
    Example:
        selo copy selo.db copied.db
    """
    import time

    from audit.copy import copy_ledger
    from cli.progress import bar
    from messages.answer import completed

    start = time.perf_counter()
    with bar("copying") as progress:
        copied = copy_ledger(shown(source), shown(target), progress)
    seen_no_more(copied.target)
    seconds = round(time.perf_counter() - start, 3)
    resumed = f", {copied.resumed} of them by an earlier attempt" if copied.resumed else ""
    line = f"{copied.target}: {copied.events} events{resumed}, {copied.checkpoints} checkpoints, verified, {seconds} s"
    answer(completed(copied, seconds=seconds), [line, f"root: {copied.root}"])
