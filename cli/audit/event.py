"""selo event."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.options import asked, times
from cli.output import answer, fields_table, row_options

if TYPE_CHECKING:
    from projections.answers.events.event import EventAnswer

SHOWN = 20


@click.command("event")
@click.argument("seq", type=int)
@times
@row_options
def event_command(seq: int, as_of: str | None, known_on: str | None, known_seq: int | None) -> None:
    """What one event changed in the facts, in words: who, when, why, and the ratings it moved.

    \b
    Example:
        selo event 200
    """
    from ledger.answer import columns
    from projections.answers.events.content import FieldChange
    from projections.answers.events.event import event_content

    with asked(as_of, known_on, known_seq) as reading:
        answered = event_content(reading, seq)
    answer(answered, _lines(answered), answered.changes, columns(FieldChange))


def _lines(answered: "EventAnswer") -> Iterator[str]:
    yield f"seq {answered.seq}: {answered.kind} {answered.target}"
    yield f"recorded {answered.recorded_at[:16].replace('T', ' ')} by {answered.actor}"
    for word, text in (("reason", answered.reason), ("note", answered.note)):
        if text:
            yield f"{word}: {text}"
    yield ""
    for change in answered.changes:
        yield f"  {change.text}"
    moved = [row for row in answered.rows if row.before != row.after]
    first, last = answered.submission[0], answered.submission[-1]
    together = f" (together with seq {first} to {last})" if first != last else ""
    yield ""
    yield f"it moved {len(moved)} ratings{together}" if moved else f"it moved no rating{together}"
    if moved:
        yield from fields_table(moved[:SHOWN], ("player", "name", "list", "on", "unit", "before", "after"))
    if len(moved) > SHOWN:
        yield f"and {len(moved) - SHOWN} more: selo impact {answered.seq}"
