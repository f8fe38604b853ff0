"""selo doctor."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli import options
from cli.options import ledger_path
from cli.output import answer, json_option, table

if TYPE_CHECKING:
    from audit.doctor import Examination


@click.command("doctor")
@json_option
def doctor_command() -> int:
    """Look at the ledger and the machine under it, and say what to do. Exit 1 when the ledger itself is damaged.

    \b
    Example:
        selo doctor
    """
    from audit.doctor import doctor
    from cli.audit.keys import key_files

    examination = doctor(ledger_path(), options.now(), key_files())
    answer(examination, _lines(examination))
    return 1 if examination.grave else 0


def _lines(examination: "Examination") -> Iterator[str]:
    rows = [("ok" if check.ok else "LOOK", check.name, check.said) for check in examination.checks]
    yield from table(("", "check", "found"), rows)
    for check in examination.checks:
        if check.advice:
            yield f"{check.name}: {check.advice}"
