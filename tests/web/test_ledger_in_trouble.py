"""A ledger that is not as it should be, under a service that runs: another in its
place, locked, spoiled, gone.
"""

import json
import os
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from desk.submit import init
from ledger.errors import LedgerUnusable, Problem
from messages import say
from tests.web.serving import Reply, Served, served
from tests.web.test_drafts import Person
from tests.web.test_tokens import bearer, token
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.ledger import outside
from tests.world.reached import copy_of, replaced
from web.store import beside, notices
from web.store.beside import path_beside
from web.store.roles import Role


@pytest.mark.in_a_file("another ledger is made in its place")
def test_a_ledger_of_another_origin_in_its_place_is_refused_until_it_is_put_back(
    club: Selo,
) -> None:
    """Its tokens and drafts are those of the first, and whoever follows would take the
    one for the other.
    """
    mine, other = copy_of(club, "mine.db"), copy_of(club, "other.db")
    other.path.unlink()
    init(str(other.path), outside())
    with served(club.ledger, now=lambda: AT) as service:
        officer = Person(service, club.ledger, name="aino")
        assert officer.submit(player("N1")).status == 201
        kept = copy_of(club, "kept.db")
        replaced(club, other)
        for reply in (
            service.ask("/api/players/A"),
            service.ask("/api/checkpoint"),
            officer.submit(player("N2")),
            officer.see(),
            service.ask("/readyz"),
        ):
            assert (reply.status, reply.codes) == (503, ["other-ledger"])
        assert service.ask("/healthz").status == 200
        assert club.events() < mine.events()
        replaced(club, kept)  # a backup of the same ledger
        assert (
            officer.submit(player("N2")).status == 201
            and service.ask("/readyz").status == 200
        )


