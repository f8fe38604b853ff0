"""A document made from options, booked like any other; and the options that several such commands share."""

from typing import Any

import click

RESULTS = "1-0 0-1 1/2-1/2, 1-0F 0-1F 0-0F 1/2-1/2F, *, 0-0 1/2-0 0-1/2"


NOT_THERE = {"unknown-player", "unknown-tournament", "unknown-game", "unknown-seq", "no-rules"}


def book_one(kind: str, dry_run: bool, **fields: Any) -> None:
    """Books one document; a refusal names the field, for there is no file to point into.

    An id on the command line that nobody has is not found, as in a question; in a file it makes the file bad input.
    """
    from cli.booking.outcome import book
    from exchange.json.documents import made
    from ledger.errors import NotFound, Refused, Where

    try:
        book([made(kind, fields, Where())], dry_run)
    except Refused as refused:
        if all(problem.code in NOT_THERE for problem in refused.problems):
            raise NotFound(refused.problems) from refused
        raise


dry = click.option("--dry-run", is_flag=True, help="Record nothing; show every rating that would change.")


version = click.option("--expect-version", type=int, metavar="SEQ", help="Refuse if the tournament has moved on.")


reason = click.option("--reason", required=True, help="Why; it stays in the log.")


def target_of(target: str | None, seq: int | None) -> dict[str, str | int | None]:
    """A tournament, or the event of a single fact."""
    if (target is None) == (seq is None):
        raise click.UsageError("name either a tournament or --seq")
    return {"tournament": target, "seq": seq}
