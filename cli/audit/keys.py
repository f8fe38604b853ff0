"""The options for keys, the files they name, and files that are never overwritten."""

import os
from typing import TYPE_CHECKING

import click

from messages import say

if TYPE_CHECKING:
    from audit.signing import PublicKey


KEY = click.option("--key", metavar="FILE", envvar="SELO_KEY", help="Default: SELO_KEY, else selo.key of the user.")


PUBLIC_KEY = click.option("--public-key", "public_keys", metavar="KEY", multiple=True,
                          help="A public key from outside, or a file with it; may be given again.")  # fmt: skip


def key_path(named: str | None) -> str:
    """The key file: as named, else in the user's own settings, never beside the ledger."""
    return named or os.path.join(click.get_app_dir("selokirja"), "selo.key")


def key_files() -> tuple[str, ...]:
    """Where a signing key would be."""
    return (key_path(os.environ.get("SELO_KEY")),)


def text_of_file(file: str) -> str:
    """A small text file, or standard input; anything else is refused."""
    from ledger.errors import Problem, Refused, Where

    try:
        with click.open_file(file, "rb") as opened:
            return str(opened.read(1_000_000), "utf-8")
    except UnicodeDecodeError:
        raise Refused(
            Problem("no-text", say("{file} is not a text file", file=file), Where(file), say("check the name"))
        ) from None


def public_keys_of(given: tuple[str, ...]) -> "list[PublicKey]":
    """Public keys as text, or from files that hold one a line."""
    from audit.signing import read_public_key

    texts = [line for key in given for line in (text_of_file(key).splitlines() if os.path.exists(key) else [key])]
    return [read_public_key(text) for text in texts if text.strip()]
