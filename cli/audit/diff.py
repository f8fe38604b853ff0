"""selo diff."""

from typing import Any

import click

from cli import row_columns
from cli.ids import players
from cli.options import asked, ledger_path
from cli.output import answer, row_options, table
from cli.which_list import LIST


@click.command("diff")
@click.argument("players", shell_complete=players, nargs=-1, metavar="[PLAYER]...")
@click.option("--list", "list_name", type=LIST, help="One list; without it all.")
@click.option("--as-of", metavar="DAY")
@click.option("--known-on", metavar="A..B", help="Two days or times of knowledge.")
@click.option("--known-seq", metavar="M..N", help="Two seqs of knowledge.")
@row_options
def diff_command(
    players: tuple[str, ...], list_name: str | None, as_of: str | None, known_on: str | None, known_seq: str | None
) -> None:
    """What happened between two states of knowledge, one line an event and player.

    \b
    Example:
        selo diff F033 --known-seq 100..200
    """
    from projections.answers.impact import diff
    from projections.answers.players.career import known_player

    low, high = _range(known_on, known_seq)
    with asked(as_of, *low) as earlier:
        after = earlier.known_seq
    with asked(as_of, *high) as reading:
        if after > reading.known_seq:
            raise click.UsageError("the first state is later than the second")
        for player in players:
            known_player(reading, player)
        lists = [list_name] if list_name else reading.lists()
        value = diff(reading, ledger_path(), after, reading.known_seq, players, lists)
    columns = ("seq", "events", "kind", "target", "player", "list", "before", "after", "change")
    rows = [[_signed(row[c]) if c == "change" else row[c] for c in columns] for row in value["rows"]]
    answer(value, table(columns, rows) if rows else ["nothing moved"], value["rows"], row_columns.DIFF)


def _signed(change: int | None) -> str | None:
    return None if change is None else f"{change:+d}"


def _range(known_on: str | None, known_seq: str | None) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    if (known_on is None) == (known_seq is None):
        raise click.UsageError("give either --known-on A..B or --known-seq M..N")
    low, dots, high = (known_on or known_seq or "").partition("..")
    if not dots or not low or not high:
        raise click.UsageError("write the two states as A..B")
    if known_on is not None:
        return (low, None), (high, None)
    if not (low.isdecimal() and high.isdecimal()):
        raise click.UsageError("--known-seq takes two whole numbers, as 10..20")
    return (None, int(low)), (None, int(high))
