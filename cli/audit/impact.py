"""selo impact."""

from typing import Any

import click

from cli import row_columns
from cli.options import asked, times
from cli.output import answer, row_options, table


@click.command("impact")
@click.argument("seq", type=int)
@times
@row_options
def impact_command(seq: int, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """Everything the submission of one event changed.

    \b
    Example:
        selo impact 120
    """
    from projections.answers.impact import impact

    with asked(as_of, known_on, known_seq) as reading:
        value = impact(reading, seq)
    columns = ("player", "name", "list", "on", "unit", "before", "after", "note")
    lines = [f"seq {e['seq']}: {e['kind']} {e['target']} {e['reason'] or ''}".rstrip() for e in value["events"]]
    rows = [[row[c] for c in columns] for row in value["rows"]]
    lines += ["", *table(columns, rows)] if rows else ["no number changed"]
    lines += [
        f"peak of {p['player']} on {p['list']}: {_peak(p['before'])} -> {_peak(p['after'])}" for p in value["peaks"]
    ]
    lines += [
        f"title {t['title']} of {t['player']}: {_title(t['before'])} -> {_title(t['after'])}" for t in value["titles"]
    ]
    answer(value, lines, value["rows"], row_columns.IMPACT)


def _peak(peak: dict[str, Any] | None) -> str:
    return "none" if peak is None else f"{peak['rating']} ({peak['on']} {peak['tournament'] or ''})".replace(" )", ")")


def _title(title: dict[str, Any] | None) -> str:
    return "not reached" if title is None else f"reached {title['on']} {title['tournament'] or ''}".rstrip()
