"""selo diff."""

import click

from cli import options
from cli.ids import players
from cli.options import ledger_path
from cli.output import answer, row_options, signed, table
from cli.which_list import LIST


@click.command("diff")
@click.argument("players", shell_complete=players, nargs=-1, metavar="[PLAYER]...")
@click.option("--list", "list_name", type=LIST, help="Only this list. Default: all lists.")
@click.option("--as-of", metavar="DAY")
@click.option("--known-on", metavar="A..B", help="Two days or times of knowledge.")
@click.option("--known-seq", metavar="M..N", help="Two seqs of knowledge.")
@row_options
def diff_command(
    players: tuple[str, ...], list_name: str | None, as_of: str | None, known_on: str | None, known_seq: str | None
) -> None:
    """What happened between two states of knowledge, a row for each submission and player.

    \b
    Example:
        selo diff F033 --known-seq 100..200
    """
    from ledger.answer import columns
    from projections.answers.events.diff import DiffLine, diff_between, states

    earlier, later = states(as_of, known_on, known_seq)
    value = diff_between(ledger_path(), earlier, later, options.now(), players, list_name)
    heads = ("seq", "events", "kind", "target", "player", "name", "list", "before", "after", "change")
    rows = [
        (
            row.seq,
            row.events,
            row.kind,
            row.target,
            row.player,
            row.name,
            row.list,
            row.before,
            row.after,
            signed(row.change),
        )
        for row in value.rows
    ]
    answer(value, table(heads, rows) if rows else ["nothing moved"], value.rows, columns(DiffLine))
