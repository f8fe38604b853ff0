"""A ledger that can be hurt, submissions whose survival can be told, and the
examination afterwards.

Submission n brings three events and a name: player Nn, their opening, tournament Tn. All
of it is there or nothing.
"""

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import ANY, patch

from audit.tables import check_tables
from desk.submit import init, submit
from exchange.json.files import read_documents
from ledger.placed import Placed
from ledger.store import counted, persons
from ledger.store.connection import Connection
from ledger.store.events import head
from ledger.store.logs import checked
from ledger.store.tables import summed_checksum
from projections.tables import checked_rows, schema, table_repository, units
from projections.tables.followed import version_and_seq
from tests.world.ledger import NOW, outside
from tests.world.places import in_memory

PEOPLE = "ABCDEF"
EVENTS = 3
SEED = int(os.environ.get("SELO_SEED", "20261121"))
SCALE = float(os.environ.get("SELO_TORTURE", "1"))


def scaled(full: int) -> int:
    """The full size of a long suite, or the share of it that SELO_TORTURE asks for."""
    return max(1, round(full * SCALE))


@contextmanager
def folder() -> Iterator[Path]:
    """In memory where there is such a place: what these suites hurt is not the
    machine's disk.
    """
    with tempfile.TemporaryDirectory(dir=in_memory()) as name:
        yield Path(name)


@contextmanager
def unchecked() -> Iterator[None]:
    """No row has a checksum, nothing adds up, and any event fits the tree when it is
    read: the control of suites in which bits flip.
    """
    undone: list[tuple[object, str, object]] = [
        (module, "summed_checksum", _nothing_sealed)
        for module in (checked_rows, units, table_repository)
    ]
    undone += [
        (checked, name, lambda *_: ANY) for name in ("hash_to_store", "filed_columns")
    ]
    undone += [
        (counted, "miscounted_names", lambda *_: []),
        (counted, "need_events", lambda *_: None),
    ]
    undone += [
        (persons, "_checked", lambda row: row[:-1]),
        (persons, "_need", lambda *_: None),
    ]
    undone += [
        (
            schema,
            "follow_all",
            lambda reader: version_and_seq(reader) == (schema.VERSION, head(reader)),
        )
    ]
    with ExitStack() as patches:
        for module, name, nothing in undone:
            patches.enter_context(patch.object(module, name, nothing))
        yield


def _nothing_sealed(values: Sequence[Any]) -> int:
    """No checksum; the number of a digest or of a key is none, and documents are found
    by it.
    """
    return summed_checksum(values) if values[0] in ("digest", "key") else 0


def base(place: Path, name: str = "base.db", others: int = 0) -> str:
    """A new ledger with six known people, and others whom a writer has for himself."""
    return begun(str(place / name), others)


def begun(path: str, others: int = 0, now: str = NOW) -> str:
    """The same at any place for a ledger."""
    init(path, outside(now))
    submit(
        path,
        documents(
            [
                fact
                for person in (*PEOPLE, *(f"W{n}" for n in range(others)))
                for fact in known(person)
            ]
        ),
        outside(now),
    )
    return path


def known(person: str) -> list[dict[str, Any]]:
    opening = {
        "list": "selo",
        "on": "2023-01-01",
        "rating": 1500 + 7 * ord(person[0]),
        "games": 30,
    }
    return [
        {"kind": "player", "player": person, "name": f"Known, {person}"},
        {"kind": "opening", "player": person, **opening},
    ]


def documents(raw: Iterable[dict[str, Any]]) -> list[Placed]:
    return read_documents(
        "workload.jsonl", "\n".join(json.dumps(document) for document in raw).encode()
    )


def apart(number: int) -> list[Placed]:
    """A submission that reaches into no other: writer 7 sends 7001, 7002, ... each a
    day later, against W7.
    """
    return documents(told_apart(number))


def told_apart(number: int) -> list[dict[str, Any]]:
    writer, count = divmod(number, 1000)
    day = (date(2023, 1, 2) + timedelta(days=count)).isoformat()
    game = {
        "round": 1,
        "white": f"N{number}",
        "black": f"W{writer}",
        "result": "1/2-1/2",
    }
    return _brought(number, day, [game])


