"""`selo ledger copy` to a file, killed by the kernel at each of its calls that makes or takes
away a name, or ends a write.

The same command, run again, finishes: strace injects the signal at call number N, for
every third N until there is none, and in `make torture` for every N.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ledger.store.copies import fingerprint
from ledger.store.database import snapshot
from ledger.whole_files import UNFINISHED
from tests.world.command import Selo

KILLED = -9
# every call of these, and of those that write and open files every so many
CALLS = {
    "unlink": 1,
    "link": 1,
    "rename": 1,
    "fdatasync": 1,
    "fsync": 1,
    "ftruncate": 1,
    "pwrite64": 13,
}


def copied(source: Path, target: Path, call: str, number: int) -> int:
    """How the command ended that is killed at this call."""
    strace = [
        "strace",
        "-f",
        "-o",
        "/dev/null",
        "-e",
        f"trace={call}",
        "-e",
        f"inject={call}:signal=KILL:when={number}",
    ]
    command = [
        sys.executable,
        "-m",
        "cli.main",
        "ledger",
        "copy",
        str(source),
        str(target),
    ]
    return subprocess.run(
        [*strace, *command], capture_output=True, check=False
    ).returncode


@pytest.mark.skipif(
    shutil.which("strace") is None,
    reason="no strace on this machine (Debian: apt-get install strace)",
)
@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.torture)])
@pytest.mark.parametrize("call", CALLS)
def test_a_killed_copy_goes_on(
    call: str, every: int, club_ledger: Path, tmp_path: Path
) -> None:
    source = Path(shutil.copy(club_ledger, tmp_path / "source.db"))
    selo = Selo(tmp_path, name="source.db")
    kills = 0
    for number in range(1, 500, every * CALLS[call]):
        target = tmp_path / f"{call}{number}.db"
        if copied(source, target, call, number) not in (KILLED, 128 + 9):
            break
        kills += 1
        again = selo.run("ledger", "copy", str(source), str(target))
        assert again.code == 0, f"killed at {call} {number}: {again}"
        with snapshot(str(source)) as one, snapshot(str(target)) as other:
            assert fingerprint(one) == fingerprint(other)
        assert not list(tmp_path.glob(f"*{UNFINISHED}*")), f"killed at {call} {number}"
    assert call == "rename" or kills
