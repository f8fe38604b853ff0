"""More of the command's suites with all their ledgers on a database server."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.world.server import NONE, programs

SUITES = ("repeated", "two_times", "documents_accepted", "course", "lists_in_force", "list_order", "find")


@pytest.mark.torture
@pytest.mark.parametrize("suite", SUITES)
def test_a_suite_of_the_command_passes_on_a_server(suite: str) -> None:
    if programs() is None:
        pytest.skip(NONE)
    line = [sys.executable, "-m", "pytest", "-q", "-n", "0", f"tests/command/test_{suite}.py"]
    environment = {**os.environ, "SELO_TEST_LEDGERS": "server"}
    ran = subprocess.run(line, cwd=Path(__file__).parents[2], env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-3000:]
