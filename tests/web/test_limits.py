"""What one address may take of the service: questions, processor time, connections, and
that others get theirs.
"""

import asyncio
import http.client
import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from audit.questions import Audited
from ledger.errors import Problem
from messages import say
from projections.answers.opened import Replayed, Whole
from tests.web.serving import Reply, Served, served
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from tests.world.pace import until
from web.http import HttpRefusal
from web.http.protocol import Joined, Life
from web.limits import Asker, Purse, group_of
from web.questions.registry import PLACES, QUESTIONS, ServedQuestion
from web.store.tokens import Role
from web.threads import Turns


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


class Wire(asyncio.Transport):
    """A transport that remembers what was sent at once."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent.append(bytes(data))

    def close(self) -> None:
        self.sent.append(b"closed")


def test_a_head_goes_with_its_body_and_waits_for_none() -> None:
    head = b"HTTP/1.1 200 OK\r\n\r\n"

    async def answers() -> list[bytes]:
        wire = Wire()
        transport = Joined(wire, asyncio.get_running_loop())
        transport.write(head)
        transport.write(b"at once")
        transport.write(b"and more")
        transport.write(head)
        await asyncio.sleep(0)  # of a stream nothing has happened yet
        transport.write(b"later")
        transport.write(head)
        transport.close()
        await asyncio.sleep(0)
        return wire.sent

    assert asyncio.run(answers()) == [
        head + b"at once",
        b"and more",
        head,
        b"later",
        head,
        b"closed",
    ]


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
    assert (group_of(one) == group_of(other)) is same


@pytest.mark.parametrize("shared", [False, True], ids=["alone", "shared"])
def test_a_purse_fills_up_again(tmp_path: Path, shared: bool) -> None:
    clock = [100.0]
    purses = [
        Purse("p", 2, 10, str(tmp_path) if shared else "", lambda: clock[0])
        for _ in range(2 if shared else 1)
    ]
    for turn in range(10):  # whichever worker is asked
        purses[turn % len(purses)].take_one("a", TOO_OFTEN)
    with pytest.raises(HttpRefusal) as refused:
        purses[-1].take_one("a", TOO_OFTEN)
    assert refused.value.headers == {"retry-after": "1"}
    purses[0].take_one("b", TOO_OFTEN)
    clock[0] += 3
    assert round(purses[-1].left("a"), 6) == 6 and round(purses[0].left("b"), 6) == 10
    assert purses[0].spend("a", 1000) == -994 and purses[-1].left("a") == -10, (
        "nobody is shut out for ever"
    )
    for purse in purses:
        purse.close()


def test_a_purse_with_more_addresses_than_it_remembers_forgets_those_who_have_most(
    tmp_path: Path,
) -> None:
    purse = Purse("p", 0.001, 10, clock=lambda: 5.0)
    purse.spend("greedy", 15)
    for number in range(50_000):
        purse.spend(f"one {number}", 1)
    assert purse.left("greedy") == -5


def test_who_asks_much_waits_behind_who_asks_little() -> None:
    async def order() -> list[str]:
        turns, began = Turns(2, 1, 3), list[str]()
        askers = {name: Asker(name, Life()) for name in "ab"}

        async def one(name: str) -> None:
            await turns.take(askers[name])
            began.append(name)
            await asyncio.sleep(0.01)
            turns.give_back(name)

        tasks = [asyncio.create_task(one("a")) for _ in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(HttpRefusal):
            await turns.take(askers["a"])
        tasks += [asyncio.create_task(one("b")) for _ in range(2)]
        await asyncio.gather(*tasks)
        return began

    began = "".join(asyncio.run(order()))
    assert began[:2] == "ab" and began[:4].count("b") == 2 and len(began) == 6, began


def test_who_has_gone_loses_their_turn() -> None:
    async def left() -> list[str]:
        turns, began, held = Turns(1, 1, 9), list[str](), asyncio.Event()
        lives = [Life() for _ in range(3)]

        async def one(number: int) -> None:
            await turns.take(Asker("a", lives[number]))
            began.append(str(number))
            await held.wait()
            turns.give_back("a")

        tasks = [asyncio.create_task(one(number)) for number in range(3)]
        await asyncio.sleep(0)  # all three have asked
        lives[1].gone = True
        held.set()
        await asyncio.gather(*tasks, return_exceptions=True)
        return began

    assert asyncio.run(left()) == ["0", "2"]


@pytest.fixture
def strict(club: Selo) -> Iterator[Served]:
    limits = {"address_seconds": 0.05, "address_share": 0.001, "cache_bytes": 0}
    with served(club.ledger, **limits) as service:
        yield service


def test_processor_time_runs_out_for_one_address_and_not_for_another(
    strict: Served, club: Selo
) -> None:
    statuses = []
    for number in range(400):
        statuses.append(
            ask_from(
                "127.0.0.2",
                strict,
                f"/api/players/A/history?as_of=2024-06-{number % 30 + 1:02}",
            )
        )
        if statuses[-1].status != 200:
            break
    refused = statuses[-1]
    assert (refused.status, refused.codes) == (429, ["too-many-requests"]) and int(
        refused.fields["retry-after"]
    ) > 0
    assert statuses[0].status == 200
    assert ask_from("127.0.0.3", strict, "/api/players/A").status == 200
    assert ask_from("127.0.0.2", strict, "/healthz").status == 200
    # whoever shows a token pays by its name; the office does not
    for role, expected in ((Role.OFFICER, 200), (Role.SUBMITTER, 200)):
        shown = bearer(token(club.ledger, role, f"n-{role}"))
        assert ask_from("127.0.0.3", strict, "/api/players/B", shown).status == expected


def waiting(service: Served, address: str) -> socket.socket:
    client = socket.create_connection(
        ("127.0.0.1", service.port), timeout=20, source_address=(address, 0)
    )
    client.sendall(b"GET /api/events?after=999999&wait=25 HTTP/1.1\r\nHost: x\r\n\r\n")
    return client


@pytest.mark.measured
def test_few_connections_of_one_address_wait_and_one_that_is_closed_waits_no_longer(
    club: Selo,
) -> None:
    reader = bearer(token(club.ledger, Role.READER))
    with served(club.ledger, address_waits=3) as service, ExitStack() as stack:

        def waits() -> int:
            lines = service.ask("/metrics", fields=reader).text.splitlines()
            return int(
                next(line for line in lines if line.startswith("selo_waits ")).split()[
                    1
                ]
            )

        def come_to(number: int) -> None:
            until(lambda: waits() == number)

        clients = [stack.enter_context(waiting(service, "127.0.0.2")) for _ in range(3)]
        come_to(3)
        refused = ask_from("127.0.0.2", service, "/api/events?after=999999&wait=25")
        assert (refused.status, refused.codes) == (429, ["too-many-requests"])
        stack.enter_context(waiting(service, "127.0.0.3"))
        come_to(4)
        started = time.monotonic()
        for client in clients:
            client.close()
        come_to(1)
        assert time.monotonic() - started < 20, (
            "they wait on, and nobody hears the answer"
        )


def test_health_is_answered_however_many_connections_there_are(club: Selo) -> None:
    """And what is refused is an answer of ours, counted and told."""
    with served(club.ledger, address_connections=4) as service, ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(
                socket.create_connection(
                    ("127.0.0.1", service.port), source_address=("127.0.0.2", 0)
                )
            )
        refused = ask_from("127.0.0.2", service, "/api/players/A")
        assert (refused.status, refused.codes) == (
            429,
            ["too-many-requests"],
        ) and "x-content-type-options" in refused.fields
        assert ask_from("127.0.0.2", service, "/healthz").status == 200
        assert ask_from("127.0.0.2", service, "/readyz").status == 200
        assert service.ask("/api/players/A").status == 200
        for _ in range(20):  # so many that nothing is read of them any more
            stack.enter_context(
                socket.create_connection(
                    ("127.0.0.1", service.port), source_address=("127.0.0.2", 0)
                )
            )
        with socket.create_connection(
            ("127.0.0.1", service.port), source_address=("127.0.0.2", 0), timeout=10
        ) as one:
            assert b"429 Too Many" in one.recv(65536)
        reader = bearer(token(club.ledger, Role.READER))
        told = service.ask("/metrics", fields=reader).text
        assert 'selo_requests_total{method="-",route="-",status="429"}' in told


def test_what_is_refused_below_the_application_is_in_the_log(
    club: Selo, capfd: pytest.CaptureFixture[str]
) -> None:
    with (
        served(club.ledger, log_requests=True) as service,
        socket.create_connection(("127.0.0.1", service.port), timeout=10) as one,
    ):
        one.sendall(b"nonsense\r\n\r\n")
        assert b"400 Bad Request" in one.recv(65536)
    lines = [
        json.loads(line)
        for line in capfd.readouterr().err.splitlines()
        if line.startswith("{")
    ]
    assert [line["status"] for line in lines if line["route"] == "-"] == [400]
