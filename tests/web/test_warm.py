"""What nobody touched is given again after a booking, as from the new state; what somebody touched is not."""

import asyncio
import gzip
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from projections.answers.opened import KeptLedger
from tests.web.serving import NOW, Reply, Served, served
from tests.world.command import Selo
from tests.world.documents import Document, amend, game, opening, player, tournament
from web import answers
from web.answers.answering import Answering
from web.answers.ledger_state import LedgerState
from web.store.tokens import Role, new_token
from web.threads import Threads

PAGES = ("/api/players/A", "/api/players/A/history?list=selo", "/en/players/A", "/api/lists/selo", "/en/tournaments/t1")


@pytest.fixture
def club(selo: Selo) -> Selo:
    """Two pairs who never meet each other."""
    selo.clock(NOW)
    selo.submit(*(player(name, name=f"Player {name}", born="2015-03-02") for name in "ABCDE"))
    selo.submit(*(opening(name, 1700) for name in "ABCD"), *(opening(name, 1700, "pelo") for name in "ABCD"))
    selo.submit(event("t1", "A", "B"))
    return selo


HOST = {"Host": "ratings.test"}  # a page says where it stands, and each service has a port of its own


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(club.ledger) as running:
        running.always |= HOST
        yield running


def event(name: str, white: str, black: str, minutes: int = 90, end: str = "2024-05-01") -> Document:
    return tournament(name, end, game(1, white, black), minutes=minutes)


def kept(service: Served, address: str, fields: dict[str, str] | None = None) -> Reply:
    """The answer, for which nobody may ask the tables."""
    with patch.object(KeptLedger, "reading", side_effect=AssertionError("the tables were asked")):
        return service.ask(address, fields=fields)


def test_a_blitz_of_others_leaves_answers_as_they_are(club: Selo, service: Served) -> None:
    before = {address: service.ask(address) for address in PAGES}
    packed = {"Accept-Encoding": "gzip"}
    club.submit(event("blitz", "C", "D", minutes=5))
    for address, reply in before.items():
        again = kept(service, address)
        assert again.status == 200 and again.fields["etag"] == reply.fields["etag"], address
        assert kept(service, address, {"If-None-Match": reply.fields["etag"]}).status == 304
        zipped = kept(service, address, packed)
        plain = gzip.decompress(zipped.body) if "content-encoding" in zipped.fields else zipped.body
        with served(club.ledger) as other:
            fresh = other.ask(address, fields=HOST)
        # also what it says of the newest event is as a fresh answer has it
        assert again.body == fresh.body == plain, address
        assert again.fields.keys() == fresh.fields.keys()
    assert service.ask("/api/lists/pelo").value["rows"][0]["player"] == "C"


@pytest.mark.parametrize("document", [
    event("t2", "A", "C"), amend("t1", games={"1.1": {"result": "0-1"}}),
    player("B", name="Another Name", change=True), {"kind": "merge-players", "from": "E", "into": "B", "reason": "x"},
    {"kind": "withdraw", "tournament": "t1", "reason": "x"},
])  # fmt: skip
def test_what_touches_it_makes_it_new(club: Selo, service: Served, document: Document) -> None:
    before = {address: service.ask(address) for address in PAGES}
    club.submit(document)
    for address, reply in before.items():
        again = service.ask(address)
        assert again.fields["etag"] != reply.fields["etag"] or document.get("tournament") == "t2", address
        with served(club.ledger) as other:
            assert again.body == other.ask(address, fields=HOST).body, address


def test_a_list_of_an_earlier_day_is_left_alone_by_a_later_one(club: Selo, service: Served) -> None:
    early, late = "/api/lists/selo?as_of=2024-05-31", "/api/lists/selo"
    tags = [service.ask(address).fields["etag"] for address in (early, late)]
    club.submit(event("t3", "C", "D", end="2024-07-01"))
    assert kept(service, early).fields["etag"] == tags[0]
    assert service.ask(late).fields["etag"] != tags[1]
    club.submit(event("t4", "C", "D", end="2024-05-20"))
    assert service.ask(early).fields["etag"] != tags[0]


def test_nobody_is_given_what_the_office_sees(club: Selo, service: Served) -> None:
    token = new_token(club.ledger, "aino", Role.OFFICER, None, "tester", NOW).token
    office = {"Authorization": f"Bearer {token}"}
    for _ in range(2):
        assert service.ask("/api/players/A", fields=office).value["player"]["born"] == "2015-03-02"
        assert service.ask("/api/players/A").value["player"]["born"] == "2015"
        assert service.ask("/api/players/A", fields={"Authorization": "Bearer x"}).status == 401
    assert service.ask("/api/players/A", fields={"Cookie": "selo_session=x"}).value["player"]["born"] == "2015"


