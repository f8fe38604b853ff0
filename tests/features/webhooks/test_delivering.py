"""Events sent to other machines: each at least once, in order, signed, as anybody may
see them; a slow machine delays no other, and whatever is not taken is tried again.
"""

import json
import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from features.webhooks import delivering, sending
from features.webhooks.store import outbox
from tests.features.webhooks.receiving import Receiver, hooked, receiving, row
from tests.web.serving import served
from tests.web.test_tokens import bearer, token
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import amend, player, tournament
from tests.world.pace import until
from tests.world.reached import kept_beside
from web.store.beside import changing, path_beside
from web.store.roles import Role

ON_BOTH = True  # in a file and on a database server


class Clock:
    """A clock that stands until a test moves it."""

    def __init__(self) -> None:
        self._at = datetime.fromisoformat(AT)

    def __call__(self) -> str:
        return self._at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def move(self, **by: float) -> None:
        self._at += timedelta(**by)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as started:
        yield started


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivering, "LOOK_SECONDS", 0.1)
    monkeypatch.setattr(delivering, "NEWS_SECONDS", 0.02)


def test_every_event_in_order_as_anybody_sees_it_and_signed(
    club: Selo, receiver: Receiver
) -> None:
    name, secret = hooked(club, receiver, "--after", "0")
    with served(club.ledger, now=lambda: AT) as service:
        receiver.wait(lambda: len(receiver.taken()) == club.events())
        club.submit(
            player("N1", born="2015-03-04", sex="f"),
            tournament("cup", "2024-06-20", "A B 1-0", "N1 C 0-1"),
        )
        receiver.wait(lambda: len(receiver.taken()) == club.events())
        public = service.ask("/api/events").value["events"]
    assert [one.value for one in receiver.came] == [
        {"id": f"{name}-{event['seq']}", **event} for event in public
    ]
    assert [one.id for one in receiver.came] == [
        f"{name}-{seq}" for seq in range(1, club.events() + 1)
    ]
    assert all(one.is_signed(secret) for one in receiver.came)
    first = receiver.came[0]
    assert not first._replace(body=first.body + b" ").is_signed(secret)
    assert not first.is_signed("whsec_" + "A" * 43 + "=")
    assert first.path == "/in" and first.fields["content-type"] == "application/json"
    moment = int(datetime.fromisoformat(AT).timestamp())
    assert {one.fields["webhook-timestamp"] for one in receiver.came} == {str(moment)}
    assert b"2015" not in b"".join(one.body for one in receiver.came)
    shown = row(club, name)
    assert (shown["delivered"], shown["state"], shown["answer"]) == (
        club.events(),
        "delivering",
        "200",
    )


def test_only_the_kinds_that_were_named_and_only_from_now_on(
    club: Selo, receiver: Receiver
) -> None:
    name, _ = hooked(club, receiver, "--topic", "amend", "--topic", "player")
    with served(club.ledger, now=lambda: AT):
        club.submit(tournament("cup", "2024-06-20", "A B 1-0"))
        club.submit(amend("cup", games={"1.1": {"result": "0-1"}}))
        club.submit(tournament("last", "2024-06-21", "A B 1-0"))
        until(lambda: row(club, name)["delivered"] == club.events())
    assert [one.value["kind"] for one in receiver.came] == ["amend"]


def test_what_is_not_taken_is_tried_again_with_growing_pauses(
    club: Selo, receiver: Receiver
) -> None:
    name, _ = hooked(club, receiver, "--after", str(club.events() - 2))
    last, clock = club.events(), Clock()
    receiver.answers = lambda fields: 500
    with served(club.ledger, now=clock) as service:
        for tries, pause in enumerate([*outbox.PAUSES, outbox.PAUSES[-1]], start=1):
            until(lambda tries=tries: len(receiver.came) == tries)  # type: ignore[misc]
            until(
                lambda pause=pause: (  # type: ignore[misc]
                    row(club, name)["next_at"] == _later(clock(), pause)
                )
            )
            clock.move(seconds=pause - 1)
            time.sleep(0.25)
            assert len(receiver.came) == tries, "tried too soon"
            clock.move(seconds=1)
        until(lambda: len(receiver.came) == len(outbox.PAUSES) + 2)
        assert {one.id for one in receiver.came} == {f"{name}-{last - 1}"}
        assert (
            row(club, name)["failing_since"] == AT
            and row(club, name)["answer"] == "500"
        )
        assert _metrics(service, club)["failing"] == "1"
        check = next(
            one for one in club.ask("doctor")["checks"] if one["name"] == "webhooks"
        )
        assert (check["name"], check["ok"]) == ("webhooks", False) and name in check[
            "said"
        ]
        receiver.answers = lambda fields: 204
        clock.move(hours=1)
        receiver.wait(lambda: receiver.seqs() == [last - 1, last])
        until(lambda: row(club, name)["failing_since"] is None)
        assert _metrics(service, club) == {"": "1", "failing": "0", "stopped": "0"}
    assert club.ask("doctor")["checks"][-1]["ok"] is True


