"""What is limited: work at once and its time, searches, waits, large bodies."""

import asyncio
import http.client
import json
import socket
import threading
from collections.abc import Iterable
from contextlib import closing
from typing import Any

import pytest
from litestar.types import Receive, Scope, Send

from audit.questions import Audited
from ledger.errors import Problem
from messages import say
from projections.answers import Question
from projections.answers.opened import Replayed, Whole
from tests.web.serving import Reply, Served, served
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from tests.world.pace import until
from web import Settings
from web.allowances import Allowance, customer
from web.answers import answering, rendering
from web.answers.open_ledgers import Ledgers
from web.answers.rendering import AnswerText, AskedFor
from web.http import HttpRefusal
from web.large_bodies import LARGE, LARGE_AT_ONCE, LARGE_WAITING, LargeBodies
from web.questions.registry import PLACES, QUESTIONS, ServedQuestion
from web.store.roles import Role
from web.store.tokens import Who
from web.threads import Lane


@pytest.mark.parametrize(
    "entry", (*QUESTIONS, *PLACES), ids=lambda entry: entry.command
)
def test_whatever_runs_through_all_events_or_games_is_costly(
    entry: ServedQuestion,
) -> None:
    """A row of its own in the table of limits must say so, too."""
    assert entry.limits.costly or not issubclass(
        entry.asked, (Audited, Replayed, Whole)
    )


TOO_OFTEN = Problem("too-many-requests", say("too often"))


def ask_from(
    address: str, service: Served, path: str, fields: dict[str, str] | None = None
) -> Reply:
    with closing(
        http.client.HTTPConnection(
            "127.0.0.1", service.port, timeout=60, source_address=(address, 0)
        )
    ) as connection:
        connection.request("GET", path, headers=fields or {})
        return Served.reply(connection)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2", True),
        ("unix", "unix", True),
    ],
)
def test_an_address_is_what_one_customer_has(one: str, other: str, same: bool) -> None:
    assert (customer(one) == customer(other)) is same


def test_what_is_allowed_comes_again() -> None:
    moment = [100.0]
    allowance = Allowance(3, 60, lambda: moment[0])
    for _ in range(3):
        allowance.take_one("a", TOO_OFTEN)
        moment[0] += 10
    with pytest.raises(HttpRefusal) as refused:
        allowance.take_one("a", TOO_OFTEN)
    assert refused.value.headers == {"retry-after": "30"}
    assert allowance.left("a") == 0 and allowance.left("b") == 3
    allowance.take_one("b", TOO_OFTEN)
    moment[0] += 31
    assert allowance.left("a") == 1
    moment[0] += 1000
    allowance.take_one("c", TOO_OFTEN)
    assert allowance.left("a") == 3
    assert allowance.remembered() == 1, "those who took nothing lately are forgotten"


def test_only_so_much_waits_and_it_is_given_up_in_time() -> None:
    go_on = threading.Event()

    async def statuses() -> list[int]:
        lane = Lane(1, 1, 2, say("too many"))

        async def one() -> int:
            try:
                await lane.run(lambda: go_on.wait(10))
            except HttpRefusal as refusal:
                return refusal.status
            return 200

        first = [asyncio.create_task(one()) for _ in range(2)]
        await asyncio.sleep(0.05)
        refused_at_once = await one()
        too_long = await asyncio.gather(*first)
        go_on.set()
        return [refused_at_once, *too_long, await one()]

    assert asyncio.run(statuses()) == [503, 503, 503, 200]


