"""selo prove."""

from typing import TYPE_CHECKING

import click

from cli.audit.keys import text_of_file
from cli.options import ledger_path
from cli.output import answer, json_option

if TYPE_CHECKING:
    from audit.prove import GrowthProof, Proof


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
    from ledger.answer import completed
    from ledger.outgoing import write_new

    if (seq is None) == (since is None):
        raise click.UsageError("give the seq of an event, or --since FILE")
    path = ledger_path()
    proof: Proof | GrowthProof
    proof = prove(path, seq or 0) if since is None else prove_since(path, since, text_of_file(since))
    lines = proof.proof.removesuffix("\n").split("\n")
    if out is not None:
        write_new(out, proof.proof.encode())
        proof, lines = completed(proof, file=out), [f"written: {out}"]
    answer(proof, lines)
