"""A ledger on a server under load: writers that are processes, readers that look for
torn states, and what was lost.
"""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable

from audit.verify import verify
from desk.submit import submit
from ledger.errors import SeloError
from ledger.store.database import snapshot
from tests.torture.workload import apart, examined
from tests.world.ledger import outside
from web.running import now


class Writer:
    """A process that submits until it is killed: 7001, 7002, ... for writer 7."""

    def __init__(self, address: str, writer: int) -> None:
        command = [
            sys.executable,
            "-m",
            "tests.server.lasting.loaded",
            address,
            str(writer),
        ]
        self._out = tempfile.TemporaryFile("w+b")  # noqa: SIM115
        self.process = subprocess.Popen(command, stdout=self._out)

    def first(self) -> None:
        """Waits until it has acknowledged one."""
        while not os.fstat(self._out.fileno()).st_size:
            assert self.process.poll() is None, "the writer ended by itself"
            time.sleep(0.01)

    def acknowledged(self) -> tuple[set[int], set[str]]:
        """Killed now: the numbers it had acknowledged, and the codes of what was
        refused.
        """
        self.process.kill()
        self.process.wait(60)
        self._out.seek(0)
        *lines, _ = self._out.read().decode().split("\n")
        self._out.close()
        return {int(line) for line in lines if line.isdecimal()}, {
            line for line in lines if not line.isdecimal()
        }


def write(address: str, writer: int) -> None:
    for number in range(1000 * writer, 1000 * writer + 1000):
        try:
            submit(address, apart(number), outside(now()))
            print(number, flush=True)
        except SeloError as error:
            print(error.problems[0].code, flush=True)
            time.sleep(0.1)


class Reader:
    """Looks all the time, while a block lasts: each state holds whole submissions with
    their ratings.
    """

    def __init__(self, address: str) -> None:
        self._address, self._done = address, threading.Event()
        self.states, self.torn = 0, list[str]()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> "Reader":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join(60)

    def _look(self) -> None:
        while not self._done.wait(0.02):
            try:
                with snapshot(self._address) as connection:
                    [(events, last)] = connection.execute(
                        "SELECT COUNT(*), MAX(seq) FROM event"
                    ).fetchall()
                    [(followed,)] = connection.execute(
                        "SELECT seq FROM projected"
                    ).fetchall()
                    [(halves,)] = connection.execute(
                        "SELECT COUNT(*) FROM (SELECT 1 FROM event WHERE stream LIKE"
                        " 'player:N%' OR stream LIKE 'tournament:T%' GROUP BY"
                        " submission HAVING COUNT(*) <> 3) AS half"
                    ).fetchall()
            except SeloError:  # the server is away
                continue
            self.states += 1
            if not events == last == followed or halves:
                self.torn.append(
                    f"{events} events, the last {last}, followed to {followed},"
                    f" {halves} halves"
                )


def lost(address: str, acknowledged: Iterable[int]) -> list[str]:
    """What was acknowledged and is not there, or is there by half."""
    with snapshot(address) as connection:
        return examined(connection, acknowledged)


def altered(address: str) -> list[str]:
    """What `selo verify` has against the ledger, which compares the ratings with a
    replay too.
    """
    return [problem.message for problem in verify(address).problems]


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]))
