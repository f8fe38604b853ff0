"""The steps of the Dockerfile, in an empty folder, since a builder of images is rarely
at hand: what is copied, what is installed, and what the image then runs.
"""

import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests.deploy.machine import DEPLOY
from tests.web.test_processes import ask
from tests.world.pace import until
from tests.world.ports import kept_port

KNOWN = (
    "FROM",
    "COPY",
    "RUN",
    "USER",
    "WORKDIR",
    "VOLUME",
    "ENV",
    "EXPOSE",
    "HEALTHCHECK",
    "CMD",
)
PORT = 8000


class Step(NamedTuple):
    """An instruction of a Dockerfile, and what it says."""

    name: str
    rest: str


def steps() -> list[Step]:
    lines = (DEPLOY / "Dockerfile").read_text("utf-8").splitlines()
    spoken = [line for line in lines if line and not line.startswith("#")]
    return [Step(*line.split(" ", 1)) for line in spoken]


def the(name: str) -> list[str]:
    return [step.rest for step in steps() if step.name == name]


def test_every_instruction_is_known_here() -> None:
    assert {step.name for step in steps()} == {*KNOWN}


def test_the_steps_make_a_service_that_answers_and_stops(
    tmp_path: Path,
    checkout: Path,
    bare: Mapping[str, str],
) -> None:
    assert the("COPY") == [". /src"]
    sources, home = tmp_path / "src", tmp_path / "home"
    checkout.rename(sources)
    home.mkdir()
    image = tmp_path / "image"
    subprocess.run([sys.executable, "-m", "venv", image], check=True)
    path = f"{image}/bin:/usr/bin:/bin"
    environment = {**bare, "PATH": path, "HOME": str(home)}
    install, user = the("RUN")
    assert user.startswith("useradd ")
    done = subprocess.run(
        ["sh", "-ec", install.replace("/src", str(sources))],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert not sources.exists()
    with kept_port() as port:
        named = dict(line.split("=", 1) for line in the("ENV"))
        assert named.keys() == {"SELO_LEDGER", "SELO_SERVE_HOST"}
        named["SELO_LEDGER"] = named["SELO_LEDGER"].replace(
            the("WORKDIR")[0], str(home)
        )
        assert named["SELO_LEDGER"].startswith(str(home))
        environment |= {**named, "SELO_SERVE_PORT": str(port)}
        [command], [health] = the("CMD"), the("HEALTHCHECK")
        words = [word.strip(',"') for word in command.strip("[]").split()]
        subprocess.run(
            [image / "bin/selo", "init"], cwd=home, env=environment, check=True
        )
        is_healthy = shlex.split(health.replace(str(PORT), str(port)))[1:]
        with subprocess.Popen(
            [image / "bin" / words[0], *words[1:]], cwd=home, env=environment
        ) as service:
            try:
                until(
                    lambda: subprocess.run(is_healthy, env=environment).returncode == 0
                )
                assert ask(port, "/api/lists/selo").status == 200
            finally:
                service.terminate()
        assert service.returncode == 0
    assert (
        subprocess.run(is_healthy, env=environment, capture_output=True).returncode == 1
    )


def test_compose_starts_this_image_with_what_the_page_names() -> None:
    text = (DEPLOY / "compose.yml").read_text("utf-8")
    caddyfile = (DEPLOY / "Caddyfile").read_text("utf-8")
    page = (DEPLOY.parent / "docs/how-to/container.md").read_text("utf-8")
    assert "build: {context: .., dockerfile: deploy/Dockerfile}" in text
    # whoever may speak for others is in the network of these containers
    [network] = re.findall(r"subnet: ([\d./]+)", text)
    assert f"SELO_SERVE_BEHIND_PROXY: {network}\n" in text
    # Caddy is told what its file asks for
    assert f"SELO_SERVICE: selo:{PORT}\n" in text
    for name in re.findall(r"\{\$(\w+):", caddyfile):
        assert f"      {name}: " in text
    # whoever installs it is told what to write
    asked = {*re.findall(r"\$\{(\w+)[:}]", text)}
    assert asked == {"SELO_NAME", "DB_PASSWORD"}
    assert all(f"{name}=" in page for name in asked)
