"""Whatever arrives, the service answers with 2xx to 4xx or closes the connection; never
500, never stuck.
"""

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import patch

import pytest

from tests.web.hostile import requests, sent
from tests.web.serving import Served, served
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from tests.world.pace import until
from web import threads as threads_module
from web.store.roles import Role

A_FEW, MANY = 300, 20_000


@pytest.fixture
def impatient(published_ledger: str) -> Iterator[Served]:
    """A service that waits for the rest of a request only for a moment."""
    with served(published_ledger, body_seconds=0.5, searches_a_minute=10**9) as running:
        yield running


def attacked(service: Served, seed: int, count: int) -> Counter[int]:
    """All statuses that came back; what was answered wrongly fails with the request."""

    def one(request: bytes) -> int:
        heard = sent(service.port, request)
        assert heard.status < 500 or heard.status == 503, (request, heard.answer)
        return heard.status

    with ThreadPoolExecutor(8) as clients:
        return Counter(clients.map(one, requests(seed, count)))


def test_hostile_requests(impatient: Served, capfd: pytest.CaptureFixture[str]) -> None:
    statuses = attacked(impatient, 1, A_FEW)
    assert statuses[200] > 5 and statuses[400] > 50 and statuses[404] > 5, statuses
    assert impatient.ask("/healthz").status == 200
    assert "defect" not in capfd.readouterr().err


@pytest.mark.torture
def test_a_flood_of_hostile_requests(
    impatient: Served, capfd: pytest.CaptureFixture[str]
) -> None:
    statuses = attacked(impatient, 2, MANY)
    print(dict(sorted(statuses.items())))
    assert impatient.ask("/healthz").status == 200
    assert "defect" not in capfd.readouterr().err


@pytest.mark.parametrize(
    "request_",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        (b"GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"),
        b"GET /\xff HTTP/1.1\r\n\r\n",
    ],
)
def test_what_is_no_request(impatient: Served, request_: bytes) -> None:
    assert sent(impatient.port, request_).status == 400
    assert impatient.ask("/healthz").status == 200


def test_a_slow_body_is_not_waited_for(club: Selo) -> None:
    with served(club.ledger, body_seconds=0.3) as service:
        fields = bearer(token(club.ledger, Role.OFFICER))["Authorization"]
        head = f"POST /api/documents HTTP/1.1\r\nHost: x\r\nAuthorization: {fields}\r\n"
        head += "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
        # and not after the half minute of other services
        assert sent(service.port, head.encode()).status == 408


def test_costly_questions_wait_in_a_short_queue(published_ledger: str) -> None:
    """Past it they are refused with the time to wait, and other answers come as ever."""
    go_on = threading.Event()
    with served(published_ledger, costly_at_once=1, costly_waiting=1) as service:
        honest = threads_module.Threads.run

        async def held(
            self: threads_module.Threads, work: object, *, costly: bool = False
        ) -> object:
            def slow() -> object:
                go_on.wait(30)
                return work()  # type: ignore[operator]

            return await honest(self, slow if costly else work, costly=costly)  # type: ignore[arg-type]

        with (
            patch.object(threads_module.Threads, "run", held),
            ThreadPoolExecutor(2) as clients,
        ):
            waiting = [
                clients.submit(service.ask, f"/api/replay?list={name}")
                for name in ("selo", "pelo")
            ]
            reader = bearer(token(published_ledger, Role.READER))
            until(
                lambda: (
                    "\nselo_costly_questions 2.0\n"
                    in service.ask("/metrics", fields=reader).text
                )
            )
            refused = service.ask("/api/replay")
            assert (
                refused.codes == ["overloaded"]
                and int(refused.fields["retry-after"]) > 0
            )
            assert service.ask("/api/players/F033").status == 200
            # a state inside a submission is a replay too
            for inside in ("/api/players/F033", "/lists/selo/file", "/lists/selo.csv"):
                assert service.ask(f"{inside}?known_seq=120").codes == ["overloaded"]
            go_on.set()
            assert {reply.result().status for reply in waiting} == {200}


def test_a_question_that_takes_too_long_is_given_up(published_ledger: str) -> None:
    with served(published_ledger, costly_seconds=0.001) as service:
        reply = service.ask("/api/replay")
        assert (
            reply.status == 503
            and reply.codes == ["overloaded"]
            and "retry-after" in reply.fields
        )
