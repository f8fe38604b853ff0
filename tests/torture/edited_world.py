"""A small ledger with something in each of its tables, every question that reads one,
and what is booked next.
"""

import hashlib
import json
from pathlib import Path
from typing import NamedTuple, Protocol

from audit.checkpoint import add, checkpoint
from audit.signing import new_key
from desk.submit import init
from ledger.store.event_log import Store
from ledger.store.source_files import keep_source
from tests.features import asked_of_features
from tests.world.command import Command
from tests.world.documents import (
    Document,
    adopt,
    amend,
    external,
    game,
    one_game,
    opening,
    player,
    tournament,
)
from tests.world.ledger import outside, submitted
from tests.world.reached import opened, rows

DATA = b"012 The file a tournament was read from\n"
FROM, OTHER = hashlib.sha256(DATA).hexdigest(), hashlib.sha256(DATA * 2).hexdigest()
CLUB = {"club": "Kerho"}
# submission by submission, each on its day
TOLD: list[tuple[str, list[Document]]] = [
    (
        "2024-01-02",
        [
            *(player(name, born="1980-01-02", **CLUB) for name in "ABCDE"),
            player("F", fide_id=500001),
        ],
    ),
    (
        "2024-01-03",
        [
            player("H"),
            player("I"),
            opening("H", 1650),
            opening("A", 1800, key="k1"),
            opening("B", 1700),
            opening("C", 2310, titles=["M"]),
            opening("D"),
        ],
    ),
    (
        "2024-03-02",
        [
            tournament(
                "spring",
                "2024-03-01",
                "A B 1-0",
                "C D 0-1",
                "A E 1-0",
                "B F 1/2-1/2",
                source=FROM,
            )
        ],
    ),
    (
        "2024-04-02",
        [
            {
                "kind": "publish",
                "list": "selo",
                "label": "2024-04",
                "as_of": "2024-04-01",
            }
        ],
    ),
    (
        "2024-04-03",
        [amend("spring", games={"1.1": {"result": "0-1"}}), external("B", 1900)],
    ),
    (
        "2024-05-01",
        [
            player("E", name="Toinen E", change=True),
            player("G", name="Pelaaja A"),
            player("X", born="1990-02-03"),
        ],
    ),
    (
        "2024-06-01",
        [{"kind": "merge-players", "from": "G", "into": "F", "reason": "twice"}],
    ),
    (
        "2024-06-01",
        [
            player("Y", name="Kysyi, Yksi", born="1991-05-06", sex="f", unlisted=True),
            opening("Y", 1612),
        ],
    ),
    ("2024-06-02", [{"kind": "erase-person", "player": "X", "reason": "asked for it"}]),
    (
        "2024-09-02",
        [
            tournament(
                "autumn",
                "2024-09-01",
                "A C 1-0",
                "B D 1-0",
                "E F 0-1",
                "A D 0-1",
                note="by post",
                source=OTHER,
            )
        ],
    ),
    (
        "2024-09-03",
        [
            tournament("quick", "2024-09-02", "A B 1-0", "C E 1-0", minutes=12),
            one_game("spring", 5, "C", "F"),
        ],
    ),
    (
        "2024-10-02",
        [
            {
                "kind": "ruling",
                "player": "B",
                "list": "selo",
                "on": "2024-10-01",
                "delta": 5,
                "reason": "r",
            },
            {"kind": "confirm-title", "player": "C", "title": "M", "on": "2024-10-01"},
        ],
    ),
    (
        "2025-06-02",
        [
            adopt("elo-fide", "fide-2009"),
            opening("A", 1900, "elo-fide"),
            opening("B", 1800, "elo-fide"),
            tournament(
                "league",
                "2025-06-01",
                game(1, "A", "B", "1-0", on="2025-02-01"),
                game(2, "B", "A", "1-0", on="2025-04-01"),
                start="2025-01-01",
            ),
        ],
    ),
    (
        "2025-06-03",
        [
            {"kind": "withdraw", "tournament": "quick", "reason": "a slip"},
            {
                "kind": "publish",
                "list": "selo",
                "label": "2025-06",
                "as_of": "2025-06-01",
            },
            {"kind": "settings", "time_zone": "Europe/Helsinki"},
        ],
    ),
]
THEN = "--as-of 2024-09-01 --known-on 2025-06-02"
LISTED = "the list for the public"  # no line of the command
QUESTIONS = (
    "show A",
    f"show A {THEN}",
    "show A --as-of 2025-03-01",
    "show C",
    "show E",
    "show G",
    "show A --known-seq 20",
    "player show E",
    "player show F",
    "player show X",
    "player show Y",
    "player find pelaaja",
    "player find toinen",
    "player find 500001",
    "history A",
    "history B --all-versions",
    "history C --list selo",
    "explain A spring",
    "explain B autumn",
    "explain A league",
    "export player A",
    "export player E",
    "player opponents A",
    "player versus A B",
    "player performance A --last 2",
    "player need A --target 1900 --against B C",
    "titles",
    "titles C",
    "tournament list",
    f"tournament list {THEN}",
    "tournament spring",
    "tournament league",
    "export trf spring",
    "export audit autumn",
    "list selo",
    f"list selo {THEN}",
    "list selo --change-since 2024-04 --top 4",
    "list pelo",
    "list elo-fide --as-of 2025-03-01",
    "list selo --known-seq 19",
    "list selo --bands 100",
    "list published",
    "list selo --list 2024-04",
    "list compare 2024-04 2025-06 --list selo",
    "export list selo",
    "log",
    "log --limit 3 --player A",
    "log --tournament spring",
    "log event 17",
    "log impact 17",
    "log follow --after 9",
    "proof prove 9",
    "log diff --known-seq 9..30",
    "log diff A --known-on 2024-03-05..2025-06-02 --list selo",
    "ledger replay",
    "ledger replay --known-seq 15",
    LISTED,
    "ledger settings",
    "rules",
    "export ledger",
    *(line for feature in asked_of_features() for line in feature.anywhere),
)
# each sent to a copy of its own
_SENT: tuple[list[Document], ...] = (
    [
        player("N", name="Pelaaja A"),
        tournament("new", "2025-07-01", "A B 1-0", "C E 1/2-1/2", "N D 1-0", "E F 1-0"),
    ],
    [amend("autumn", games={"1.1": {"result": "0-1"}})],
    [opening("A", 1800, key="k1")],  # it was sent before
    [
        tournament(
            "spring",
            "2024-03-01",
            "A B 1-0",
            "C D 0-1",
            "A E 1-0",
            "B F 1/2-1/2",
            source=FROM,
        )
    ],
    [{"kind": "publish", "list": "selo", "label": "2025-07", "as_of": "2025-07-01"}],
    [player("E", name="Kolmas E", change=True)],
    [player("A", born="1980-01-02", sex="f", change=True)],
    [{"kind": "erase-person", "player": "Y", "reason": "asked for it"}],
    [{"kind": "erase-person", "player": "F", "reason": "asked for it"}],
    [
        {
            "kind": "ruling",
            "player": "A",
            "list": "selo",
            "on": "2024-02-01",
            "delta": -20,
            "reason": "r",
        }
    ],
    [{"kind": "merge-players", "from": "H", "into": "I", "reason": "twice"}],
    [{"kind": "reinstate", "tournament": "quick", "reason": "it was none"}],
    [adopt("selo", "fi-2023", "2024-08-01")],
)
BOOKINGS = tuple(
    "\n".join(json.dumps(document) for document in documents) for documents in _SENT
)
MOMENT = "2026-11-01T12:00:00.000000Z"


