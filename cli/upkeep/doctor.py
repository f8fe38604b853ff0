"""selo doctor."""

import os
from collections.abc import Iterator
from typing import Any

import click

from cli import options
from cli.options import ledger_path
from cli.output import answer, json_option, table


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
    from cli.audit.keys import key_path

    return [key_path(os.environ.get("SELO_KEY"))]
