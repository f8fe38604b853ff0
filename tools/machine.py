"""Installs what drives a browser, on a machine that has one; the tests of the pages are skipped elsewhere.

It is half a hundred megabytes, so it comes only where it is of use, and without it everything else is tested.
"""

import shutil
import subprocess
import sys

BINARIES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def main() -> None:
    if not any(map(shutil.which, BINARIES)):
        print("no browser here: its tests will be skipped (apt-get install chromium brings one)")
        return
    install = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-c",
        "constraints.txt",
    ]
    if subprocess.run([*install, "playwright"], check=False).returncode:
        print("playwright could not be installed: the tests in the browser will be skipped")


if __name__ == "__main__":
    main()
