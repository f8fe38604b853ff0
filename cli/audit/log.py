"""selo log."""

from typing import Any

import click

from cli import row_columns
from cli.ids import players, tournaments
from cli.options import asked, times
from cli.output import answer, row_options, table


@click.command("log")
@click.option("--limit", type=click.IntRange(min=1), help="Only the newest so many.")
@click.option("--player", shell_complete=players, help="Only events about this player and their tournaments.")
@click.option("--tournament", shell_complete=tournaments, help="Only events about this tournament.")
@times
@row_options
def log_command(
    limit: int | None, player: str | None, tournament: str | None, as_of: str | None, known_on: str | None,
    known_seq: int | None,
) -> None:  # fmt: skip
    """The events, newest first.

    \b
    Example:
        selo log --limit 20
    """
    from projections.answers.log import log

    with asked(as_of, known_on, known_seq) as reading:
        value = log(reading, limit, player, tournament)
    columns = ("seq", "recorded_at", "actor", "kind", "target", "reason")
    lines = table(columns, [[_short(row[c]) for c in columns] for row in value["events"]])
    answer(value, lines, value["events"], row_columns.LOG)


def _short(text: Any) -> Any:
    if isinstance(text, str) and len(text) == 27 and text.endswith("Z"):
        return text[:16].replace("T", " ")
    return text
