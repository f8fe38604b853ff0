"""The service held against its description by somebody else's program, schemathesis,
with all its checks.

What is refused beyond what a schema can say: schemathesis.toml, and the check of ours
in schemathesis_hooks.py.
"""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from litestar.openapi.plugins import JsonRenderPlugin

from tests.torture.workload import scaled
from tests.web.conftest import with_a_list
from tests.web.serving import NOW, Served, served
from tests.world.server import Put
from tools import generators
from web.store.roles import Role
from web.store.tokens import new_token

HERE = Path(__file__).parent
SHORT = ("-n", "1", "--generation-deterministic", "--no-shrink", "--phases")
# anybody is refused most of what the examples ask: they are asked by an admin, and in
# the long form by everybody
PHASES = [(None, "fuzzing", 60), (Role.ADMIN, "examples,fuzzing", 150)]
WHOLE = (
    "-n",
    "50",
    "--phases",
    "examples,coverage,fuzzing,stateful",
    "--max-time",
    str(max(120, scaled(1200))),  # seconds
)


@pytest.fixture
def service(tmp_path: Path, put: Put) -> Iterator[Served]:
    """A ledger of its own, for documents are recorded and drafts booked."""
    ledger = with_a_list(tmp_path, put).ledger
    patient = {
        "searches_a_minute": 10**9,
        "costly_waiting": 100,
    }
    with served(ledger, **patient) as running:
        yield running


def findings(service: Served, role: Role | None, *how: str, least: int = 150) -> str:
    """What schemathesis finds, asking as a role or as anybody: nothing."""
    program = generators.program("schemathesis")
    if program is None:
        pytest.skip(generators.MISSING.format(name="schemathesis"))
    shown: tuple[str, ...] = ()
    if role is not None:
        token = new_token(
            service.settings.ledger, role.value, role, None, "tester", NOW
        ).token
        shown = ("-H", f"Authorization: Bearer {token}")
    address = f"http://127.0.0.1:{service.port}/api/openapi.json"
    asking = (
        program,
        "--config-file",
        HERE / "schemathesis.toml",
        "run",
        address,
        "--checks",
        "all",
        "--no-color",
        "--suppress-health-check",
        "all",
        "--request-timeout",
        "120",
        "--max-response-time",
        "120",
        # which does not end
        "--continue-on-failure",
        "--exclude-path",
        "/api/events/stream",
        *shown,
        *how,
    )
    known = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTHON")
    }
    known |= {"SCHEMATHESIS_HOOKS": "schemathesis_hooks", "PYTHONPATH": str(HERE)}
    with TemporaryDirectory() as folder:  # for what it keeps beside itself
        done = subprocess.run(
            [*map(str, asking)],
            cwd=folder,
            env=known,
            capture_output=True,
            text=True,
            timeout=1800,
            check=False,
        )
    print(done.stdout.partition(" FAILURES ")[2][:20_000] or done.stdout[-2000:])
    # from the start of a number: within one of 100,000 digits there are many more
    generated = re.search(r"\b(\d+) generated", done.stdout)
    assert generated is not None and int(generated[1]) >= least, (
        done.stdout[-2000:] + done.stderr
    )
    return "" if done.returncode == 0 else done.stdout[-20_000:] + done.stderr


@pytest.mark.parametrize(("role", "phases", "least"), PHASES, ids=["anybody", "admin"])
def test_schemathesis_finds_nothing(
    service: Served,
    role: Role | None,
    phases: str,
    least: int,
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert findings(service, role, *SHORT, phases, least=least) == ""
    assert "defect" not in capfd.readouterr().err


@pytest.mark.torture
@pytest.mark.parametrize("role", [None, Role.ADMIN], ids=["anybody", "admin"])
def test_schemathesis_finds_nothing_in_many_requests(
    service: Served, role: Role | None
) -> None:
    assert findings(service, role, *WHOLE) == ""


def test_a_finding_would_be_seen(
    service: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: what is refused as an unknown parameter is not described."""
    monkeypatch.setattr(JsonRenderPlugin, "render", lambda *given: CONTROL)
    assert "form_is_described" in findings(
        service, None, "-n", "1", "--phases", "coverage", least=1
    )


CONTROL = b"""{"openapi": "3.1.0", "info": {"title": "-", "version": "1"}, "paths": {"/api/due": {"get": {"responses": {
"default": {"description": "-"}}, "parameters": [{"name": "aheed", "in": "query", "required": true,
"schema": {"type": "string"}}]}}}}"""