def _later(moment: str, seconds: float) -> str:
    return (datetime.fromisoformat(moment) + timedelta(seconds=seconds)).strftime(
        "%Y-%m-%dT%H:%M:%S.%fZ"
    )


def _metrics(service: Any, club: Selo) -> dict[str, str]:
    lines = service.ask(
        "/metrics", fields=bearer(token(club.ledger, Role.READER))
    ).text.splitlines()
    found = [line.split(" ") for line in lines if line.startswith("selo_webhooks")]
    return {
        name.removeprefix("selo_webhooks").removeprefix("_"): f"{float(value):g}"
        for name, value in found
    }


def test_after_seven_days_it_is_paused_and_told_and_goes_on_where_it_stopped(
    club: Selo, receiver: Receiver
) -> None:
    name, _ = hooked(club, receiver, "--after", str(club.events() - 2))
    last, clock = club.events(), Clock()
    receiver.answers = lambda fields: 301  # and nobody goes where it leads
    receiver.more = {"location": receiver.url + "/elsewhere"}
    with served(club.ledger, now=clock):
        until(lambda: row(club, name)["answer"] == "301")
        clock.move(days=7, seconds=-1)
        until(lambda: len(receiver.came) == 2)
        assert row(club, name)["state"] == "delivering"
        until(lambda: row(club, name)["next_at"] > clock())
        clock.move(hours=1)
        until(lambda: row(club, name)["state"] == "given-up")
        clock.move(days=1)
        time.sleep(0.3)
        assert {one.path for one in receiver.came} == {"/in"} and len(
            receiver.came
        ) == 3
        assert name in club.done(
            "webhook", "list"
        ) and "has taken nothing since" in club.done("webhook", "list")
        receiver.answers = lambda fields: 200
        club.done("webhook", "resume", name)
        receiver.wait(lambda: receiver.seqs() == [last - 1, last])


def test_a_clock_that_was_ahead_keeps_nobody_waiting(
    club: Selo, receiver: Receiver
) -> None:
    name, _ = hooked(club, receiver)
    last, clock = club.events(), Clock()
    receiver.answers = lambda fields: 500 if len(receiver.came) < 2 else 200
    with served(club.ledger, now=clock):
        club.submit(player("N1"))
        until(lambda: row(club, name)["next_at"] == _later(clock(), 5))
        clock.move(days=3)
        # tried on a day to come
        until(lambda: row(club, name)["next_at"] == _later(clock(), 15))
        clock.move(days=-3)
        until(lambda: row(club, name)["delivered"] == last + 1)
    assert row(club, name)["failing_since"] is None


def test_a_slow_machine_delays_neither_another_nor_a_booking(
    club: Selo, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "SECONDS", 1.0)
    held = threading.Event()
    with receiving() as slow:
        slow.answers = lambda fields: 200 if held.wait(20) else 500
        behind, _ = hooked(club, slow)
        hooked(club, receiver)
        with served(club.ledger, now=lambda: AT) as service:
            fields = {**bearer(token(club.ledger)), "Content-Type": "application/json"}
            first = club.events()
            for number in range(20):
                started = time.monotonic()
                body = json.dumps(player(f"N{number}")).encode()
                assert service.ask("/api/documents", "POST", body, fields).status == 201
                receiver.wait(
                    lambda number=number: (  # type: ignore[misc]
                        receiver.seqs() == [*range(first + 1, first + number + 2)]
                    )
                )
                assert time.monotonic() - started < 15
            until(lambda: row(club, behind)["answer"] == "too-slow")
            assert row(club, behind)["delivered"] == first
            held.set()


def test_paused_and_resumed_by_the_office(club: Selo, receiver: Receiver) -> None:
    name, _ = hooked(club, receiver)
    first = club.events()
    with served(club.ledger, now=lambda: AT):
        club.submit(player("N1"))
        receiver.wait(lambda: receiver.seqs() == [first + 1])
        until(lambda: row(club, name)["delivered"] == first + 1)
        club.done("webhook", "pause", name)
        club.submit(player("N2"))
        time.sleep(0.4)
        assert receiver.seqs() == [first + 1] and row(club, name)["state"] == "paused"
        club.done("webhook", "resume", name)
        receiver.wait(lambda: receiver.seqs() == [first + 1, first + 2])
        club.done("webhook", "resume", name, "--after", str(first))
        receiver.wait(
            lambda: [one.seq for one in receiver.came] == [first + 1, first + 2] * 2
        )


def test_a_service_that_starts_again_goes_on_where_it_stopped(
    club: Selo, receiver: Receiver
) -> None:
    hooked(club, receiver, "--after", "0")
    half = club.events() // 2
    receiver.answers = lambda fields: 200 if len(receiver.seqs()) < half else 503
    clock = Clock()
    with served(club.ledger, now=clock):
        receiver.wait(lambda: any(one.status == 503 for one in receiver.came))
    receiver.answers = lambda fields: 200
    clock.move(minutes=1)
    with served(club.ledger, now=clock):
        receiver.wait(lambda: receiver.seqs() == [*range(1, club.events() + 1)])
    ids = [one.id for one in receiver.taken()]
    # a service that was stopped, and not killed, sends nothing twice
    assert len(ids) == len({*ids})


