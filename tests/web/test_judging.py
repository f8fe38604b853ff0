"""What others bring is worked out in a process of its own: what comes of it, what it
lacks, and a defect as such.
"""

import asyncio
import json
import multiprocessing
import time
import tracemalloc
import zlib

import pytest

from ledger.errors import Refused
from messages import LANGUAGES, say
from tests.web.serving import Served
from tests.web.test_tokens import bearer, token
from tests.world.pace import until
from web.booking import trying
from web.http import HttpRefusal
from web.pages.rendering import environment
from web.sandbox import LARGE, Bounds, run_in_sandbox
from web.store.roles import Role
from web.threads import Lane

ROOM = Bounds(512 * 2**20, 60)


def test_what_comes_of_it_and_what_takes_too_much() -> None:
    assert run_in_sandbox(sum, (1, 2), bounds=ROOM) == 3
    with pytest.raises(Refused) as refused:
        run_in_sandbox(bytes, 2**32, bounds=ROOM)
    assert refused.value.problems[0].code == "too-large"


def _read(content: bytes, number: int) -> tuple[int, int]:
    return len(content), zlib.crc32(content) + number


@pytest.mark.parametrize("size", [10, LARGE - 1, LARGE, 3 * LARGE])
def test_large_bytes_arrive_as_they_are(size: int) -> None:
    content = b"0123456789" * (size // 10 + 1)
    came = run_in_sandbox(_read, content, 1, bounds=ROOM)
    assert came == (len(content), zlib.crc32(content) + 1)


@pytest.mark.measured
def test_large_bytes_are_not_copied() -> None:
    """What is sent to the other process is small, however much it is to read."""
    content = bytes(20 * LARGE)
    tracemalloc.start()
    try:
        run_in_sandbox(_read, content, 1, bounds=ROOM)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < LARGE


def _compiled(language: str) -> set[str]:
    return {name for _, name in environment(language).cache or {}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_every_page_has_is_compiled_already(language: str) -> None:
    assert {"base.html", "parts.html"} <= run_in_sandbox(
        _compiled, language, bounds=ROOM
    )


def test_what_nobody_waits_for_any_more_is_ended() -> None:
    """When the time of a lane is over, the process behind it does not go on."""
    lane = Lane(1, 1, 1.0, say("too many"))

    async def ask() -> None:
        with pytest.raises(HttpRefusal):
            await lane.run(lambda: run_in_sandbox(time.sleep, 50, bounds=ROOM))

    asyncio.run(ask())
    until(lambda: not multiprocessing.active_children())


def test_a_defect_is_no_lack_of_memory() -> None:
    with pytest.raises(RuntimeError, match="invalid literal for int"):
        run_in_sandbox(int, "x", bounds=ROOM)


def test_whoever_asked_hears_of_a_defect_and_its_trace_is_in_the_log(
    service: Served, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        trying, "_documents_in_sandbox", int
    )  # takes nothing of what it is given
    fields = bearer(token(service.settings.ledger, Role.OFFICER, "aino")) | {
        "Content-Type": "application/json"
    }
    reply = service.ask(
        "/api/documents?dry_run=true",
        "POST",
        b'{"kind": "player", "player": "N1"}',
        fields,
    )
    assert (reply.status, reply.codes) == (500, ["defect"])
    [line] = [
        line for line in capfd.readouterr().err.splitlines() if '"defect"' in line
    ]
    assert "TypeError" in json.loads(line)["defect"]
