"""selo impact."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.drawing import draw, svg_option
from cli.options import asked, times
from cli.output import answer, fields_table, row_options

if TYPE_CHECKING:
    from projections.answers.events.impact import ImpactAnswer, TitleReached
    from projections.answers.players.career import PeakReached


@click.command("impact")
@click.argument("seq", type=int)
@svg_option
@times
@row_options
def impact_command(seq: int, svg: Path | None, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """Everything the submission of one event changed.

    \b
    Example:
        selo impact 120
    """
    from ledger.answer import columns
    from projections.answers.events.impact import ChangedEntry, impact

    with asked(as_of, known_on, known_seq) as reading:
        value = impact(reading, seq)
    draw(svg, lambda: _picture(value))
    answer(value, _lines(value), value.rows, columns(ChangedEntry))


def _picture(value: "ImpactAnswer") -> str:
    from projections.charts.impacted import impacted

    return impacted(value)


def _lines(value: "ImpactAnswer") -> Iterator[str]:
    for event in value.events:
        yield f"seq {event.seq}: {event.kind} {event.target} {event.reason or ''}".rstrip()
    if value.rows:
        yield ""
        yield from fields_table(value.rows, ("player", "name", "list", "on", "unit", "before", "after", "note"))
    elif not value.accepted:
        yield "no rating changed"
    if value.accepted:
        yield ""
        yield "current ratings that the corrected rules moved:"
        yield from fields_table(value.accepted, ("player", "name", "list", "before", "after"))
    for peak in value.peaks:
        yield f"peak of {peak.player} on {peak.list}: {_peak(peak.before)} -> {_peak(peak.after)}"
    for title in value.titles:
        yield f"title {title.title} of {title.player}: {_title(title.before)} -> {_title(title.after)}"


def _peak(peak: "PeakReached | None") -> str:
    if peak is None:
        return "none"
    return f"{peak.rating} ({' '.join(filter(None, (peak.on, peak.tournament)))})"


def _title(title: "TitleReached | None") -> str:
    return "not reached" if title is None else f"reached {title.on} {title.tournament or ''}".rstrip()
