"""compare, predict, what-if: lists that nobody booked, run over the ledger's games. Nothing is written but --svg."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli import row_columns
from cli.drawing import draw, svg_option
from cli.options import a_day, ledger_path, times, today
from cli.output import answer, json_option, row_options, table

if TYPE_CHECKING:
    from projections.trials.run import Run
    from projections.answers.reading import Reading

BEGINNING = "0001-01-01"


@contextmanager
def whole_ledger(as_of: str | None, known_on: str | None, known_seq: int | None) -> Iterator["Reading"]:
    """Every fact known; no read table is asked or made."""
    from projections.answers.reading import Question, whole

    with whole(ledger_path(), Question(as_of, known_on, known_seq), today()) as reading:
        yield reading


def runs_of(reading: "Reading", lists: Sequence[str]) -> list["Run"]:
    from projections.trials.asked import wanted
    from projections.trials.run import Ground

    asked = wanted(reading.timeline, lists)
    ground = Ground(reading)
    return [ground.run(one) for one in asked]


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


@click.command("what-if")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option(
    "--from", "since", callback=a_day, metavar="DAY", help="In force from this day. Default: from the beginning."
)
@click.option("--top", type=click.IntRange(min=0), help="Only the first so many players.")
@svg_option
@times
@json_option
def what_if_command(
    file: Path, since: str | None, top: int | None, svg: Path | None, as_of: str | None, known_on: str | None,
    known_seq: int | None,
) -> None:  # fmt: skip
    """A rule change tried out: the list as it is and as it would be, compared, and scored on the games since.

    FILE is {"list": "selo", "name": "lower cap", "change": {"cap": 85}}; `selo rules EDITION` shows the numbers.

    \b
    Example:
        selo what-if lower-cap.json --from 2024-01-01 --top 10
    """
    from exchange.json.paper import read_object
    from projections.trials.changed import LIKE, flaws, proposal
    from projections.trials.whatif import what_if

    with click.open_file(str(file), "rb") as opened:
        data = opened.read()
    paper = read_object("-" if str(file) == "-" else str(file), data, LIKE)
    if found := list(flaws(paper.value)):
        raise paper.refusal(found)
    with whole_ledger(as_of, known_on, known_seq) as reading:
        if since and since > reading.as_of:
            raise click.UsageError(f"--from {since} is after the day asked about, {reading.as_of}")
        value = what_if(reading, proposal(paper.value), since or BEGINNING)
    draw(svg, lambda: _scatter(value["compare"]))
    rows = value["compare"]["rows"]
    value["compare"]["rows"] = rows[:top] if top is not None else rows
    answer(value, _what_if_lines(value))


def _what_if_lines(value: dict[str, Any]) -> Iterator[str]:
    since = "from the beginning" if value["from"] == BEGINNING else f"from {value['from']}"
    yield f"{value['name']}: {value['list']} {since}"
    for change in value["changes"]:
        yield f"  {change['edition']} {change['number']}: {change['before']} -> {change['after']}   ({change['what']})"
    yield ""
    yield from compare_lines(value["compare"])
    yield ""
    yield from predict_lines(value["predict"])
