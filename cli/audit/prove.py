"""selo prove."""

from typing import TYPE_CHECKING, TypeVar

import click

from cli.asking import Values, question
from cli.audit.keys import text_of_file
from cli.options import ledger_path
from cli.output import answer

if TYPE_CHECKING:
    from audit.prove import GrowthProof, Proof

    P = TypeVar("P", Proof, GrowthProof)


def _lines(proof: "Proof | GrowthProof") -> list[str]:
    return [f"written: {proof.file}"] if isinstance(proof.file, str) else proof.proof.removesuffix("\n").split("\n")


def _of_growth(stated: Values) -> bool:
    """In place of an event: that the log only grew since a checkpoint."""
    file = stated.get("since")
    if ("seq" in stated) == (file is not None):
        raise click.UsageError("give the seq of an event, or --since FILE")
    if file is None:
        return False
    from audit.prove import prove_since

    proof = _written(prove_since(ledger_path(), file, text_of_file(file)), stated.get("out"))
    answer(proof, _lines(proof))
    return True


def _written(proof: "P", out: str | None) -> "P":
    if out is None:
        return proof
    from ledger.outgoing import write_new
    from messages.answer import completed

    write_new(out, proof.proof.encode())
    return completed(proof, file=out)


def _put(asked: object, proof: "Proof", since: str | None, out: str | None) -> "Proof":
    return _written(proof, out)


_SINCE = click.Option(
    ["--since"], metavar="FILE", help="Instead: that the log only grew since this checkpoint."
)  # fmt: skip
_OUT = click.Option(["--out"], metavar="FILE", help="Write it here instead of printing it.")
prove_command = question(
    "audit.questions:Prove", text=_lines, optional=("seq",), more=(_SINCE, _OUT), given=_of_growth, then=_put
)
