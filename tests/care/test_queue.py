"""Writers wait in the order they came."""

import subprocess
import sys
import threading
import time
from pathlib import Path

from ledger.store.event_log import Store
from ledger.store.logs.sqlite import turn
from tests.care.caring import made
from tests.world.documents import player
from tests.world.ledger import submitted


def drawn(path: str) -> int:
    return int(Path(path + "-queue").read_bytes())


def test_first_come_first_served(tmp_path: Path) -> None:
    path, served, threads = made(tmp_path), list[int](), list[threading.Thread]()

    def waiting(number: int) -> None:
        with Store(path) as store, store.writing():
            served.append(number)

    with Store(path) as store, store.writing():
        for number in range(12):
            threads.append(threading.Thread(target=waiting, args=(number,)))
            threads[-1].start()
            while drawn(path) < number + 2:  # until that one has its number
                time.sleep(0.001)
    for thread in threads:
        thread.join(20)
    assert served == list(range(12))


HOLDING = """
import os, sys, time
from ledger.store.logs.sqlite import turn
with turn(sys.argv[1], time.monotonic() + 30):
    print("first", flush=True)
    time.sleep(60)
"""


def test_whoever_dies_in_the_queue_holds_nobody_up(tmp_path: Path) -> None:
    path = made(tmp_path)
    holding = subprocess.Popen([sys.executable, "-c", HOLDING, path], stdout=subprocess.PIPE)
    assert holding.stdout is not None and holding.stdout.readline() == b"first\n"
    started = time.monotonic()
    with turn(path, started + 0.2):
        assert time.monotonic() - started >= 0.2  # the other is still there
    holding.kill()
    holding.communicate()
    with turn(path, time.monotonic() + 30):
        assert time.monotonic() - started < 20  # and not until the 30 seconds are over


def test_a_queue_that_cannot_be_made_stops_nobody(tmp_path: Path) -> None:
    path = made(tmp_path)
    Path(path + "-queue").mkdir()
    assert submitted(path, player("X", name="Ylä, Xenia")).recorded
    Path(path + "-queue").rmdir()
    Path(path + "-queue").write_bytes(b"nonsense")
    assert submitted(path, player("Y", name="Ylä, Yrjö")).recorded
