"""selo compare."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.drawing import draw, svg_option
from cli.options import times
from cli.output import answer, row_options, signed, table
from cli.trials.runs import whole_ledger

if TYPE_CHECKING:
    from projections.trials.compare import Compared, ComparedPlayer


@click.command("compare")
@click.argument("lists", nargs=-1, required=True, metavar="LIST...")
@click.option("--top", type=click.IntRange(min=0), metavar="N", help="Show only the first N players.")
@svg_option
@times
@row_options
def compare_command(
    lists: tuple[str, ...], top: int | None, svg: Path | None, as_of: str | None, known_on: str | None,
    known_seq: int | None,
) -> None:  # fmt: skip
    """The players under each list, run over the same games; nothing is recorded.

    A LIST may name its edition: elo:elo-16-32. A list without openings of its own starts from those of the first list
    beside it that has some. "moved" is how many places a player gains among those who are on both lists.

    \b
    Example:
        selo compare selo elo-no elo-fide --as-of 2025-06-30 --top 10
    """
    if len(lists) < 2:
        raise click.UsageError("name at least two lists, like `selo compare selo elo-no`")
    from projections.trials.compare import compare, flat, flat_columns
    from projections.trials.run import runs_of

    with whole_ledger(as_of, known_on, known_seq) as reading:
        comparison = compare(reading, runs_of(reading, lists))
    draw(svg, lambda: scatter(comparison))
    comparison = comparison.top(top)
    rows = [flat(row) for row in comparison.rows]
    answer(comparison, compare_lines(comparison), rows, flat_columns(lists))


def compare_lines(comparison: "Compared") -> Iterator[str]:
    """How the lists stand beside the first, then all players."""
    labels = [beside.list for beside in comparison.lists]
    columns = ("list", "players", "mean", "beside the first", "largest", "rank correlation", "openings of")
    rows = [
        (b.list, b.players, b.mean, b.mean_difference, b.largest_difference, b.rank_correlation, b.openings_from)
        for b in comparison.lists
    ]
    yield from table(columns, rows)
    yield ""
    heads = ["player", "name", labels[0], "rank"]
    for label in labels[1:]:
        heads += [label, "rank", "moved"]
    yield from table(heads, [_cells(row, labels) for row in comparison.rows])


def _cells(row: "ComparedPlayer", labels: Sequence[str]) -> list[object]:
    cells: list[object] = [row.player, row.name]
    for label in labels:
        cell = row.lists[label]
        cells += [None, None] if cell is None else [cell.rating, cell.rank]
        if label != labels[0]:
            cells.append(None if cell is None else signed(cell.moved))
    return cells


def scatter(comparison: "Compared") -> str:
    from projections.charts.compared import compared

    return compared(comparison)
