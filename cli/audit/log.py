"""selo log."""

import click

from cli.ids import players, tournaments
from cli.options import a_day, asked, times
from cli.output import answer, row_options, table

HEADS = ("seq", "recorded_at", "actor", "kind", "target", "changed", "reason")
WIDEST = 70  # letters of what an event changed


@click.command("log")
@click.option("--limit", type=click.IntRange(min=1, max=10**9), metavar="N", help="Only the newest N events.")
@click.option("--player", shell_complete=players, help="Only events about this player and their tournaments.")
@click.option("--tournament", shell_complete=tournaments, help="Only events about this tournament.")
@click.option("--by", metavar="ACTOR", help="Only events that this actor recorded.")
@click.option("--kind", metavar="KIND", help="Only events of this kind: amend, tournament, player, ...")
@click.option("--since", callback=a_day, metavar="DAY", help="Only what was recorded from this day on.")
@click.option("--until", callback=a_day, metavar="DAY", help="Only what was recorded up to this day.")
@times
@row_options
def log_command(
    limit: int | None, player: str | None, tournament: str | None, as_of: str | None, known_on: str | None,
    known_seq: int | None, **filters: str | None,
) -> None:  # fmt: skip
    """The events, newest first, and what each changed. `selo event SEQ` shows one in full.

    \b
    Examples:
        selo log --limit 20
        selo log --kind amend --since 2025-01-01
    """
    from ledger.answer import columns
    from projections.answers.events.log import LogFilters, LoggedEvent, log

    with asked(as_of, known_on, known_seq) as reading:
        value = log(reading, limit, player, tournament, LogFilters(**filters))
    rows = [
        (event.seq, _minute(event.recorded_at), event.actor, event.kind, event.target, _cut(event.text), event.reason)
        for event in value.events
    ]
    answer(value, table(HEADS, rows), value.events, columns(LoggedEvent))


def _cut(text: str) -> str:
    """A line of a table is not for everything."""
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 3]}..."


def _minute(moment: str) -> str:
    """A moment to the minute, for reading."""
    return moment[:16].replace("T", " ")
