"""The units that an administrator copies: as systemd reads them, and as they run."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from desk.defaults import defaults
from desk.service_defaults import service_defaults
from tests.deploy.machine import DEPLOY, Machine, put_program
from tests.web.test_processes import ask
from tests.world.command import Selo
from tests.world.ports import kept_port

SERVICE, BACKUP, TIMER = (
    DEPLOY / f"selokirja{name}"
    for name in (".service", "-backup.service", "-backup.timer")
)
MOST_EXPOSED = 3.0  # as systemd-analyze counts; 10 is the worst


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A machine with the program, a ledger and the settings that are to be copied."""
    with kept_port() as port:
        machine = Machine(tmp_path, port, {})
        put_program(machine.path("/opt/selo/bin/selo"))
        folder = machine.path("/var/lib/selo")
        folder.mkdir(parents=True)
        machine.path("/var/lib/selo-backups").mkdir()
        settings = (DEPLOY / "selo.toml").read_text("utf-8")
        (folder / "selo.toml").write_text(machine.here(settings), "utf-8")
        Selo(folder, name="selo.db").done("init")
        yield machine


def test_the_settings_that_are_copied_are_those_of_the_service(tmp_path: Path) -> None:
    shutil.copy(DEPLOY / "selo.toml", tmp_path)
    stated = service_defaults(str(tmp_path / "selo.db"))
    assert (stated.port, stated.behind_proxy) == (8000, ["127.0.0.1"])
    # the folder whose newest file the metrics tell the age of is the timer's
    assert f"{stated.backups}/" in BACKUP.read_text("utf-8")


def test_every_setting_that_is_shown_is_one(tmp_path: Path) -> None:
    """Somebody takes the mark of a comment away."""
    text = (DEPLOY / "selo.toml").read_text("utf-8")
    everything, changes = re.subn(r"^# (?=\w+ = )", "", text, flags=re.MULTILINE)
    assert changes == 4
    (tmp_path / "selo.toml").write_text(everything, "utf-8")
    stated = service_defaults(str(tmp_path / "selo.db"))
    assert (stated.workers, stated.four_eyes) == (2, ["publish", "moves=20"])
    assert defaults(str(tmp_path / "selo.db"))["ledger"] == "postgresql:///selo"


def test_the_unit_starts_the_service_and_stops_it(machine: Machine) -> None:
    with machine.started(machine.unit(SERVICE)):
        assert ask(machine.port, "/api/lists/selo").status == 200


def test_the_backup_leaves_a_ledger_and_old_ones_go(machine: Machine) -> None:
    folder = machine.path("/var/lib/selo-backups")
    old = folder / "selo-2026-01-01T033000.db"
    old.write_bytes(b"")
    long_ago = time.time() - 62 * 86_400
    os.utime(old, (long_ago, long_ago))
    machine.run(machine.unit(BACKUP))
    [made] = folder.iterdir()
    assert re.fullmatch(r"selo-\d{4}-\d\d-\d\dT\d{6}\.db", made.name)
    restored = Selo(machine.root, name="restored.db")
    restored.done("ledger", "restore", str(made))
    assert (
        restored.ask("log")["events"]
        == Selo(machine.path("/var/lib/selo"), name="selo.db").ask("log")["events"]
    )


@pytest.mark.skipif(
    shutil.which("systemd-analyze") is None,
    reason="no systemd-analyze on this machine: nobody reads the units as systemd does",
)
def test_systemd_understands_the_units_and_they_are_closed(machine: Machine) -> None:
    copied = machine.root / "units"
    copied.mkdir()
    for unit in (SERVICE, BACKUP, TIMER):
        (copied / unit.name).write_text(
            machine.here(unit.read_text("utf-8")).replace(
                f"WorkingDirectory={machine.root}", "WorkingDirectory="
            ),
            "utf-8",
        )
    names = [str(copied / unit.name) for unit in (SERVICE, BACKUP, TIMER)]
    done = subprocess.run(
        ["systemd-analyze", "verify", *names], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    for name in names[:2]:
        said = subprocess.run(
            ["systemd-analyze", "security", "--offline=true", "--no-pager", name],
            capture_output=True,
            text=True,
        ).stdout
        exposure = re.search(r"Overall exposure level for \S+: (\d+\.\d+)", said)
        assert exposure is not None, said
        assert float(exposure[1]) < MOST_EXPOSED
