"""How much of one name may wait, how much comes at once, and that what went takes no
room.
"""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.memory import peak_of
from tests.web.serving import Served, served
from tests.web.test_drafts import Person
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.pace import until
from web.store.beside import path_beside
from web.store.drafts import drafts, keep_draft
from web.store.quotas import Quota
from web.store.roles import Role

BYTES = "application/octet-stream"


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(club.ledger, now=lambda: AT) as running:
        yield running


@pytest.fixture
def officer(service: Served, club: Selo) -> Person:
    return Person(service, club.ledger)


def test_drafts_of_one_name_have_a_quota(
    service: Served, club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.booking.permissions.OF_SUBMITTERS", Quota(3, 5000))
    one, other = (
        Person(service, club.ledger, Role.SUBMITTER, name)
        for name in ("seura", "toinen")
    )
    for _ in range(2):
        assert one.keep(b"x" * 2000, "?name=a.trf", BYTES).status == 202
    refused = one.keep(b"x" * 2000, "?name=a.trf", BYTES)
    assert (refused.status, refused.codes) == (422, ["too-many-drafts"])
    assert one.submit(player("N1"), query="?dry_run=true").status == 200
    assert one.submit(player("N1")).status == 202
    assert one.submit(player("N2")).codes == ["too-many-drafts"]
    assert other.keep(b"x" * 2000, "?name=a.trf", BYTES).status == 202
    one.do(1, "drop")
    assert one.submit(player("N2")).status == 202


def test_a_submitter_sends_less_at_once_than_the_office(
    service: Served, club: Selo, officer: Person
) -> None:
    seura = Person(service, club.ledger, Role.SUBMITTER, "seura")
    large = bytes(4 * 2**20 + 1)
    stated = {"Content-Length": str(len(large))}
    assert seura.keep(b"x", "?name=a.trf", BYTES, **stated).codes == ["too-large"]
    assert seura.post(b" ", **stated).codes == ["too-large"]
    assert officer.keep(large, "?name=a.trf", BYTES).status == 202


@pytest.mark.in_a_file("its size is measured")
def test_a_list_reads_no_content_and_the_file_shrinks_again(
    officer: Person, club: Selo
) -> None:
    small = Path(path_beside(club.ledger)).stat().st_size
    for number in range(1, 9):
        assert (
            officer.keep(bytes([number]) * 10 * 2**20, "?name=a.trf", BYTES).status
            == 202
        )

    def listed() -> None:
        assert [row.bytes for row in drafts(club.ledger).rows] == [10 * 2**20] * 8

    assert peak_of(listed, 2**20) < 2**20
    for number in range(1, 9):
        assert officer.do(number, "drop").status == 200
    left = sum(
        file.stat().st_size
        for file in club.folder.iterdir()
        if file.name.startswith(f"{club.path.name}.service")
    )
    assert left < small + 200_000


def test_few_large_bodies_are_in_memory_at_once(
    service: Served, club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others wait on the disk; of one name only some are on their way."""
    seura, held, inside = (
        Person(service, club.ledger, Role.SUBMITTER, "seura"),
        threading.Event(),
        Counter[str](),
    )
    honest = keep_draft

    def slowly(**given: Any) -> Any:
        inside["now"] += 1
        inside["most"] = max(inside["most"], inside["now"])
        held.wait(20)
        inside["now"] -= 1
        return honest(**given)

    monkeypatch.setattr("web.booking.drafts.keep_draft", slowly)
    with ThreadPoolExecutor(20) as clients:
        sent = [
            clients.submit(seura.keep, bytes(2 * 2**20), "?name=a.trf", BYTES)
            for _ in range(20)
        ]
        until(lambda: inside["now"] == 2)
        time.sleep(0.5)  # for whoever would come in too
        held.set()
        statuses = Counter(one.result().status for one in sent)
    assert (
        inside["most"] == 2 and statuses[202] >= 8 and set(statuses) <= {202, 422, 429}
    ), (inside, statuses)
