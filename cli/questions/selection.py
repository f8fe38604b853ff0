"""selo selection."""

from collections.abc import Iterator
from typing import Any

import click

from cli import row_columns
from cli.ids import players
from cli.options import asked, times
from cli.output import answer, row_options, table


@click.command("selection")
@click.argument("players", shell_complete=players, nargs=-1, metavar="[PLAYER]...")
@click.option("--women", is_flag=True, help="The women's number (5.7): the period peak alone.")
@times
@row_options
def selection_command(
    players: tuple[str, ...], women: bool, as_of: str | None, known_on: str | None, known_seq: int | None
) -> None:
    """Selection numbers on a day with their factors and where each was reached.

    \b
    Example:
        selo selection F001 F002 --as-of 2025-12-31
    """
    from projections.answers.honours import selection

    with asked(as_of, known_on, known_seq) as reading:
        value = selection(reading, players, women)
    answer(value, _selection_lines(value), value["rows"], row_columns.SELECTION)


def _selection_lines(value: dict[str, Any]) -> Iterator[str]:
    yield f"period {value['period']['from']} to {value['period']['to']}"
    rows = []
    for row in value["rows"]:
        shown = "{:.0f}" if value["women"] else "{:.1f}"
        number = "none" if row["number"] is None else shown.format(row["number"])
        rows.append(
            (row["player"], row["name"], number, _factor(row["peak"]), _factor(row["elo"]), _run(row["performance"]))
        )
    if rows:
        yield from table(("player", "name", "number", "peak", "Elo", "best performance"), rows)
    else:
        yield "nobody has two factors"


def _factor(found: dict[str, Any] | None) -> str:
    if found is None:
        return "-"
    where = " ".join(str(found[k]) for k in ("on", "tournament", "game") if found.get(k))
    return f"{found['rating']} ({where})"


def _run(found: dict[str, Any] | None) -> str:
    if found is None:
        return "-"
    first, last = found["from"], found["to"]
    ends = f"{first['tournament']} {first['game']} to {last['tournament']} {last['game']}"
    return f"{found['rating']} ({found['score']:g}/{found['games']}, {ends})"
