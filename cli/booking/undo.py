"""selo undo."""

import json

import click

from cli.asking import HERE
from cli.booking.documents import DRY
from cli.output import json_option, printable, talk


@click.command("undo")
@click.argument("seq", type=int)
@click.option("--reason", help="Why; it stays in the log. Without it the correction is only shown.")
@click.option("--dry-run", is_flag=True, help=DRY)
@json_option
def undo_command(seq: int, reason: str | None, dry_run: bool) -> None:
    """Propose the correction that takes one event back, with everything it would move; with --reason, record it.

    \b
    Examples:
        selo undo 200
        selo undo 200 --reason "the slip was right after all" --dry-run
    """
    from cli.booking.outcome import book
    from desk.undoing import correction
    from exchange.json.documents import made
    from ledger.errors import Where

    with HERE.opened() as reading:
        kind, fields = correction(reading, seq)
    stated = {name: value for name, value in fields.items() if value is not None}
    document = {"kind": kind, **stated, "reason": reason or f"undo {seq}"}
    talk(printable(json.dumps(document, ensure_ascii=False)))
    if reason is None:
        talk('nothing is recorded; add --reason "..." to record it')
    book([made(kind, {**fields, "reason": document["reason"]}, Where())], dry_run or reason is None)
