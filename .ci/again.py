"""Run again what failed in the last run of the tests: alone, three times, if it is at
most two tests.

Ten thousand tests start processes and browsers beside each other, and one may wait too
short once. It is named as FAILED ONCE: a word for whoever reads the run, not a pass in
silence.
"""

import json
import subprocess
import sys
from pathlib import Path

FAILED = Path(".pytest_cache/v/cache/lastfailed")
MOST, TIMES = 2, 3


def main() -> int:
    """Return 0 where each test that failed passes every time."""
    names = [*json.loads(FAILED.read_text())] if FAILED.exists() else []
    if not 0 < len(names) <= MOST:
        return 1
    again = [sys.executable, "-m", "pytest", "--all", "-p", "no:cacheprovider", *names]
    if any(subprocess.run(again, check=False).returncode for _ in range(TIMES)):
        return 1
    for name in names:
        print(f"FAILED ONCE, passed three times alone, to be looked at: {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
