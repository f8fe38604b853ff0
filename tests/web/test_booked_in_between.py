"""Somebody books between any two statements of whoever reads: the answer is of before
or of after, and no alarm.
"""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import psycopg
import pytest

from audit.machine import compare_with_last_seen
from audit.standalone import verify as standalone
from ledger.store.dialects import sqlite
from projections.answers import Question
from projections.answers.kept_open import KeptLedger
from projections.answers.players.show import show
from tests.web.serving import served
from tests.world.command import Selo
from tests.world.documents import game, player, tournament
from tests.world.ledger import NOW, submitted

ON_BOTH = True
TODAY = NOW[:10]
MOST = 400  # statements of one question; more would be a mistake here


class Office:
    """Books when it is told to: before the statement of a reader that has this number."""

    def __init__(self, ledger: str) -> None:
        self.ledger = ledger
        self.booked = 0
        self._books_before = 0
        self._statements = 0
        self._lock = threading.Lock()
        self._at_work = threading.local()

    def book(self) -> None:
        """Something of every kind that readers compare: people, settings, a tournament,
        and the totals of A.
        """
        self.booked += 1
        name = f"N{self.booked}"
        years = ("adults", "nobody", "everybody")[self.booked % 3]
        self._at_work.is_so = True
        submitted(
            self.ledger,
            {"kind": "settings", "years_of_birth": years},
            player(name),
            tournament(
                f"t{self.booked}", "2024-06-01", game(1, "A", name), game(1, "B", "C")
            ),
        )
        self._at_work.is_so = False

    def book_before(self, statement: int) -> None:
        self._statements, self._books_before = 0, statement

    def came_to_it(self) -> bool:
        return self._statements >= self._books_before

    def see_statement(self) -> None:
        if getattr(self._at_work, "is_so", False):
            return
        with self._lock:
            self._statements += 1
            its_turn = self._statements == self._books_before
        if its_turn:
            self.book()


@pytest.fixture
def office(club: Selo, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    office = Office(club.ledger)
    in_file: Any = sqlite._Connection.execute
    on_server: Any = psycopg.Connection.execute

    def executed_in_file(self: Any, *given: Any, **named: Any) -> Any:
        office.see_statement()
        return in_file(self, *given, **named)

    def executed_on_server(self: Any, *given: Any, **named: Any) -> Any:
        office.see_statement()
        return on_server(self, *given, **named)

    monkeypatch.setattr(sqlite._Connection, "execute", executed_in_file)
    monkeypatch.setattr(psycopg.Connection, "execute", executed_on_server)
    yield office
    office.book_before(0)


@pytest.mark.parametrize(
    "line", ["show A", "log impact 15", "tournament list", "doctor", "verify"]
)
def test_a_command_is_never_told_that_something_is_damaged(
    club: Selo, office: Office, line: str
) -> None:
    expected = club.run(*line.split()).code
    for statement in range(1, MOST, 3 if line == "verify" else 1):
        office.book_before(statement)
        ran = club.run(*line.split())
        assert (ran.code, ran.err) == (
            expected,
            "",
        ), f"booked before statement {statement}: {ran.out}"
        if not office.came_to_it():
            break
    assert office.booked > 2
    assert club.ask("ledger", "rebuild", "--check")["equal"] is True


@pytest.mark.parametrize(
    "address", ["/api/players/A", "/api/lists/selo?known_seq=15", "/metrics"]
)
def test_nor_is_whoever_asks_the_service(
    club: Selo, office: Office, address: str
) -> None:
    with served(club.ledger) as service:
        service.always["Authorization"] = f"Bearer {reader(club)}"
        for statement in range(1, MOST):
            # a service looks at the ledger anew when something was recorded
            office.book()
            office.book_before(statement)
            reply = service.ask(address)
            assert reply.status == 200, (
                f"booked before statement {statement}: {reply.text}"
            )
            if not office.came_to_it():
                break
        office.book_before(0)
        assert office.booked > 2


def test_a_kept_ledger_looks_while_others_book(club: Selo) -> None:
    """The same with chance in the place of a plan: looks as often as they come while 40
    are booked.
    """
    done = threading.Event()

    def looks() -> int:
        count = 0
        with closing(KeptLedger(club.ledger)) as kept:
            while not done.is_set():
                with kept.reading(Question(), TODAY) as reading:
                    show(reading, "A")
                count += 1
        return count

    with ThreadPoolExecutor(2) as readers:
        looking = [readers.submit(looks) for _ in range(2)]
        try:
            for number in range(40):
                submitted(club.ledger, player(f"M{number}"))
        finally:
            done.set()
        assert all(one.result() > 0 for one in looking)


def test_what_was_seen_is_never_ahead_of_what_is_looked_at(
    club: Selo, office: Office, tmp_path: Any
) -> None:
    """Each process remembers how far it saw the ledger, in one place: what another has
    just seen is no rollback.
    """
    folder = str(tmp_path / "seen")
    book = office.book

    def booked_and_remembered() -> None:
        book()
        office._at_work.is_so = True
        assert compare_with_last_seen(club.ledger, folder, NOW) is None
        office._at_work.is_so = False

    office.book = booked_and_remembered  # type: ignore[method-assign]
    for statement in range(1, MOST):
        office.book_before(statement)
        assert compare_with_last_seen(club.ledger, folder, NOW) is None, statement
        if not office.came_to_it():
            break
    assert office.booked > 1


@pytest.mark.in_a_file("a program for files")
def test_the_program_for_auditors_looks_at_one_state(
    club: Selo, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    office = Office(club.ledger)
    definitions = standalone.definitions

    def seen(statement: str) -> None:
        if "FROM tree" in statement:  # the events have been read
            office.book()

    def then_somebody_books(ledger: Any) -> list[str]:
        found = definitions(ledger)
        ledger.set_trace_callback(seen)
        return found

    monkeypatch.setattr(standalone, "definitions", then_somebody_books)
    code = standalone.main(["ledger", club.ledger, "--json"])
    assert office.booked and (
        code,
        json.loads(capsys.readouterr().out)["problems"],
    ) == (3, [])


def reader(club: Selo) -> str:
    return str(club.ask("access", "new", "--role", "admin", "--name", "watch")["token"])
