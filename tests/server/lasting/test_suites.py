"""The suites of the command and of the service with all their ledgers on a database
server.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.torture.workload import SCALE
from tests.world.server import programs


@pytest.mark.torture
def test_the_command_passes_on_a_server() -> None:
    _passes("tests/command")


@pytest.mark.torture
def test_the_service_passes_on_a_server() -> None:
    _passes("tests/web")


def _passes(suite: str) -> None:
    programs()
    line = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--all", suite]
    environment = {
        **os.environ,
        "SELO_TEST_LEDGERS": "server",
        "SELO_TEST_SHARE": str(SCALE),
    }
    ran = subprocess.run(
        line,
        cwd=Path(__file__).parents[3],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout[-3000:]
