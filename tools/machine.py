"""What tests use of a machine and can do without: a browser, a database server, nginx
and Caddy. `make` says which is missing.

Where there is a browser, its driver and the accessibility engine are installed too:
half a hundred megabytes that are of no use elsewhere.
SELO_TEST_WITHOUT="browser server nginx caddy" hides any of them, so that a machine with
all can show what one without them does.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SWITCH = "SELO_TEST_WITHOUT"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PROXIES = ("nginx", "caddy")
SERVERS = (
    "usr/lib/postgresql/*/bin",
    "usr/local/pgsql/bin",
    "opt/homebrew/opt/postgresql*/bin",
)
NO_BROWSER = (
    "no browser on this machine: the pages are not looked at (Debian: apt-get install"
    " chromium)"
)
NO_DRIVER = (
    "nothing drives the browser here: the pages are not looked at (.venv/bin/pip"
    " install axe-playwright-python)"
)
NO_PROXY = (
    "no {name} on this machine: nothing is asked through it (Debian: apt-get install"
    " {name})"
)
NO_SERVER = (
    "no PostgreSQL server here: ledgers on a server are not tested (Debian: apt-get"
    " install postgresql)"
)


def _hidden(name: str) -> bool:
    return name in os.environ.get(SWITCH, "").split()


def browser() -> str | None:
    """The program that shows pages."""
    return (
        None
        if _hidden("browser")
        else next(filter(None, map(shutil.which, BROWSERS)), None)
    )


def server_programs() -> Path | None:
    """The folder with initdb and postgres."""
    if _hidden("server"):
        return None
    folders = [
        folder
        for pattern in SERVERS
        for folder in Path("/").glob(pattern)
        if (folder / "initdb").exists()
    ]
    on_path = shutil.which("initdb")
    return max(
        folders,
        default=Path(on_path).parent if on_path and shutil.which("postgres") else None,
        key=str,
    )


def proxy(name: str) -> str | None:
    """The program nginx or caddy, which Debian has where only root looks for it."""
    if _hidden(name):
        return None
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")


def main() -> None:
    if browser() is None:
        print(NO_BROWSER)
    elif not _driver_installed():
        print(NO_DRIVER)
    if server_programs() is None:
        print(NO_SERVER)
    for name in PROXIES:
        if proxy(name) is None:
            print(NO_PROXY.format(name=name))


def _driver_installed() -> bool:
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-c",
        "constraints.txt",
    ]
    return (
        subprocess.run(
            [*pip, "playwright", "axe-playwright-python"], check=False
        ).returncode
        == 0
    )


if __name__ == "__main__":
    main()