@pytest.mark.in_a_file("a server's disk is its own affair")
def test_whoever_may_read_goes_on_reading_when_the_disk_is_full(
    club: Selo, service: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No answer hangs on when a token was last used, or on a note of who was denied."""
    officer, auditor = (
        Person(service, club.ledger, role, role)
        for role in (Role.OFFICER, Role.AUDITOR)
    )
    links = [
        club.ask(
            "access",
            "login",
            "--role",
            "officer",
            "--name",
            "aino",
            "--url",
            "http://x",
        )["url"]
        for _ in range(2)
    ]
    same = {"Sec-Fetch-Site": "same-origin"}
    cookie = (
        service.ask(links[0].removeprefix("http://x"), "POST", b"", same)
        .fields["set-cookie"]
        .partition(";")[0]
    )

    def full(*given: object, **named: object) -> None:
        raise LedgerUnusable(
            Problem("disk-full", say("the disk is full; nothing was recorded"))
        )

    monkeypatch.setattr(beside, "changing", full)
    monkeypatch.setattr(
        os, "statvfs", lambda folder: SimpleNamespace(f_bavail=0, f_frsize=4096)
    )
    assert (
        officer.see().status == 200
        and service.ask("/desk", fields=officer.fields).status == 200
    )
    assert service.ask("/desk", fields={"Cookie": cookie}).status == 200
    assert service.ask("/api/ledger", fields=auditor.fields).status == 200
    assert [
        service.ask("/desk").status,
        service.ask("/desk", fields={"Authorization": "Bearer x"}).status,
    ] == [
        401,
        401,
    ]
    ready = service.ask("/readyz")
    assert (ready.status, ready.text) == (
        200,
        "ready to answer; nothing can be recorded: the disk is full\n",
    )


@pytest.mark.in_a_file("a server's disk is its own affair")
def test_whoever_has_a_token_reads_after_a_restart_on_a_full_disk(
    club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has opened the file with the tokens yet, and there is no room for what
    SQLite makes beside it.
    """
    secret = token(club.ledger, Role.OFFICER, "aino")

    def without_room(connection: sqlite3.Connection, path: str) -> None:
        refused: Any = sqlite3.OperationalError("disk I/O error")
        refused.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"
        raise refused

    with served(club.ledger, now=lambda: AT) as service:
        with monkeypatch.context() as full:
            full.setattr(beside, "_make_ready", without_room)
            for address in ("/desk", "/api/lists/next"):
                assert service.ask(address, fields=bearer(secret)).status == 200
                assert (
                    service.ask(address, fields=bearer(f"{secret[:-1]}x")).status == 401
                )
            new = json.dumps(player("N1")).encode()
            sent = {**bearer(secret), "Content-Type": "application/json"}
            assert service.ask("/api/drafts", "POST", new, sent).codes == ["disk-full"]
        assert service.ask("/api/documents", "POST", new, sent).status == 201


@pytest.mark.in_a_file("an older copy is moved to its place")
def test_an_older_copy_in_its_place_is_not_ready(club: Selo) -> None:
    """A supervisor hears that something acknowledged is gone; so does whoever books,
    and whoever asks is answered.
    """
    older = copy_of(club, "older.db")
    with served(club.ledger, now=lambda: AT, seen=str(club.folder / "seen")) as service:
        officer = Person(service, club.ledger, name="aino")
        assert service.ask("/readyz").text == "ready\n"
        assert (
            officer.submit(player("N1")).status == 201
            and service.ask("/readyz").text == "ready\n"
        )
        kept = copy_of(club, "kept.db")
        kept.path.unlink()
        club.done("ledger", "backup", str(kept.path))
        replaced(club, older)
        ready = service.ask("/readyz")
        assert (ready.status, ready.codes) == (
            503,
            ["rolled-back"],
        ) and "rolled back" in ready.text
        assert not told(ready, club)
        assert officer.submit(player("N2")).codes == ["rolled-back"]
        assert (
            service.ask("/api/players/A").status == 200
            and service.ask("/healthz").status == 200
        )
        replaced(club, kept)
        assert (
            service.ask("/readyz").text == "ready\n"
            and officer.submit(player("N2")).status == 201
        )


def test_what_others_booked_is_remembered_when_it_is_asked_whether_it_is_ready(
    club: Selo,
) -> None:
    """Somebody else on this machine books past the service, and an older state is put
    back then.
    """
    with served(club.ledger, now=lambda: AT, seen=str(club.folder / "seen")) as service:
        assert service.ask("/readyz").text == "ready\n"
        older = copy_of(club, "older.db")
        club.submit(player("N1"))
        assert service.ask("/readyz").text == "ready\n"
        replaced(club, older)
        assert service.ask("/readyz").codes == ["rolled-back"]


@pytest.mark.in_a_file("the file beside it is locked")
def test_wrong_tokens_stop_nobody_while_somebody_else_writes(
    club: Selo, service: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four of them held all threads for ten seconds, each to note that it was wrong:
    here it would be a minute.
    """
    monkeypatch.setattr(beside, "WAIT_SECONDS", 60)
    officer = Person(service, club.ledger)
    assert officer.see().status == 200
    with held(Path(path_beside(club.ledger))), ThreadPoolExecutor(8) as clients:
        wrong = [
            clients.submit(service.ask, "/desk", fields={"Authorization": "Bearer x"})
            for _ in range(8)
        ]
        started = time.monotonic()
        assert (
            service.ask("/api/players/A?as_of=2024-03-04").status == 200
            and officer.see().status == 200
        )
        assert {one.result().status for one in wrong} == {401}
        assert time.monotonic() - started < 30


def test_denials_wash_no_token_out_of_the_log(
    club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "MOST_DENIED", 50)
    monkeypatch.setattr(notices, "CLEARED_EVERY", 7)
    made = [token(club.ledger, Role.READER, f"r{number}") for number in range(3)]
    club.done("access", "login", "--role", "officer", "--name", "aino")
    for number in range(300):
        notices.note_denial(club.ledger, AT, "-", f"GET /desk: {number}")
    rows = club.ask("access", "log")["rows"]
    kinds = Counter(row["kind"] for row in rows)
    assert (
        kinds["token-made"] == len(made)
        and kinds["login-made"] == 1
        and 50 <= kinds["denied"] <= 57
    )
    assert rows[0]["about"] == "GET /desk: 299"


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
@pytest.mark.parametrize(
    ("beside", "trouble"),
    [
        (False, gone),
        (False, spoiled),
        (False, held),
        (True, spoiled),
        (True, held),
    ],
)
def test_no_answer_says_where_on_this_machine_the_ledger_is(
    club: Selo,
    beside: bool,
    trouble: Callable[[Path], AbstractContextManager[None]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("web.store.beside.WAIT_SECONDS", 0.1)
    made = list[sqlite3.Connection]()

    def noted(
        *given: Any,
        connect: Callable[..., sqlite3.Connection] = sqlite3.connect,
        **named: Any,
    ) -> Any:
        made.append(connect(*given, **named))
        return made[-1]

    monkeypatch.setattr(sqlite3, "connect", noted)
    with served(club.ledger, now=lambda: AT, write_seconds=0.1) as service:
        officer = Person(service, club.ledger, name="aino")
        draft = officer.keep(
            json.dumps(player("N1")).encode(), kind="application/json"
        ).value["number"]
        with trouble(Path(path_beside(club.ledger) if beside else club.ledger)):
            replies = [
                service.ask("/readyz"),
                service.ask("/api/players/A?as_of=2024-02-03"),
                service.ask("/desk"),
                service.ask("/players/A", fields={"Accept": "text/html"}),
                officer.submit(player("N2")),
                officer.see(),
                service.ask("/desk", fields={**officer.fields, "Accept": "text/html"}),
                service.ask(
                    f"/desk/drafts/{draft}",
                    fields={**officer.fields, "Accept": "text/html"},
                ),
                officer.see(f"/{draft}/preview"),
                officer.do(draft, "book"),
            ]
        assert any(reply.status == 503 for reply in replies), [
            reply.status for reply in replies
        ]
        assert [reply.text for reply in replies if told(reply, club)] == []
    assert (
        len(made) > 10
        and [connection for connection in made if is_open(connection)] == []
    )


def is_open(connection: sqlite3.Connection) -> bool:
    """One that nobody closed holds its file until the garbage collector comes, which
    warns of it.
    """
    try:
        return connection.total_changes >= 0
    except sqlite3.ProgrammingError as error:
        return "closed" not in str(error)


def told(reply: Reply, club: Selo) -> bool:
    name = club.path.name
    return any(
        place in reply.text
        for place in (str(club.folder), f'"{name}', f" {name}", f"{name}.service")
    )


def test_a_warning_of_an_erasure_names_no_file_of_this_machine(
    service: Served, club: Selo
) -> None:
    officer = Person(service, club.ledger, Role.OFFICER, "aino")
    officer.keep(
        json.dumps(player("N9", name="Pelaaja A")).encode(), kind="application/json"
    )
    reply = officer.submit({"kind": "erase-person", "player": "A", "reason": "asked"})
    assert (
        reply.status == 201
        and "still names them" in reply.text
        and not told(reply, club)
    )


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(club.ledger, now=lambda: AT) as running:
        yield running
