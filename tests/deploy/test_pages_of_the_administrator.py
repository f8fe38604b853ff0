"""The pages of the administrator, line by line, on a machine in a folder: from the
sources to a service that answers, a backup, and a link for the office; then the next
version, a second service, and a ledger that moves into a database and back.

What belongs to the system of a real machine (packages, users, systemd) is only noted;
the services that systemd would start are started as their units say.
"""

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.deploy.administrator import Administrator
from tests.deploy.machine import Machine
from tests.doc_shell import ROOT
from tests.web.test_processes import ask
from tests.world.ports import kept_port
from tests.world.server import Server, programs

PAGES = ROOT / "docs/how-to"


def selo(machine: Machine, *words: str) -> object:
    """Ask the program of the machine as the user selo, in the folder of its ledger."""
    folder = machine.path("/var/lib/selo")
    done = subprocess.run(
        [machine.path("/opt/selo/bin/selo"), *words, "--json"],
        cwd=folder,
        env={"PATH": os.defpath, "HOME": str(folder), **machine.variables},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def backups(machine: Machine) -> list[Path]:
    """Return the backups that there are. Their folder is made with the first one."""
    folder = machine.path("/var/lib/selo-backups")
    return sorted(folder.iterdir()) if folder.exists() else []


@pytest.fixture(scope="module")
def office(
    checkout: Path,
    bare: Mapping[str, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Administrator]:
    """The machine after the page on installing."""
    root = tmp_path_factory.mktemp("machine")
    kept = {"PIP_CACHE_DIR": str(tmp_path_factory.mktemp("downloads"))}
    with kept_port() as port, kept_port() as second:
        machine = Machine(root, port, {}, second)
        administrator = Administrator(machine, {**kept, **bare}, checkout)
        administrator.follow(PAGES / "install.md")
        yield administrator
        administrator.stop_everything()


def test_the_page_installs_a_service(office: Administrator) -> None:
    assert "ready" in office.printed["curl"]
    assert "https://ratings.example.org/" in office.printed["runuser"]
    assert (
        "systemctl enable --now selokirja.service selokirja-backup.timer"
        in office.noted()
    )
    before = len(backups(office.machine))
    office.do("systemctl start selokirja-backup")
    assert len(backups(office.machine)) == before + 1


def test_the_page_brings_the_next_version(office: Administrator) -> None:
    before = len(backups(office.machine))
    office.follow(PAGES / "upgrade-the-service.md", "One service")
    assert "ready" in office.printed["curl"]
    assert "nothing to upgrade" in office.printed["runuser"]
    assert len(backups(office.machine)) == before + 1


def test_the_page_starts_a_second_service_and_upgrades_both(
    office: Administrator,
) -> None:
    office.follow(PAGES / "upgrade-the-service.md", "Two services, and nobody waits")
    assert "ready" in office.printed["curl"]
    machine = office.machine
    for port in (machine.port, machine.second_port):
        assert ask(port, "/api/lists/selo").status == 200
    office.do("systemctl stop selokirja2")


def test_the_page_goes_back_to_a_backup(office: Administrator) -> None:
    machine = office.machine
    before = {*backups(machine)}
    office.do("systemctl start selokirja-backup")
    [saved] = {*backups(machine)} - before
    selo(machine, "player", "add", "LATE", "--name", "Late Comer")
    assert ask(machine.port, "/api/players/LATE").status == 200

    page = PAGES / "backup.md"
    office.follow(page, "Restore on a server", {"BACKUP": saved.name})
    assert "ready" in office.printed["curl"]
    assert ask(machine.port, "/api/players/LATE").status == 404
    # and the service goes on from there
    selo(machine, "player", "add", "LATE", "--name", "Late Comer")
    assert ask(machine.port, "/api/players/LATE").status == 200


@pytest.fixture(scope="module")
def database(office: Administrator) -> Iterator[Server]:
    """A server as Debian installs it: its own user is postgres, and none is selo."""
    import psycopg

    server = Server()
    place = {"host": str(server.folder), "dbname": "postgres", "autocommit": True}
    with psycopg.connect(user="selo", **place) as first:
        first.execute("CREATE ROLE postgres SUPERUSER LOGIN")
    with psycopg.connect(user="postgres", **place) as administrator:
        administrator.execute("ALTER ROLE selo RENAME TO first")
    for name in ("createuser", "createdb"):
        (office.programs / name).symlink_to(programs() / name)
    here = {"PGHOST": str(server.folder), "PGUSER": "selo"}
    office.machine.variables.update(here)
    yield server
    office.stop_everything()
    office.machine.variables.clear()
    server.stop()


@pytest.mark.usefixtures("database")
def test_the_page_moves_the_ledger_into_a_database_and_goes_back_to_a_backup(
    office: Administrator,
) -> None:
    page, machine = PAGES / "postgresql.md", office.machine
    selo(machine, "player", "add", "A1", "--name", "Aalto Aino")
    office.follow(page, "1. Make the database")
    office.follow(page, "2. Move the ledger")
    assert "ready" in office.printed["curl"]
    assert "PostgreSQL" in office.printed["runuser"]
    assert ask(machine.port, "/api/players/A1").status == 200

    before = {*backups(machine)}
    office.do("systemctl start selokirja-backup")  # as section 3 says
    [saved] = {*backups(machine)} - before
    selo(machine, "player", "add", "B1", "--name", "Berg Bo")
    assert ask(machine.port, "/api/players/B1").status == 200

    office.follow(page, "4. Go back to a backup", {"BACKUP": saved.name})
    assert "ready" in office.printed["curl"]
    assert ask(machine.port, "/api/players/A1").status == 200
    assert ask(machine.port, "/api/players/B1").status == 404
    there = selo(machine, "--ledger", "postgresql:///selo", "show", "B1")
    assert isinstance(there, dict) and there["player"]["id"] == "B1"
