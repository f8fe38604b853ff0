"""The page on nginx and Caddy, line by line: the file is copied, the name is put into
it, the proxy takes it, and what is tried answers as the page says.
"""

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.administrator import Administrator, commands
from tests.deploy.machine import DEPLOY, Machine
from tests.doc_shell import ROOT
from tests.web.fronts import CERTIFICATE, Front, caddy, nginx, program
from tests.web.over_tls import NAME
from tests.web.test_processes import serving
from tests.world.command import Selo

PAGE = ROOT / "docs/how-to/proxy.md"
TEXT = PAGE.read_text("utf-8")


@pytest.fixture
def administrator(tmp_path: Path) -> Administrator:
    root = tmp_path / "machine"
    root.mkdir()
    somebody = Administrator(Machine(root, 0, {}), {}, ROOT)
    for place in ("/etc/nginx", "/etc/caddy"):
        somebody.machine.path(place).mkdir()
    return somebody


def set_up(administrator: Administrator, section: str, name: str) -> Iterator[str]:
    """Do what a section says for a site of this name; each line, when it is done."""
    for line in commands(TEXT, section):
        administrator.do(line.replace("YOUR.NAME", name))
        yield line


def copied_by(administrator: Administrator, section: str, file: str) -> Path:
    """Return the file that the section makes, for the site that the tests ask for."""
    for line in set_up(administrator, section, NAME):
        if line.startswith("sed "):
            break
    return administrator.machine.path(file)


@pytest.mark.parametrize(
    ("section", "source", "file"),
    [
        ("nginx", "nginx.conf", "/etc/nginx/nginx.conf"),
        ("Caddy", "Caddyfile", "/etc/caddy/Caddyfile"),
    ],
)
def test_the_name_is_put_wherever_it_stands(
    administrator: Administrator, section: str, source: str, file: str
) -> None:
    for line in set_up(administrator, section, "chess.example.net"):
        if line.startswith("sed "):
            break
    made = administrator.machine.path(file).read_text("utf-8")
    expected = (DEPLOY / source).read_text("utf-8").replace(NAME, "chess.example.net")
    assert made == expected


def test_no_command_has_another_name_than_the_readers() -> None:
    """The name in our files stands only where it is replaced in them."""
    for line in commands(TEXT):
        assert NAME not in line or f"s/{NAME}/YOUR.NAME/" in line


def test_nginx_takes_the_file_and_what_is_tried_answers(
    administrator: Administrator, club: Selo, tmp_path: Path
) -> None:
    real = program("nginx")
    copied = copied_by(administrator, "nginx", "/etc/nginx/nginx.conf")
    with (
        serving(club.ledger, "--behind-proxy", "127.0.0.1") as service,
        nginx(tmp_path, service.port, copied=copied) as front,
    ):
        checking = f'#!/bin/sh\nexec {real} -e stderr -c {tmp_path}/nginx.conf "$@"\n'
        add_program(administrator, "nginx", checking)
        *_, last = commands(TEXT, "nginx")
        administrator.do(last)
        assert administrator.noted()[-1] == "systemctl reload nginx"
        try_it(administrator, front)


def test_caddy_takes_the_file_and_what_is_tried_answers(
    administrator: Administrator, club: Selo, tmp_path: Path
) -> None:
    copied = copied_by(administrator, "Caddy", "/etc/caddy/Caddyfile")
    with (
        serving(club.ledger, "--behind-proxy", "127.0.0.1") as service,
        caddy(tmp_path, service.port, copied=copied) as front,
    ):
        try_it(administrator, front)


def add_program(administrator: Administrator, name: str, script: str) -> None:
    file = administrator.programs / name
    file.write_text(script, "utf-8")
    file.chmod(0o755)


def try_it(administrator: Administrator, front: Front) -> None:
    """Ask as the page says; its name leads to the ports of this machine."""
    leads = [
        f"--connect-to {NAME}:{usual}:127.0.0.1:{own}"
        for usual, own in ((443, front.port), (80, front.plain_port))
    ]
    words = [*leads, f"--cacert {front.folder / CERTIFICATE}"]
    add_program(
        administrator, "curl", f'#!/bin/sh\nexec /usr/bin/curl {" ".join(words)} "$@"\n'
    )
    tried = [line.replace("YOUR.NAME", NAME) for line in commands(TEXT, "Try it")]
    looked_up, again, stream, plain = tried

    answer = administrator.do(looked_up)
    assert answer.startswith("HTTP/2 200")
    [etag] = re.findall(r"^etag: (.*?)\s*$", answer, re.MULTILINE)

    assert administrator.do(again.replace('W/"..."', etag)).startswith("HTTP/2 304")
    assert first_event(administrator, stream) == "id: 1"

    moved = administrator.do(plain)
    assert moved.startswith("HTTP/1.1 308")
    # Caddy names the port, where it is not the usual one
    assert re.search(rf"(?i)^location: https://{NAME}(:\d+)?/", moved, re.MULTILINE)


def first_event(administrator: Administrator, command: str) -> str:
    """Return the line with the number of the first event that a command prints, which
    does not end by itself; "" where it ends without one.
    """
    words = shlex.split(command, comments=True)
    with subprocess.Popen(
        [administrator.programs / words[0], *words[1:]],
        stdout=subprocess.PIPE,
        text=True,
    ) as asking:
        assert asking.stdout is not None
        numbers = (line.strip() for line in asking.stdout if line.startswith("id:"))
        number = next(numbers, "")
        asking.terminate()
    return number
