"""selo tournaments."""

import click

from cli.options import asked, times
from cli.output import answer, fields_table, row_options


@click.command("tournaments")
@times
@row_options
def tournaments_command(as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """The tournaments that are known, by the day they ended.

    \b
    Example:
        selo tournaments --as-of 2024-06-30
    """
    from ledger.answer import columns
    from projections.answers.tournaments.tournament import TournamentRow, tournaments

    with asked(as_of, known_on, known_seq) as reading:
        answered = tournaments(reading)
    fields = columns(TournamentRow)
    lines = fields_table(answered.rows, fields) if answered.rows else ["no tournaments"]
    answer(answered, lines, answered.rows, fields)
