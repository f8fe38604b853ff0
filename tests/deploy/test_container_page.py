"""The page on containers, line by line. Docker itself is rarely at hand: a script in
its place runs the commands of the program in a folder, as the container would in its
volume, and notes the rest. The image is another test's, and so are the dump of the
database and its return (tests/server/test_dump.py).
"""

import shlex
from pathlib import Path

import pytest

from tests.deploy.administrator import commands, run_line, with_programs_of
from tests.deploy.machine import put_program
from tests.doc_shell import ROOT
from tests.world.command import Selo

PAGE = (ROOT / "docs/how-to/container.md").read_text("utf-8")
# whatever stands before `selo selo` or `ratings selo` names the container
DOCKER = """#!/bin/sh
echo "$@" >> {noted}
cd {volume}
while [ $# -gt 0 ]; do
  if [ "$2" = selo ] && [ -n "$3" ]; then
    case $1 in selo | selokirja | ratings) shift; exec "$@" ;; esac
  fi
  shift
done
"""


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """A folder of the sources, and beside it the volume and the programs."""
    for name in ("volume", "programs", "sources/deploy"):
        (tmp_path / name).mkdir(parents=True)
    put_program(tmp_path / "programs/selo")
    docker = tmp_path / "programs/docker"
    script = DOCKER.format(noted=tmp_path / "noted", volume=tmp_path / "volume")
    docker.write_text(script, "utf-8")
    docker.chmod(0o755)
    return tmp_path


def follow(host: Path, section: str) -> list[str]:
    """Do what a section says, as one session; return what each line printed."""
    folder = host / "sources"
    environment = with_programs_of(host / "programs", host)
    printed = []
    for line in commands(PAGE, section):
        if line.startswith("cd "):
            folder = folder / shlex.split(line)[1]
            continue
        printed.append(run_line(line, folder, environment))
    return printed


def test_the_page_makes_a_ledger_and_lets_somebody_in(host: Path) -> None:
    *_, link = follow(host, "With PostgreSQL and Caddy")
    written = (host / "sources/deploy/.env").read_text("utf-8").splitlines()
    settings = dict(line.split("=") for line in written)
    assert settings["SELO_NAME"] == "ratings.example.org"
    assert len(settings["DB_PASSWORD"]) == 32
    assert "https://ratings.example.org/" in link
    assert "compose up --detach" in (host / "noted").read_text("utf-8").splitlines()
    assert Selo(host / "volume", name="selo.db").ask("log")["events"]


def test_the_page_keeps_a_file_in_one_container_and_backs_it_up(host: Path) -> None:
    *_, backed_up = follow(host, "One container, with a file")
    assert "verified" in backed_up
    [backup] = (host / "volume").glob("selo-*.db")
    made = Selo(host / "volume", name="selo.db").ask("log")["events"]
    assert Selo(host / "volume", name=backup.name).ask("log")["events"] == made
