"""The suites of the command and of the service with all their ledgers on a database server."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.world.server import programs

SUITES = ("tests/command", "tests/web")


@pytest.mark.torture
@pytest.mark.parametrize("suite", SUITES)
def test_a_suite_passes_on_a_server(suite: str) -> None:
    programs()
    line = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--all", suite]
    environment = {**os.environ, "SELO_TEST_LEDGERS": "server"}
    ran = subprocess.run(line, cwd=Path(__file__).parents[3], env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-3000:]
