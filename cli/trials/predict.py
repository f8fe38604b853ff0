"""selo predict."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import row_columns
from cli.drawing import draw, svg_option
from cli.options import a_day, times
from cli.output import answer, row_options, table

if TYPE_CHECKING:
    pass
from cli.trials.runs import BEGINNING, runs_of, whole_ledger


@click.command("predict")
@click.argument("more", nargs=-1, metavar="[LIST]...")
@click.option("--lists", "said", multiple=True, metavar="LIST", help="Lists, with commas or blanks between them.")
@click.option("--from", "start", callback=a_day, metavar="DAY", help="Tournaments that end from this day on.")
@click.option("--to", "end", callback=a_day, metavar="DAY", help="Tournaments that end by this day. Default: --as-of.")
@svg_option
@times
@row_options
def predict_command(
    more: tuple[str, ...], said: tuple[str, ...], start: str | None, end: str | None, svg: Path | None,
    as_of: str | None, known_on: str | None, known_seq: int | None,
) -> None:  # fmt: skip
    """How well each list foresaw the results: every game's expected score before it was rated, beside what was scored.

    Log loss and Brier score: less is better; `even` is the naive forecast that every game is even. A draw is half a
    point. A game in which somebody had no number yet is not foreseen and only counted.

    \b
    Example:
        selo predict --lists selo,elo-no,elo --from 2024-01-01 --to 2025-12-31
    """
    from projections.trials.predict import predict

    lists = [name for text in (*said, *more) for name in text.replace(",", " ").split()]
    if not lists:
        raise click.UsageError("name at least one list, like `selo predict --lists selo,elo`")
    with whole_ledger(as_of, known_on, known_seq) as reading:
        until = min(end or reading.as_of, reading.as_of)
        if start and start > until:
            raise click.UsageError(f"--from {start} is after the last day asked about, {until}")
        value = predict(reading, runs_of(reading, lists), start or BEGINNING, until)
    draw(svg, lambda: _calibrated(value))
    rows = [{key: found[key] for key in row_columns.PREDICTED if key in found} for found in value["lists"]]
    rows = [row | _even(found) for row, found in zip(rows, value["lists"], strict=True)]
    answer(value, predict_lines(value), rows, row_columns.PREDICTED)


def _even(found: dict[str, Any]) -> dict[str, Any]:
    common = found["common"]
    return {
        "even_log_loss": found["even"]["log_loss"], "even_brier": found["even"]["brier"],
        "common_games": common["games"], "common_log_loss": common["log_loss"], "common_brier": common["brier"],
    }  # fmt: skip


def predict_lines(value: dict[str, Any]) -> Iterator[str]:
    columns = ("games", "draws", "log loss", "even", "Brier", "even")

    def cells(found: dict[str, Any]) -> list[Any]:
        scores = (found["log_loss"], found["even"]["log_loss"], found["brier"], found["even"]["brier"])
        return [found["games"], found["draws"], *("" if score is None else f"{score:.4f}" for score in scores)]

    since = "" if value["from"] == BEGINNING else f"from {value['from']} "
    yield f"tournaments that ended {since}up to {value['to']}"
    rows = [[found["list"], found["unrated_games"], *cells(found)] for found in value["lists"]]
    yield from table(("list", "not foreseen", *columns), rows)
    if len(value["lists"]) > 1:
        yield f"\nonly the {value['common_games']} games that every list foresaw"
        yield from table(("list", *columns), [[found["list"], *cells(found["common"])] for found in value["lists"]])
    yield "\nboth players established"
    yield from table(("list", *columns), [[found["list"], *cells(found["established"])] for found in value["lists"]])
    yield "\ncalibration: White's expected score, what was scored, and in how many games"
    yield from _calibration_lines(value["lists"])


def _calibration_lines(lists: Sequence[dict[str, Any]]) -> list[str]:
    heads = ["expected"]
    for found in lists:
        heads += [found["list"], "scored", "games"]
    rows = []
    for index, first in enumerate(lists[0]["calibration"]):
        cells: list[Any] = [f"{first['from']:.1f} to {first['to']:.1f}"]
        for found in lists:
            held = found["calibration"][index]
            shown = ["" if held[key] is None else f"{held[key]:.3f}" for key in ("expected", "score")]
            cells += [*shown, held["games"]]
        rows.append(cells)
    return table(heads, rows)


def _calibrated(value: dict[str, Any]) -> str:
    from projections.charts.calibrated import calibrated

    return calibrated(value)
