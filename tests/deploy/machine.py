"""A machine in a folder: where an administrator puts things, below a root of its own."""

import configparser
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.doc_shell import ROOT
from tests.web.test_processes import ask
from tests.world.pace import until

DEPLOY = ROOT / "deploy"
PLACES = (
    "/opt/selo",
    "/opt/selo2",
    "/var/lib/selo",
    "/etc/systemd/system",
    "/etc/nginx",
    "/etc/caddy",
)


def put_program(file: Path) -> None:
    """Put the command `selo` of these sources at a place, as an installation would."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(
        f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m cli.main "$@"\n',
        "utf-8",
    )
    file.chmod(0o755)


class Unit(NamedTuple):
    """What a unit of systemd runs."""

    folder: str
    commands: list[list[str]]


class Machine(NamedTuple):
    """A root, below which the places of the pages are, and the ports of its services.

    variables: what the services find in their environment besides: where a database
    server is, of which a real machine has one at the usual place.
    """

    root: Path
    port: int
    variables: dict[str, str]
    second_port: int = 0

    def here(self, text: str) -> str:
        """The text with the places and the ports of this machine."""
        for place in PLACES:
            text = re.sub(rf"(?<![\w/]){place}\b", f"{self.root}{place}", text)
        for usual, own in ((8000, self.port), (8001, self.second_port)):
            text = re.sub(
                rf"(127\.0\.0\.1:|port = |port ){usual}\b", rf"\g<1>{own}", text
            )
        return text

    def path(self, place: str) -> Path:
        return Path(self.here(place))

    def unit(self, file: Path) -> Unit:
        """Read a unit, as systemd does: two percent signs are one, and two dollars."""
        parser = configparser.RawConfigParser(strict=False, delimiters="=")
        parser.optionxform = str  # type: ignore[assignment,method-assign]
        text = file.read_text("utf-8")
        parser.read_string(text)
        lines = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
        as_run = [line.replace("%%", "%").replace("$$", "$") for line in lines]
        return Unit(
            self.here(parser["Service"]["WorkingDirectory"]),
            [shlex.split(self.here(line)) for line in as_run],
        )

    def run(self, unit: Unit) -> None:
        """Run every command of a unit that ends by itself."""
        for command in unit.commands:
            subprocess.run(
                command, cwd=unit.folder, env=self._environment(), check=True
            )

    @contextmanager
    def started(self, unit: Unit) -> Iterator[subprocess.Popen[bytes]]:
        """The service of a unit, until it is told to stop: it then ends with 0."""
        [command] = unit.commands
        process = subprocess.Popen(command, cwd=unit.folder, env=self._environment())
        try:
            port = self.port
            if str(self.second_port) in command:
                port = self.second_port
            until(lambda: self._is_ready(process, port))
            yield process
        finally:
            process.terminate()
            assert process.wait(timeout=40) == 0

    @staticmethod
    def _is_ready(process: subprocess.Popen[bytes], port: int) -> bool:
        assert process.poll() is None, "the service did not start"
        try:
            return ask(port, "/readyz").status == 200
        except ConnectionError:
            return False

    def _environment(self) -> dict[str, str]:
        """systemd gives a service nothing of whoever starts it."""
        home = str(self.path("/var/lib/selo"))
        return {"PATH": os.environ["PATH"], "HOME": home, **self.variables}
