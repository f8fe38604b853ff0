"""`selo calc` in process: what a line of it answers, or what it refuses."""

import json
import shlex
from typing import Any

from click.testing import CliRunner, Result

from features.feature import imported
from ledger.errors import Usage


def invoke(*words: str) -> Result:
    """Run `selo calc`; a test that does so is marked `features("calculators")`."""
    command = imported("features.calculators.command:calc_command")()
    return CliRunner().invoke(command, words)


def calc(line: str) -> dict[str, Any]:
    name, *rest = shlex.split(line)
    result = invoke(name, "--json", *rest)
    assert result.exception is None, f"{line}: {result.output} {result.exception!r}"
    value: dict[str, Any] = json.loads(result.stdout)
    return value


def refused(line: str) -> list[str]:
    """'field: message' of every problem."""
    result = invoke(*shlex.split(line))
    assert isinstance(result.exception, Usage), (
        f"{line}: {result.output} {result.exception!r}"
    )
    assert result.exception.exit_code == 2
    return [
        f"{problem.where.field}: {problem.message}"
        for problem in result.exception.problems
    ]
