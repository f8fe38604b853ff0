"""`selo log follow --wait` outlives a server that is started again, and ends when it stays
away.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import cli.following as command
from ledger.errors import LedgerUnusable, Problem
from ledger.store.recorder import News
from messages import say
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.server import Server


@pytest.fixture
def own() -> Iterator[Server]:
    """A server to be killed."""
    server = Server()
    yield server
    server.stop()


def test_a_follower_goes_on_when_the_server_was_started_again(
    own: Server, club_ledger: Path, tmp_path: Path
) -> None:
    selo = own.put(Selo(tmp_path, club_ledger))
    head = selo.ask("log")["events"][0]["seq"]
    line = [
        sys.executable,
        "-c",
        "from cli.main import main; main()",
        "--ledger",
        selo.ledger,
    ]
    follower = subprocess.Popen(
        [*line, "log", "follow", "--after", str(head), "--wait", "--jsonl"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert follower.stdout is not None and follower.stderr is not None
    try:
        selo.submit(player("N", name="Nina"))
        assert f'"seq": {head + 1}' in follower.stdout.readline()
        own.kill()
        assert "asking again" in follower.stderr.readline()
        own.start()
        selo.submit(player("O", name="Olga"))
        # nothing is missed and nothing comes twice
        assert f'"seq": {head + 2}' in follower.stdout.readline()
    finally:
        follower.send_signal(signal.SIGINT)
        rest, _ = follower.communicate(timeout=20)
    assert rest == ""


def test_whoever_waits_hears_again_after_a_restart(
    own: Server, club_ledger: Path, tmp_path: Path
) -> None:
    selo = own.put(Selo(tmp_path, club_ledger))
    with closing(News(selo.ledger)) as news:
        own.kill()
        for _ in range(2):  # it says so as often as it is asked, and never falls asleep
            with pytest.raises(LedgerUnusable):
                news.wait(0.1)
        own.start()
        news.wait(0.1)  # listens anew
        selo.submit(player("N", name="Nina"))
        news.wait(0.1)


def away(code: str) -> LedgerUnusable:
    return LedgerUnusable(Problem(code, say("{text}", text="the server is away")))


def test_the_patience_of_a_follower_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    answers = [away("connection-lost"), away("unreachable"), "there"]

    def ask() -> object:
        coming = answers.pop(0)
        if isinstance(coming, LedgerUnusable):
            raise coming
        return coming

    assert command._ask_patiently(ask) == "there" and slept == [0.5, 1]
    slept.clear()
    answers[:] = [away("unreachable") for _ in range(100)]
    with pytest.raises(LedgerUnusable):
        command._ask_patiently(ask)
    assert 240 < sum(slept) < 360
    slept.clear()
    answers[:] = [away("damaged")]
    with pytest.raises(LedgerUnusable):
        command._ask_patiently(ask)
    assert slept == []
