"""docs/reference/reliability.md: what the long suites found, written by the runs
themselves.
"""

import fcntl
import platform
import re
import sqlite3
import subprocess
from collections.abc import Mapping
from pathlib import Path

import apsw

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "reference" / "reliability.md"
HEAD = """# Reliability

What the long suites (`make torture`) found when they last ran. Each writes its own section here, with its seed,
versions, and the commit that its figures stand for; the short ones of `make test-all` are the same suites with smaller
numbers. Every suite has controls: runs with a planted fault that must be seen, or the suite fails. `SELO_SEED` chooses
another seed, `SELO_TORTURE=0.1` a tenth of the size and of the cases. What the suites do not show: a disk that
confirms a sync it has not done, and faults of memory or processor.
"""
ORDER = (
    "kill -9",
    "power cut",
    "failing file call",
    "damaged file",
    "edited row",
    "edited row of a database server",
    "split history",
    "acknowledged and unseen",
    "writers at once",
    "sixteen writers",
    "a database server killed",
    "several services at once",
    "a full disk of a database server",
    "state machine",
    "simulated lives",
    "hostile input",
    "one address against everybody",
    "one address against everybody, without a proxy",
    "one address against everybody of a ledger on a database server",
    "a public face",
    "booking is what was seen",
    "live events",
    "events sent to other machines",
    "costs that grow",
    "at full size, on earlier code",
)


def _git(*words: str) -> str:
    done = subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip()


def versions() -> str:
    commit = _git("describe", "--always") or "unknown"
    # a suite that ran before this one has written its section already: that changes no
    # code
    if _git(
        "status",
        "--porcelain",
        "--untracked-files=no",
        "--",
        ".",
        f":!{PAGE.relative_to(ROOT)}",
    ):
        commit += "-dirty"
    machine = f"{platform.system()} {platform.release()}"
    return (
        f"selokirja at {commit}, Python {platform.python_version()}, SQLite"
        f" {sqlite3.sqlite_version}, {machine}"
    )


def apsw_note() -> str:
    same = apsw.sqlite_lib_version() == sqlite3.sqlite_version
    rest = (
        "the same SQLite as Python's"
        if same
        else (
            f"which is not Python's ({sqlite3.sqlite_version}); files are examined with"
            " Python's"
        )
    )
    return (
        f"Hurt through apsw {apsw.apsw_version()} with SQLite"
        f" {apsw.sqlite_lib_version()}, {rest}."
    )


def section(
    name: str, promise: str, seed: int, figures: Mapping[str, object], note: str = ""
) -> str:
    lines = [f"## {name}", "", promise, "", "| | |", "|---|---|"]
    lines += [f"| {words} | {_shown(value)} |" for words, value in figures.items()]
    return "\n".join(
        [*lines, "", *([note, ""] if note else []), f"Seed {seed}; {versions()}.", ""]
    )


def _shown(value: object) -> str:
    return (
        f"{value:,}"
        if isinstance(value, int)
        else f"{value:.1f}"
        if isinstance(value, float)
        else str(value)
    )


def record(
    name: str, promise: str, seed: int, figures: Mapping[str, object], note: str = ""
) -> None:
    """The section of one suite replaced, the others left as they are."""
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    with open(PAGE, "a+", encoding="utf-8") as page:
        fcntl.flock(page, fcntl.LOCK_EX)
        page.seek(0)
        found = {
            part.partition("\n")[0]: f"## {part}".rstrip() + "\n"
            for part in re.split(r"(?m)^## ", page.read())[1:]
        }
        found[name] = section(name, promise, seed, figures, note)
        known = sorted(
            found, key=lambda n: (ORDER.index(n) if n in ORDER else len(ORDER), n)
        )
        page.seek(0)
        page.truncate()
        page.write("\n".join([HEAD, *(found[n] for n in known)]))
