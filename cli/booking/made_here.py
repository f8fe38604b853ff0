"""Documents put together from options, booked like any other."""

from typing import Any

import click

RESULTS = "1-0 0-1 1/2-1/2, 1-0F 0-1F 0-0F 1/2-1/2F, *, 0-0 1/2-0 0-1/2"


NO_FILE = "command.json"


def _document(kind: str, **fields: Any) -> Any:
    """A document as if it had come from a file: the same checks, the same words."""
    import json

    from exchange.json.documents import read

    said = {"kind": kind, **{name: value for name, value in fields.items() if value is not None}}
    return read(NO_FILE, json.dumps(said).encode())


def _book(kind: str, dry_run: bool, **fields: Any) -> None:
    from cli.booking.outcome import book_one
    from ledger.errors import SeloError

    try:
        [placed] = _document(kind, **fields)
        book_one(placed.document, dry_run)
    except SeloError as error:
        raise _placeless(error) from None


def _placeless(error: Any) -> Any:
    """There is no file of documents to point into: the field is place enough. The ledger stays named."""
    from dataclasses import replace

    from ledger.errors import Where

    return type(error)(
        [replace(p, where=Where(field=p.where.field)) if p.where.file == NO_FILE else p for p in error.problems]
    )


dry = click.option("--dry-run", is_flag=True, help="Record nothing; show every number that would move.")


version = click.option("--expect-version", type=int, metavar="SEQ", help="Refuse if the tournament has moved on.")


reason = click.option("--reason", required=True, help="Why; it stays in the log.")


def _target(target: str | None, seq: int | None) -> dict[str, Any]:
    if (target is None) == (seq is None):
        raise click.UsageError("name either a tournament or --seq")
    return {"tournament": target, "seq": seq}
