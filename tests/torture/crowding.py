"""Many processes submit to one ledger at once. Also a script: one such process.

python -m tests.torture.crowding PATH FIRST COUNT DEFERRED SECONDS

prints what it acknowledged and was refused, as JSON. SECONDS: it stops then, however
many are left.
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from desk.submit import submit
from ledger.errors import SeloError
from tests.torture.workload import apart, base, copied, examine, folder, proved
from tests.world.ledger import outside

LONG = 86_400.0


class Result(NamedTuple):
    submissions: int
    longest: float  # seconds that one submission waited and worked
    refused: list[str]
    problems: list[str]


def one_writer(
    path: str, first: int, count: int, deferred: bool, seconds: float
) -> dict[str, Any]:
    if deferred:
        without_the_write_lock()
    acknowledged, refused, longest, end = [], [], 0.0, time.monotonic() + seconds
    for number in range(first, first + count):
        started = time.monotonic()
        if started > end:
            break
        try:
            submit(path, apart(number), outside())  # waits as long as the command does
            acknowledged.append(number)
        except SeloError as error:
            refused.append(f"{number}: {error.problems[0].code}")
        longest = max(longest, time.monotonic() - started)
    return {"acknowledged": acknowledged, "refused": refused, "longest": longest}


def without_the_write_lock() -> None:
    """The planted fault: BEGIN as Python and the library write it, which takes the lock
    too late.
    """
    import eventsourcing.sqlite

    import ledger.store.logs.sqlite

    deferred = eventsourcing.sqlite.SQLiteTransaction.__enter__
    ledger.store.logs.sqlite._Immediate.__enter__ = deferred  # type: ignore[method-assign]


def run(
    writers: int, each: int, *, deferred: bool = False, seconds: float = LONG
) -> Result:
    with folder() as place:
        path = copied(base(place, others=writers + 1), place)
        command, rest = (
            [sys.executable, "-m", "tests.torture.crowding", path],
            [
                str(int(deferred)),
                str(seconds),
            ],
        )
        started = [
            subprocess.Popen(
                [*command, str(1000 * number), str(each), *rest],
                stdout=subprocess.PIPE,
                cwd=Path(__file__).parent.parent.parent,
            )
            for number in range(1, writers + 1)
        ]
        answers = [json.loads(process.communicate()[0]) for process in started]
        acknowledged = {
            number for answer in answers for number in answer["acknowledged"]
        }
        refused = [said for answer in answers for said in answer["refused"]]
        problems = examine(path, acknowledged)
        whole = len(acknowledged) + len(refused) == writers * each
        problems += [] if whole or seconds < LONG else ["a writer ended early"]
        problems += proved(path) if not deferred else []
    return Result(
        len(acknowledged),
        max(answer["longest"] for answer in answers),
        refused,
        problems,
    )


if __name__ == "__main__":
    print(
        json.dumps(
            one_writer(
                sys.argv[1],
                int(sys.argv[2]),
                int(sys.argv[3]),
                sys.argv[4] == "1",
                float(sys.argv[5]),
            )
        )
    )