def test_what_takes_too_long_is_ended_in_the_database(
    published_ledger: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The statement, not only the waiting for it; and the next question is answered."""
    endless = (
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
        " SELECT count(*) FROM n"
    )
    ended: list[str] = []
    honest = rendering.rendered

    def endlessly(ledgers: Ledgers, settings: Settings, wanted: AskedFor) -> AnswerText:
        if wanted.command != "history":
            return honest(ledgers, settings, wanted)
        with ledgers.lent() as ledger, ledger.reading(Question(), "2026-11-01") as one:
            try:
                one.events.execute(endless).fetchone()
            except Exception as error:
                ended.append(str(error))
                raise
        raise AssertionError("it has no end")

    monkeypatch.setattr(answering, "rendered", endlessly)
    with served(published_ledger, quick_seconds=3, quick_at_once=1) as service:
        refused = service.ask("/api/players/F033/history")
        assert (refused.status, refused.codes) == (503, ["overloaded"])
        assert int(refused.fields["retry-after"]) > 0
        until(lambda: bool(ended))
        assert "interrupt" in ended[0] or "cancel" in ended[0]
        assert service.ask("/api/players/F033").status == 200


def test_a_limit_is_told_before_it_is_met(club: Selo) -> None:
    """Somebody with a token is counted by their name, not by their address."""
    with served(club.ledger, searches_a_minute=3) as service:
        replies = [
            ask_from("127.0.0.2", service, f"/api/search?words=a{number}")
            for number in range(4)
        ]
        assert [reply.status for reply in replies] == [200, 200, 200, 429]
        left = [reply.fields["ratelimit-remaining"] for reply in replies[:3]]
        assert left == ["2", "1", "0"]
        assert replies[3].codes == ["too-many-requests"]
        assert 0 < int(replies[3].fields["retry-after"]) <= 60
        assert ask_from("127.0.0.3", service, "/api/search?words=a").status == 200
        assert ask_from("127.0.0.2", service, "/api/players/A").status == 200
        shown = bearer(token(club.ledger, Role.READER))
        named = ask_from("127.0.0.2", service, "/api/search?words=a", shown)
        assert named.status == 200


def test_a_long_address_is_read_and_a_longer_one_refused(club: Selo) -> None:
    """Up to 60,000 bytes come to the question; over 64 KiB the server refuses by
    itself.
    """
    with served(club.ledger) as service:
        read = service.ask(f"/api/search?words={'a' * 60_000}")
        assert read.status == 400 and read.codes
        refused = service.ask(f"/api/search?words={'a' * 70_000}")
        assert refused.status == 400
        assert refused.fields["content-type"].startswith("text/plain")
        assert service.ask("/api/players/A").status == 200


def test_only_so_many_wait_for_an_event(club: Selo) -> None:
    address = "/api/events?after=999999&wait=25"
    with (
        served(club.ledger, waits_at_once=1) as service,
        socket.create_connection(("127.0.0.1", service.port), timeout=20) as client,
    ):
        client.sendall(f"GET {address} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        until(lambda: service.ask(address).status == 503)
        refused = service.ask(address)
        assert refused.codes == ["overloaded"] and "retry-after" in refused.fields
        assert service.ask("/api/events?after=0").status == 200
    # a service that is stopped lets nobody wait on: this test would take 25 seconds


def test_a_request_is_told_by_its_id(
    club: Selo, capfd: pytest.CaptureFixture[str]
) -> None:
    """In the answer and in the log, where nothing says who asked about whom."""
    with served(club.ledger, log_requests=True) as service:
        own = service.ask("/api/players/A").fields["x-request-id"]
        given = {"X-Request-Id": "0123abcd-of-the-proxy"}
        assert service.ask("/api/nothing", fields=given).fields["x-request-id"] == (
            "0123abcd-of-the-proxy"
        )
        strange = service.ask("/healthz", fields={"X-Request-Id": "a b\tc" * 5})
        assert len(strange.fields["x-request-id"]) == 32
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    told = {line["request"]: (line["route"], line["status"]) for line in lines}
    assert told[own] == ("/api/players/{player}", 200)
    assert told["0123abcd-of-the-proxy"][1] == 404
    assert len(told) == 3


async def _nothing(*given: object) -> Any:
    return None


def _scope(role: Role, method: str = "POST", size: int = LARGE + 1) -> Any:
    return {
        "type": "http",
        "method": method,
        "user": Who("o", role, "o"),
        "headers": [(b"content-length", b"%d" % size)],
    }


class _Answering:
    """An application that answers when it is let go, and counts who is in it."""

    def __init__(self) -> None:
        self.let_go = asyncio.Event()
        self.inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.inside += 1
        await self.let_go.wait()
        self.inside -= 1


async def _inside(scopes: Iterable[Any]) -> int:
    """How many of the requests are in the application at once."""
    bodies, answers = LargeBodies(60), _Answering()
    asked = [
        asyncio.create_task(bodies.handle(scope, _nothing, _nothing, answers))
        for scope in scopes
    ]
    for _ in range(20):  # each goes as far as it can
        await asyncio.sleep(0)
    inside = answers.inside
    answers.let_go.set()
    await asyncio.gather(*asked)
    return inside


@pytest.mark.parametrize(
    ("scope", "most"),
    [
        (_scope(Role.OFFICER), LARGE_AT_ONCE),
        (_scope(Role.SUBMITTER), LARGE_AT_ONCE),
        (_scope(Role.ANYBODY), LARGE_AT_ONCE),
        (_scope(Role.OFFICER, size=1000), 8),
        (_scope(Role.READER, method="GET"), 8),
    ],
)
def test_few_large_bodies_are_in_memory_at_once(scope: Any, most: int) -> None:
    """What comes with GET is read by nobody, and holds nobody up."""
    assert asyncio.run(_inside([scope] * 8)) == most


def test_the_office_does_not_wait_for_the_bodies_of_strangers() -> None:
    scopes = [_scope(Role.SUBMITTER)] * 4 + [_scope(Role.ANYBODY)] * 4
    assert asyncio.run(_inside([*scopes, _scope(Role.OFFICER)])) == LARGE_AT_ONCE + 1


def test_a_large_body_waits_only_so_long_behind_others() -> None:
    async def ask(wait: float, waiting: int) -> list[object]:
        bodies, answers = LargeBodies(wait), _Answering()
        scope = _scope(Role.OFFICER)
        asked = [
            asyncio.create_task(bodies.handle(scope, _nothing, _nothing, answers))
            for _ in range(LARGE_AT_ONCE + waiting)
        ]
        await asyncio.wait(asked, timeout=1, return_when=asyncio.FIRST_COMPLETED)
        answers.let_go.set()
        done = await asyncio.gather(*asked, return_exceptions=True)
        return [
            error.problems[0].code for error in done if isinstance(error, HttpRefusal)
        ]

    assert asyncio.run(ask(0.05, 1)) == ["overloaded"]
    assert asyncio.run(ask(60, LARGE_WAITING)) == []
    assert asyncio.run(ask(60, LARGE_WAITING + 1)) == ["overloaded"]
