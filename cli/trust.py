"""key, checkpoint, prove, bundle: evidence to give away."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.options import ledger_path
from cli.output import answer, json_option, talk

if TYPE_CHECKING:
    from audit.signing import PublicKey

KEY = click.option("--key", metavar="FILE", envvar="SELO_KEY", help="Default: SELO_KEY, else selo.key of the user.")
PUBLIC_KEY = click.option("--public-key", "public_keys", metavar="KEY", multiple=True,
                          help="A public key from outside, or a file with it; may be given again.")  # fmt: skip


def key_path(named: str | None) -> str:
    """The key file: as named, else in the user's own settings, never beside the ledger."""
    return named or os.path.join(click.get_app_dir("selokirja"), "selo.key")


@click.group("key")
def key_command() -> None:
    """The key that signs checkpoints. It belongs to the office, not into the ledger and not into its backups.

    \b
    Example:
        selo key new
    """


@key_command.command("new")
@click.argument("file", required=False, envvar="SELO_KEY")
@json_option
def new(file: str | None) -> None:
    """A new key in a file that only you may read. An existing file is never overwritten.

    \b
    Example:
        selo key new /media/stick/selo.key
    """
    from audit.signing import new_key

    path = key_path(file)
    name = _ledgers_name()
    if file is None:
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
    new_key(path)
    value = {"file": path, **_public(path, name)}
    answer(value, [f"A new key: {path}", *_public_lines(value)])


@key_command.command("show")
@KEY
@json_option
def show(key: str | None) -> None:
    """The public key under the name of this ledger: what others need to check its checkpoints.

    \b
    Example:
        selo key show > selo.pub
    """
    path = key_path(key)
    value = {"file": path, **_public(path, _ledgers_name())}
    answer(value, [str(value["public_key"] or value["raw"])])


def _ledgers_name() -> str:
    """What the key signs under; nothing where there is no ledger yet."""
    from audit.prove import name_of

    return name_of(ledger_path()) if os.path.exists(ledger_path()) else ""


def _public(path: str, name: str) -> dict[str, str | None]:
    from ledger.proof import text_of
    from audit.signing import public_key

    found = public_key(path, name)
    return {"public_key": found.text() if name else None, "raw": text_of(found.raw)}


def _public_lines(value: dict[str, Any]) -> Iterator[str]:
    yield f"Its public key: {value['public_key'] or value['raw']}"
    yield "Give the public key away; keep a copy of the key file in another place; show it to nobody."


@click.command("checkpoint")
@KEY
@click.option("--add", metavar="FILE", help="Keep a checkpoint that comes from elsewhere.")
@click.option("--out", metavar="FILE", help="Write it into a file too.")
@PUBLIC_KEY
@json_option
def checkpoint_command(key: str | None, add: str | None, out: str | None, public_keys: tuple[str, ...]) -> int:
    """Sign how many events there are and the root over them, keep that, and print it. Send it to somebody.
    With --add: keep one from elsewhere as it is, and say whether the ledger agrees; exit 1 if not.

    \b
    Example:
        selo checkpoint --out 2026-11-01.txt
    """
    if add is not None:
        return _add(add, public_keys)
    from audit.prove import checkpoint

    path = key_path(key)
    _warn_of(path)
    signed = checkpoint(ledger_path(), path)
    if out is not None:
        _write(out, signed.note.encode())
    said = signed.checkpoint
    value = {
        "number": signed.number, "origin": said.origin, "size": said.size, "root": said.text().split("\n")[2],
        "note": signed.note, "public_key": signed.signer,
    }  # fmt: skip
    answer(value, signed.note.removesuffix("\n").split("\n"))
    return 0


def _warn_of(path: str) -> None:
    if os.name == "posix" and os.path.exists(path) and os.stat(path).st_mode & 0o077:
        talk(f"warning: others may read {path}; say `chmod 600 {path}`")


def _add(file: str, public_keys: tuple[str, ...]) -> int:
    from audit.prove import add

    value = add(ledger_path(), file, text_of_file(file), public_keys_of(public_keys))
    agrees = "the ledger agrees with it" if value["consistent"] else "the ledger contradicts it"
    answer(value, [f"checkpoint {value['number']} of {value['size']} events is kept: {agrees}", *value["problems"]])
    if value["signature"] == "unknown":
        talk("warning: no known key signed it, so it proves nothing; add it with --public-key")
    return 0 if value["consistent"] else 1


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


@click.command("bundle")
@click.argument("target", metavar="DIR-or-FILE")
@json_option
def bundle_command(target: str) -> None:
    """Everything needed to check the ledger elsewhere, in a new folder, or in a file if the name ends in .zip.

    \b
    Example:
        selo bundle selo-2026.zip
    """
    from audit.prove import bundle

    files, events = bundle(ledger_path())
    files["verify.py"] = _verifier().read_bytes()
    if os.path.lexists(target):
        from ledger.errors import LedgerUnusable, Problem, Where

        raise LedgerUnusable(Problem("exists", f"{target} is already there", Where(target), "choose another name"))
    (_zip if target.endswith(".zip") else _folder)(target, files)
    value = {"bundle": target, "events": events, "files": sorted(files)}
    answer(value, [f"{target}: {events} events; check it with `python verify.py bundle {target}`"])


def _verifier() -> Path:
    """The stand-alone verifier: in the working copy, or where the installation put it."""
    places = (Path(__file__).parents[1] / "docs", Path(sys.prefix) / "share" / "selokirja")
    return next((place / "verify.py" for place in places if (place / "verify.py").exists()), places[0] / "verify.py")


def _folder(target: str, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        place = Path(target, name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


def _zip(target: str, files: dict[str, bytes]) -> None:
    """The same ledger gives the same file: no clock in it."""
    import zipfile

    with zipfile.ZipFile(target, "x", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)


def text_of_file(file: str) -> str:
    """A small text file, or standard input; what is no text is refused."""
    from ledger.errors import Problem, Refused, Where

    try:
        with click.open_file(file, "rb") as opened:
            return str(opened.read(1_000_000), "utf-8")
    except UnicodeDecodeError:
        raise Refused(Problem("no-text", f"{file} is no text", Where(file), "check the name")) from None


def public_keys_of(given: tuple[str, ...]) -> "list[PublicKey]":
    """Public keys as text, or from files that hold one a line."""
    from audit.signing import read_public_key

    texts = [line for key in given for line in (text_of_file(key).splitlines() if os.path.exists(key) else [key])]
    return [read_public_key(text) for text in texts if text.strip()]


def _write(file: str, content: bytes) -> None:
    try:
        with open(file, "xb") as opened:
            opened.write(content)
    except FileExistsError:
        from ledger.errors import LedgerUnusable, Problem, Where

        raise LedgerUnusable(
            Problem("exists", f"{file} is already there", Where(file), "choose another name")
        ) from None
