"""selo prove."""

from typing import TYPE_CHECKING

import click

from cli.options import ledger_path
from cli.output import answer, json_option

if TYPE_CHECKING:
    pass
from cli.audit.keys import text_of_file


@click.command("prove")
@click.argument("seq", type=int, required=False)
@click.option("--since", metavar="FILE", help="Instead: that the log only grew since this checkpoint.")
@click.option("--out", metavar="FILE", help="Write it here instead of printing it.")
@json_option
def prove_command(seq: int | None, since: str | None, out: str | None) -> None:
    """A .tlog-proof that an event is in the log under the latest checkpoint; audit/standalone/verify.py checks it.

    \b
    Example:
        selo prove 42 --out event-42.tlog-proof
    """
    from audit.prove import prove, prove_since

    if (seq is None) == (since is None):
        raise click.UsageError("give the seq of an event, or --since FILE")
    path = ledger_path()
    value = prove(path, seq or 0) if since is None else prove_since(path, since, text_of_file(since))
    if out is not None:
        _write(out, value["proof"].encode())
        value["file"] = out
    printed = [f"written: {out}"] if out is not None else value["proof"].removesuffix("\n").split("\n")
    answer(value, printed)


def _write(file: str, content: bytes) -> None:
    try:
        with open(file, "xb") as opened:
            opened.write(content)
    except FileExistsError:
        from ledger.errors import LedgerUnusable, Problem, Where

        raise LedgerUnusable(
            Problem("exists", f"{file} is already there", Where(file), "choose another name")
        ) from None