def test_what_is_at_hand_wakes_no_thread(club: Selo, service: Served) -> None:
    """Rows of one player, and of a list that was asked for before, are read where they are asked for."""
    service.ask("/api/lists/selo")
    for address, woken in (
        ("/api/players/A", False), ("/api/lists/selo?top=3", False), ("/api/lists/selo?top=3&min_games=1", False),
        ("/api/lists/pelo?top=3", True), ("/api/lists/selo?top=3&sex=f", True), ("/api/lists/selo?limit=3", True),
        ("/api/players/nobody", True), ("/api/players/Player%20B", True), ("/api/players/B?as_of=2023-01-01", True),
        ("/en/players/B", True), ("/api/players/B", False),
    ):  # fmt: skip
        reply, count = counted(service, address)
        with served(club.ledger) as other:  # there the first question always goes to a thread
            fresh, other_count = counted(other, address)
        assert (reply.body, other_count) == (fresh.body, 1) or address.startswith("/en"), address
        assert count == woken, address
    club.submit(event("t6", "A", "B"))
    assert counted(service, "/api/players/A")[1] == 1, "nobody knows yet whether the read tables are up to date"
    reply, count = counted(service, "/api/players/B")
    assert count == 0 and reply.value["lists"]["selo"]["games"] == 52


def counted(service: Served, address: str) -> tuple[Reply, int]:
    """The answer, and how many threads worked for it."""
    with patch.object(Threads, "run", autospec=True, side_effect=Threads.run) as run:
        return service.ask(address), run.call_count


@pytest.mark.parametrize(("address", "status", "times"), [("/en/players/A", 200, 1), ("/en/players/nobody", 404, 4)])
def test_who_asks_the_same_meanwhile_waits_for_it(address: str, status: int, times: int, service: Served) -> None:
    """Where the first of them is refused, the others are on their own."""
    many, asking, made = 4, list[str](), list[str]()
    answer, worked_out = Answering.answer, Answering._worked_out

    async def asked(self: Answering, *given: Any) -> Any:
        asking.append(address)
        return await answer(self, *given)

    async def after_all_have_asked(self: Answering, *given: Any) -> Any:
        made.append(address)
        while len(asking) < many:
            await asyncio.sleep(0.01)
        return await worked_out(self, *given)

    with (
        patch.object(Answering, "answer", asked), patch.object(Answering, "_worked_out", after_all_have_asked),
        ThreadPoolExecutor(many) as pool,
    ):  # fmt: skip
        replies = [*pool.map(service.ask, [address] * many)]
    assert {reply.status for reply in replies} == {status} and len({reply.body for reply in replies}) == 1
    assert len(made) == times


def test_what_is_kept_of_today_is_not_given_tomorrow(club: Selo) -> None:
    clock = ["2026-11-03T12:00:00.000000Z"]
    with served(club.ledger, now=lambda: clock[0]) as service:
        today = [service.ask("/api/players/A") for _ in range(3)]
        clock[0] = "2026-11-04T12:00:00.000000Z"
        tomorrow = [service.ask("/api/players/A") for _ in range(3)]
    tags = [{reply.fields["etag"] for reply in replies} for replies in (today, tomorrow)]
    assert list(map(len, tags)) == [1, 1] and tags[0] != tags[1]
    assert all(reply.value["basis"]["as_of"] == "2026-11-04" for reply in tomorrow)


def test_workers_say_the_same_whenever_they_began(club: Selo) -> None:
    with closing(LedgerState(club.ledger)) as early:
        began = early.state().head
        first = early.mark(early.state(), ("player A", "player C"), "2026-01-01")
        club.submit(event("t5", "C", "D"))
        club.submit(player("F", name="Player F"))
        marks = [early.mark(early.state(), (f"player {name}",), "2026-01-01") for name in "ACF"]
        with closing(LedgerState(club.ledger, began)) as late:
            assert marks == [late.mark(late.state(), (f"player {name}",), "2026-01-01") for name in "ACF"]
    assert marks[0] == first and marks[1].seq == began + 1 and marks[2].seq == began + 2


def test_after_very_many_submissions_everything_is_new(club: Selo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_STEPS", 3)
    with closing(LedgerState(club.ledger)) as state:
        before = state.mark(state.state(), ("player A",), "2026-01-01")
        for many in (3, 4):
            for number in range(many):
                club.submit(player(f"N{many}{number}", name=f"New {many}{number}"))
            mark = state.mark(state.state(), ("player A",), "2026-01-01")
            assert mark == before if many == 3 else mark.seq == state.state().head


def test_a_ledger_put_back_is_not_taken_for_what_it_was(club: Selo, tmp_path: Path) -> None:
    with closing(LedgerState(club.ledger)) as state:
        state.mark(state.state(), ("player A",), "2026-01-01")
        copy = tmp_path / "copy.db"
        copy.write_bytes(Path(club.ledger).read_bytes())
        club.submit(event("t6", "C", "D"))
        state.mark(state.state(), ("player A",), "2026-01-01")
        copy.replace(club.ledger)
        mark = state.mark(state.state(), ("player A",), "2026-01-01")
        assert mark.seq == state.state().head
