"""selo tournaments."""

import click

from cli import row_columns
from cli.options import asked, times
from cli.output import answer, row_options, table


@click.command("tournaments")
@times
@row_options
def tournaments_command(as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """The tournaments that are known, by the day they ended.

    \b
    Example:
        selo tournaments --as-of 2024-06-30
    """
    from projections.answers.tournaments import listed

    with asked(as_of, known_on, known_seq) as reading:
        value = listed(reading)
    columns = ("tournament", "name", "start", "end", "games", "version", "withdrawn")
    rows = [[row[c] for c in columns] for row in value["rows"]]
    lines = table(columns, rows) if rows else ["no tournaments"]
    answer(value, lines, value["rows"], row_columns.TOURNAMENTS)