def submission(number: int) -> list[Placed]:
    """Different people, days and results, so that submissions reach into each other."""
    new = f"N{number}"
    order = [PEOPLE[(number + step * (1 + number % 5)) % 6] for step in range(4)]
    results = ("1-0", "1/2-1/2", "0-1")
    seats = [new, *dict.fromkeys(order)]
    games = [
        {
            "round": round_no,
            "white": white,
            "black": black,
            "result": results[(number + round_no) % 3],
        }
        for round_no, (white, black) in enumerate(pairwise(seats), 1)
    ]
    day = f"20{23 + number % 3}-{1 + number % 12:02d}-{1 + number % 28:02d}"
    return documents(_brought(number, day, games))


def _brought(
    number: int, day: str, games: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    new, name = f"N{number}", f"T{number}"
    return [
        {"kind": "player", "player": new, "name": f"New, Number {number}"},
        {
            "kind": "opening",
            "player": new,
            "list": "selo",
            "on": "2023-01-01",
            "rating": 1600,
            "games": 20,
        },
        {
            "kind": "tournament",
            "tournament": name,
            "name": name,
            "start": day,
            "end": day,
            "minutes": 90,
            "games": games,
        },
    ]


def send(path: str, number: int) -> None:
    submit(path, submission(number), outside())


def copied(source: str, place: Path, name: str = "ledger.db") -> str:
    target = str(place / name)
    for ending in ("-wal", "-shm", "-journal"):
        Path(target + ending).unlink(missing_ok=True)
    shutil.copyfile(source, target)
    return target


def examine(path: str, acknowledged: Iterable[int]) -> list[str]:
    """What is wrong with a ledger after an accident: [] when everything acknowledged is
    whole and there.
    """
    try:
        connection = sqlite3.connect(
            f"file:{path}?mode=rw", uri=True, isolation_level=None
        )
        try:
            return _flaws(connection) + examined(connection, acknowledged)
        finally:
            connection.close()
    except sqlite3.Error as error:
        return [f"cannot be read: {error}"]


def _flaws(connection: sqlite3.Connection) -> list[str]:
    return [
        row[0]
        for row in connection.execute("PRAGMA integrity_check(3)")
        if row[0] != "ok"
    ]


def examined(connection: Connection, acknowledged: Iterable[int]) -> list[str]:
    """What is wrong with the events, names and read tables of a ledger, wherever it is."""
    found: list[str] = []
    streams: dict[int, list[str]] = {}
    rows = connection.execute(
        "SELECT seq, submission, stream FROM event ORDER BY seq"
    ).fetchall()
    for seq, submission_no, stream in rows:
        if stream.startswith(("player:N", "tournament:T")):
            streams.setdefault(submission_no, []).append(stream)
        last = seq
    if len(rows) != last:
        found.append(f"{len(rows)} events, the last is {last}")
    whole = set()
    for brought in streams.values():
        number = brought[0].removeprefix("player:N")
        if brought == [
            f"player:N{number}",
            f"player:N{number}",
            f"tournament:T{number}",
        ]:
            whole.add(int(number))
        else:
            found.append(f"half a submission: {brought}")
    names = connection.execute(
        "SELECT player FROM person WHERE player LIKE 'N%'"
    ).fetchall()
    named = {int(row[0][1:]) for row in names}
    if named != whole:
        found.append(
            f"names without events or events without names: {sorted(named ^ whole)[:5]}"
        )
    followed = connection.execute("SELECT seq FROM projected").fetchone()[0]
    if followed != last:
        found.append(f"the read tables follow {followed} of {last} events")
    lost = {*acknowledged} - whole
    if lost:
        found.append(f"lost: {sorted(lost)[:5]}")
    return found


def proved(path: str) -> list[str]:
    """The stored conclusions beside a fresh replay of the events."""
    return list(check_tables(path).differences)
