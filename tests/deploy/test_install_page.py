"""The page on installing the service, line by line, on a machine in a folder: from the
sources to a service that answers, a backup, and a link for the office.

What belongs to the system of a real machine (packages, users, systemd) is only noted;
the service that systemd would start is started as its unit says.
"""

import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.deploy.machine import Machine
from tests.doc_shell import ROOT
from tests.world.ports import kept_port

PAGE = ROOT / "docs/how-to/install.md"
NOTED = ("apt-get", "useradd", "systemctl")
# who owns a file is the system's affair, and so is who runs a command
WITHOUT_OWNERS = """#!/bin/sh
for word in "$@"; do
  shift
  case $word in
    -o | -g) owner=next ;;
    *) [ "${owner-}" = next ] || set -- "$@" "$word"; owner= ;;
  esac
done
exec /usr/bin/install "$@"
"""
AS_ANYBODY = """#!/bin/sh
shift 3
exec "$@"
"""


def commands(text: str) -> Iterator[str]:
    """Each command of the page, in its order; one that goes on in the next line is one."""
    for block in re.findall(r"```sh\n(.*?)```", text, flags=re.DOTALL):
        yield from re.sub(r"\\\n\s*", "", block).splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    with kept_port() as port:
        made = Machine(tmp_path, port)
        made.path("/etc/systemd/system").mkdir(parents=True)
        programs = tmp_path / "programs"
        programs.mkdir()
        scripts = {
            name: f'#!/bin/sh\necho {name} "$@" >> {tmp_path}/noted\n' for name in NOTED
        }
        scripts |= {"install": WITHOUT_OWNERS, "runuser": AS_ANYBODY}
        for name, script in scripts.items():
            (programs / name).write_text(script, "utf-8")
            (programs / name).chmod(0o755)
        yield made


def test_the_page_installs_a_service(
    machine: Machine,
    checkout: Path,
    bare: Mapping[str, str],
) -> None:
    path = f"{machine.root}/programs:{bare.get('PATH', os.defpath)}"
    environment = {**bare, "PATH": path}
    said = {}
    units = machine.path("/etc/systemd/system")
    folder = checkout
    with ExitStack() as running:
        for command in commands(PAGE.read_text("utf-8")):
            if command.startswith("cd "):
                folder = machine.path(command.removeprefix("cd "))
                continue
            done = subprocess.run(
                ["sh", "-ec", machine.here(command)],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
            said[command.split()[0]] = done.stdout
            if command.startswith("install ") and "selo.toml" in command:
                settings = machine.path("/var/lib/selo/selo.toml")
                settings.write_text(machine.here(settings.read_text("utf-8")), "utf-8")
            if command.startswith("systemctl enable"):
                service = machine.unit(units / "selokirja.service")
                running.enter_context(machine.started(service))
        machine.path("/var/lib/selo-backups").mkdir()
        machine.run(machine.unit(units / "selokirja-backup.service"))
    assert "ready" in said["curl"]
    assert "https://ratings.example.org/" in said["runuser"]
    assert len([*machine.path("/var/lib/selo-backups").iterdir()]) == 1
    noted = (machine.root / "noted").read_text("utf-8").splitlines()
    assert noted[-1] == (
        "systemctl enable --now selokirja.service selokirja-backup.timer"
    )
