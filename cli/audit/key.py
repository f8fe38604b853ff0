"""selo key."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli.audit.keys import KEY, key_path
from cli.options import ledger_path
from cli.output import answer, json_option, talk

if TYPE_CHECKING:
    from audit.signing import KeyFile


@click.group("key")
@json_option
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
    from audit.signing import key_file, new_key

    path = key_path(file)
    name = _ledgers_name()
    if file is None:
        os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
    new_key(path)
    made = key_file(path, name)
    answer(made, [f"A new key: {path}", *_public_lines(made)])


@key_command.command("show")
@KEY
@json_option
def show(key: str | None) -> None:
    """The public key under the name of this ledger: what others need to check its checkpoints.

    \b
    Example:
        selo key show > selo.pub
    """
    from audit.signing import key_file

    public = key_file(key_path(key), _ledgers_name())
    answer(public, [public.public_key or public.raw])
    if public.public_key is None:
        talk("no ledger is here, so the key has no name: others need it with --ledger FILE before `key show`")


def _ledgers_name() -> str:
    """What the key signs under; nothing where there is no ledger yet."""
    from audit.checkpoint import origin_of
    from ledger.errors import NotFound

    try:
        return origin_of(ledger_path())
    except NotFound:
        return ""


def _public_lines(key: "KeyFile") -> Iterator[str]:
    yield f"Its public key: {key.public_key or key.raw}"
    yield "Give the public key away; keep a copy of the key file in another place; show it to nobody."
