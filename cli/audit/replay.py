"""selo replay."""

import click

from cli import options
from cli.options import ledger_path, times
from cli.output import answer, row_options
from cli.questions.list import list_lines
from cli.which_list import LIST


@click.command("replay")
@click.option("--list", "list_name", type=LIST, help="Default: the first list the ledger keeps.")
@times
@row_options
def replay_command(list_name: str | None, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """The same as `list`, made from the events alone without the stored tables: for auditors.

    \b
    Example:
        selo replay --as-of 2024-12-31 --known-seq 100
    """
    from ledger.answer import columns
    from projections.answers.lists.rating_list import ListRow, beside, rating_list
    from projections.answers.reading import Question
    from projections.answers.replayed import replayed

    with replayed(ledger_path(), Question(as_of, known_on, known_seq), options.now()) as reading:
        value = rating_list(reading, list_name or reading.first_list())
    answer(value, list_lines(value.rows), value.rows, columns(ListRow, *beside(value.list)))
