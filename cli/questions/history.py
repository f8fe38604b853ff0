"""selo history."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.drawing import draw, svg_option
from cli.ids import players
from cli.options import asked, times
from cli.output import answer, row_options, table
from cli.questions.show import talk_of_merge
from cli.which_list import LIST

if TYPE_CHECKING:
    from projections.answers.players.history import HistoryRow
    from projections.answers.reading import Reading

SHOWN = ("on", "unit", "before", "after", "games", "score", "expected", "coefficient", "bonus", "seq")
VERSIONS = ("known_from", "known_to")
HEADINGS = {"coefficient": "K"}


@click.command("history")
@click.argument("player", shell_complete=players)
@click.option("--list", "list_name", type=LIST, help="Default: the first one the ledger keeps.")
@click.option("--all-versions", is_flag=True, help="Superseded rows too, with the seqs they were known between.")
@svg_option
@times
@row_options
def history_command(
    player: str,
    list_name: str | None,
    all_versions: bool,
    svg: Path | None,
    as_of: str | None,
    known_on: str | None,
    known_seq: int | None,
) -> None:
    """A player's changes, one row a unit.

    The picture has a line for each list the player is on, or the one asked for, and dashed what was first calculated
    where a correction came later.

    \b
    Example:
        selo history F033 --list selo --as-of 2024-06-30
        selo history F033 --svg f033.svg
    """
    from ledger.answer import columns
    from projections.answers.players.history import HistoryRow, history

    with asked(as_of, known_on, known_seq) as reading:
        answered = history(reading, player, list_name or reading.first_list(), all_versions)
        draw(svg, lambda: _picture(reading, player, list_name))
    talk_of_merge(answered.asked, answered.player.id)
    versions = VERSIONS if all_versions else ()
    lines = _lines(answered.rows, (*SHOWN, *versions)) if answered.rows else [f"no entry on {answered.list}"]
    answer(answered, lines, answered.rows, columns(HistoryRow, *versions))


def _lines(rows: "tuple[HistoryRow, ...]", fields: tuple[str, ...]) -> list[str]:
    headings = [HEADINGS.get(field, field.replace("_", " ")) for field in fields]
    return table(
        headings, [[_unit(row) if field == "unit" else getattr(row, field) for field in fields] for row in rows]
    )


def _unit(row: "HistoryRow") -> str:
    return f"{row.unit} (Elo taken as selo)" if row.kind == "elo-step" else row.unit


def _picture(reading: "Reading", player: str, list_name: str | None) -> str:
    from projections.answers.lists.published import lists
    from projections.answers.players.history import history
    from projections.charts.history import history_chart

    answers = [history(reading, player, name, True) for name in ([list_name] if list_name else reading.lists())]
    return history_chart([one for one in answers if one.rows] or answers, lists(reading, list_name).rows, alone=True)
