"""selo compare."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import row_columns
from cli.drawing import draw, svg_option
from cli.options import times
from cli.output import answer, row_options, table

if TYPE_CHECKING:
    pass
from cli.trials.runs import runs_of, whole_ledger


@click.command("compare")
@click.argument("lists", nargs=-1, required=True, metavar="LIST...")
@click.option("--top", type=click.IntRange(min=0), help="Only the first so many of the first list.")
@svg_option
@times
@row_options
def compare_command(
    lists: tuple[str, ...], top: int | None, svg: Path | None, as_of: str | None, known_on: str | None,
    known_seq: int | None,
) -> None:  # fmt: skip
    """The players under each list, run over the same games; nothing is booked.

    A LIST may name its edition: elo:elo-16-32. A list without openings of its own starts from those of the first list
    beside it that has some. A moved place is counted among those who are on both lists.

    \b
    Example:
        selo compare selo elo-no elo-fide --as-of 2025-06-30 --top 10
    """
    if len(lists) < 2:
        raise click.UsageError("name at least two lists, like `selo compare selo elo-no`")
    from projections.trials.compare import compare

    with whole_ledger(as_of, known_on, known_seq) as reading:
        value = compare(reading, runs_of(reading, lists))
    draw(svg, lambda: _scatter(value))
    value["rows"] = value["rows"][:top] if top is not None else value["rows"]
    answer(value, compare_lines(value), flat(value["rows"]), row_columns.compared(lists))


def compare_lines(value: dict[str, Any]) -> Iterator[str]:
    """How the lists stand beside the first, then everybody."""
    labels = [found["list"] for found in value["lists"]]
    columns = ("list", "players", "mean", "beside the first", "largest", "rank correlation", "openings of")
    keys = ("list", "players", "mean", "mean_difference", "largest_difference", "rank_correlation", "openings_from")
    yield from table(columns, [[found[key] for key in keys] for found in value["lists"]])
    yield ""
    heads = ["player", "name", labels[0], "rank"]
    for label in labels[1:]:
        heads += [label, "rank", "moved"]
    yield from table(heads, [_compared(row, labels) for row in value["rows"]])


def _compared(row: dict[str, Any], labels: Sequence[str]) -> list[Any]:
    cells: list[Any] = [row["player"], row["name"] or ""]
    for label in labels:
        found = row["lists"][label] or {}
        cells += [found.get("rating"), found.get("rank")]
        if label != labels[0]:
            moved = found.get("moved")
            cells.append(None if not moved else f"{moved:+d}")
    return cells


def flat(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """One row a player for CSV: rating, rank and moved of each list side by side."""
    return [
        {"player": row["player"], "name": row["name"]}
        | {
            (label if key == "rating" else f"{label} {key}"): (found or {}).get(key)
            for label, found in row["lists"].items()
            for key in row_columns.COMPARED
        }
        for row in rows
    ]


def _scatter(value: dict[str, Any]) -> str:
    from projections.charts.compared import compared

    return compared(value)
