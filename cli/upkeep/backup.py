"""selo backup."""

import click

from cli.options import ledger_path
from cli.output import answer, json_option, talk


def problems_of(path: str) -> list[str]:
    """What `selo verify` finds wrong with a copy; what it warns of, it says."""
    from audit.verify import verify
    from cli.progress import bar

    with bar("verifying") as progress:
        verdict = verify(path, progress=progress, copying=True)
    for warning in verdict.warnings:
        talk(f"warning: {warning}")
    return [problem.message for problem in verdict.problems]


@click.command("backup")
@click.argument("file", type=click.Path())
@json_option
def backup_command(file: str) -> None:
    """Copy the ledger while it is in use, and read the copy back: whole, the same events, the same ratings.

    \b
    Example:
        selo backup selo-2026-11-21.db
    """
    from ledger.store.backup import backup

    copy = backup(ledger_path(), file, problems_of)
    answer(copy, [f"{file}: {copy.events} events, {copy.bytes} bytes, verified"])
