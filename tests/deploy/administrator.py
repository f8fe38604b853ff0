"""Somebody who does what a page says, line by line, on a machine in a folder.

What belongs to the system of a real machine is only noted: packages and users. The
services that systemd would start are started as their units say.
"""

import os
import re
import shlex
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from tests.deploy.machine import Machine

NOTED = ("apt-get", "useradd", "certbot", "systemctl")
NOTING = """#!/bin/sh
echo {name} "$@" >> {file}
"""
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
# runuser --login NAME --command LINE, runuser -u NAME -- WORDS; the name is also whom a
# database server takes them for, and their home is that of the service
AS_ANYBODY = """#!/bin/sh
PGUSER=$2
HOME={home}
export PGUSER HOME
if [ "$1" = --login ]; then exec sh -c "$4"; fi
shift 3
exec "$@"
"""


def commands(text: str, section: str = "") -> Iterator[str]:
    """Each command of a page or of one of its sections, in its order; one that goes on
    in the next line is one.
    """
    if section:
        text = text.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
        assert text, f"the page has no section {section}"
    for block in re.findall(r"```(?:ba)?sh\n(.*?)```", text, flags=re.DOTALL):
        yield from re.sub(r"\\\n\s*", "", block).splitlines()


def run_line(line: str, folder: Path, environment: Mapping[str, str]) -> str:
    """Run one line of a page in a folder; it has to succeed. Return what it printed."""
    done = subprocess.run(
        ["bash", "-ec", line],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def with_programs_of(programs: Path, home: Path) -> dict[str, str]:
    """Return the environment of somebody whose programs are first looked for in a
    folder.
    """
    path = f"{programs}:{os.environ.get('PATH', os.defpath)}"
    return {"PATH": path, "HOME": str(home)}


class Administrator:
    """A shell of root in the folder of the sources, and the services that it started.

    environment: what every command finds in its environment
    printed: what each program printed when it was last run, by its first word
    programs: a folder with what stands for programs of the system
    """

    def __init__(
        self, machine: Machine, environment: Mapping[str, str], sources: Path
    ) -> None:
        self.machine = machine
        self.printed: dict[str, str] = {}
        self._sources = sources
        self._folder = sources
        self._running: dict[str, ExitStack] = {}
        self.programs = self._made_programs()
        path = f"{self.programs}:{environment.get('PATH', os.defpath)}"
        self._environment = {**environment, "PATH": path}
        machine.path("/etc/systemd/system").mkdir(parents=True)

    def noted(self) -> list[str]:
        """Return what the system of a real machine was told."""
        return (self.machine.root / "noted").read_text("utf-8").splitlines()

    def follow(
        self, page: Path, section: str = "", own: Mapping[str, str] | None = None
    ) -> None:
        """Do what a page says, or a section of it, from the folder of the sources on.

        own: what a reader writes in the place of words of the page
        """
        self._folder = self._sources
        for command in commands(page.read_text("utf-8"), section):
            for word, meant in (own or {}).items():
                command = command.replace(word, meant)
            self.do(command)

    def do(self, command: str) -> str:
        """Do one line of a page, which has to succeed; return what it printed."""
        words = shlex.split(command)
        if words[0] == "cd":
            self._folder = self._sources / self.machine.here(words[1])
            return ""
        if words[0] == "systemctl":
            self._told(*words[1:])
        printed = run_line(
            self.machine.here(command),
            self._folder,
            {**self._environment, **self.machine.variables},
        )
        self._settings_of_this_machine()
        self.printed[words[0]] = printed
        return printed

    def stop_everything(self) -> None:
        """Stop the services that still run."""
        for running in self._running.values():
            running.close()

    def _told(self, what: str, *names: str) -> None:
        """Start or stop what systemd is told to."""
        units = self.machine.path("/etc/systemd/system")
        starts = what in ("start", "enable", "restart")
        for name in names:
            if name.startswith("-") or name.endswith(".timer"):
                continue
            name = name.removesuffix(".service")
            if what in ("stop", "restart"):
                self._running.pop(name).close()
            if not starts:
                continue
            file = units / f"{name}.service"
            unit = self.machine.unit(file)
            if "Type=oneshot" in file.read_text("utf-8"):
                # a backup is named for its second, and nobody types two in one
                time.sleep(1)
                self.machine.path("/var/lib/selo-backups").mkdir(exist_ok=True)
                self.machine.run(unit)
            else:
                self._running[name] = ExitStack()
                self._running[name].enter_context(self.machine.started(unit))

    def _settings_of_this_machine(self) -> None:
        """Let the settings that were copied name the places of this machine."""
        settings = self.machine.path("/var/lib/selo/selo.toml")
        if settings.exists():
            text = settings.read_text("utf-8")
            if str(self.machine.root) not in text:
                settings.write_text(self.machine.here(text), "utf-8")

    def _made_programs(self) -> Path:
        """Make a folder with what stands for programs of the system."""
        root = self.machine.root
        scripts = {
            name: NOTING.format(name=name, file=root / "noted") for name in NOTED
        }
        home = self.machine.path("/var/lib/selo")
        scripts |= {
            "install": WITHOUT_OWNERS,
            "runuser": AS_ANYBODY.format(home=shlex.quote(str(home))),
        }
        folder = root / "programs"
        folder.mkdir()
        for name, script in scripts.items():
            (folder / name).write_text(script, "utf-8")
            (folder / name).chmod(0o755)
        return folder
