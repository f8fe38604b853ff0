"""selo import: a whole ledger from the lines of `selo export ledger`."""

import click

from cli.options import ledger_path, outside
from cli.output import answer, json_option


@click.command("import")
@click.argument("file")
@json_option
def import_command(file: str) -> None:
    """Book the lines of `selo export ledger`, submission by submission, into a ledger that holds nothing yet.

    Every event gets the seq it had. recorded_at is when it is recorded here; single documents go with `submit`.

    \b
    Example:
        selo --ledger copy.db import ledger.jsonl
    """
    from cli.progress import bar
    from desk.files.open_file import opened
    from desk.import_ledger import import_ledger
    from exchange.json.ledger_lines import read_lines

    with opened(file) as lines, bar("importing") as progress:
        value = import_ledger(ledger_path(), read_lines(file, lines), outside(), progress)
    counts = f"{value.documents} documents in {value.submissions} submissions, {value.events} events"
    answer(value, [counts, "prove it: `selo rebuild --check`, `selo verify`"])
