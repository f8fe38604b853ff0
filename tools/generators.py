"""Programs of others that read the description of the API, in an environment of their
own: what they need clashes with what we need. `make test-all` brings them; where they
cannot be brought, what asks for them is skipped with a word.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path(os.environ.get("SELO_GENERATORS", Path(sys.prefix) / "generators"))
PINNED = Path(__file__).with_name("generators.txt")
# the compiler, and the types and the client that most programs in it are made with
FROM_NPM = ("typescript@5.9", "openapi-typescript@7.13", "openapi-fetch@0.17")
MISSING = (
    "{name} is not installed: no client is made with it (.venv/bin/python -m"
    " tools.generators)"
)
NO_JAVA = (
    "no Java on this machine: no client is made in TypeScript (Debian: apt-get install"
    " default-jre-headless)"
)
NO_NPM = (
    "no npm on this machine: the client in TypeScript is not compiled (Debian: apt-get"
    " install npm)"
)


def program(name: str) -> Path | None:
    """Return where a program is, if it was brought."""
    places = (FOLDER / "bin" / name, FOLDER / "node_modules" / ".bin" / name)
    return next((place for place in places if place.exists()), None)


def main() -> None:
    if not FOLDER.exists():
        _done(sys.executable, "-m", "venv", str(FOLDER))
    install = (
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-r",
        str(PINNED),
    )
    if not _done(str(FOLDER / "bin" / "python"), *install):
        print(MISSING.format(name=PINNED.name))
    if shutil.which("java") is None:
        print(NO_JAVA)

    if shutil.which("npm") is None:
        print(NO_NPM)
    elif not _done(
        "npm",
        "install",
        "--silent",
        "--no-audit",
        "--no-fund",
        "--prefix",
        str(FOLDER),
        *FROM_NPM,
    ):
        print(MISSING.format(name=", ".join(FROM_NPM)))


def _done(*command: str) -> bool:
    return subprocess.run(command, check=False).returncode == 0


if __name__ == "__main__":
    main()