def ledger_of(place: Path) -> Command:
    """In one closed file."""
    path = place / "whole.db"
    init(str(path), outside("2024-01-01T12:00:00.000000Z"))
    for day, documents in TOLD:
        submitted(path, *documents, now=f"{day}T12:00:00.000000Z")
    with Store(str(path)) as store, store.writing() as writer:
        keep_source(writer.connection, FROM, "spring.trf", DATA)
        keep_source(writer.connection, OTHER, "other.trf", DATA * 2)
    new_key(str(place / "selo.key"))
    signed = checkpoint(str(path), str(place / "selo.key"))
    submitted(
        path, external("A", 1950, on="2025-06-05"), now="2025-06-10T12:00:00.000000Z"
    )
    checkpoint(str(path), str(place / "selo.key"))
    add(str(path), "away.txt", signed.note, [])
    return Command(place, name="whole.db", today=MOMENT)


class Whole(Protocol):
    """A ledger that nobody has edited, again and again."""

    def fresh(self) -> Command: ...


class InFile(NamedTuple):
    """Copies of a file, each in the place of the one before."""

    whole: Command
    place: Path

    def fresh(self) -> Command:
        for ending in ("", "-wal", "-shm"):
            (self.place / f"edited.db{ending}").unlink(missing_ok=True)
        return Command(self.place, self.whole.path, "edited.db", self.whole.moment)


class OnServer:
    """A schema whose rows are put back from another."""

    def __init__(self, selo: Command) -> None:
        self._selo = selo
        self._run(
            "CREATE SCHEMA kept",
            *(
                f"CREATE TABLE kept.{table} AS TABLE {table}"
                for table in self._tables()
            ),
        )

    def fresh(self) -> Command:
        tables = self._tables()
        self._run(
            "BEGIN",
            "SET LOCAL session_replication_role = replica",
            *(f"DELETE FROM {table}" for table in tables),
            *(
                f"INSERT INTO {table} OVERRIDING SYSTEM VALUE SELECT * FROM"
                f" kept.{table}"
                for table in tables
            ),
            "COMMIT",
        )
        return self._selo

    def _tables(self) -> list[str]:
        query = (
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER"
            " BY 1"
        )
        return [row[0] for row in rows(self._selo.ledger, query)]

    def _run(self, *statements: str) -> None:
        with opened(self._selo.ledger) as connection:
            connection.raw.execute(";".join(statements).encode())
