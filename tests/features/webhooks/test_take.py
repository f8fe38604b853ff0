"""The receiver of the page of webhooks, run as it stands there."""

import json
import socket
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from features import webhooks
from features.webhooks.sending import Payload, Sender, send
from tests.features.webhooks.receiving import hooked_at
from tests.test_docs_console import blocks
from tests.web.serving import served
from tests.world.command import Selo
from tests.world.pace import until
from tests.world.ports import kept_port
from web.running import now

PAGE = webhooks.FEATURE.folder / "webhooks.md"
PROGRAM = next(
    block.lines for block in blocks(PAGE.read_text("utf-8")) if block.name == "take.py"
)
MOST_LINES = 26


def test_the_receiver_is_a_few_lines() -> None:
    assert sum(map(bool, PROGRAM)) <= MOST_LINES


@contextmanager
def taking(folder: Path, secret: str, port: int) -> Iterator["subprocess.Popen[str]"]:
    script = folder / "take.py"
    script.write_text("\n".join(PROGRAM) + "\n", "utf-8")
    process = subprocess.Popen(
        [sys.executable, str(script), secret, str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:  # which closes its pipe
        try:
            yield process
        finally:
            process.kill()


def is_heard(port: int) -> bool:
    """Whether somebody listens."""
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def test_the_receiver_takes_what_is_the_offices_and_nothing_else(
    club: Selo, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        port = stack.enter_context(kept_port())
        url = f"http://127.0.0.1:{port}/"
        _, secret = hooked_at(club, url, "--after", "0")
        process = stack.enter_context(taking(tmp_path, secret, port))
        until(lambda: is_heard(port))  # what is sent before is sent again seconds later
        stack.enter_context(served(club.ledger, now=now))
        assert process.stdout is not None
        lines = [json.loads(process.stdout.readline()) for _ in range(club.events())]
        assert [line["seq"] for line in lines] == [*range(1, club.events() + 1)]
        letter, moment = Payload("x-1", b'{"id": "x-1"}'), int(time.time())
        right = Sender(url, secret, True, False)
        wrong = right._replace(secret="whsec_" + b64encode(bytes(32)).decode())
        assert [
            send(right, letter, moment),
            send(wrong, letter, moment),
            send(right, letter, moment - 301),
        ] == ["204", "401", "401"]
        assert json.loads(process.stdout.readline()) == {"id": "x-1"}