def test_of_two_services_one_delivers(club: Selo, receiver: Receiver) -> None:
    hooked(club, receiver)
    first = club.events()
    with served(club.ledger, now=lambda: AT), served(club.ledger, now=lambda: AT):
        for number in range(10):
            club.submit(player(f"N{number}"))
        receiver.wait(lambda: len(receiver.seqs()) == 10)
        time.sleep(0.3)
    assert [one.seq for one in receiver.came] == [*range(first + 1, first + 11)]


def test_whoever_lost_the_lease_moves_nothing(club: Selo, receiver: Receiver) -> None:
    name, _ = hooked(club, receiver, "--after", "0")
    mine, other = outbox.new_holder(), outbox.new_holder()
    post = outbox.post(club.ledger, name)
    assert (
        post is not None
        and outbox.lease(club.ledger, mine)
        and not outbox.lease(club.ledger, other)
    )
    assert outbox.lease(club.ledger, mine), "it is renewed by whoever has it"
    with changing(club.ledger) as connection:
        connection.execute(
            "UPDATE webhook_lease SET until = until - ?", (outbox.LEASE_SECONDS + 1,)
        )
    assert outbox.lease(club.ledger, other), "one that has run out is free"
    assert outbox.move_on(club.ledger, mine, post, 1, "x", ("200", AT)) is None
    assert outbox.note_failure(club.ledger, mine, post, "500", AT) is None
    assert (row(club, name)["delivered"], row(club, name)["answer"]) == (0, None)
    moved = outbox.move_on(club.ledger, other, post, 1, "x", ("200", AT))
    assert moved is not None and moved.delivered == 1
    # it is not where it was any more
    assert outbox.move_on(club.ledger, other, post, 5, "x", ("200", AT)) == moved
    with changing(club.ledger) as connection:
        machine, _, rest = other.rsplit(" ", 2)
        connection.execute(
            "UPDATE webhook_lease SET holder = ?", (f"{machine} {2**22 + 1} {rest}",)
        )
    assert outbox.lease(club.ledger, mine), "a process that is gone has no lease"


@pytest.mark.in_a_file("restores a backup")
def test_a_ledger_that_was_rolled_back_stops_it(club: Selo, receiver: Receiver) -> None:
    name, _ = hooked(club, receiver, "--after", "0")
    club.done("ledger", "backup", str(club.folder / "early.db"))
    club.submit(player("N1"), player("N2"))
    with served(club.ledger, now=lambda: AT):
        receiver.wait(lambda: len(receiver.seqs()) == club.events())
        until(lambda: row(club, name)["delivered"] == club.events())
    came = len(receiver.came)
    club.done("ledger", "restore", str(club.folder / "early.db"), "--replace")
    # it grows again past the position, with other events
    club.submit(player("O1"), player("O2"), player("O3"))
    with served(club.ledger, now=lambda: AT):
        until(lambda: row(club, name)["state"] == "beyond")
        assert [
            problem["code"] for problem in club.refused("webhook", "resume", name)
        ] == ["webhook-beyond"]
        assert len(receiver.came) == came
        after = club.events() - 3
        club.done("webhook", "resume", name, "--after", str(after))
        receiver.wait(
            lambda: (
                [one.seq for one in receiver.came[came:]]
                == [after + 1, after + 2, after + 3]
            )
        )


def test_trying_it_out(club: Selo, receiver: Receiver) -> None:
    name, secret = hooked(club, receiver)
    assert club.ask("webhook", "test", name) == {"id": name, "answer": "200"}
    [one] = receiver.came
    assert (
        one.is_signed(secret) and one.value["kind"] == "test" and "seq" not in one.value
    )
    receiver.answers = lambda fields: 404
    assert [problem["code"] for problem in club.refused("webhook", "test", name)] == [
        "webhook-not-taken"
    ]


def test_dropped_with_its_secret(club: Selo, receiver: Receiver) -> None:
    name, secret = hooked(club, receiver)
    assert secret.encode() in kept_beside(club.ledger)
    assert "secret" not in club.done("webhook", "list", "--json")
    club.done("webhook", "drop", name)
    assert club.ask("webhook", "list")["rows"] == []
    assert secret.encode() not in kept_beside(club.ledger)
    for words in (("test",), ("drop",), ("pause",), ("resume",)):
        assert [
            problem["code"] for problem in club.refused("webhook", *words, name, code=3)
        ] == ["unknown-webhook"]


@pytest.mark.in_a_file("looks for the file")
def test_slips_of_the_office(club: Selo) -> None:
    there = "http://127.0.0.1:9/"
    assert (
        club.refused("webhook", "add", there, "--private", "--topic", "amends", code=2)[
            0
        ]["code"]
        == "unknown-kind"
    )
    late = club.refused("webhook", "add", there, "--private", "--after", "999", code=3)
    assert late[0]["code"] == "unknown-seq"
    assert club.refused("webhook", "add", there)[0]["code"] == "webhook-address"
    assert not Path(path_beside(club.ledger)).exists(), "what is refused leaves nothing"
