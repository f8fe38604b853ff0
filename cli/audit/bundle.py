"""selo bundle."""

import click

from cli.options import ledger_path
from cli.output import answer, json_option


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

    written = bundle(ledger_path(), target)
    answer(written, [f"{target}: {written.events} events; check it with `python verify.py bundle {target}`"])
