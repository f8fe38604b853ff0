"""selo key."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli.options import ledger_path
from cli.output import answer, json_option

if TYPE_CHECKING:
    pass
from cli.audit.keys import KEY, key_path


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
    from audit.signing import public_key
    from ledger.proof import text_of

    found = public_key(path, name)
    return {"public_key": found.text() if name else None, "raw": text_of(found.raw)}


def _public_lines(value: dict[str, Any]) -> Iterator[str]:
    yield f"Its public key: {value['public_key'] or value['raw']}"
    yield "Give the public key away; keep a copy of the key file in another place; show it to nobody."
