"""selo key and checkpoint: the key of the office, and what it signs."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.acts import argument, command, group, option
from cli.options import key_path, ledger_path, look_first
from cli.output import answer, talk, warn
from messages import counted, say

if TYPE_CHECKING:
    from audit.signing import KeyFile, PublicKey

KEY = option("--key", metavar="FILE", envvar="SELO_KEY", help="Default: SELO_KEY, else selo.key of the user.")


PUBLIC_KEY = option("--public-key", "public_keys", metavar="KEY", multiple=True,
                          help="A public key from outside, or a file with it; may be given again.")  # fmt: skip


MOST_OF_AN_ANSWER = 2**28  # bytes of what a submission of very many documents is answered with


def text_of_file(file: str, most: int = 1_000_000) -> str:
    """Read a small text file, or standard input; anything else is refused."""
    from ledger.errors import Problem, Refused, Where

    try:
        with click.open_file(file, "rb") as opened:
            return str(opened.read(most), "utf-8")
    except UnicodeDecodeError:
        raise Refused(
            Problem("no-text", say("{file} is not a text file", file=file), Where(file), say("check the name"))
        ) from None


def public_keys_of(given: tuple[str, ...]) -> "list[PublicKey]":
    """Read public keys as text, or from files that hold one a line."""
    from audit.signing import read_public_key

    texts = [line for key in given for line in (text_of_file(key).splitlines() if os.path.exists(key) else [key])]
    return [read_public_key(text) for text in texts if text.strip()]


@command("selo key new /media/stick/selo.key", argument("file", required=False, envvar="SELO_KEY"))
def new(file: str | None) -> None:
    """A new key in a file that only you may read. An existing file is never overwritten."""
    from audit.signing import key_file, new_key

    path = key_path(file)
    name = _ledgers_name()
    if file is None:
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
    new_key(path)
    made = key_file(path, name)
    answer(made, [say("A new key: {path}", path=path), *_public_lines(made)])


@command("selo key show > selo.pub", KEY)
def show(key: str | None) -> None:
    """The public key under the name of this ledger: what others need to check its checkpoints."""
    from audit.signing import key_file

    public = key_file(key_path(key), _ledgers_name())
    answer(public, [public.public_key or public.raw])
    if public.public_key is None:
        talk(say("no ledger is here, so the key has no name: others need it with --ledger FILE before `key show`"))


key_command = group(
    "The key that signs checkpoints. It belongs to the office, not into the ledger and not into its backups.",
    "selo key new", {"new": new, "show": show},
)  # fmt: skip


def _ledgers_name() -> str:
    """Return the name that the key signs under; empty where there is no ledger yet."""
    from audit.checkpoint import origin_of
    from ledger.errors import NotFound

    try:
        return origin_of(ledger_path())
    except NotFound:
        return ""


def _public_lines(key: "KeyFile") -> Iterator[str]:
    yield say("Its public key: {key}", key=key.public_key or key.raw)
    yield say("Give the public key away; keep a copy of the key file in another place; show it to nobody.")


@command(
    "selo checkpoint --out 2026-11-01.txt",
    KEY,
    option("--add", metavar="FILE", help="Keep a checkpoint that comes from elsewhere."),
    option("--retract", type=int, metavar="N", help="One that was kept with --add no longer counts."),
    option("--reason", help="With --retract: why; it stays in the log."),
    option("--out", metavar="FILE", help="Write it into a file too."),
    PUBLIC_KEY,
)  # fmt: skip
def checkpoint_command(
    key: str | None, add: str | None, retract: int | None, reason: str | None, out: str | None,
    public_keys: tuple[str, ...],
) -> int:  # fmt: skip
    """Sign how many events there are and the root over them, keep that, and print it. Send it to somebody.
    With --add: keep one from elsewhere that a known key signed, and say whether the ledger agrees; exit 1 if not.
    With --retract: one that was kept counts no longer, neither for the ledger nor against it.
    """
    if (retract is None) != (reason is None):
        raise click.UsageError(say("--retract N and --reason TEXT go together"))
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
        warn(say("others may read {path}; run `chmod 600 {path}`", path=path))


def _add(file: str, public_keys: tuple[str, ...]) -> int:
    from audit.checkpoint import add

    kept = add(ledger_path(), file, text_of_file(file), public_keys_of(public_keys))
    agrees = say("the ledger agrees with it") if kept.consistent else say("the ledger contradicts it")
    line = counted("checkpoint {number} of {count} event is kept: {agrees}",
                   "checkpoint {number} of {count} events is kept: {agrees}", kept.size, number=kept.number,
                   agrees=agrees)  # fmt: skip
    answer(kept, [line, *kept.problems])
    return 0 if kept.consistent else 1
