"""`selo calc` of the other systems as one line: its answer, or what it refuses."""

import json
import shlex
from typing import Any

from click.testing import CliRunner

from cli.calc.calc import calc_command
from ledger.errors import Usage


def calc(line: str) -> dict[str, Any]:
    name, *rest = shlex.split(line)
    result = CliRunner().invoke(calc_command, [name, "--json", *rest])
    assert result.exception is None, f"{line}: {result.output} {result.exception!r}"
    value: dict[str, Any] = json.loads(result.stdout)
    return value


def refused(line: str) -> list[str]:
    """'field: message' of every problem."""
    result = CliRunner().invoke(calc_command, shlex.split(line))
    assert isinstance(result.exception, Usage), f"{line}: {result.output} {result.exception!r}"
    assert result.exception.exit_code == 2
    return [f"{problem.where.field}: {problem.message}" for problem in result.exception.problems]
