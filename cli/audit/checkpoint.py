"""selo checkpoint."""

import os

import click

from cli.audit.keys import KEY, PUBLIC_KEY, key_path, public_keys_of, text_of_file
from cli.options import ledger_path, look_first
from cli.output import answer, json_option, talk


@click.command("checkpoint")
@KEY
@click.option("--add", metavar="FILE", help="Keep a checkpoint that comes from elsewhere.")
@click.option("--retract", type=int, metavar="N", help="One that was kept with --add no longer counts.")
@click.option("--reason", help="With --retract: why; it stays in the log.")
@click.option("--out", metavar="FILE", help="Write it into a file too.")
@PUBLIC_KEY
@json_option
def checkpoint_command(
    key: str | None, add: str | None, retract: int | None, reason: str | None, out: str | None,
    public_keys: tuple[str, ...],
) -> int:  # fmt: skip
    """Sign how many events there are and the root over them, keep that, and print it. Send it to somebody.
    With --add: keep one from elsewhere that a known key signed, and say whether the ledger agrees; exit 1 if not.
    With --retract: one that was kept counts no longer, neither for the ledger nor against it.

    \b
    Example:
        selo checkpoint --out 2026-11-01.txt
    """
    if (retract is None) != (reason is None):
        raise click.UsageError("--retract N and --reason TEXT go together")
    if retract is not None:
        from cli.booking.documents import book_one

        book_one("retract-checkpoint", False, checkpoint=retract, reason=reason)
        return 0
    look_first()
    if add is not None:
        return _add(add, public_keys)
    from audit.checkpoint import checkpoint
    from ledger.outgoing import free, write_new

    if out is not None:
        free(out)  # before anything is signed and kept
    path = key_path(key)
    _warn_of(path)
    signed = checkpoint(ledger_path(), path)
    if out is not None:
        write_new(out, signed.note.encode())
    answer(signed, signed.note.removesuffix("\n").split("\n"))
    return 0


def _warn_of(path: str) -> None:
    if os.name == "posix" and os.path.exists(path) and os.stat(path).st_mode & 0o077:
        talk(f"warning: others may read {path}; run `chmod 600 {path}`")


def _add(file: str, public_keys: tuple[str, ...]) -> int:
    from audit.checkpoint import add

    kept = add(ledger_path(), file, text_of_file(file), public_keys_of(public_keys))
    agrees = "the ledger agrees with it" if kept.consistent else "the ledger contradicts it"
    answer(kept, [f"checkpoint {kept.number} of {kept.size} events is kept: {agrees}", *kept.problems])
    return 0 if kept.consistent else 1
