"""A service killed with -9 at random moments while events are booked and delivered:
each comes at least once, with its id, and for the first time in its order. `make
test-all` kills four times or until it tells, `make torture` 300.
"""

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.command.test_processes import ROOT
from tests.features.webhooks.receiving import Receiver, hooked, receiving
from tests.torture.report import record
from tests.torture.workload import SEED, scaled
from tests.web.serving import served
from tests.world.command import Selo
from tests.world.documents import player
from web.running import now

ROUNDS = [
    pytest.param(4, id="4"),
    pytest.param(scaled(300), id="300", marks=pytest.mark.torture),
]
IN_A_ROUND = 40  # events
LONGEST = 0.3  # seconds that a service lives after its first delivery
WORDS = (
    "A service killed with -9 while events are booked and sent to a webhook: each is"
    " sent at least once, for the first time in its order, with its id and a signature."
)


@contextmanager
def booking(club: Selo, receiver: Receiver) -> Iterator[None]:
    """Somebody books all the while, and is never far ahead of what is delivered."""
    ended = threading.Event()

    def book() -> None:
        number = 0
        while not ended.is_set():
            if club.events() - len(receiver.seqs()) < 2 * IN_A_ROUND:
                # days in no order
                day = f"2024-{3 + number // 5 % 3:02}-{1 + number // 5 % 28:02}"
                list_of = {
                    "kind": "publish",
                    "list": "selo",
                    "label": f"L{number}",
                    "as_of": day,
                }
                club.submit(
                    *(player(f"N{number + more}") for more in range(5)), list_of
                )
                number += 5
            time.sleep(0.01)

    thread = threading.Thread(target=book)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def killed(
    club: Selo, receiver: Receiver, rounds: int, rng: random.Random, program: str
) -> None:
    for _ in range(rounds):
        before = len(receiver.came)
        words = [
            sys.executable,
            "-m",
            program,
            "--ledger",
            club.ledger,
            "serve",
            "--port",
            "0",
        ]
        process = subprocess.Popen(words, cwd=ROOT, stderr=subprocess.DEVNULL)
        try:
            receiver.wait(lambda before=before: len(receiver.came) > before, 60)  # type: ignore[misc]
            time.sleep(rng.uniform(0, LONGEST))
        finally:
            process.kill()
            process.wait()


def again(receiver: Receiver) -> int:
    """How often an event came that had come before."""
    return len(receiver.came) - len({one.seq for one in receiver.came})


def missed(club: Selo, receiver: Receiver) -> list[int]:
    return sorted({*range(1, club.events() + 1)} - {*receiver.seqs()})


@pytest.mark.parametrize("rounds", ROUNDS)
def test_nothing_is_lost_however_often_the_service_is_killed(
    club: Selo, rounds: int
) -> None:
    rng = random.Random(SEED)
    print(f"seed {SEED}")
    with receiving() as receiver:
        name, secret = hooked(club, receiver, "--after", "0")
        with booking(club, receiver):
            killed(club, receiver, rounds, rng, "cli.main")
            for _ in range(
                4 * max(rounds, 8)
            ):  # until one fell between the sending of an event and the moving of the position
                if not again(receiver):
                    killed(club, receiver, 1, rng, "cli.main")
        with served(club.ledger, now=now):
            receiver.wait(lambda: len(receiver.seqs()) == club.events(), 120)
    assert receiver.seqs() == [*range(1, club.events() + 1)]
    told = {
        event["seq"]: event
        for event in club.ask("log", "follow", "--limit", "1000", "--after", "0")[
            "events"
        ]
    }
    for one in receiver.came:
        assert one.id == f"{name}-{one.seq}" and one.is_signed(secret)
        if one.seq in told:
            assert one.value == {"id": one.id, **told[one.seq]}
    out = {row["seq"]: row for row in club.ask("list", "published")["rows"]}
    lists = {
        one.seq: one.value["published"]
        for one in receiver.came
        if one.value["kind"] == "publish"
    }
    assert lists.keys() == out.keys() and len(lists) > 1
    for seq, told_of in lists.items():
        earlier = [
            row
            for row in out.values()
            if row["seq"] < seq and row["as_of"] < told_of["as_of"]
        ]
        before = max(
            earlier, key=lambda row: (row["as_of"], row["seq"]), default={"label": None}
        )["label"]
        assert told_of == {
            name: out[seq][name] for name in told_of if name != "before"
        } | {"before": before}
    assert again(receiver) > 0, (
        "no kill fell between the sending of an event and the moving of the position"
    )
    if rounds > 8:
        record(
            "events sent to other machines",
            WORDS,
            SEED,
            {
                "kills": rounds,
                "events booked meanwhile and sent": club.events(),
                "sent more than once": again(receiver),
                "lost": 0,
            },
        )


def test_the_control_that_moves_before_it_sends_is_caught(club: Selo) -> None:
    rng = random.Random(SEED)
    print(f"seed {SEED}")
    with receiving() as receiver:
        hooked(club, receiver, "--after", "0")
        with booking(club, receiver):
            for _ in range(20):
                killed(club, receiver, 1, rng, "tests.features.webhooks.early_mover")
                newest = max(receiver.seqs())
                if any(seq < newest for seq in missed(club, receiver)):
                    return
    raise AssertionError("20 kills lost nothing, although the position is moved first")
