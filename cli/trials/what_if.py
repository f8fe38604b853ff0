"""selo what-if."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.drawing import draw, svg_option
from cli.options import a_day, times
from cli.output import answer, json_option, table
from cli.trials.compare import compare_lines
from cli.trials.predict import paired_lines, predict_lines
from cli.trials.runs import whole_ledger

if TYPE_CHECKING:
    from projections.trials.what_if import TitleChange, WhatIf

SHOWN = 30


@click.command("what-if")
@click.argument("file")
@click.option(
    "--from", "since", callback=a_day, metavar="DAY", help="The change counts from this day. Default: from the start."
)
@click.option("--top", type=click.IntRange(min=0), metavar="N", help="Show only the first N players.")
@svg_option
@times
@json_option
def what_if_command(
    file: str, since: str | None, top: int | None, svg: Path | None, as_of: str | None, known_on: str | None,
    known_seq: int | None,
) -> None:  # fmt: skip
    """Try out a rule change: the list as it is and as it would be, compared, and scored on the games since.

    FILE is {"list": "selo", "name": "lower cap", "change": {"cap": 85}}; `selo rules EDITION` shows what may change.

    \b
    Example:
        selo what-if lower-cap.json --from 2024-01-01 --top 10
    """
    from desk.files.open_file import bytes_of
    from desk.files.rule_change import rule_change
    from projections.trials.what_if import what_if

    proposal = rule_change(file, bytes_of(file))
    with whole_ledger(as_of, known_on, known_seq) as reading:
        trial = what_if(reading, proposal, since)
    draw(svg, lambda: _picture(trial))
    trial = trial.top(top)
    answer(trial, _what_if_lines(trial))


def _what_if_lines(trial: "WhatIf") -> Iterator[str]:
    from projections.trials.periods import BEGINNING

    since = "from the beginning" if trial.since == BEGINNING else f"from {trial.since}"
    yield f"{trial.name}: {trial.list} {since}"
    for change in trial.changes:
        yield f"  {change.edition} {change.number}: {change.before} -> {change.after}   ({change.what})"
    yield ""
    yield from compare_lines(trial.compare)
    yield ""
    yield from predict_lines(trial.predict)
    yield ""
    yield from paired_lines(trial.paired)
    yield ""
    yield from _title_lines(trial.titles)


def _picture(trial: "WhatIf") -> str:
    from projections.charts.compared import tried

    return tried(trial)


def _title_lines(titles: "Sequence[TitleChange]") -> Iterator[str]:
    if not titles:
        yield "no title gained or lost"
        return
    rows = [(t.title, t.player, t.name, t.before or "not reached", t.after or "not reached") for t in titles]
    yield from table(("title", "player", "name", "as it is", "proposed"), rows[:SHOWN])
    if len(rows) > SHOWN:
        yield f"and {len(rows) - SHOWN} more; --json shows all"
