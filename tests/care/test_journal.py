"""SQLite's journal beside a ledger stays small, although somebody reads at every
moment, and a stop leaves none.
"""

import sqlite3
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from ledger.store.database import snapshot
from ledger.store.dialects import sqlite
from ledger.store.events import head
from tests.care.caring import made
from tests.web.serving import Served, served
from tests.web.test_tokens import bearer, token
from tests.world.documents import player
from tests.world.ledger import submitted
from tests.world.pace import until
from web.store.roles import Role

LIMIT = 300_000  # bytes, in the place of the real one, so that few bookings pass it


def journal(path: str) -> int:
    file = Path(f"{path}-wal")
    return file.stat().st_size if file.exists() else 0


class Readers:
    """Two readers, of whom one begins before the other ends, so that somebody reads at
    every moment.
    """

    def __init__(self, path: str) -> None:
        self.turns = 0
        self._path = path
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._read)

    def _read(self) -> None:
        before = ExitStack()
        while not self._stopping.is_set():
            after = ExitStack()
            head(after.enter_context(snapshot(self._path)))
            before.close()
            before = after
            self.turns += 1
        before.close()

    def __enter__(self) -> "Readers":
        self._thread.start()
        until(lambda: self.turns > 0)
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join()


def test_it_stays_small_while_somebody_reads_at_every_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "MOST_JOURNAL", LIMIT)
    # on a machine under load they take longer than half a second
    monkeypatch.setattr(sqlite, "READERS_SECONDS", 30)
    path, written, largest = made(tmp_path), 0, 0
    with Readers(path) as readers:
        for number in range(40):
            before = journal(path)
            submitted(path, *(player(f"P{number}-{one}") for one in range(50)))
            largest = max(largest, journal(path))
            written += max(0, journal(path) - before)
    assert readers.turns > 1
    assert largest < 3 * LIMIT, (largest, written)


def test_a_reader_who_stays_is_waited_for_in_vain_and_not_with_every_booking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody compares systems for half a minute: bookings go on, and the next after
    them finds the journal cut.
    """
    monkeypatch.setattr(sqlite, "MOST_JOURNAL", LIMIT)
    monkeypatch.setattr(sqlite, "READERS_SECONDS", 0.01)
    cut, shorten = list[int](), sqlite.shorten_journal

    def noted(path: str) -> None:
        cut.append(journal(path))
        shorten(path)

    monkeypatch.setattr(sqlite, "shorten_journal", noted)
    path = made(tmp_path)
    with snapshot(path) as connection:
        seen = head(connection)
        for number in range(20):
            submitted(path, *(player(f"P{number}-{one}") for one in range(50)))
        assert head(connection) == seen
        grown = journal(path)
    assert grown > 3 * LIMIT and len(cut) <= grown // LIMIT < 20
    for number in range(20):
        submitted(path, *(player(f"Q{number}-{one}") for one in range(50)))
    assert journal(path) < 3 * LIMIT


def test_a_service_that_stops_leaves_a_small_one(tmp_path: Path) -> None:
    path = made(tmp_path)
    with served(path) as service:
        service.always |= bearer(token(path, Role.ADMIN, "watch"))
        assert service.ask("/api/settings").status == 200
        submitted(path, *(player(f"P{one}") for one in range(50)))
        written = journal(path)
        assert written > 0 and gauge(service) == written
    assert journal(path) == 0


def gauge(service: Served) -> int:
    name = "selo_ledger_journal_bytes "
    [line] = [
        line
        for line in service.ask("/metrics").text.splitlines()
        if line.startswith(name)
    ]
    return int(float(line.removeprefix(name)))


def test_what_was_booked_stays_booked_when_the_journal_cannot_be_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no room in the file for what is in its journal: that is no failure of
    the booking.
    """
    monkeypatch.setattr(sqlite, "MOST_JOURNAL", 1)
    path, refused, execute = made(tmp_path), list[str](), sqlite._Connection.execute

    def without_room(self: Any, statement: str, *given: Any) -> Any:
        if "wal_checkpoint" in statement:
            refused.append(statement)
            raise sqlite3.OperationalError("database or disk is full")
        return execute(self, statement, *given)

    monkeypatch.setattr(sqlite._Connection, "execute", without_room)
    assert len(submitted(path, player("P")).recorded) == 1
    assert refused
