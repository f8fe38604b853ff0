"""A ledger that is not as it should be, under a service that runs: another in its place, locked, spoiled, gone."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from desk.submit import init
from service.beside import path_beside
from service.tokens import Role
from tests.web.serving import Reply, Served, served
from tests.web.test_drafts import Person
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.ledger import outside
from tests.world.reached import copy_of, replaced


@pytest.mark.in_a_file("another ledger is made in its place")
def test_a_ledger_of_another_origin_in_its_place_is_refused_until_it_is_put_back(club: Selo) -> None:
    """Its tokens and drafts are those of the first, and whoever follows would take the one for the other."""
    mine, other = copy_of(club, "mine.db"), copy_of(club, "other.db")
    other.path.unlink()
    init(str(other.path), outside())
    with served(club.ledger, now=lambda: AT) as service:
        officer = Person(service, club.ledger, name="aino")
        assert officer.submit(player("N1")).status == 201
        kept = copy_of(club, "kept.db")
        replaced(club, other)
        for reply in (
            service.ask("/api/players/A"), service.ask("/api/tlog/checkpoint"), officer.submit(player("N2")),
            officer.see(), service.ask("/readyz"),
        ):  # fmt: skip
            assert (reply.status, reply.codes) == (503, ["other-ledger"])
        assert service.ask("/healthz").status == 200
        assert club.events() < mine.events()
        replaced(club, kept)  # a backup of the same ledger
        assert officer.submit(player("N2")).status == 201 and service.ask("/readyz").status == 200


@contextmanager
def spoiled(file: Path) -> Iterator[None]:
    before = file.read_bytes()
    file.write_bytes(b"no database" * 1000)
    yield
    file.write_bytes(before)


@contextmanager
def gone(file: Path) -> Iterator[None]:
    shutil.move(file, f"{file}.away")
    yield
    shutil.move(f"{file}.away", file)


@contextmanager
def held(file: Path) -> Iterator[None]:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


@pytest.mark.in_a_file("it is taken away, spoiled and locked")
@pytest.mark.parametrize(("beside", "trouble"), [
    (False, gone), (False, spoiled), (False, held), (True, spoiled), (True, held),
])  # fmt: skip
def test_no_answer_says_where_on_this_machine_the_ledger_is(
    club: Selo, beside: bool, trouble: Callable[[Path], AbstractContextManager[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.beside.WAIT_SECONDS", 0.1)
    with served(club.ledger, now=lambda: AT, write_seconds=0.1) as service:
        officer = Person(service, club.ledger, name="aino")
        draft = officer.keep(json.dumps(player("N1")).encode(), kind="application/json").value["number"]
        with trouble(Path(path_beside(club.ledger) if beside else club.ledger)):
            replies = [
                service.ask("/readyz"), service.ask("/api/players/A?as_of=2024-02-03"), service.ask("/desk"),
                service.ask("/players/A", fields={"Accept": "text/html"}), officer.submit(player("N2")), officer.see(),
                service.ask("/desk", fields={**officer.fields, "Accept": "text/html"}),
                service.ask(f"/desk/drafts/{draft}", fields={**officer.fields, "Accept": "text/html"}),
                officer.see(f"/{draft}/preview"), officer.do(draft, "book"),
            ]  # fmt: skip
        assert sum(reply.status == 503 for reply in replies) >= 2, [reply.status for reply in replies]
        assert [reply.text for reply in replies if told(reply, club)] == []


def told(reply: Reply, club: Selo) -> bool:
    name = club.path.name
    return any(place in reply.text for place in (str(club.folder), f'"{name}', f" {name}", f"{name}.service"))


def test_a_warning_of_an_erasure_names_no_file_of_this_machine(service: Served, club: Selo) -> None:
    officer = Person(service, club.ledger, Role.OFFICER, "aino")
    officer.keep(json.dumps(player("N9", name="Pelaaja A")).encode(), kind="application/json")
    reply = officer.submit({"kind": "erase-person", "player": "A", "reason": "asked"})
    assert reply.status == 201 and "still names them" in reply.text and not told(reply, club)


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(club.ledger, now=lambda: AT) as running:
        yield running
