"""Reads never wait for a write; what was acknowledged survives a kill; a retry books once."""

import http.client
import json
import sqlite3
import threading
import time
from contextlib import closing, suppress
from typing import NamedTuple

from service.roles import Role
from tests.web.serving import Reply, Served, served
from tests.web.test_processes import serving
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from tests.world.documents import player

AT = "2024-06-30T12:00:00.000000Z"


def test_reads_never_wait_for_a_write(club: Selo) -> None:
    with served(club.path, now=lambda: AT, write_seconds=0.3) as service:
        fields = {**bearer(token(club.path)), "Content-Type": "application/json"}
        with closing(sqlite3.connect(club.path, isolation_level=None)) as writer:
            writer.execute("BEGIN IMMEDIATE")
            slowest = 0.0
            for name in ("players/A", "players/B/history", "lists/selo", "log", "tournaments/open-2024", "titles"):
                started = time.monotonic()
                assert service.ask(f"/api/{name}").status == 200
                slowest = max(slowest, time.monotonic() - started)
            refused = service.ask("/api/documents", "POST", json.dumps(player("N1")).encode(), fields)
            assert (refused.status, refused.codes) == (503, ["busy"]) and "retry-after" in refused.fields
            writer.execute("ROLLBACK")
        assert slowest < 1, slowest  # none of them was asked before, so none comes from memory
        assert service.ask("/api/documents", "POST", json.dumps(player("N1")).encode(), fields).status == 201


class Sent(NamedTuple):
    """One document and its key, and whether the service said that it was recorded."""

    key: str
    body: bytes
    acknowledged: bool


def post(port: int, key: str, body: bytes, fields: dict[str, str]) -> Reply:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("POST", "/api/documents", body, {**fields, "Idempotency-Key": key})
        return Served.reply(connection)
    finally:
        connection.close()


def test_kill_9_in_the_middle_of_writes(club: Selo) -> None:
    fields = {**bearer(token(club.path, Role.OFFICER)), "Content-Type": "application/json"}
    sent: list[Sent] = []
    with serving(club.path) as (port, process):

        def write(writer: int) -> None:
            for turn in range(10_000):
                key, body = f"{writer}-{turn}", json.dumps(player(f"K{writer}-{turn}")).encode()
                acknowledged = False
                with suppress(OSError, http.client.HTTPException):
                    acknowledged = post(port, key, body, fields).status == 201
                sent.append(Sent(key, body, acknowledged))
                if process.poll() is not None:
                    return

        threads = [threading.Thread(target=write, args=(number,)) for number in range(2)]
        for thread in threads:
            thread.start()
        while sum(one.acknowledged for one in sent) < 15:
            time.sleep(0.005)
        process.kill()
        process.wait()
        for thread in threads:
            thread.join()
    known = {row["player"] for row in club.ask("player", "find", "K")["rows"]}
    lost = [one.key for one in sent if one.acknowledged and f"K{one.key}" not in known]
    assert lost == []
    with serving(club.path) as (port, _):
        replies = [post(port, one.key, one.body, fields) for one in sent]
        events = club.events()
        again = [post(port, one.key, one.body, fields) for one in sent]
    # acknowledged or not: after a retry each is there once, with one seq
    assert all(
        reply.value["recorded"][0]["repeated"] for reply, one in zip(replies, sent, strict=True) if one.acknowledged
    )
    assert [r.value["recorded"][0]["seq"] for r in again] == [r.value["recorded"][0]["seq"] for r in replies]
    assert club.events() == events
    assert club.ask("rebuild", "--check")["equal"] is True
