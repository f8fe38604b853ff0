"""selo log."""

import click

from cli.ids import players, tournaments
from cli.options import asked, times
from cli.output import answer, row_options, table


@click.command("log")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the newest N events.")
@click.option("--player", shell_complete=players, help="Only events about this player and their tournaments.")
@click.option("--tournament", shell_complete=tournaments, help="Only events about this tournament.")
@times
@row_options
def log_command(
    limit: int | None, player: str | None, tournament: str | None, as_of: str | None, known_on: str | None,
    known_seq: int | None,
) -> None:  # fmt: skip
    """The events, newest first.

    \b
    Example:
        selo log --limit 20
    """
    from ledger.answer import columns
    from projections.answers.events.event_lines import EventLine
    from projections.answers.events.log import log

    with asked(as_of, known_on, known_seq) as reading:
        value = log(reading, limit, player, tournament)
    rows = [
        (event.seq, _minute(event.recorded_at), event.actor, event.kind, event.target, event.reason)
        for event in value.events
    ]
    answer(value, table(columns(EventLine), rows), value.events, columns(EventLine))


def _minute(moment: str) -> str:
    """A moment to the minute, for reading."""
    return moment[:16].replace("T", " ")
