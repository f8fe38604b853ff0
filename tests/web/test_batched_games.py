"""Single games of one tournament that wait together are booked in one submission, and
each sender hears what they would have heard alone.
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from tests.web.serving import Reply, Served, served
from tests.web.test_tokens import bearer, token
from tests.web.test_writing import AT, JSON, encoded
from tests.world.command import Selo
from tests.world.documents import Document, player, tournament
from tests.world.pace import until
from web.store.roles import Role
from web.threads import Threads

CUP = "cup"
PEOPLE = [f"N{number}" for number in range(12)]


def game(number: int, **fields: object) -> Document:
    """A game of the cup: of the sixth pair of a round at most."""
    first = number % 6 * 2
    white, black = PEOPLE[first], PEOPLE[first + 1]
    return {
        "kind": "game",
        "tournament": CUP,
        "round": 2 + number // 6,
        "white": white,
        "black": black,
        "result": ("1-0", "0-1", "1/2-1/2")[number % 3],
        **fields,
    }


class Senders:
    """People who send documents at the same time: two officers, a publisher, an admin."""

    def __init__(self, service: Served, club: Selo) -> None:
        self._service = service
        roles = {
            "aino": Role.OFFICER,
            "eero": Role.OFFICER,
            "publisher": Role.PUBLISHER,
            "root": Role.ADMIN,
        }
        self._names = {
            name: bearer(token(club.ledger, role, name)) for name, role in roles.items()
        }
        self._clients = ThreadPoolExecutor(20)

    def send(
        self,
        name: str,
        document: Document,
        address: str = "/api/documents",
        **fields: str,
    ) -> "Future[Reply]":
        return self._clients.submit(
            self._service.ask,
            address,
            "POST",
            encoded(document),
            {**self._names[name], "Content-Type": JSON, **fields},
        )


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    club.submit(*(player(name) for name in PEOPLE))
    club.submit(tournament(CUP, "2024-06-01", f"{PEOPLE[0]} {PEOPLE[1]} 1-0"))
    with served(club.ledger, now=lambda: AT) as running:
        yield running


@pytest.fixture
def senders(service: Served, club: Selo) -> Senders:
    return Senders(service, club)


@pytest.fixture
def go_on(
    service: Served, club: Selo, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[int], None]]:
    """The writer is held: `go_on(count)` lets it go once so many requests wait for it."""
    let_go, honest = threading.Event(), Threads._write

    def slow(threads: Threads, work: Callable[[], object]) -> object:
        assert let_go.wait(60)
        return honest(threads, work)

    monkeypatch.setattr(Threads, "_write", slow)
    reader = bearer(token(club.ledger, Role.READER, "reader"))

    def go_on(count: int) -> None:
        # the one that asks is one of them
        running = f"\nselo_requests_running {count + 1}.0\n"
        until(lambda: running in service.ask("/metrics", fields=reader).text)
        let_go.set()

    yield go_on
    let_go.set()


def test_they_are_booked_together_and_each_hears_of_their_own(
    senders: Senders, go_on: Callable[[int], None], club: Selo
) -> None:
    first = senders.send("aino", player("X1"))
    games = [senders.send(("aino", "eero")[n % 2], game(n)) for n in range(10)]
    go_on(11)
    replies = [sent.result() for sent in games]
    assert first.result().status == 201
    assert [reply.status for reply in replies] == [201] * 10
    seqs = []
    for number, reply in enumerate(replies):
        [receipt] = reply.value["recorded"]
        seqs.append(receipt["seq"])
        event = club.ask("log", "event", str(receipt["seq"]))
        assert event["actor"] == ("aino", "eero")[number % 2]
        assert reply.value["receipt"]["first"] <= receipt["seq"]
    assert sorted(seqs) == list(range(min(seqs), min(seqs) + 10))
    together = {tuple(club.ask("log", "event", str(seq))["submitted"]) for seq in seqs}
    assert len(together) == 1, "they waited at the same time"
    played = {(g["round"], g["white"]) for g in club.ask("tournament", CUP)["games"]}
    assert played == {
        (1, "N0"),
        *((game(n)["round"], game(n)["white"]) for n in range(10)),
    }
    assert club.run("ledger", "rebuild", "--check").code == 0
    assert "intact" in club.run("verify").out


def test_an_admin_says_who_decided_a_game_alone_or_beside_others(
    senders: Senders, go_on: Callable[[int], None], club: Selo
) -> None:
    first = senders.send("aino", player("X1"))
    games = [senders.send("root", game(number, actor="bob")) for number in range(2)]
    games.append(senders.send("root", game(2)))
    go_on(4)
    assert first.result().status == 201
    actors = []
    for sent in games:
        [receipt] = sent.result().value["recorded"]
        actors.append(club.ask("log", "event", str(receipt["seq"]))["actor"])
    assert actors == ["bob", "bob", "root"]


def test_nobody_is_left_waiting_when_a_booking_fails(
    senders: Senders,
    go_on: Callable[[int], None],
    club: Selo,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*given: object, **named: object) -> None:
        raise ArithmeticError("a defect")

    first = senders.send("aino", player("X1"))
    monkeypatch.setattr("web.booking.batched_games.submit", fails)
    games = [senders.send("aino", game(number)) for number in range(3)]
    go_on(4)
    assert first.result().status == 201
    assert [sent.result(60).status for sent in games] == [500] * 3
    assert len(club.ask("tournament", CUP)["games"]) == 1


def test_a_game_that_is_refused_takes_no_other_along(
    senders: Senders, go_on: Callable[[int], None], club: Selo
) -> None:
    first = senders.send("aino", player("X1"))
    good = [senders.send("aino", game(number)) for number in range(3)]
    bad = senders.send("eero", game(4, white="NOBODY"))
    go_on(5)
    assert first.result().status == 201
    assert [sent.result().status for sent in good] == [201] * 3
    refused = bad.result()
    assert refused.status == 422 and refused.codes == ["unknown-player"]
    assert len(club.ask("tournament", CUP)["games"]) == 4


def test_a_game_that_is_sent_again_is_recorded_once(
    senders: Senders, go_on: Callable[[int], None], club: Selo
) -> None:
    first = senders.send("aino", player("X1"))
    key = {"Idempotency-Key": "k1"}
    same = [senders.send("aino", game(0), **key) for _ in range(2)]
    other = senders.send("eero", game(1))
    go_on(4)
    assert first.result().status == other.result().status == 201
    replies = [sent.result() for sent in same]
    assert sorted(reply.status for reply in replies) == [200, 201]
    receipts = [reply.value["recorded"][0] for reply in replies]
    assert sorted(receipt["repeated"] for receipt in receipts) == [False, True]
    assert receipts[0]["seq"] == receipts[1]["seq"]
    assert replies[0].value["moved"] == replies[1].value["moved"]
    assert len(club.ask("tournament", CUP)["games"]) == 3


def test_who_may_not_record_a_game_may_not_beside_others_either(
    senders: Senders, go_on: Callable[[int], None], club: Selo
) -> None:
    first = senders.send("aino", player("X1"))
    good = [senders.send("aino", game(number)) for number in range(1, 4)]
    bad = senders.send("publisher", game(4))
    go_on(5)
    refused = bad.result()
    assert (refused.status, refused.codes) == (403, ["not-allowed"])
    assert first.result().status == 201
    assert [sent.result().status for sent in good] == [201] * 3
    assert len(club.ask("tournament", CUP)["games"]) == 4


def test_a_game_that_waits_as_a_draft_is_not_booked_beside_others(
    senders: Senders, go_on: Callable[[int], None], club: Selo
) -> None:
    key = {"Idempotency-Key": "k1"}
    kept = senders.send("eero", game(5), "/api/drafts", **key).result()
    assert kept.status == 202
    first = senders.send("aino", player("X1"))
    others = [senders.send("aino", game(number)) for number in range(1, 4)]
    again = senders.send("eero", game(5), **key)
    go_on(5)
    assert first.result().status == 201
    assert [sent.result().status for sent in others] == [201] * 3
    assert again.result().status == 202
    assert again.result().value["number"] == kept.value["number"]
    assert len(club.ask("tournament", CUP)["games"]) == 4
