"""backup, restore, doctor: for whoever keeps the machine."""

import os
from collections.abc import Iterator
from typing import Any

import click

from cli import options
from cli.options import ledger_path
from cli.output import answer, json_option, table


def _verified(path: str) -> list[str]:
    """What `selo verify` has against a copy."""
    from cli.writing import bar
    from audit.verify import verify

    with bar("verifying") as progress:
        return [problem["message"] for problem in verify(path, progress=progress)["problems"]]


@click.command("backup")
@click.argument("file", type=click.Path())
@json_option
def backup_command(file: str) -> None:
    """Copy the ledger while it is in use, and read the copy back: whole, the same events, the same numbers.

    \b
    Example:
        selo backup selo-2026-11-21.db
    """
    from ledger.store.backup import backup

    value = backup(ledger_path(), file, _verified)
    answer(value, [f"{file}: {value['events']} events, {value['bytes']} bytes, verified"])


@click.command("restore")
@click.argument("file", type=click.Path())
@click.option("--ledger", "target", metavar="TARGET", help="Where to. Default: the ledger of other commands.")
@click.option("--replace", is_flag=True, help="Put it in place of a ledger; the old one is kept beside it.")
@json_option
def restore_command(file: str, target: str | None, replace: bool) -> None:
    """Make a ledger from a backup, verified before it gets its name.

    \b
    Example:
        selo restore selo-2026-11-21.db --ledger tried-out.db
    """
    from ledger.store.backup import restore

    value = restore(file, target or ledger_path(), _verified, options.now(), replace=replace)
    kept = [f"the old one is kept: {value['kept']}"] if value["kept"] else []
    answer(value, [f"{value['ledger']}: {value['events']} events from {file}, verified", *kept])


@click.command("doctor")
@json_option
def doctor_command() -> int:
    """Look at the ledger and the machine under it, and say what to do. Exit 1 when the ledger itself is damaged.

    \b
    Example:
        selo doctor
    """
    from audit.doctor import doctor, grave

    value = doctor(ledger_path(), options.now(), _key_files())
    answer(value, _doctor_lines(value))
    return 1 if grave(value) else 0


def _doctor_lines(value: dict[str, Any]) -> Iterator[str]:
    rows = [("ok" if check["ok"] else "LOOK", check["name"], check["said"]) for check in value["checks"]]
    yield from table(("", "check", "found"), rows)
    for check in value["checks"]:
        if check["advice"]:
            yield f"{check['name']}: {check['advice']}"


def _key_files() -> list[str]:
    """Where a signing key would be."""
    from cli.trust import key_path

    return [key_path(os.environ.get("SELO_KEY"))]
