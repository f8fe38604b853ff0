"""selo history."""

from typing import Any

import click

from cli import row_columns
from cli.ids import players
from cli.options import asked, times
from cli.output import answer, row_options, table
from cli.questions.show import _said_as
from cli.which_list import LIST


@click.command("history")
@click.argument("player", shell_complete=players)
@click.option("--list", "list_name", type=LIST, help="Default: the first one the ledger keeps.")
@click.option("--all-versions", is_flag=True, help="Superseded rows too, with the seqs they were known between.")
@times
@row_options
def history_command(
    player: str,
    list_name: str | None,
    all_versions: bool,
    as_of: str | None,
    known_on: str | None,
    known_seq: int | None,
) -> None:
    """A player's changes, one row a unit.

    \b
    Example:
        selo history F033 --list selo --as-of 2024-06-30
    """
    from projections.answers.players import history

    with asked(as_of, known_on, known_seq) as reading:
        value = history(reading, player, list_name or reading.first_list(), all_versions)
    _said_as(value)
    columns = ["on", "unit", "before", "after", "games", "score", "expected", "coefficient", "bonus", "seq"]
    columns += ["known_from", "known_to"] if all_versions else []
    rows = [[row[c] if c != "unit" else _unit(row) for c in columns] for row in value["rows"]]
    lines = table([c.replace("coefficient", "K").replace("_", " ") for c in columns], rows)
    known = (*row_columns.HISTORY, *(row_columns.VERSIONS if all_versions else ()))
    answer(value, lines if rows else [f"no entry on {value['list']}"], value["rows"], known)


def _unit(row: dict[str, Any]) -> str:
    return f"{row['unit']} (Elo taken as selo)" if row["kind"] == "elo-step" else str(row["unit"])
