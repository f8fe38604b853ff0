"""The programs of the page that tells how to keep a copy: run as they stand there,
killed now and then, while random events are booked. Afterwards their lists are the
office's, all rows.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ledger.errors import LedgerUnusable, SeloError
from tests.doc_shell import DOCS
from tests.properties.any_documents import Papers
from tests.properties.telling import Story
from tests.test_docs_console import blocks
from tests.torture.workload import SEED, scaled
from tests.web.serving import NOW, Served, served
from tests.world.command import Selo
from tests.world.documents import Document, player
from tests.world.ledger import submitted
from tests.world.pace import until

PAGE = DOCS / "how-to" / "keep-a-copy.md"
PROGRAMS = {
    block.name: block.lines for block in blocks(PAGE.read_text("utf-8")) if block.name
}
EVENTS = [
    pytest.param(200, id="200"),
    # in fewer than 200 some kinds of events are missing
    pytest.param(max(200, scaled(1000)), id="1000", marks=pytest.mark.torture),
]
MOST_LINES = {"follow.py": 40, "follow.mjs": 40, "follow.sh": 20}
NEEDS = {
    "follow.py": (sys.executable,),
    "follow.mjs": ("node",),
    "follow.sh": ("sh", "curl", "jq"),
}


def missing(program: str) -> list[str]:
    """What the machine has not that a program needs."""
    return [need for need in NEEDS[program] if shutil.which(need) is None]


def test_the_programs_are_as_short_as_the_page_says() -> None:
    assert PROGRAMS.keys() == MOST_LINES.keys()
    assert {
        name
        for name, lines in PROGRAMS.items()
        if sum(map(bool, lines)) > MOST_LINES[name]
    } == set()


class Follower:
    """One program of the page and the copy that it keeps."""

    def __init__(self, name: str, folder: Path, office: str) -> None:
        self._place = folder / f"copy-of-{name}"
        script = folder / name
        script.write_text("\n".join(PROGRAMS[name]) + "\n", "utf-8")
        self._words = [NEEDS[name][0], str(script), office, str(self._place)]
        self._process: subprocess.Popen[bytes] | None = None
        self.kills = 0

    def start(self) -> None:
        # a shell leaves a curl behind when it is killed alone
        self._process = subprocess.Popen(
            self._words,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def kill(self) -> None:
        assert self._process is not None and self._process.poll() is None, (
            f"{self._words} ended by itself"
        )
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self.kills += 1

    def seq(self) -> int:
        """The event that the copy follows."""
        if self._place.is_dir():
            seen = self._place / "seen"
            return int(seen.read_text().split()[0]) if seen.exists() else 0
        seq: int = (
            json.loads(self._place.read_text("utf-8"))["seq"]
            if self._place.exists()
            else 0
        )
        return seq

    def lists(self) -> dict[str, Any]:
        if self._place.is_dir():
            return {
                path.stem: json.loads(path.read_text("utf-8"))["rows"]
                for path in self._place.glob("*.json")
            }
        lists: dict[str, Any] = json.loads(self._place.read_text("utf-8"))["lists"]
        return lists


class Booked(NamedTuple):
    """What the office has at the end, what each copy has, and how it came to that."""

    office: dict[str, Any]
    copies: dict[str, dict[str, Any]]
    kinds: Counter[str]
    kills: dict[str, int]


class Office:
    """Somebody who books a life of a federation, and between it whatever else there is."""

    def __init__(self, club: Selo, rng: random.Random) -> None:
        self._club, self._rng, self._papers = club, rng, Papers(rng)
        self._seqs: dict[int, int] = {}  # where a document of the life was recorded
        self._people: list[str] = []  # who was registered with an id
        self.kinds, self.head = Counter[str](), club.events()

    def book(self, documents: Sequence[Document]) -> None:
        try:
            outcome = submitted(self._club.ledger, *documents)
        except LedgerUnusable:
            raise
        except SeloError:
            return  # much of what is random is refused
        for document, receipt in zip(documents, outcome.recorded, strict=True):
            self._seqs[document.get("_seq", 0)] = receipt.seq
            self.head = max(self.head, receipt.seq)
            self.kinds[document["kind"]] += 1
            if document["kind"] == "player" and "player" in document:
                self._people.append(document["player"])

    def live(self, events: int) -> Iterator[None]:
        """Until there are so many events; of the life some together."""
        life = Story(
            SEED, tournaments=events // 5, players=30, foreign=True, editions=True
        ).documents()
        for turn in count(1):
            if self.head >= events:
                return
            if life:
                some = [life.pop(0)]
                while (
                    life
                    and "seq" not in {*some[0], *life[0]}
                    and self._rng.random() < 0.7
                ):
                    some.append(life.pop(0))
                self.book([_with_seq(document, self._seqs) for document in some])
            else:
                self.book([player(f"N{self.head}")])
            paper = self._papers.next(self.head)
            # every list more makes each correction dearer
            if self._rng.random() < (0.02 if paper["kind"] == "adopt-rules" else 0.15):
                self.book([paper])
            if turn % 20 == 0 and self._people:
                whom = self._rng.choice(self._people)
                self.book(
                    [{"kind": "erase-person", "player": whom, "reason": "asked for it"}]
                )
            yield


def _with_seq(document: Document, seqs: Mapping[int, int]) -> Document:
    return (
        {**document, "seq": seqs.get(document["seq"], 10**6)}
        if "seq" in document
        else document
    )


def of_office(service: Served) -> dict[str, Any]:
    names = {
        row["list"]
        for row in service.ask("/api/rules").value["rows"]
        if row["adopted_from"]
    }
    return {name: service.ask(f"/api/lists/{name}").value["rows"] for name in names}


@pytest.fixture(scope="module", params=EVENTS)
def followed(
    request: pytest.FixtureRequest,
    new_ledger: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Booked:
    """So many random events, with every program of the page that runs here following
    them.
    """
    print(f"seed {SEED}")
    folder = tmp_path_factory.mktemp("followed")
    club = Selo(folder, new_ledger, today=NOW)
    with served(club.ledger) as service:
        address = f"http://127.0.0.1:{service.port}"
        followers = {
            name: Follower(name, folder, address) for name in NEEDS if not missing(name)
        }
        for follower in followers.values():
            follower.start()
        try:
            office, rng = Office(club, random.Random(SEED)), random.Random(SEED)
            for _ in office.live(request.param):
                if rng.random() < 0.1:
                    follower = rng.choice([*followers.values()])
                    follower.kill()
                    follower.start()
            until(
                lambda: all(
                    follower.seq() == office.head for follower in followers.values()
                ),
                120,
            )
        finally:
            for follower in followers.values():
                follower.kill()
        return Booked(
            of_office(service),
            {name: follower.lists() for name, follower in followers.items()},
            office.kinds,
            {name: follower.kills for name, follower in followers.items()},
        )


def test_the_events_are_of_every_kind_that_changes_a_list(followed: Booked) -> None:
    print(
        followed.kinds,
        followed.kills,
        {name: len(rows) for name, rows in followed.office.items()},
    )
    wanted = {
        "amend",
        "withdraw",
        "reinstate",
        "merge-players",
        "erase-person",
        "adopt-rules",
        "tournament",
        "ruling",
    }
    assert wanted - followed.kinds.keys() == set()
    assert {"selo", "pelo"} <= followed.office.keys() and len(
        followed.office["selo"]
    ) > 10
    assert min(followed.kills.values()) > 2


@pytest.mark.parametrize("program", NEEDS)
def test_a_copy_is_the_offices(followed: Booked, program: str) -> None:
    if lacks := missing(program):
        pytest.skip(f"needs {' and '.join(lacks)}")
    assert followed.copies[program] == followed.office
