"""selo witness."""

import os
import re
from typing import TYPE_CHECKING

import click

from cli.audit.keys import PUBLIC_KEY, public_keys_of
from cli.output import answer, json_option, talk
from messages import say

if TYPE_CHECKING:
    from audit.elsewhere import Watched

SECONDS = 30


@click.command("witness")
@click.argument("url")
@click.option("--file", metavar="FILE", help="Where to keep what was seen. Default: a file of yours for each URL.")
@PUBLIC_KEY
@json_option
def witness_command(url: str, file: str | None, public_keys: tuple[str, ...]) -> None:
    """Check another machine's log and keep what was seen: exit 1 if what was seen before is not true any more.
    URL is where `selo serve` answers. Needs no ledger.

    \b
    Example:
        selo witness http://127.0.0.1:8000
    """
    from audit.elsewhere import watch

    kept = file or os.path.join(click.get_app_dir("selokirja"), f"witness-{re.sub(r'[^A-Za-z0-9.]+', '-', url)}.json")
    before = _kept(kept)
    seen = watch(url, lambda name: _fetched(f"{url.rstrip('/')}/api/tlog/{name}"), before, public_keys_of(public_keys))
    _keep(kept, seen)
    grown = "seen for the first time" if seen.grew_from is None else f"nothing of the {seen.grew_from} before changed"
    answer(seen, [f"{seen.origin}: {seen.size} events, root {seen.root}; {grown}"])
    if seen.signature == "unknown":
        talk("warning: no known key signed it; give the office's key with --public-key")


def _kept(file: str) -> "Watched | None":
    from audit.elsewhere import read_watched

    try:
        with open(file, "rb") as opened:
            return read_watched(opened.read(), file)
    except FileNotFoundError:
        return None


def _keep(file: str, seen: "Watched") -> None:
    """Whole or not at all: what was seen before must not get lost."""
    from ledger.outgoing import write_again
    from messages.answer import json_text

    os.makedirs(os.path.dirname(os.path.abspath(file)), 0o700, exist_ok=True)
    write_again(file, f"{json_text(seen)}\n".encode())


def _fetched(address: str) -> bytes:
    import urllib.error
    import urllib.request

    from ledger.errors import Problem, Refused

    if not address.startswith(("http://", "https://")):
        raise Refused(
            Problem(
                "unreachable",
                say("{address} is no address of the web", address=address),
                hint=say("it begins with https://"),
            )
        )
    try:
        with urllib.request.urlopen(address, timeout=SECONDS) as reply:
            content: bytes = reply.read(64 * 2**20)
            return content
    except (urllib.error.URLError, OSError, ValueError) as error:
        message = say("{address} does not answer: {error}", address=address, error=getattr(error, "reason", error))
        raise Refused(Problem("unreachable", message, hint=say("check the address, or try again later"))) from None
