"""selo what-if."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.drawing import draw, svg_option
from cli.options import a_day, times
from cli.output import answer, json_option

if TYPE_CHECKING:
    pass
from cli.trials.compare import _scatter, compare_lines
from cli.trials.predict import predict_lines
from cli.trials.runs import BEGINNING, whole_ledger


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
    from exchange.json.single_object import read_object
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
