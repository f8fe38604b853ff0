"""The memory of a worker stays bounded while people read and the office books."""

import json
import re
from pathlib import Path

import pytest

from tests.web.test_locks_and_kills import post
from tests.web.test_processes import Serving, ask, serving
from tests.web.test_tokens import bearer, token
from tests.world.documents import player
from tests.world.ledger import demo_ledger
from web.store.roles import Role

PEOPLE = [f"F{number:03}" for number in range(1, 31)]
BEFORE, MEASURED = 5, 15  # bookings until every cache has what it holds, and then
MIB = 2**20
MOST = 2  # MiB for each booking, of which caches that are not full yet take a half


class Office:
    """People who read pages, and an officer who books, at a service that runs."""

    def __init__(self, service: Serving, ledger: Path) -> None:
        self._port = service.port
        self._officer = bearer(token(ledger)) | {"Content-Type": "application/json"}
        self._reader = bearer(token(ledger, Role.READER, "reader"))
        self._booked = 0

    def book_and_read(self) -> None:
        self._booked += 1
        body = json.dumps(player(f"N{self._booked}")).encode()
        reply = post(self._port, f"key-{self._booked}", body, self._officer)
        assert reply.status == 201, reply.text
        for person in PEOPLE:
            assert ask(self._port, f"/players/{person}").status == 200

    def memory(self) -> float:
        """Return the memory of the worker that is in use, in MiB, as its metrics say."""
        lines = ask(self._port, "/metrics", fields=self._reader).text
        found = re.search(r"^process_resident_memory_bytes (\S+)$", lines, re.MULTILINE)
        if found is None:
            pytest.skip("the system does not tell how much memory a process has")
        return float(found[1]) / MIB


@pytest.mark.measured
@pytest.mark.in_a_file("what is read of a file stays in the memory of the worker")
def test_what_was_read_before_a_booking_does_not_stay(tmp_path: Path) -> None:
    """Each booking makes what was read before it garbage, of which much refers to each
    other: 4 MiB after thirty pages of the demo. In a worker that looked for it as
    rarely as a command does, all of it stayed.
    """
    ledger = tmp_path / "demo.db"
    demo_ledger(ledger)

    with serving(str(ledger)) as service:
        office = Office(service, ledger)
        for _ in range(BEFORE):
            office.book_and_read()
        before = office.memory()
        for _ in range(MEASURED):
            office.book_and_read()
        grown = office.memory() - before

    assert grown < MOST * MEASURED, f"{grown:.0f} MiB in {MEASURED} bookings"
